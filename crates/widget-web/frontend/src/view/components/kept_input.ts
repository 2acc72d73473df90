/** The focus, the caret and unsent input of controls that are drawn again. */

type Line = HTMLInputElement | HTMLTextAreaElement;

const isLine = (element: Element | null): element is Line =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;

/** Notes what a person is doing in an element; the answer gives it to what is in its place. */
export function noteInput(element: HTMLElement, isUnsent: (control: Line) => boolean): () => void {
  const { activeElement } = document;
  const active = element.contains(activeElement) ? activeElement : null;
  const caret = isLine(active) ? [active.selectionStart, active.selectionEnd] : [];
  const unsent = [...element.querySelectorAll<Line>("input, textarea")]
    .filter(isUnsent)
    .map(({ id, value }) => ({ id, text: value }));
  return () => {
    for (const { id, text } of unsent) {
      const control = document.getElementById(id);
      if (!isLine(control)) continue;
      control.value = text;
      control.dispatchEvent(new Event("input", { bubbles: true }));
    }
    if (active === null) return;
    const control = document.getElementById(active.id);
    control?.focus();
    const [start = null, end = null] = caret;
    if (isLine(control) && start !== null) control.setSelectionRange(start, end);
  };
}
