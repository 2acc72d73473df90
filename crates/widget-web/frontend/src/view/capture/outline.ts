/** A text outline of the page: what a screen reader would say, with the ids that tools take. */

import { computeAccessibleName, getRole } from "dom-accessibility-api";
import { quote, type OutlineLine } from "./line";
import { statesOf, valueOf } from "./state";

const MAX_LINES = 400;
const MAX_CHARACTERS = 30_000;
/** Deeper elements are not told apart: recursion has an end. */
const DEEPEST = 100;

export interface Outline {
  text: string;
  /** Lines that were left out. */
  omitted: number;
}

/** Words for elements that have better ones than theirs. */
export type Describe = (element: Element) => OutlineLine[] | null;

export function outlineOf(root: Element, describe: Describe): Outline {
  const writer = new Writer();
  const walk = new Walk(describe);
  for (const child of root.childNodes) writer.write(walk.visit(child, true, 0), 0);
  return writer.outline();
}

const NOTHING = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "LINK", "META", "TITLE"]);
const NO_ROLE = new Set(["generic", "none", "presentation"]);
/** Their content is their name. */
const NAMED_BY_CONTENT = new Set([
  "button",
  "cell",
  "checkbox",
  "columnheader",
  "gridcell",
  "heading",
  "img",
  "link",
  "menuitem",
  "option",
  "paragraph",
  "radio",
  "row",
  "rowheader",
  "switch",
  "tab",
]);
/** Elements whose content is their value. */
const FIELDS = "input, textarea, select, svg, canvas, progress, meter";

const TEXT = "text ";
/** Pieces of text up to this length share a line. */
const MAX_JOINED = 160;

class Walk {
  #lines = 0;

  constructor(private readonly describe: Describe) {}

  /** The lines for a node; without its plain text when that is part of a name already. */
  visit(node: Node, withText: boolean, depth: number): OutlineLine[] {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.textContent ?? "";
      return withText && text.trim() !== "" ? [{ text: `${TEXT}${quote(text)}` }] : [];
    }
    if (!(node instanceof Element) || NOTHING.has(node.tagName) || !isVisible(node)) return [];
    if (depth === DEEPEST) return [{ text: `${TEXT}${quote(node.textContent)}` }];
    const described = this.describe(node);
    if (described !== null) return described;
    return this.#element(node, withText, depth);
  }

  #element(element: Element, withText: boolean, depth: number): OutlineLine[] {
    const role = roleOf(element);
    const isNamed = role !== null && NAMED_BY_CONTENT.has(role);
    // The text of a label is the name of its field.
    const isLabel = element instanceof HTMLLabelElement && element.control !== null;
    const isText = role === null && element.id !== "" && isPlain(element);
    const textInside = withText && !isNamed && !isLabel && !isText;
    const inside = element.matches(FIELDS)
      ? []
      : joined(nodesIn(element).flatMap((child) => this.visit(child, textInside, depth + 1)));
    if (role === null && element.id === "") return inside;
    this.#lines += 1;
    // It will be left out; its name would take time.
    if (this.#lines > MAX_LINES) return [{ text: "", inside }];
    const text = isText ? element.textContent : "";
    const line = role === null ? untitled(element, text) : titled(element, role);
    return [{ text: line, inside }];
  }
}

/** Pieces of text that stand side by side, several on a line. */
function joined(lines: OutlineLine[]): OutlineLine[] {
  const all: OutlineLine[] = [];
  for (const line of lines) {
    const before = all.at(-1);
    const isText = line.text.startsWith(TEXT) && before?.text.startsWith(TEXT) === true;
    if (isText && before.text.length + line.text.length <= MAX_JOINED) {
      before.text += `, ${line.text.slice(TEXT.length)}`;
    } else {
      all.push({ ...line });
    }
  }
  return all;
}

/** Returns whether there is nothing in it but text, some of it perhaps emphasized. */
function isPlain(element: Element): boolean {
  const other = ":not(b, br, code, em, i, mark, s, small, span, strong, sub, sup, u), [id]";
  return element.querySelector(other) === null;
}

/** Returns the nodes that a person sees as its content. */
function nodesIn(element: Element): Node[] {
  return [...(element.shadowRoot ?? element).childNodes];
}

function roleOf(element: Element): string | null {
  if (element.tagName === "svg") return "img";
  const role = getRole(element);
  if (role !== null && !NO_ROLE.has(role)) return role;
  // ARIA has no roles for passwords, dates and colours.
  return element instanceof HTMLInputElement ? element.type : null;
}

function titled(element: Element, role: string): string {
  const level = element.getAttribute("aria-level") ?? /^H([1-6])$/.exec(element.tagName)?.[1];
  const name = role === "row" ? cellsOf(element) : nameOf(element, role);
  const words = [role === "heading" && level !== undefined ? `heading ${level}` : role];
  if (name !== "") words.push(quote(name));
  return [...words, ...restOf(element)].join(" ");
}

function untitled(element: Element, text: string): string {
  const [id, ...rest] = restOf(element);
  const shown = text.trim() === "" ? [] : [quote(text)];
  return [element.tagName.toLowerCase(), id, ...shown, ...rest].join(" ");
}

/** Its id, value and states. */
function restOf(element: Element): string[] {
  const value = valueOf(element);
  const states = statesOf(element);
  return [
    ...(element.id === "" ? [] : [`#${element.id}`]),
    ...(value === null ? [] : [`= ${quote(value)}`]),
    ...(states.length === 0 ? [] : [`[${states.join(", ")}]`]),
  ];
}

/** Some roles, such as that of a paragraph, may have no name, but have a text. */
function nameOf(element: Element, role: string): string {
  const name = computeAccessibleName(element);
  return name === "" && NAMED_BY_CONTENT.has(role) ? element.textContent.trim() : name;
}

function cellsOf(row: Element): string {
  return Array.from(row.children, (cell) => cell.textContent.trim()).join(" | ");
}

function isVisible(element: Element): boolean {
  if (element.getAttribute("aria-hidden") === "true") return false;
  // jsdom has no layout, and no such method.
  const { checkVisibility } = element as Partial<Element>;
  const options = { visibilityProperty: true, opacityProperty: true };
  return checkVisibility?.call(element, options) ?? true;
}

/** Writes lines with their indentation until there is no more room. */
class Writer {
  #lines: string[] = [];
  #characters = 0;
  #omitted = 0;

  write(lines: OutlineLine[], depth: number): void {
    for (const { text, inside = [] } of lines) {
      const line = `${"  ".repeat(depth)}- ${text}`;
      const isFull =
        this.#lines.length === MAX_LINES || this.#characters + line.length > MAX_CHARACTERS;
      if (isFull) this.#omitted += 1;
      else this.#lines.push(line);
      this.#characters += line.length + 1;
      this.write(inside, depth + 1);
    }
  }

  outline(): Outline {
    return { text: this.#lines.join("\n"), omitted: this.#omitted };
  }
}
