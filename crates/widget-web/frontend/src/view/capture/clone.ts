/**
 * A copy of the page as an SVG image. The libraries for this copy the computed style of every
 * element, which takes seconds for a table, or compare it in a frame of their own, which the
 * sandbox refuses. Here the rules of the page are copied instead, and what is not in its markup:
 * what was typed, drawn, scrolled and opened.
 */

import type { Pictured } from "../body/body";
import { freeze, type Pair } from "./inline_state";

const SVG = "http://www.w3.org/2000/svg";
const LEFT_OUT = "script, noscript, style, link, meta, base, template, iframe, object, embed";

/** The page, `width` times `height` CSS pixels of it, as the text of an SVG image. */
export function copyOfPage(width: number, height: number, pictured: readonly Pictured[]): string {
  const root = document.documentElement;
  const copy = root.cloneNode(true) as HTMLElement;
  const pairs = pairsOf(root, copy);
  replacePictured(pairs, pictured);
  for (const pair of pairs) freeze(pair);
  for (const element of copy.querySelectorAll(LEFT_OUT)) element.remove();
  copy.style.width = `${width}px`;
  copy.style.height = `${height}px`;
  copy.style.overflow = "hidden";
  const svg = document.createElementNS(SVG, "svg");
  // Rules for `:root` are for this element now, and what it has its descendants inherit.
  for (const { name, value } of root.attributes) {
    if (isXmlName(name)) svg.setAttribute(name, value);
  }
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  svg.style.fontSize = getComputedStyle(root).fontSize;
  const style = document.createElementNS(SVG, "style");
  style.textContent = rules();
  const frame = document.createElementNS(SVG, "foreignObject");
  frame.setAttribute("width", "100%");
  frame.setAttribute("height", "100%");
  frame.append(copy);
  svg.append(style, frame);
  for (const element of [copy, ...copy.querySelectorAll("*")]) makeXml(element);
  return withoutControls(new XMLSerializer().serializeToString(svg));
}

/** Each element of the page and its copy. */
function pairsOf(root: Element, copy: Element): Pair[] {
  const copies = [copy, ...copy.querySelectorAll("*")];
  return [root, ...root.querySelectorAll("*")].map((element, index) => [
    element,
    copies[index] as Element,
  ]);
}

/** A drawing of WebGL is gone when it is asked for; who drew it has drawn it again. */
function replacePictured(pairs: Pair[], pictured: readonly Pictured[]): void {
  for (const { element, url } of pictured) {
    const pair = pairs.find(([original]) => original === element);
    if (pair === undefined) continue;
    const image = document.createElement("img");
    image.src = url;
    image.style.cssText = "display: block; width: 100%; height: 100%";
    pair[1].replaceChildren(image);
  }
}

/** All rules that are in force, also those that scripts have put in. */
function rules(): string {
  return [...document.styleSheets, ...document.adoptedStyleSheets].map(rulesOf).join("\n");
}

function rulesOf(sheet: CSSStyleSheet): string {
  if (sheet.disabled) return "";
  try {
    const text = Array.from(sheet.cssRules, ({ cssText }) => cssText).join("\n");
    const { mediaText } = sheet.media;
    return mediaText === "" ? text : `@media ${mediaText} {\n${text}\n}`;
  } catch {
    // One from elsewhere, which the policy refuses anyway.
    return "";
  }
}

/** HTML allows names that XML does not, and a page that is not XML is not an image. */
function makeXml(element: Element): void {
  for (const { name, namespaceURI } of [...element.attributes]) {
    if (!isXmlName(name) || (namespaceURI === null && name.includes(":"))) {
      element.removeAttribute(name);
    }
  }
  if (isXmlName(element.localName) && !element.localName.includes(":")) return;
  const plain = document.createElement("span");
  plain.append(...element.childNodes);
  element.replaceWith(plain);
}

function isXmlName(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_:.-]*$/u.test(name);
}

/** XML 1.0 section 2.2 knows none of these. */
function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
}
