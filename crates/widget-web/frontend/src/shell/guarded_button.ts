/**
 * A button that accepts what a widget asks for. A widget chooses the moment of its question, so
 * a click or a key that was meant for what stood there before must not accept it.
 */

/** Longer than the second click of a double click may take (500 ms on every system). */
export const GUARD_MS = 700;

export class GuardedButton {
  readonly element = document.createElement("button");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isShown = false;

  constructor(onAccept: () => void) {
    this.element.type = "button";
    this.element.className = "open";
    this.element.disabled = true;
    this.element.addEventListener("click", onAccept);
    // The widget has taken the focus, or another window had it: the person looks elsewhere.
    for (const type of ["blur", "focus"]) window.addEventListener(type, () => this.#guard());
    document.addEventListener("visibilitychange", () => this.#guard());
  }

  /** Shows it, dead for {@link GUARD_MS}. */
  show(text: string): void {
    this.element.textContent = text;
    this.element.hidden = false;
    this.#isShown = true;
    this.#guard();
  }

  hide(): void {
    this.element.hidden = true;
    this.element.disabled = true;
    this.#isShown = false;
    clearTimeout(this.#timer);
  }

  #guard(): void {
    if (!this.#isShown) return;
    this.element.disabled = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.element.disabled = false), GUARD_MS);
  }
}
