/**
 * Asks before a link is opened. A widget reaches no network, so an address is the
 * one way by which its scripts could send away what a person typed.
 */

const MAX_URL = 8_192;

export class LinkDialog {
  readonly element = document.createElement("dialog");
  readonly #address = document.createElement("p");
  readonly #open = document.createElement("button");
  #url = "";

  constructor(private readonly openWindow: (url: string) => void = openElsewhere) {
    this.element.setAttribute("aria-labelledby", "link-heading");
    const heading = document.createElement("h2");
    heading.id = "link-heading";
    heading.textContent = "Open this address?";
    const hint = document.createElement("p");
    hint.textContent = "The widget asks to leave this page. The address may carry what you typed.";
    this.#address.className = "address";
    this.#address.tabIndex = 0;
    const cancel = document.createElement("button");
    cancel.type = "button";
    cancel.autofocus = true;
    cancel.textContent = "Stay here";
    cancel.addEventListener("click", () => this.element.close());
    this.#open.type = "button";
    this.#open.className = "open";
    this.#open.textContent = "Open";
    this.#open.addEventListener("click", () => {
      this.element.close();
      this.openWindow(this.#url);
    });
    const buttons = document.createElement("div");
    buttons.className = "buttons";
    buttons.append(cancel, this.#open);
    this.element.append(heading, hint, this.#address, buttons);
  }

  /** Answers whether the person is being asked: one question at a time, http and https only. */
  ask(text: string): boolean {
    if (this.element.open || document.querySelector("dialog[open]") !== null) return false;
    if (text.length > MAX_URL || !URL.canParse(text)) return false;
    const url = new URL(text);
    if (url.protocol !== "http:" && url.protocol !== "https:") return false;
    this.#url = url.href;
    this.#address.textContent = url.href;
    this.element.showModal();
    return true;
  }
}

function openElsewhere(url: string): void {
  window.open(url, "_blank", "noopener,noreferrer");
}
