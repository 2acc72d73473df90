/** Content of elements that the agent's HTML brought. */

import type { Content } from "../../wire/document";
import { makeOperable } from "./delegate";

/** Puts content into an element. Scripts in it do not run. */
export function setContent(element: Element, content: Content): void {
  if ("html" in content) {
    element.innerHTML = content.html;
    makeOperable(element);
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

/** The ids of elements whose content is still to be replaced, and how often. */
export class Waiting {
  readonly #counts = new Map<string, number>();

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }

  has(id: string): boolean {
    return this.#counts.has(id);
  }

  add(id: string): void {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
  }

  remove(id: string): void {
    const count = this.#counts.get(id) ?? 0;
    if (count > 1) this.#counts.set(id, count - 1);
    else this.#counts.delete(id);
  }
}

/**
 * Takes the children out of the elements of these ids inside `root`, but for those of fields. `gone`
 * has the ids in each, with that of the element that they were in.
 */
export function clear(root: Element, ids: Waiting, gone: Map<string, string>): void {
  for (const element of root.querySelectorAll("[id]")) {
    if (!ids.has(element.id) || isField(element)) continue;
    for (const id of idsIn(element)) gone.set(id, element.id);
    element.replaceChildren();
  }
}

/** The element of this id inside `root`, which need not be in the page. */
export function findById(root: Element, id: string): Element | null {
  return root.querySelector(`[id="${CSS.escape(id)}"]`);
}

export function idsIn(root: Element): string[] {
  return Array.from(root.querySelectorAll("[id]"), (element) => element.id);
}
