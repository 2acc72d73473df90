/** `modal`: a dialog over the page. Whether it is open is its value. */

import { isComponent } from "../../wire/document";
import { oneOf, textOf, type ComponentType } from "./component";
import { applyCommon } from "./field";
import { isBoolean } from "./values";

const SIZES = ["md", "sm", "lg", "xl", "full"] as const;

/** The focus starts at the first of these, not at the button that closes the modal. */
const FIELDS = [
  "input:not([type=hidden])",
  "select",
  "textarea",
  "button",
  "[tabindex]:not([tabindex='-1'])",
]
  .map((field) => `${field}:not(:disabled)`)
  .join();

export const modal: ComponentType = {
  defaultEvent: "modal:close",

  initialValue: (spec) => spec["open"] === true,

  accepts: isBoolean,

  create(spec, { emit, draw }) {
    const dialog = document.createElement("dialog");
    dialog.id = spec.component_id;
    dialog.className = `widget-modal widget-modal-${oneOf(spec, "size", SIZES)}`;
    dialog.setAttribute("aria-label", textOf(spec, "title") || spec.component_id);
    applyCommon(dialog, spec);

    const title = document.createElement("h2");
    title.textContent = textOf(spec, "title");
    const close = document.createElement("button");
    close.type = "button";
    close.className = "widget-close";
    close.setAttribute("aria-label", "Close");
    close.textContent = "×";
    close.addEventListener("click", () => dialog.close());
    const head = document.createElement("div");
    head.className = "widget-modal-head";
    head.append(title, close);
    const items: unknown[] = Array.isArray(spec["items"]) ? spec["items"] : [];
    const content = document.createElement("div");
    content.className = "widget-modal-items";
    content.append(...items.filter(isComponent).map(draw));
    dialog.append(head, content);

    dialog.addEventListener("keydown", (event) => {
      // A browser lets a second Escape through whatever `cancel` says.
      if (event.key === "Escape" && spec["close_on_escape"] === false) event.preventDefault();
    });
    dialog.addEventListener("pointerdown", (event) => {
      const beside = event.target === dialog && isOutside(dialog, event);
      if (beside && spec["close_on_overlay"] !== false) dialog.close();
    });
    // A dialog tells late that it was closed; then the document may say so already.
    let shouldBeOpen = false;
    const told = () => document.dispatchEvent(new Event("widget-modal"));
    dialog.addEventListener("close", () => {
      told();
      if (!shouldBeOpen || dialog.open) return;
      shouldBeOpen = false;
      emit(spec, { componentId: spec.component_id });
    });
    return {
      element: dialog,
      setValue(value) {
        shouldBeOpen = value === true;
        if (shouldBeOpen && !dialog.open) {
          dialog.showModal();
          told();
          if (document.activeElement === close) content.querySelector<HTMLElement>(FIELDS)?.focus();
        }
        if (!shouldBeOpen && dialog.open) dialog.close();
      },
    };
  },
};

/** Returns whether the pointer is on the backdrop, which is part of the dialog to events. */
function isOutside(dialog: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
