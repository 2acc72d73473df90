/** Tells the host how high the widget would like to be. */

import { BODY } from "../../wire/document";
import { kindOf, type Document } from "../model/document";
import { tableHeight } from "../model/table_height";
import type { Layout } from "../layout";

/** For a chart that is to fill whatever it gets. */
const FILLING_HEIGHT = 420;

/** For a table of a few rows, whose filters need more room than they. */
const LEAST_TABLE = 260;
/** A longer table scrolls. */
const MOST_TABLE = 600;

/** A table has this room above and below: see layout.css. */
const TABLE_PADDING = 8;

/** The minimum height of HTML in the layout: see layout.css. */
const LEAST_HEIGHT = 48;

/** As often as content may grow with the window that was made larger for it. */
const MAX_FOLLOWED = 1;

export class SizeReporter {
  #observer: ResizeObserver | null = null;
  #last = 0;
  /** The height that was asked for last. */
  #asked = 0;
  /** The height of the window at the last look. */
  #window = 0;
  #followed = 0;
  #report = () => {};

  constructor(private readonly notify: (size: { height: number }) => void) {}

  /** For a host that has forgotten, or did not want to know. */
  again(): void {
    this.#last = 0;
    this.#report();
  }

  /** Asks once more for what it asked for last: there may be room for it now. */
  repeat(): void {
    if (this.#asked > 0) this.notify({ height: this.#asked });
  }

  /**
   * Returns whether the content is higher only because the window is: what is as high as the window
   * and has a margin, or higher by a share of it, would ask for more each time it is given that.
   */
  #followsWindow(wanted: number): boolean {
    const isByWindow = innerHeight > this.#window;
    this.#window = innerHeight;
    if (!isByWindow) return false;
    const follows = this.#last > 0 && wanted > this.#last;
    this.#followed = follows ? this.#followed + 1 : 0;
    return this.#followed > MAX_FOLLOWED;
  }

  watch(layout: Layout, document: Document): void {
    this.#watch(layout, document.height ?? fillingHeight(document), layout.blocks);
  }

  /** For a page that is nothing but a message. */
  watchProblem(layout: Layout): void {
    this.#watch(layout, null, layout.problem);
  }

  #watch(layout: Layout, height: number | null, content: Element): void {
    this.#observer?.disconnect();
    this.#report = () => {
      const inner = height ?? heightOf(content);
      const wanted = Math.ceil(inner + around(layout));
      const isFollowing = this.#followsWindow(wanted);
      if (wanted === this.#last) return;
      // What it asks for by itself later counts from here.
      this.#last = wanted;
      if (isFollowing) return;
      this.#asked = wanted;
      this.notify({ height: wanted });
    };
    this.#observer = new ResizeObserver(() => this.#report());
    this.#observer.observe(layout.page);
    this.#observer.observe(content);
    this.#report();
  }
}

/** A page that fills its window is as high as the window, which says nothing; `null` for others. */
function fillingHeight(document: Document): number | null {
  const body = document.bodies.get(BODY);
  switch (kindOf(document)) {
    case "chart":
      return FILLING_HEIGHT;
    case "grid":
      if (body?.kind !== "table") return FILLING_HEIGHT;
      return Math.max(LEAST_TABLE, Math.min(tableHeight(body), MOST_TABLE) + 2 * TABLE_PADDING);
    default:
      return null;
  }
}

/** Chromium rounds `scrollHeight`, to either side. */
function heightOf(content: Element): number {
  const { marginTop, marginBottom } = getComputedStyle(content);
  const inner = Math.max(content.scrollHeight, content.getBoundingClientRect().height);
  const margins = (parseFloat(marginTop) || 0) + (parseFloat(marginBottom) || 0);
  return Math.max(inner + margins, LEAST_HEIGHT);
}

/** The height of what stands above and below the body. */
function around({ page, frame }: Layout): number {
  const end = frame.offsetTop + frame.offsetHeight;
  let height = 0;
  for (const part of page.children) {
    if (!(part instanceof HTMLElement) || part === frame) continue;
    // By its middle: whole pixels let edges that meet overlap.
    const middle = part.offsetTop + part.offsetHeight / 2;
    // With its fraction: rounded parts may add up to less than the whole.
    if (middle < frame.offsetTop || middle > end) height += part.getBoundingClientRect().height;
  }
  return height + above(frame);
}

/** The height of a toolbar in the frame that stands above the body, with the room around it. */
function above(frame: HTMLElement): number {
  const toolbar = frame.querySelector<HTMLElement>(":scope > .widget-at-inside");
  if (toolbar === null || getComputedStyle(toolbar).position === "absolute") return 0;
  return toolbar.offsetTop + toolbar.offsetHeight;
}
