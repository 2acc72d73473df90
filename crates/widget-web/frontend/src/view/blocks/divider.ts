/** `divider` and `spacer`: what stands between blocks. */

import { numberOf, textOf, type BlockType } from "./block_view";

export const divider: BlockType = {
  create() {
    const element = document.createElement("div");
    element.setAttribute("role", "separator");
    return {
      element,
      update(spec) {
        element.textContent = textOf(spec, "label");
      },
    };
  },
};

export const spacer: BlockType = {
  create() {
    const element = document.createElement("div");
    element.setAttribute("aria-hidden", "true");
    return {
      element,
      update(spec) {
        const size = numberOf(spec, "size");
        element.style.flex = size === null ? "1 1 0" : `0 0 ${size}px`;
      },
    };
  },
};
