/** `grid`: blocks in columns of the same width. */

import { arrange } from "./arrange";
import { numberOf, textOf, type BlockType } from "./block_view";

/** A page in twelfths. */
const TWELFTHS = 12;

/** The largest span of blocks that mean columns, and not twelfths. */
const MAX_COLUMNS_SPANNED = 4;

export const grid: BlockType = {
  create() {
    const element = document.createElement("div");
    let columns: number | null = null;
    let widest = 0;
    /** A block that spans columns has exactly as many, or there is one. */
    const shape = () => {
      const count = columns ?? (widest > MAX_COLUMNS_SPANNED ? TWELFTHS : null);
      if (count === null) element.style.removeProperty("--columns");
      else element.style.setProperty("--columns", String(count));
      element.classList.toggle("widget-counted", count !== null && widest === 0);
      element.classList.toggle("widget-spanned", count !== null && widest > 0);
    };
    return {
      element,
      update(spec) {
        const gap = textOf(spec, "gap");
        if (gap !== "") element.dataset["gap"] = gap;
        element.style.setProperty("--min-width", `${numberOf(spec, "min_width") ?? 240}px`);
        columns = numberOf(spec, "columns");
        shape();
      },
      place(children) {
        arrange(
          element,
          children.map((child) => child.element),
        );
        widest = Math.max(0, ...children.map(({ spec }) => numberOf(spec, "span") ?? 0));
        shape();
      },
    };
  },
};
