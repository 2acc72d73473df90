/** The attributes of `<html>` and `<body>` in an agent's HTML, which the page around it takes. */

/** The theme is that of the document, and no id is of an element around its HTML. */
const NOT_TAKEN = ["data-theme", "id"];

interface Taken {
  element: Element;
  name: string;
  value: string;
  before: string | null;
}

export class PageAttributes {
  #taken: Taken[] = [];

  /** Takes those of this HTML, in the place of those that it had before. */
  take(parsed: Document): void {
    this.giveBack();
    this.#takeFrom(document.documentElement, parsed.documentElement);
    this.#takeFrom(document.body, parsed.body);
  }

  /** Gives back what has not been changed since. */
  giveBack(): void {
    for (const { element, name, value, before } of this.#taken.splice(0)) {
      if (element.getAttribute(name) !== value) continue;
      if (before === null) element.removeAttribute(name);
      else element.setAttribute(name, before);
    }
  }

  #takeFrom(element: Element, { attributes }: Element): void {
    for (const { name, value } of Array.from(attributes)) {
      if (NOT_TAKEN.includes(name)) continue;
      const before = element.getAttribute(name);
      // A parser takes names that `setAttribute` refuses.
      element.setAttributeNode(attributes.removeNamedItem(name));
      this.#taken.push({ element, name, value, before });
    }
  }
}
