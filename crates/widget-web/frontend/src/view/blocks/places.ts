/** The places of blocks in the agent's HTML. */

import type { PlacedBlock } from "./block_view";
import { dressAtPlace, undressAtPlace } from "./dress";

const PLACE = "widget-block";

/** The places that the elements of blocks stand in, as they were written. */
const filled = new WeakMap<Element, HTMLElement>();

/** The elements that stand where blocks stood that are gone, by their ids. */
export type StandIns = Map<string, Element>;

/**
 * Puts each block that has a place inside `root` there. It takes the classes and the style of its
 * place, which the author wrote for what stands there.
 *
 * A block that is gone has a stand-in, which moves from place to place as the block did: what was
 * put beside the block comes to stand beside it, until it is taken out as the block was.
 */
export function fillPlaces(
  root: Element,
  blocks: readonly PlacedBlock[],
  standIns: StandIns,
): void {
  const places = [...root.querySelectorAll<HTMLElement>(PLACE)];
  for (const place of places) {
    const block = blocks.find(({ spec }) => spec.id === place.id);
    if (block === undefined) {
      if (isOf(root, place)) standIn(place, standIns);
      continue;
    }
    const { element } = block;
    dressAtPlace(element, place);
    filled.set(element, place);
    // A tag that was written as one that ends itself has all that follows inside it.
    place.replaceWith(element, ...place.childNodes);
  }
}

/** Takes a block out of the page, whose place stays if it has one in HTML. */
export function leavePlace(element: HTMLElement): void {
  const place = filled.get(element);
  filled.delete(element);
  undressAtPlace(element);
  if (place === undefined) element.remove();
  else element.replaceWith(place);
}

/** The element beside which HTML is put, or that is taken out, for a block in HTML. */
export function placeOf(root: Element, id: string, block: Element | null): Element | null {
  const around = block?.parentElement?.closest(".widget-block:not(.widget-block-component)");
  if (block !== null && around?.classList.contains("widget-content") === true) return block;
  // It went on elsewhere, and what it stood beside is still there.
  return root.querySelector(`${PLACE}[id="${CSS.escape(id)}"]`);
}

function standIn(place: Element, standIns: StandIns): void {
  const known = standIns.get(place.id);
  if (known === place) return;
  if (known === undefined) {
    place.after(...place.childNodes);
    standIns.set(place.id, place);
  } else {
    place.replaceWith(known, ...place.childNodes);
  }
}

/** Returns whether a place is in this HTML, and not in one that stands in it. */
function isOf(root: Element, place: Element): boolean {
  return place.closest(".widget-content") === root;
}
