/** A dialog with the whole value of a cell, for what a cell has no room for. */

import { Dialog } from "../view/overlay/dialog";
import { asText, type Json } from "../wire/json";
import { isAddress, linkTo } from "./link_cell";

/** The time for which the button says that the text was copied. */
const COPIED_MS = 1_500;

export class CellDialog {
  readonly #value = document.createElement("pre");
  readonly #copy = document.createElement("button");
  readonly #dialog = new Dialog(this.#value, () => {}, this.#copy);
  readonly element = this.#dialog.element;

  constructor() {
    this.element.classList.add("widget-cell");
    this.#value.tabIndex = 0;
    this.#copy.type = "button";
    this.#copy.className = "widget-button widget-sm widget-ghost";
    this.#copy.addEventListener("click", () => this.#copyText());
  }

  /** Opens on a value under the name of its column. The focus comes back when it closes. */
  open(title: string, value: Json): void {
    this.#dialog.look({ title, size: "lg" });
    this.#value.setAttribute("aria-label", title);
    this.#value.replaceChildren(isAddress(value) ? linkTo(value, value) : wholeText(value));
    this.#value.classList.toggle("widget-code", typeof value === "object");
    this.#copy.textContent = "Copy";
    this.#dialog.show(true);
    // By it the arrow keys scroll.
    this.#value.focus();
    this.#value.scrollTop = 0;
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
