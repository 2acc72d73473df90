/** Markdown: text as it stands in a document, which may still be growing. */

import type { Assets } from "../view/assets";
import { Diagrams } from "./diagrams";
import { Formulas } from "./formulas";
import styles from "./markdown.css";
import { drawUnloaded, unloaded } from "./links";
import { numbered } from "./notes";
import { patch, type Drawing, type Drawn } from "./patch";
import { Problems } from "./problems";
import { Source, type Block } from "./source";
import type { Node } from "./tree";

/** The services of the page for a text. */
export interface MarkdownPage {
  assets: Assets;
  isDark(): boolean;
}

/** The exports of `markdown.js`. */
export interface MarkdownProgram {
  create(page: MarkdownPage): MarkdownText;
}

export function create(page: MarkdownPage): MarkdownText {
  addStyles();
  return new MarkdownText(page);
}

/** A text that is drawn. */
export class MarkdownText {
  readonly element = document.createElement("div");
  readonly #source = new Source();
  readonly #problems = new Problems();
  readonly #diagrams: Diagrams;
  readonly #drawing: Drawing;
  #text = "";
  #drawn: Drawn[] = [];
  #numbers: ReadonlyMap<string, number> = new Map();

  constructor(page: MarkdownPage) {
    this.element.className = "widget-markdown";
    const formulas = new Formulas(page.assets, this.#problems);
    this.#diagrams = new Diagrams(page.assets, this.#problems, () => page.isDark());
    this.#drawing = {
      math: (target, source, isBlock) => formulas.draw(target, source, isBlock),
      diagram: (target, source) => this.#diagrams.draw(target, source),
      note: (target, label) => this.#drawReference(target, label),
      picture: (target, address, name) => {
        drawUnloaded(target, address, name);
        this.#problems.add(unloaded(address));
      },
    };
    this.element.addEventListener("click", (event) => this.#follow(event));
  }

  /**
   * Draws the text. What is the same as before stays, whether the text has grown or changed.
   * Rejects with what cannot be drawn, once; the rest is drawn.
   */
  update(text: string): Promise<void> {
    if (!text.startsWith(this.#text)) this.#problems.forget();
    this.#text = text;
    const blocks = this.#source.read(text);
    const { numbers, section } = numbered(blocks);
    this.#numbers = numbers;
    this.#drawn = patch(this.element, this.#drawn, [...shown(blocks), ...section], this.#drawing);
    return this.#problems.settled();
  }

  /** Draws what has colours of its own again. */
  themeChanged(): Promise<void> {
    return this.#diagrams.redraw();
  }

  dispose(): void {
    this.element.remove();
  }

  #drawReference(target: HTMLElement, label: string): void {
    const number = String(this.#numbers.get(label) ?? "?");
    target.className = "md-reference";
    target.dataset["place"] = `reference ${label}`;
    const link = document.createElement("a");
    link.href = "#";
    link.dataset["to"] = `note ${label}`;
    link.setAttribute("aria-label", `Footnote ${number}`);
    link.textContent = number;
    target.replaceChildren(link);
  }

  /** Shows the place in this text that a link leads to. */
  #follow(event: Event): void {
    const link = event.target instanceof Element ? event.target.closest("[data-to]") : null;
    if (link === null) return;
    event.preventDefault();
    const name = link.getAttribute("data-to") ?? "";
    const places = this.element.querySelectorAll<HTMLElement>("[data-place]");
    const place = [...places].find((one) => one.dataset["place"] === name);
    if (place === undefined) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: "nearest" });
  }
}

function shown(blocks: readonly Block[]): Node[] {
  return blocks.flatMap(({ note, nodes }) => (note === null ? nodes : []));
}

let hasStyles = false;

function addStyles(): void {
  if (hasStyles) return;
  hasStyles = true;
  const style = document.createElement("style");
  style.textContent = styles;
  // Before what the agent adds, which may change it.
  document.head.prepend(style);
}
