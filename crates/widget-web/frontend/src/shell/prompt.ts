/**
 * The dialog in which the shell asks the person for a widget: to open a link, to save a file, to
 * enter a secret. Nothing is typed into it, since a widget can take the focus, and with it the
 * keys, from the page around it at any time.
 */

import { GuardedButton } from "./guarded_button";
import { Refusals } from "./refusals";

/** The widget that asks. */
export interface Asker {
  widgetId: string;
  title: string;
}

export interface Prompt {
  heading: string;
  body: HTMLElement[];
  /** The text of the button that accepts; `null`: there is nothing to accept. */
  accept: string | null;
  refuse: string;
  /** Runs in the click of the person, so that the browser lets it open a window. */
  onAccept?: () => void;
  onRefuse?: () => void;
}

export class PromptDialog {
  readonly element = document.createElement("dialog");
  readonly #heading = document.createElement("h2");
  readonly #asker = document.createElement("p");
  readonly #body = document.createElement("div");
  readonly #accept = new GuardedButton(() => this.#accepted());
  readonly #refuse = document.createElement("button");
  #shown: { asker: Asker; prompt: Prompt } | null = null;

  constructor(private readonly refusals = new Refusals()) {
    this.element.className = "prompt";
    this.#heading.id = "prompt-heading";
    this.element.setAttribute("aria-labelledby", this.#heading.id);
    this.#asker.className = "asker";
    this.#refuse.type = "button";
    this.#refuse.autofocus = true;
    this.#refuse.addEventListener("click", () => this.element.close());
    const buttons = document.createElement("div");
    buttons.className = "buttons";
    buttons.append(this.#refuse, this.#accept.element);
    this.element.append(this.#heading, this.#asker, this.#body, buttons);
    this.element.addEventListener("close", () => {
      // The event comes later: the next prompt may be open by then.
      if (!this.element.open) this.#refused();
    });
  }

  /** Answers whether the person may be asked now: one question at a time, and a pause after each refusal. */
  mayAsk({ widgetId }: Asker): boolean {
    return this.#shown === null && this.refusals.mayAsk(widgetId);
  }

  /** Asks; answers whether the person is being asked. */
  ask(asker: Asker, prompt: Prompt): boolean {
    if (!this.mayAsk(asker)) return false;
    this.#shown = { asker, prompt };
    this.#heading.textContent = prompt.heading;
    this.#asker.replaceChildren("Asked by the widget ", quoted(asker.title));
    this.#body.replaceChildren(...prompt.body);
    this.#refuse.textContent = prompt.refuse;
    if (prompt.accept === null) this.#accept.hide();
    else this.#accept.show(prompt.accept);
    this.element.showModal();
    return true;
  }

  /** Ends a prompt that has become pointless. It counts as neither accepted nor refused. */
  dismiss(prompt: Prompt): void {
    if (this.#shown?.prompt === prompt) this.#end();
  }

  /** Ends a prompt that the person has refused elsewhere. */
  refuse(prompt: Prompt): void {
    if (this.#shown?.prompt === prompt) this.#refused();
  }

  #accepted(): void {
    const shown = this.#end();
    if (shown === null) return;
    this.refusals.accepted(shown.asker.widgetId);
    shown.prompt.onAccept?.();
  }

  #refused(): void {
    const shown = this.#end();
    if (shown === null) return;
    this.refusals.refused(shown.asker.widgetId);
    shown.prompt.onRefuse?.();
  }

  #end(): { asker: Asker; prompt: Prompt } | null {
    const shown = this.#shown;
    this.#shown = null;
    this.#accept.hide();
    if (this.element.open) this.element.close();
    return shown;
  }
}

/** A line of a prompt. */
export function line(text: string, className = ""): HTMLParagraphElement {
  const element = document.createElement("p");
  element.className = className;
  element.textContent = text;
  return element;
}

function quoted(text: string): HTMLElement {
  const element = document.createElement("q");
  element.textContent = text;
  return element;
}
