/** The places of blocks in the agent's HTML. */

import type { PlacedBlock } from "./block_view";

const PLACE = "widget-block";

/** The place that an element of a block stands in, as it was written, and what it has from there. */
interface Filled {
  place: Element;
  classes: string[];
  styles: string[];
}

const filled = new WeakMap<Element, Filled>();

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
  const places = [...root.getElementsByTagName(PLACE)];
  for (const place of places) {
    const block = blocks.find(({ spec }) => spec.id === place.id);
    if (block === undefined) {
      if (isOf(root, place)) standIn(place, standIns);
      continue;
    }
    const { element } = block;
    const { classes = [], styles = [] } = filled.get(element) ?? {};
    const more = dressed(element, place);
    filled.set(element, {
      place,
      classes: [...classes, ...more.classes],
      styles: [...styles, ...more.styles],
    });
    // A tag that was written as one that ends itself has all that follows inside it.
    place.replaceWith(element, ...place.childNodes);
  }
}

/** Takes a block out of the page, whose place stays if it has one in HTML. */
export function leavePlace(element: Element): void {
  const known = filled.get(element);
  filled.delete(element);
  if (known === undefined) {
    element.remove();
    return;
  }
  const { place, classes, styles } = known;
  element.classList.remove(...classes);
  for (const name of styles) (element as HTMLElement).style.removeProperty(name);
  element.replaceWith(place);
}

/** Gives an element the classes and the style of a place; answers those that it did not have. */
function dressed(element: HTMLElement, place: Element): Omit<Filled, "place"> {
  const classes = [...place.classList].filter((name) => !element.classList.contains(name));
  element.classList.add(...classes);
  const before = new Set(Array.from(element.style));
  element.style.cssText = `${element.style.cssText} ${place.getAttribute("style") ?? ""}`;
  return { classes, styles: Array.from(element.style).filter((name) => !before.has(name)) };
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
