/** Content of elements that the agent's HTML brought. */

import type { Content } from "../../wire/document";
import { revisionAround } from "../blocks/html";
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

/** The ids of elements whose content is still to be replaced, and the revisions that do. */
export class Waiting {
  readonly #revisions = new Map<string, number[]>();

  get isEmpty(): boolean {
    return this.#revisions.size === 0;
  }

  has(id: string): boolean {
    return this.#revisions.has(id);
  }

  /** Returns whether the content of this very element is still to be replaced. */
  hasElement(element: Element): boolean {
    const last = this.#revisions.get(element.id)?.at(-1);
    return last !== undefined && last >= revisionAround(element);
  }

  add(id: string, revision: number): void {
    this.#revisions.set(id, [...(this.#revisions.get(id) ?? []), revision]);
  }

  remove(id: string): void {
    const [, ...left] = this.#revisions.get(id) ?? [];
    if (left.length > 0) this.#revisions.set(id, left);
    else this.#revisions.delete(id);
  }
}

/**
 * Takes the children out of the elements of these ids inside `root`, but for those of fields. `gone`
 * has the ids in each, with that of the element that they were in.
 */
export function clear(root: Element, ids: Waiting, gone: Map<string, string>): void {
  for (const element of root.querySelectorAll("[id]")) {
    if (!ids.hasElement(element) || isField(element)) continue;
    for (const id of idsIn(element)) gone.set(id, element.id);
    element.replaceChildren();
  }
}

/**
 * The element of this id inside `root`, which need not be in the page, as it was at a revision: none
 * of HTML that came later.
 */
export function findById(root: Element, id: string, revision = Infinity): Element | null {
  const selector = `[id="${CSS.escape(id)}"]`;
  const first = root.querySelector(selector);
  if (first === null || revisionAround(first) <= revision) return first;
  const all = [...root.querySelectorAll(selector)];
  return all.find((element) => revisionAround(element) <= revision) ?? null;
}

export function idsIn(root: Element): string[] {
  return Array.from(root.querySelectorAll("[id]"), (element) => element.id);
}
