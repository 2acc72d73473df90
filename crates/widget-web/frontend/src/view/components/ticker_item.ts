/** `ticker_item` */

import type { ComponentSpec } from "../../wire/document";
import { textOf, type ComponentType } from "./component";
import { applyCommon } from "./field";

export const tickerItem: ComponentType = {
  // It emits through its marquee.
  defaultEvent: "marquee:click",

  create(spec) {
    const element = drawItem(spec, "span");
    element.id = spec.component_id;
    return {
      element,
      update(next) {
        const fresh = drawItem(next, "span");
        fresh.id = spec.component_id;
        copyInto(element, fresh);
      },
    };
  },
};

/** An item, which a marquee shows more than once. */
export function drawItem(spec: ComponentSpec, tag: "span" | "button"): HTMLElement {
  const element = document.createElement(tag);
  element.className = "widget-ticker";
  const html = textOf(spec, "html");
  if (html === "") element.textContent = textOf(spec, "text") || textOf(spec, "ticker");
  else element.innerHTML = html;
  applyCommon(element, spec);
  return element;
}

function copyInto(element: HTMLElement, fresh: HTMLElement): void {
  for (const name of ["class", "style"]) {
    const value = fresh.getAttribute(name);
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
  element.replaceChildren(...fresh.childNodes);
}
