/** The height of all rows of a table, and the columns beside those in sight. */

import { ROW_HEIGHT, rowsAtOnce } from "../view/model/table_height";
import type { TableBody } from "../view/model/document";

/** The room of a scrollbar that lies over the rows. */
const SCROLLBAR = 12;

export class Extent {
  readonly #observer = new ResizeObserver(() => {
    this.#measure();
    // When the columns have the widths that they share.
    this.measure();
  });
  readonly #viewport: HTMLElement | null;
  readonly #header: HTMLElement | null;
  #next = 0;

  /** Sets `--table-height` of `element`, where a style sheet says what follows from it. */
  constructor(
    private readonly element: HTMLElement,
    private readonly body: () => TableBody,
  ) {
    this.#viewport = element.querySelector(".ag-grid-viewport");
    this.#header = element.querySelector(".ag-grid-pinned-top-rows");
    for (const part of [this.#viewport, this.#header]) if (part) this.#observer.observe(part);
    this.#viewport?.addEventListener("scroll", () => this.#shade(), { passive: true });
  }

  /** When the page is drawn next: all that happens until then is measured once. */
  measure(): void {
    cancelAnimationFrame(this.#next);
    this.#next = requestAnimationFrame(() => this.#measure());
  }

  #measure(): void {
    const viewport = this.#viewport;
    // In a tab that is not shown.
    if (viewport === null || this.#header === null || viewport.clientHeight === 0) return;
    const around = this.element.offsetHeight - viewport.clientHeight + this.#header.offsetHeight;
    const rows = rowsAtOnce(this.body()) * ROW_HEIGHT;
    const isWider = viewport.scrollWidth > viewport.clientWidth + 1;
    const height = Math.ceil(around + rows + (isWider ? SCROLLBAR : 0));
    // Before anything is changed, after which the page would be laid out again.
    this.#shade();
    this.element.parentElement?.style.setProperty("--table-height", `${height}px`);
  }

  /** Returns whether the last row is in sight. */
  isAtEnd(): boolean {
    if (this.#viewport === null) return false;
    const { scrollHeight, clientHeight, scrollTop } = this.#viewport;
    return clientHeight > 0 && scrollHeight - clientHeight - scrollTop < ROW_HEIGHT / 2;
  }

  scrollToEnd(): void {
    this.#viewport?.scrollTo({ top: this.#viewport.scrollHeight, behavior: "instant" });
  }

  stop(): void {
    this.#observer.disconnect();
    cancelAnimationFrame(this.#next);
  }

  /** A shade at the right says that there are more columns. */
  #shade(): void {
    const viewport = this.#viewport;
    if (viewport === null) return;
    const more = viewport.scrollWidth - viewport.clientWidth - viewport.scrollLeft;
    this.element.classList.toggle("widget-more-columns", more > 1);
  }
}
