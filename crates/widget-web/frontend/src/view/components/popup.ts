/** Lists over the page, below or above what they belong to. */

const GAP = 4;
const EDGE = 8;
const MAX_HEIGHT = 320;

/** Places a popup, which is in the top layer, where there is more room for it. */
export function place(popup: HTMLElement, anchor: HTMLElement): void {
  const { top, bottom, left, width } = anchor.getBoundingClientRect();
  const below = window.innerHeight - bottom - GAP - EDGE;
  const above = top - GAP - EDGE;
  const isBelow = below >= Math.min(MAX_HEIGHT, above);
  const { style } = popup;
  style.top = isBelow ? `${bottom + GAP}px` : "auto";
  style.bottom = isBelow ? "auto" : `${window.innerHeight - top + GAP}px`;
  style.maxHeight = `${Math.max(72, Math.min(MAX_HEIGHT, isBelow ? below : above))}px`;
  style.minWidth = `${width}px`;
  style.maxWidth = `calc(100vw - ${2 * EDGE}px)`;
  style.left = `${Math.max(EDGE, left)}px`;
  // One that would stick out on the right hangs from the right edge.
  requestAnimationFrame(() => {
    const over = popup.getBoundingClientRect().right - (window.innerWidth - EDGE);
    if (over > 0) style.left = `${Math.max(EDGE, left - over)}px`;
  });
}
