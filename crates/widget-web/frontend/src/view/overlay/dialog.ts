/** A dialog over the page: its frame, and the ways out of it. */

import type { Json } from "../../wire/json";

const SIZES = ["md", "sm", "lg", "xl", "full"];

/** The focus starts at the first of these, not at the button that closes the dialog. */
const FIELDS = [
  "input:not([type=hidden])",
  "select",
  "textarea",
  "button",
  "[tabindex]:not([tabindex='-1'])",
]
  .map((field) => `${field}:not(:disabled)`)
  .join();

/** The look of a dialog, and the ways in which a person may close it. */
export interface DialogLook {
  title: string;
  /** Names it where it has no title. */
  name?: string;
  /** One of `SIZES`; anything else is the first. */
  size?: unknown;
  closesOnEscape?: boolean;
  closesBeside?: boolean;
}

/** The look that a modal's properties ask for; its title, or else `name`, names it. */
export function modalLook(
  properties: Readonly<Record<string, Json | undefined>>,
  name: string,
): DialogLook {
  const { title, size, close_on_escape: onEscape, close_on_overlay: beside } = properties;
  return {
    title: typeof title === "string" ? title : "",
    name,
    size,
    closesOnEscape: onEscape !== false,
    closesBeside: beside !== false,
  };
}

export class Dialog {
  readonly element = document.createElement("dialog");
  readonly #title = document.createElement("h2");
  readonly #close = document.createElement("button");
  #look: DialogLook = { title: "" };
  /** A dialog tells late that it was closed; then it may be said already that it is to be. */
  #isOpen = false;

  /** `closed` is called when the person has closed it. */
  constructor(
    private readonly content: HTMLElement,
    closed: () => void,
    ...beside: HTMLElement[]
  ) {
    this.element.classList.add("widget-modal");
    this.#close.type = "button";
    this.#close.className = "widget-close";
    this.#close.setAttribute("aria-label", "Close");
    this.#close.textContent = "×";
    this.#close.addEventListener("click", () => this.element.close());
    const head = document.createElement("div");
    head.className = "widget-modal-head";
    head.append(this.#title, ...beside, this.#close);
    this.element.append(head, content);
    this.element.addEventListener("keydown", (event) => {
      // A browser lets a second Escape through whatever `cancel` says.
      if (event.key === "Escape" && this.#look.closesOnEscape === false) event.preventDefault();
    });
    this.element.addEventListener("pointerdown", (event) => {
      const isBeside = event.target === this.element && isOutside(this.element, event);
      if (isBeside && this.#look.closesBeside !== false) this.element.close();
    });
    this.element.addEventListener("close", () => {
      told();
      if (!this.#isOpen || this.element.open) return;
      this.#isOpen = false;
      closed();
    });
  }

  look(look: DialogLook): void {
    this.#look = look;
    this.#title.textContent = look.title;
    this.element.setAttribute("aria-label", look.title || (look.name ?? ""));
    const size = SIZES.find((known) => known === look.size) ?? SIZES[0];
    for (const known of SIZES) {
      this.element.classList.toggle(`widget-modal-${known}`, known === size);
    }
  }

  /** Opens or closes it. Only in the page can it be opened. */
  show(isOpen: boolean): void {
    this.#isOpen = isOpen;
    if (isOpen && !this.element.open && this.element.isConnected) {
      this.element.showModal();
      told();
      if (document.activeElement === this.#close) {
        this.content.querySelector<HTMLElement>(FIELDS)?.focus();
      }
    }
    if (!isOpen && this.element.open) this.element.close();
  }
}

/** Toasts go where they can be seen. */
function told(): void {
  document.dispatchEvent(new Event("widget-modal"));
}

/** Returns whether the pointer is on the backdrop, which is part of the dialog to events. */
function isOutside(dialog: HTMLElement, { clientX, clientY }: PointerEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
