/** Content of elements that the agent's HTML brought. */

import type { Content } from "../../wire/document";

/** Puts content into an element. Scripts in it do not run. */
export function setContent(element: Element, content: Content): void {
  if ("html" in content) {
    element.innerHTML = content.html;
  } else if (isField(element)) {
    element.value = content.text;
  } else {
    element.textContent = content.text;
  }
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** True if text becomes its value and leaves its children, such as options, as they are. */
function isField(element: Element): element is Field {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

/** Takes the children out of the elements of these ids inside `root`, but for those of fields. */
export function clear(root: Element, ids: ReadonlySet<string>): void {
  for (const element of root.querySelectorAll("[id]")) {
    if (ids.has(element.id) && !isField(element)) element.replaceChildren();
  }
}

/** The element of this id inside `root`, which need not be in the page. */
export function findById(root: Element, id: string): Element | null {
  return root.querySelector(`[id="${CSS.escape(id)}"]`);
}

export function idsIn(root: Element): string[] {
  return Array.from(root.querySelectorAll("[id]"), (element) => element.id);
}
