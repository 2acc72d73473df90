/** `row` and `column`: blocks in an order. */

import type { BlockSpec } from "../model/document";
import { arrange } from "./arrange";
import { textOf, type BlockType } from "./block_view";

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
