/** A line under a widget in a chat client: its title, and what the host offers to do with it. */

export interface CaptionActions {
  openInBrowser(): void;
  toggleFullscreen(): void;
}

type Topic = "server" | "pictures";

export class Caption {
  readonly element = document.createElement("footer");
  readonly #title = document.createElement("span");
  readonly #note = document.createElement("span");
  readonly #notes = new Map<Topic, string>();
  readonly #fullscreen: HTMLButtonElement;
  readonly #open: HTMLButtonElement;

  constructor(actions: CaptionActions) {
    this.element.className = "widget-caption";
    this.#title.className = "widget-caption-title";
    this.#note.className = "widget-caption-note";
    this.#note.setAttribute("role", "status");
    this.#fullscreen = button(() => actions.toggleFullscreen());
    this.#open = button(() => actions.openInBrowser());
    this.#open.textContent = "Open in browser";
    this.element.append(this.#title, this.#note, this.#fullscreen, this.#open);
    this.#update();
    this.offer({ fullscreen: false, isFullscreen: false, browser: false });
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

  offer(offered: { fullscreen: boolean; isFullscreen: boolean; browser: boolean }): void {
    this.#fullscreen.hidden = !offered.fullscreen;
    this.#fullscreen.textContent = offered.isFullscreen ? "Leave full screen" : "Full screen";
    this.#open.hidden = !offered.browser;
    this.#update();
  }

  /** With nothing to offer or say there is no line: the host shows the title itself. */
  #update(): void {
    const isEmpty = this.#fullscreen.hidden && this.#open.hidden;
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
