/** Short messages over the page, and questions that are answered with an event. */

import { TOAST_POSITIONS, type Confirm, type Toast, type ToastPosition } from "../../wire/document";

const MAX_TOASTS = 4;
/** The time our own messages are shown. */
const NOTICE_MS = 8_000;
const MAX_MS = 24 * 60 * 60 * 1_000;

export class Toasts {
  readonly element = document.createElement("div");
  #home: HTMLElement | null = null;
  readonly #places = new Map<ToastPosition, HTMLElement>();

  /** Closes a question, by its revision. */
  readonly #questions = new Map<number, () => void>();

  constructor(
    private readonly answer: (confirm: Confirm, confirmed: boolean, message: string) => void,
  ) {
    this.element.className = "widget-toasts";
    for (const position of TOAST_POSITIONS) {
      const place = document.createElement("div");
      place.className = `widget-toast-place widget-toast-${position}`;
      place.setAttribute("aria-live", "polite");
      this.#places.set(position, place);
      this.element.append(place);
    }
  }

  /** Keeps the toasts within reach: everything outside of an open modal is inert and below it. */
  follow(home: HTMLElement): void {
    this.#home = home;
    this.#place();
    document.addEventListener("widget-modal", () => this.#place());
    document.addEventListener("close", () => this.#place(), { capture: true });
  }

  /** To be called when dialogs were drawn: one that went may have held the toasts. */
  replaced(): void {
    this.#place();
  }

  #place(): void {
    const open = document.querySelectorAll<HTMLElement>("dialog.widget-modal[open], dialog:modal");
    const place = open[open.length - 1] ?? this.#home;
    if (place !== null && this.element.parentElement !== place) place.append(this.element);
  }

  /** Says something of our own. */
  notice(message: string, kind: Toast["kind"] = "warning"): void {
    this.show({
      message,
      kind,
      duration_ms: NOTICE_MS,
      position: "bottom-right",
    });
  }

  /** Closes a question that was answered in another viewer. */
  close(question: number): void {
    this.#questions.get(question)?.();
  }

  /** Closes the questions that are not of these revisions: they were answered. */
  closeAllBut(open: ReadonlySet<number>): void {
    for (const question of [...this.#questions.keys()]) {
      if (!open.has(question)) this.close(question);
    }
  }

  /** Shows a toast of this revision; one of our own has none. */
  show(toast: Toast, revision = 0): void {
    const place = this.#places.get(toast.position);
    // A viewer that was away gets the open questions again.
    if (place === undefined || this.#questions.has(revision)) return;
    this.#place();
    const element = draw(toast);
    const before = document.activeElement;
    const close = () => {
      const hadFocus = element.contains(document.activeElement);
      element.remove();
      this.#questions.delete(revision);
      if (hadFocus && before instanceof HTMLElement) before.focus();
    };
    const { confirm } = toast;
    if (confirm === undefined) {
      element.append(closeButton(close));
      if (toast.duration_ms > 0) vanish(element, Math.min(toast.duration_ms, MAX_MS), close);
    } else {
      this.#questions.set(revision, close);
      element.append(
        question(confirm, (confirmed) => {
          close();
          this.answer(confirm, confirmed, toast.message);
        }),
      );
    }
    // A question is not pushed out by what comes after it.
    const told = () => place.querySelectorAll(":scope > :not([role=alertdialog])");
    while (told().length >= MAX_TOASTS) told()[0]?.remove();
    place.append(element);
    // A person who is typing is not interrupted; others find the question focused.
    if (confirm !== undefined && (before === null || before === document.body)) element.focus();
  }
}

function draw({ message, title = "", kind, confirm }: Toast): HTMLElement {
  const element = document.createElement("div");
  element.className = `widget-toast widget-toast-${kind}`;
  const isUrgent = kind === "error" || kind === "warning";
  element.setAttribute(
    "role",
    confirm !== undefined ? "alertdialog" : isUrgent ? "alert" : "status",
  );
  const icon = document.createElement("span");
  icon.className = "widget-toast-icon";
  icon.setAttribute("aria-hidden", "true");
  const text = document.createElement("div");
  text.className = "widget-toast-text";
  if (title !== "") {
    const heading = document.createElement("strong");
    heading.textContent = title;
    text.append(heading);
  }
  const body = document.createElement("span");
  body.textContent = message;
  text.append(body);
  element.append(icon, text);
  if (confirm !== undefined) {
    element.tabIndex = -1;
    element.setAttribute("aria-label", title || message);
  }
  return element;
}

function closeButton(close: () => void): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "widget-close";
  button.setAttribute("aria-label", "Dismiss");
  button.textContent = "×";
  button.addEventListener("click", close);
  return button;
}

function question(confirm: Confirm, answer: (confirmed: boolean) => void): HTMLElement {
  const buttons = document.createElement("div");
  buttons.className = "widget-toast-buttons";
  const add = (text: string, variant: string, confirmed: boolean) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `widget-button widget-sm widget-${variant}`;
    button.textContent = text;
    button.addEventListener("click", () => answer(confirmed));
    buttons.append(button);
  };
  add(confirm.cancel_label, "neutral", false);
  add(confirm.confirm_label, "primary", true);
  return buttons;
}

/** Closes it when its time is up; the time stands still while it is hovered or focused. */
function vanish(element: HTMLElement, ms: number, close: () => void): void {
  let timer = setTimeout(close, ms);
  const hold = () => clearTimeout(timer);
  const goOn = () => {
    clearTimeout(timer);
    timer = setTimeout(close, ms);
  };
  element.addEventListener("mouseenter", hold);
  element.addEventListener("mouseleave", goOn);
  element.addEventListener("focusin", hold);
  element.addEventListener("focusout", goOn);
}
