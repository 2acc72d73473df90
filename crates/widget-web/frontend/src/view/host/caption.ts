/** A line under a widget in a chat client: its title, and what the host offers to do with it. */

import type { DisplayMode } from "./host_context";

export interface CaptionActions {
  openInBrowser(): void;
  /** Asks the host for another display mode. */
  display(mode: DisplayMode): void;
}

/** The display modes that have a button, with the texts of the ways in and out. */
const MODES = {
  fullscreen: ["Full screen", "Leave full screen"],
  pip: ["Picture in picture", "Leave picture in picture"],
} as const;
type ButtonMode = keyof typeof MODES;

interface Offer {
  /** Returns whether the host has a display mode. */
  has: (mode: DisplayMode) => boolean;
  current: DisplayMode;
  browser: boolean;
}

type Topic = "server" | "pictures";

export class Caption {
  readonly element = document.createElement("footer");
  readonly #title = document.createElement("span");
  readonly #note = document.createElement("span");
  readonly #notes = new Map<Topic, string>();
  readonly #modes: [ButtonMode, HTMLButtonElement][];
  #current: DisplayMode = "inline";
  readonly #open: HTMLButtonElement;

  constructor(actions: CaptionActions) {
    this.element.className = "widget-caption";
    this.#title.className = "widget-caption-title";
    this.#note.className = "widget-caption-note";
    this.#note.setAttribute("role", "status");
    this.#modes = (Object.keys(MODES) as ButtonMode[]).map((mode) => [
      mode,
      button(() => actions.display(this.#current === mode ? "inline" : mode)),
    ]);
    this.#open = button(() => actions.openInBrowser());
    this.#open.textContent = "Open in browser";
    this.element.append(this.#title, this.#note);
    this.element.append(...this.#modes.map(([, button]) => button), this.#open);
    this.#update();
    this.offer({ has: () => false, current: "inline", browser: false });
  }

  setTitle(title: string): void {
    this.#title.textContent = title;
  }

  /** Says what is wrong around the widget; `null`: nothing more of this. */
  setNote(topic: Topic, note: string | null): void {
    if ((this.#notes.get(topic) ?? null) === note) return;
    if (note === null) this.#notes.delete(topic);
    else this.#notes.set(topic, note);
    this.#note.textContent = [...this.#notes.values()].join(" ");
    this.#update();
  }

  offer({ has, current, browser }: Offer): void {
    this.#current = current;
    for (const [mode, button] of this.#modes) {
      const [enter, leave] = MODES[mode];
      button.hidden = !has(mode);
      button.textContent = current === mode ? leave : enter;
    }
    this.#open.hidden = !browser;
    this.#update();
  }

  /** With nothing to offer or say there is no line: the host shows the title itself. */
  #update(): void {
    const isEmpty = this.#modes.every(([, button]) => button.hidden) && this.#open.hidden;
    this.element.hidden = isEmpty && this.#note.textContent === "";
  }
}

function button(act: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "widget-caption-action";
  element.addEventListener("click", act);
  return element;
}
