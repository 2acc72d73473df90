/** The attributes of `<html>` and `<body>` in an agent's HTML, which the page around it takes. */

/** The theme is that of the document, and no id is of an element around its HTML. */
const NOT_TAKEN = ["data-theme", "id"];

/** One attribute of the page. */
interface Claim {
  readonly element: Element;
  readonly name: string;
  readonly before: Attr | null;
  /** The attribute in the HTML of each block that has it, the newest last. */
  readonly said: Map<PageAttributes, Attr>;
}

const claims: Claim[] = [];

export class PageAttributes {
  /** Takes those of this HTML, in the place of those that it had before. */
  take(parsed: Document): void {
    this.giveBack();
    this.#takeFrom(document.documentElement, parsed.documentElement);
    this.#takeFrom(document.body, parsed.body);
  }

  /** Leaves what has not been changed since to other HTML that says it, or as it was. */
  giveBack(): void {
    for (const claim of [...claims]) {
      const own = claim.said.get(this);
      if (own === undefined) continue;
      claim.said.delete(this);
      if (claim.said.size === 0) claims.splice(claims.indexOf(claim), 1);
      if (claim.element.getAttribute(own.name) !== own.value) continue;
      const next = [...claim.said.values()].at(-1) ?? claim.before;
      if (next === null) claim.element.removeAttribute(own.name);
      else put(claim.element, next);
    }
  }

  #takeFrom(element: Element, { attributes }: Element): void {
    for (const attribute of attributes) {
      if (NOT_TAKEN.includes(attribute.name)) continue;
      claimOf(element, attribute.name).said.set(this, attribute);
      put(element, attribute);
    }
  }
}

function claimOf(element: Element, name: string): Claim {
  const known = claims.find((one) => one.element === element && one.name === name);
  if (known !== undefined) return known;
  const claim = { element, name, before: element.getAttributeNode(name), said: new Map() };
  claims.push(claim);
  return claim;
}

/** A parser takes names that `setAttribute` refuses. */
function put(element: Element, attribute: Attr): void {
  element.setAttributeNode(attribute.cloneNode() as Attr);
}
