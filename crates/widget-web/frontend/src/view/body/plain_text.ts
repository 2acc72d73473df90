/** The text of an element as a person reads it. */

/** Elements whose text stands in the running line. */
const INLINE = new Set(
  (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark meter nobr " +
    "output progress q ruby s samp small span strike strong sub sup time tt u var wbr"
  ).split(" "),
);

/** Elements that show no text of their own. */
const SILENT = new Set(["script", "style", "template", "noscript", "svg"]);

/** Its text on one line, with a space where a block begins or ends. */
export function plainText(element: Element): string {
  return partsOf(element).replace(/\s+/g, " ").trim();
}

function partsOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? "";
  if (!(node instanceof Element) || SILENT.has(node.localName)) return "";
  const text = Array.from(node.childNodes, partsOf).join("");
  return isInline(node) ? text : ` ${text} `;
}

/** As it is drawn, where that is known: a style may make a block of a `span`. */
function isInline(element: Element): boolean {
  const { display } = getComputedStyle(element);
  if (display === "" || display === "block")
    return INLINE.has(element.localName) && display !== "block";
  return display === "inline" || display === "contents";
}
