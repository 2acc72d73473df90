/** Short notices to the person, over the page. */

const SHOWN_MS = 8_000;
const MOST = 4;

export class Notices {
  readonly element = document.createElement("div");

  constructor() {
    this.element.className = "widget-notices";
    this.element.setAttribute("role", "status");
  }

  show(text: string): void {
    const notice = document.createElement("div");
    notice.className = "widget-notice";
    notice.textContent = text;
    const close = document.createElement("button");
    close.type = "button";
    close.setAttribute("aria-label", "Dismiss");
    close.textContent = "×";
    close.addEventListener("click", () => notice.remove());
    notice.append(close);
    while (this.element.childElementCount >= MOST) this.element.firstElementChild?.remove();
    this.element.append(notice);
    setTimeout(() => notice.remove(), SHOWN_MS);
  }
}
