/**
 * Asks for a secret, in the trusted page: an agent's scripts can read every field and every
 * key of the view, and nothing of what is typed here.
 */

/** The view's description of the secret that it asks for; it is shown as text. */
export interface SecretQuestion {
  component_id: string;
  label: string;
  placeholder: string;
  show_toggle: boolean;
  show_copy: boolean;
}

/** Keeps the secret on the server and answers its reference. */
export type KeepSecret = (componentId: string, secret: string) => Promise<string>;

export class SecretDialog {
  readonly element = document.createElement("dialog");
  readonly #form = document.createElement("form");
  readonly #label = document.createElement("label");
  readonly #input = document.createElement("input");
  readonly #show = button("Show");
  readonly #copy = button("Copy");
  readonly #save = button("Save");
  readonly #problem = document.createElement("p");
  #waiting: ((secret: string | null) => void) | null = null;

  constructor(
    private readonly copy: (text: string) => Promise<void> = (text) =>
      navigator.clipboard.writeText(text),
  ) {
    this.element.className = "secret";
    this.element.setAttribute("aria-label", "Secret");
    this.#label.htmlFor = "secret-input";
    this.#input.id = "secret-input";
    this.#input.autocomplete = "off";
    this.#input.spellcheck = false;
    this.#input.maxLength = 8_192;
    const hint = document.createElement("p");
    hint.textContent = "It goes to the server only. The agent and the widget do not see it.";
    this.#problem.className = "problem";
    this.#problem.setAttribute("role", "alert");
    const cancel = button("Cancel");
    cancel.addEventListener("click", () => this.#end());
    this.#save.type = "submit";
    this.#save.className = "open";
    this.#show.addEventListener("click", () => this.#reveal(this.#input.type === "password"));
    this.#copy.addEventListener("click", () => void this.#copyAll());
    const row = document.createElement("div");
    row.className = "row";
    row.append(this.#input, this.#show, this.#copy);
    const buttons = document.createElement("div");
    buttons.className = "buttons";
    buttons.append(cancel, this.#save);
    this.#form.append(this.#label, row, hint, this.#problem, buttons);
    this.element.append(this.#form);
    this.element.addEventListener("close", () => this.#end());
  }

  /** Asks, one question at a time; answers the reference, `null` when nothing was given. */
  async ask(question: SecretQuestion, keep: KeepSecret): Promise<string | null> {
    if (this.#waiting !== null) throw new Error("another secret is being asked for");
    this.#label.textContent = question.label;
    this.#input.placeholder = question.placeholder;
    this.#show.hidden = !question.show_toggle;
    this.#copy.hidden = !question.show_copy;
    this.#problem.textContent = "";
    this.#reveal(false);
    const answer = new Promise<string | null>((resolve) => (this.#waiting = resolve));
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      void this.#keep(question.component_id, keep);
    };
    this.element.showModal();
    this.#input.focus();
    return answer;
  }

  async #keep(componentId: string, keep: KeepSecret): Promise<void> {
    if (this.#input.value === "") return;
    this.#save.disabled = true;
    try {
      const reference = await keep(componentId, this.#input.value);
      this.#end(reference);
    } catch (error) {
      this.#problem.textContent = `Not saved: ${error instanceof Error ? error.message : "try again"}`;
    } finally {
      this.#save.disabled = false;
    }
  }

  #end(reference: string | null = null): void {
    this.#input.value = "";
    const resolve = this.#waiting;
    this.#waiting = null;
    if (this.element.open) this.element.close();
    resolve?.(reference);
  }

  #reveal(visible: boolean): void {
    this.#input.type = visible ? "text" : "password";
    this.#show.textContent = visible ? "Hide" : "Show";
    this.#show.setAttribute("aria-pressed", String(visible));
  }

  async #copyAll(): Promise<void> {
    try {
      await this.copy(this.#input.value);
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
