/** The places of blocks in the agent's HTML. */

import type { PlacedBlock } from "./block_view";

const PLACE = "widget-block";

/**
 * Puts each block that has a place inside `root` there. It takes the classes and the style of its
 * place, which the author wrote for what stands there.
 */
export function fillPlaces(root: Element, blocks: readonly PlacedBlock[]): void {
  const places = [...root.getElementsByTagName(PLACE)];
  for (const place of places) {
    const block = blocks.find(({ spec }) => spec.id === place.id);
    if (block === undefined) continue;
    const { element } = block;
    element.classList.add(...place.classList);
    element.style.cssText = `${element.style.cssText} ${place.getAttribute("style") ?? ""}`;
    // A tag that was written as one that ends itself has all that follows inside it.
    place.replaceWith(element, ...place.childNodes);
  }
}
