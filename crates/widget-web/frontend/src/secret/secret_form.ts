/** The form into which a person types a secret. */

import type { SecretPage } from "../wire/secret";

/** Keeps the secret on the server and answers its reference. */
export type KeepSecret = (secret: string) => Promise<string>;

export interface SecretFormParts {
  keep: KeepSecret;
  kept(reference: string): void;
  left(): void;
  copy(text: string): Promise<void>;
}

export class SecretForm {
  readonly element = document.createElement("form");
  readonly #input = document.createElement("input");
  readonly #show = button("Show");
  readonly #save = button("Save");
  readonly #problem = document.createElement("p");

  constructor(
    page: SecretPage,
    private readonly parts: SecretFormParts,
  ) {
    const label = document.createElement("label");
    label.htmlFor = "secret-input";
    label.textContent = page.label;
    const asker = document.createElement("p");
    const title = document.createElement("q");
    title.textContent = page.title;
    asker.append("Asked by the widget ", title);
    this.#input.id = "secret-input";
    this.#input.autocomplete = "off";
    this.#input.spellcheck = false;
    this.#input.maxLength = 8_192;
    this.#input.placeholder = page.placeholder;
    const hint = document.createElement("p");
    hint.textContent = "It goes to the server only. The agent and the widget do not see it.";
    this.#problem.className = "problem";
    this.#problem.setAttribute("role", "alert");
    this.element.append(label, asker, this.#row(page), hint, this.#problem, this.#buttons());
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#keep();
    });
    this.#reveal(false);
  }

  focus(): void {
    this.#input.focus();
  }

  /** Forgets what was typed. */
  clear(): void {
    this.#input.value = "";
  }

  #row({ show_toggle, show_copy }: SecretPage): HTMLElement {
    const copy = button("Copy");
    copy.hidden = !show_copy;
    copy.addEventListener("click", () => void this.#copy());
    this.#show.hidden = !show_toggle;
    this.#show.addEventListener("click", () => this.#reveal(this.#input.type === "password"));
    const row = document.createElement("div");
    row.className = "row";
    row.append(this.#input, this.#show, copy);
    return row;
  }

  #buttons(): HTMLElement {
    const cancel = button("Cancel");
    cancel.addEventListener("click", () => this.parts.left());
    this.#save.type = "submit";
    this.#save.className = "open";
    const buttons = document.createElement("div");
    buttons.className = "buttons";
    buttons.append(cancel, this.#save);
    return buttons;
  }

  async #keep(): Promise<void> {
    if (this.#input.value === "") return;
    this.#save.disabled = true;
    try {
      const reference = await this.parts.keep(this.#input.value);
      this.clear();
      this.parts.kept(reference);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "try again";
      this.#problem.textContent = `Not saved: ${reason}`;
    } finally {
      this.#save.disabled = false;
    }
  }

  #reveal(visible: boolean): void {
    this.#input.type = visible ? "text" : "password";
    this.#show.textContent = visible ? "Hide" : "Show";
    this.#show.setAttribute("aria-pressed", String(visible));
  }

  async #copy(): Promise<void> {
    try {
      await this.parts.copy(this.#input.value);
      this.#problem.textContent = "";
    } catch {
      this.#problem.textContent = "The browser did not allow copying.";
    }
  }
}

function button(text: string): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  return element;
}
