/** A line over a widget that says how its connection is. */

const SHOWN_MS = 2_500;

export interface BannerActions {
  retry: () => void;
  reload: () => void;
  close: () => void;
}

export class Banner {
  readonly element = document.createElement("div");
  readonly #text = document.createElement("span");
  readonly #countdown = document.createElement("span");
  readonly #retry: HTMLButtonElement;
  readonly #reload: HTMLButtonElement;
  readonly #close: HTMLButtonElement;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isSafe = true;

  constructor(actions: BannerActions) {
    this.element.className = "banner";
    this.element.hidden = true;
    this.#text.setAttribute("role", "status");
    this.#retry = button("Try now", actions.retry);
    this.#reload = button("Load again", actions.reload);
    this.#close = button("Close", actions.close);
    this.element.append(this.#text, this.#countdown, this.#retry, this.#reload, this.#close);
  }

  /** Says whether a reload would find what the person has done meanwhile. */
  keeps(isSafe: boolean): void {
    this.#isSafe = isSafe;
    if (this.element.dataset["state"] === "lost") this.#say(this.#lostText());
  }

  /** True while it says of the view what matters more than the connection. */
  get #isOfView(): boolean {
    const state = this.element.dataset["state"] ?? "";
    return !this.element.hidden && ["stopped", "unresponsive", "reloading"].includes(state);
  }

  /** The connection is lost; the countdown is not read out each second. */
  lost(nextTryAt: number): void {
    if (this.#isOfView) return;
    this.#show("lost", this.#lostText());
    this.#retry.hidden = false;
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((nextTryAt - Date.now()) / 1000));
      this.#countdown.textContent = seconds > 0 ? `Next try in ${seconds} s` : "Trying…";
    };
    tick();
    this.#timer = setInterval(tick, 250);
  }

  /** Says that it is being tried, if anything was wrong before. */
  trying(): void {
    if (this.element.hidden || this.#isOfView) return;
    clearInterval(this.#timer);
    this.#countdown.textContent = "Trying…";
  }

  /** Says that all is well, if anything was wrong before. */
  restored(): void {
    if (this.element.hidden || this.#isOfView) return;
    this.#pass("restored", "Reconnected.", SHOWN_MS);
  }

  ended(text: string): void {
    this.#show("ended", text);
  }

  /** The page may not speak to the server any more: only as a whole does it lead to a sign-in. */
  signedOut(): void {
    this.#show(
      "signed-out",
      "You are signed out. What you did is kept, and sent when you are back.",
    );
    this.#reload.hidden = false;
  }

  /** The view does not answer. To wait is to do nothing. */
  unresponsive(): void {
    this.#show("unresponsive", "This widget does not respond. Wait, load it again, or close it.");
    this.#reload.hidden = false;
    this.#close.hidden = false;
  }

  /** The view answers again. */
  responsive(): void {
    if (this.element.dataset["state"] === "unresponsive") this.hide();
  }

  /** The view was taken out of the page. */
  stopped(text: string): void {
    this.#show("stopped", text);
    this.#reload.hidden = false;
  }

  /** The view is on its way again. */
  reloading(): void {
    this.#show("reloading", "Loading again…");
  }

  /** The view has crashed and was loaded again. */
  crashed(): void {
    this.#pass("crashed", "This widget crashed and was loaded again.", 2 * SHOWN_MS);
  }

  hide(): void {
    clearInterval(this.#timer);
    this.element.hidden = true;
  }

  #lostText(): string {
    if (this.#isSafe) return "Connection lost. What you do is kept and will be sent.";
    return "Connection lost. What you do will be sent, but a reload would lose some of it.";
  }

  #say(text: string): void {
    if (this.#text.textContent !== text) this.#text.textContent = text;
  }

  /** Says what is over. */
  #pass(state: string, text: string, ms: number): void {
    this.#show(state, text);
    this.#timer = setInterval(() => this.hide(), ms);
  }

  #show(state: string, text: string): void {
    clearInterval(this.#timer);
    this.element.dataset["state"] = state;
    this.#say(text);
    this.#countdown.textContent = "";
    for (const each of [this.#retry, this.#reload, this.#close]) each.hidden = true;
    this.element.hidden = false;
  }
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = text;
  element.hidden = true;
  element.addEventListener("click", onClick);
  return element;
}
