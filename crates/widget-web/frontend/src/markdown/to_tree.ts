/** Makes nodes of the parser's tokens. */

import type { Token } from "markdown-it";
import { placeOf } from "./address";
import { codeBlock } from "./code";
import { NOTE_REFERENCE } from "./footnotes";
import { linkAttributes, picture } from "./links";
import { MATH_BLOCK, MATH_INLINE, MATH_OPEN } from "./math_rules";
import { DEEPEST } from "./parser";
import { takeTask } from "./tasks";
import { element, textOf, type Node, type Tag } from "./tree";

/** The elements that are opened and closed by tokens, by the first part of their names. */
const TAGS: Record<string, Tag> = {
  paragraph: "p",
  blockquote: "blockquote",
  bullet_list: "ul",
  ordered_list: "ol",
  list_item: "li",
  table: "table",
  thead: "thead",
  tbody: "tbody",
  tr: "tr",
  th: "th",
  td: "td",
  em: "em",
  strong: "strong",
  s: "s",
};

interface Open {
  token: Token;
  children: Node[];
}

/** The nodes of tokens that are complete: each element that is opened is closed. */
export function nodesOf(tokens: readonly Token[]): Node[] {
  const top: Node[] = [];
  const stack: Open[] = [];
  for (const token of tokens) {
    if (token.nesting === 1) {
      stack.push({ token, children: [] });
    } else if (token.nesting === -1) {
      const closed = stack.pop();
      if (closed === undefined) continue;
      const isTooDeep = stack.length >= DEEPEST || closed.token.hidden;
      const nodes = isTooDeep ? closed.children : [closedElement(closed)];
      append(stack.at(-1)?.children ?? top, nodes);
    } else {
      append(stack.at(-1)?.children ?? top, leaf(token));
    }
  }
  return top;
}

/** Pieces of text side by side are one. */
function append(children: Node[], nodes: readonly Node[]): void {
  for (const node of nodes) {
    const last = children.at(-1);
    if (typeof node === "string" && typeof last === "string") children.splice(-1, 1, last + node);
    else if (node !== "") children.push(node);
  }
}

function leaf(token: Token): Node[] {
  switch (token.type) {
    case "inline":
      return nodesOf(token.children ?? []);
    case "softbreak":
      return ["\n"];
    case "hardbreak":
      return [element("br", {}, [])];
    case "code_inline":
      return [element("code", {}, [token.content])];
    case "code_block":
    case "fence":
      return [codeBlock(token)];
    case "hr":
      return [element("hr", {}, [])];
    case "image":
      return [picture(String(token.attrGet("src") ?? ""), textOf(nodesOf(token.children ?? [])))];
    case MATH_INLINE:
      return [{ kind: "math", source: token.content, isBlock: token.meta?.["isBlock"] === true }];
    case MATH_BLOCK:
      return [{ kind: "math", source: token.content, isBlock: true }];
    case MATH_OPEN:
      return [element("p", {}, [token.content])];
    case NOTE_REFERENCE:
      return [{ kind: "note", label: String(token.meta?.["label"]) }];
    default:
      return [token.content];
  }
}

function closedElement({ token, children }: Open): Node {
  const name = token.type.replace(/_open$/, "");
  switch (name) {
    case "heading":
      return element(headingTag(token.tag), { "data-place": placeOf(textOf(children)) }, children);
    case "link": {
      const href = String(token.attrGet("href") ?? "");
      return element("a", linkAttributes(href, token.attrGet("title")), children);
    }
    case "ordered_list": {
      const start = token.attrGet("start");
      return element("ol", start === null ? {} : { start: String(start) }, children);
    }
    case "list_item":
      return takeTask(children) ?? element("li", {}, children);
    case "table": {
      const table = element("table", {}, children);
      return element("div", { class: "md-wide", tabindex: "0" }, [table]);
    }
    case "th":
    case "td":
      return element(name, alignment(token), children);
    default:
      return element(TAGS[name] ?? "div", {}, children);
  }
}

function headingTag(tag: string): Tag {
  const levels = ["h1", "h2", "h3", "h4", "h5", "h6"] as const;
  return levels.find((level) => level === tag) ?? "h6";
}

/** The parser says it as a style. */
function alignment(token: Token): Record<string, string> {
  const [, side] = /text-align:(left|center|right)/.exec(String(token.attrGet("style"))) ?? [];
  return side === undefined ? {} : { "data-align": side };
}
