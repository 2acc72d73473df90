/** A drawing of Markdown as data: what `patch.ts` makes elements of. */

export type Node = string | ElementNode | MathNode | DiagramNode | PictureNode | NoteReference;

export interface ElementNode {
  kind: "element";
  tag: Tag;
  attributes: Readonly<Record<string, string>>;
  children: readonly Node[];
}

/** TeX, drawn as MathML. */
export interface MathNode {
  kind: "math";
  source: string;
  isBlock: boolean;
}

/** The source of a Mermaid diagram. */
export interface DiagramNode {
  kind: "diagram";
  source: string;
}

/** A picture that would have to be fetched, and is not. */
export interface PictureNode {
  kind: "picture";
  address: string;
  name: string;
}

/** A reference to a footnote, whose number the whole document gives. */
export interface NoteReference {
  kind: "note";
  label: string;
}

/** The elements that Markdown can make. None of them loads or runs anything. */
export type Tag =
  | "a"
  | "blockquote"
  | "br"
  | "code"
  | "div"
  | "em"
  | "figcaption"
  | "figure"
  | "h1"
  | "h2"
  | "h3"
  | "h4"
  | "h5"
  | "h6"
  | "hr"
  | "img"
  | "input"
  | "li"
  | "ol"
  | "p"
  | "pre"
  | "s"
  | "section"
  | "span"
  | "strong"
  | "table"
  | "tbody"
  | "td"
  | "th"
  | "thead"
  | "tr"
  | "ul";

export function element(
  tag: Tag,
  attributes: Record<string, string>,
  children: readonly Node[],
): ElementNode {
  return { kind: "element", tag, attributes, children };
}

/** The text of nodes as it is read. */
export function textOf(nodes: readonly Node[]): string {
  return nodes.map(textOfOne).join("");
}

function textOfOne(node: Node): string {
  if (typeof node === "string") return node;
  if (node.kind === "element") return textOf(node.children);
  return node.kind === "math" ? node.source : "";
}
