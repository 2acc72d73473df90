/** A dialog with the whole value of a cell, for what a cell has no room for. */

import { asText, type Json } from "../wire/json";
import { isAddress, linkTo } from "./link_cell";

/** The time for which the button says that the text was copied. */
const COPIED_MS = 1_500;

export class CellDialog {
  readonly element = document.createElement("dialog");
  readonly #title = document.createElement("h2");
  readonly #value = document.createElement("pre");
  readonly #copy = document.createElement("button");

  constructor() {
    this.element.className = "widget-modal widget-modal-lg widget-cell";
    this.#value.tabIndex = 0;
    this.#copy.type = "button";
    this.#copy.className = "widget-button widget-sm widget-ghost";
    this.#copy.addEventListener("click", () => this.#copyText());
    const close = document.createElement("button");
    close.type = "button";
    close.className = "widget-close";
    close.setAttribute("aria-label", "Close");
    close.textContent = "×";
    close.addEventListener("click", () => this.element.close());
    const head = document.createElement("div");
    head.className = "widget-modal-head";
    head.append(this.#title, this.#copy, close);
    this.element.append(head, this.#value);
    this.element.addEventListener("click", ({ target }) => {
      // Beside it: what is inside is never the dialog itself, which has no padding.
      if (target === this.element) this.element.close();
    });
    // Toasts go where they can be seen.
    this.element.addEventListener("close", () => document.dispatchEvent(new Event("widget-modal")));
  }

  /** Opens on a value under the name of its column. The focus comes back when it closes. */
  open(title: string, value: Json): void {
    this.#title.textContent = title;
    this.#value.setAttribute("aria-label", title);
    this.#value.replaceChildren(isAddress(value) ? linkTo(value, value) : wholeText(value));
    this.#value.classList.toggle("widget-code", typeof value === "object");
    this.#copy.textContent = "Copy";
    this.element.showModal();
    // By it the arrow keys scroll.
    this.#value.focus();
    this.#value.scrollTop = 0;
    document.dispatchEvent(new Event("widget-modal"));
  }

  /** By a selection of the person's own making, since the clipboard is closed to a frame. */
  #copyText(): void {
    const selection = getSelection();
    selection?.selectAllChildren(this.#value);
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else works in a sandbox
    const isCopied = document.execCommand("copy");
    if (isCopied) selection?.removeAllRanges();
    this.#copy.textContent = isCopied ? "Copied" : "Press Ctrl+C";
    setTimeout(() => (this.#copy.textContent = "Copy"), COPIED_MS);
  }
}

/** The whole of a value as text: of a structure its JSON, a member on each line. */
export function wholeText(value: Json): string {
  return typeof value === "object" && value !== null
    ? JSON.stringify(value, null, 2)
    : asText(value);
}
