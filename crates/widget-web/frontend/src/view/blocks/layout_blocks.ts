/** `row`, `column` and `grid`: blocks in an order. */

import type { BlockSpec } from "../model/document";
import { arrange } from "./arrange";
import { numberOf, textOf, type BlockType } from "./block_view";

const LAYOUT_PROPERTIES = ["gap", "align", "justify"];

function layout(shape: (element: HTMLElement, spec: BlockSpec) => void): BlockType {
  return {
    create() {
      const element = document.createElement("div");
      return {
        element,
        update(spec) {
          for (const name of LAYOUT_PROPERTIES) {
            const value = textOf(spec, name);
            if (value !== "") element.dataset[name] = value;
          }
          shape(element, spec);
        },
        place: (children) =>
          arrange(
            element,
            children.map((child) => child.element),
          ),
      };
    },
  };
}

export const row = layout((element, spec) => {
  element.classList.toggle("widget-nowrap", spec.properties["wrap"] === false);
});

export const column = layout(() => {});

export const grid = layout((element, spec) => {
  const columns = numberOf(spec, "columns");
  element.style.setProperty("--min-width", `${numberOf(spec, "min_width") ?? 240}px`);
  if (columns === null) element.style.removeProperty("--columns");
  else element.style.setProperty("--columns", String(columns));
  element.classList.toggle("widget-counted", columns !== null);
});
