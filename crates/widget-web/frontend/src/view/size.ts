/** Tells the host how high the widget would like to be. */

import type { Document } from "./document";
import type { Layout } from "./layout";

/** For a chart or a table that is to fill whatever it gets. */
const FILLING_HEIGHT = 420;

/** What the layout keeps free for HTML, however short it is: see layout.css. */
const LEAST_HEIGHT = 48;

export class SizeReporter {
  #observer: ResizeObserver | null = null;
  #last = "";

  constructor(private readonly tell: (size: { width: number; height: number }) => void) {}

  watch(layout: Layout, { body, height }: Document): void {
    this.#observer?.disconnect();
    const content = body.kind === "html" ? layout.body.firstElementChild : null;
    const report = () => {
      // A page that fills its window is as high as the window, which says nothing.
      const inner = height ?? (content === null ? FILLING_HEIGHT : heightOf(content));
      const size = { width: layout.page.offsetWidth, height: Math.ceil(inner + around(layout)) };
      const text = JSON.stringify(size);
      if (text === this.#last) return;
      this.#last = text;
      this.tell(size);
    };
    this.#observer = new ResizeObserver(report);
    this.#observer.observe(layout.page);
    if (content !== null) this.#observer.observe(content);
    report();
  }
}

/** Chromium rounds `scrollHeight`, to either side. */
function heightOf(content: Element): number {
  return Math.max(content.scrollHeight, content.getBoundingClientRect().height, LEAST_HEIGHT);
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
  return height;
}
