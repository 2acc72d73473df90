/** Places the parts of the page. */

import type { PageDensity, PageWidth, Position } from "../wire/document";

export class Layout {
  readonly page = document.createElement("div");
  readonly body = document.createElement("div");
  /** The blocks of the page. */
  readonly blocks = document.createElement("div");
  readonly frame = document.createElement("div");
  readonly #caption: HTMLElement;
  readonly problem = document.createElement("div");
  #toolbars: HTMLElement[] = [];
  /** Follows the sizes of the body and of what stands over its corner. */
  readonly #corner = new ResizeObserver(() => this.#keepCorner());
  #dialogs: HTMLElement[] = [];

  constructor(parent: HTMLElement, caption: HTMLElement) {
    this.#caption = caption;
    this.page.className = "widget-page";
    this.frame.className = "widget-frame";
    this.body.className = "widget-body";
    this.blocks.className = "widget-blocks";
    this.body.append(this.blocks);
    this.problem.className = "widget-problem";
    this.problem.setAttribute("role", "alert");
    this.problem.hidden = true;
    this.frame.append(this.problem, this.body);
    this.page.append(this.frame, caption);
    parent.append(this.page);
  }

  /** The toolbars in document order, so that the Tab key follows the eye. */
  setToolbars(toolbars: [Position, HTMLElement][]): void {
    for (const old of this.#toolbars) old.remove();
    this.#toolbars = toolbars.map(([, element]) => element);
    const at = (...positions: Position[]) =>
      positions.flatMap((position) =>
        toolbars.filter(([own]) => own === position).map(([, element]) => element),
      );
    const group = (position: Position) => {
      const elements = at(position);
      if (elements.length < 2) return elements;
      const stack = document.createElement("div");
      stack.className = `widget-stack widget-at-${position}`;
      stack.append(...elements);
      this.#toolbars.push(stack);
      return [stack];
    };
    const inside = group("inside");
    this.frame.prepend(...inside);
    this.#corner.disconnect();
    for (const element of [this.blocks, ...inside]) this.#corner.observe(element);
    this.page.prepend(...group("header"), ...group("top"), ...group("left"));
    this.#caption.before(...group("right"), ...group("bottom"), ...group("footer"));
  }

  /** The text of a page flows around what stands over its corner. */
  #keepCorner(): void {
    const over = this.frame.querySelector(":scope > .widget-at-inside")?.getBoundingClientRect();
    const text = this.blocks.firstElementChild?.getBoundingClientRect();
    if (over === undefined || text === undefined) return;
    this.page.style.setProperty("--corner-width", `${Math.max(0, text.right - over.left)}px`);
    this.page.style.setProperty("--corner-height", `${over.height}px`);
  }

  /** Dialogs stand over everything, wherever they are in the page. */
  setDialogs(dialogs: HTMLElement[]): void {
    for (const dialog of this.#dialogs) dialog.remove();
    this.#dialogs = dialogs;
    this.page.append(...dialogs);
  }

  /** `null`: the body fills what is left of the window. */
  setHeight(height: number | null): void {
    this.frame.style.height = height === null ? "" : `${height}px`;
    this.page.classList.toggle("widget-fills", height === null);
  }

  setPage(kind: string, width: PageWidth, density: PageDensity): void {
    this.page.dataset["kind"] = kind;
    this.page.dataset["width"] = width;
    this.page.dataset["density"] = density;
  }

  /** Says in the page what cannot be drawn; `null` when all is well. */
  setProblem(text: string | null): void {
    this.problem.textContent = text ?? "";
    this.problem.hidden = text === null;
  }
}
