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
    let spans: number[] = [];
    /** A block that spans columns has exactly as many, or there is one. */
    const shape = () => {
      const widest = Math.max(0, ...spans);
      const areTwelfths = columns === null && areOf(TWELFTHS, spans);
      const count = areTwelfths ? TWELFTHS : columns;
      // A block that says nothing is as wide as the page where the others are shares of it.
      element.style.setProperty("--own-span", areTwelfths ? String(TWELFTHS) : "1");
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
        spans = children.flatMap(({ spec }) => numberOf(spec, "span") ?? []);
        shape();
      },
    };
  },
};

/** Returns whether spans are parts of so many columns: too wide for others, or they fill lines. */
function areOf(columns: number, spans: readonly number[]): boolean {
  const sum = spans.reduce((all, span) => all + span, 0);
  return Math.max(0, ...spans) > MAX_COLUMNS_SPANNED || (sum > 0 && sum % columns === 0);
}
