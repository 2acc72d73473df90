/** Keeps what a person has scrolled to its end at its end, as lines come. */

/** So near to the end counts as there, in CSS pixels: sizes are rounded. */
const NEAR = 4;

export class ScrollEnds {
  readonly #seen = new Set<Element>();
  /** With the place to which each was scrolled. */
  readonly #following = new Map<Element, number>();

  /** Notes what around an element is at its end now; later calls for the same one change nothing. */
  note(element: Element): void {
    if (this.#seen.has(element)) return;
    this.#seen.add(element);
    const own = element.closest(".widget-content, .widget-block");
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      // One of the agent's that is not full yet is at its end; the page is when it was scrolled.
      const isPage = own === null || !own.contains(at) || at.matches(".widget-content:not([id])");
      if (scrolls(at) && isAtEnd(at) && (!isPage || at.scrollTop > 0)) this.#following.set(at, 0);
    }
  }

  /** Notes what a person has scrolled to its end in a page; a table sees to its rows itself. */
  noteScrolled(page: Element): void {
    const everything = [document.documentElement, ...page.querySelectorAll("*")];
    const isTable = (element: Element) => element.closest(".widget-grid") !== null;
    for (const element of everything.filter((one) => one.scrollTop > 0 && !isTable(one))) {
      if (isAtEnd(element)) this.#following.set(element, 0);
    }
  }

  /** Scrolls to the end what was there, unless the person has scrolled away since the last time. */
  follow(): void {
    for (const [element, before] of this.#following) {
      const last = element.scrollHeight - element.clientHeight;
      if (element.scrollTop < Math.min(before, last) - NEAR) continue;
      element.scrollTo({ top: element.scrollHeight, behavior: "instant" });
      this.#following.set(element, element.scrollTop);
    }
  }
}

function scrolls(element: Element): boolean {
  if (element === document.scrollingElement) return true;
  return /auto|scroll/.test(getComputedStyle(element).overflowY);
}

function isAtEnd({ scrollHeight, clientHeight, scrollTop }: Element): boolean {
  return scrollHeight - clientHeight - scrollTop <= NEAR;
}
