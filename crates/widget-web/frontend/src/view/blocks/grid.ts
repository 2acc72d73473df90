/** `grid`: blocks in columns of the same width. */

import { arrange } from "./arrange";
import { numberOf, textOf, type BlockType } from "./block_view";

/** A page in twelfths. */
const TWELFTHS = 12;

/** The largest span of blocks that mean columns, and not twelfths. */
const MAX_COLUMNS_SPANNED = 4;

/** The smallest of those where all mean twelfths. */
const MIN_TWELFTHS_SPANNED = 3;

export const grid: BlockType = {
  create() {
    const element = document.createElement("div");
    let columns: number | null = null;
    let spans: number[] = [];
    let blocks = 0;
    /** A block that spans columns has exactly as many, or there is one. */
    const shape = () => {
      const widest = Math.max(0, ...spans);
      const areTwelfths =
        columns === null ? meanTwelfths(spans, blocks) : columns === TWELFTHS && widest > 0;
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
        blocks = children.length;
        spans = children.flatMap(({ spec }) => numberOf(spec, "span") ?? []);
        shape();
      },
    };
  },
};

/**
 * Returns whether spans are twelfths: one is too wide for columns, they fill lines, or most blocks
 * have wide ones.
 */
function meanTwelfths(spans: readonly number[], blocks: number): boolean {
  const sum = spans.reduce((all, span) => all + span, 0);
  const areMost = spans.length > blocks / 2;
  const areAllWide = areMost && Math.min(...spans) >= MIN_TWELFTHS_SPANNED;
  const isOneTooWide = Math.max(0, ...spans) > MAX_COLUMNS_SPANNED;
  return spans.length > 0 && (isOneTooWide || sum % TWELFTHS === 0 || areAllWide);
}
