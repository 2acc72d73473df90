/** Blocks of code, and what is drawn of them: diagrams and math. */

import type { Token } from "markdown-it";
import { highlighted } from "./highlight";
import { element, type Node } from "./tree";

export function codeBlock(token: Token): Node {
  const language = (/^\S+/.exec(token.info.trim())?.[0] ?? "").replace(/[{,:].*$/s, "");
  const source = token.content.replace(/\n$/, "");
  if (isClosed(token)) {
    if (language === "mermaid") return { kind: "diagram", source };
    if (language === "math") return { kind: "math", source, isBlock: true };
  }
  const code = element("code", {}, highlighted(source, language));
  const pre = element("pre", { tabindex: "0" }, [code]);
  if (language === "") return element("figure", { class: "md-code" }, [pre]);
  const caption = element("figcaption", {}, [language]);
  return element("figure", { class: "md-code" }, [caption, pre]);
}

/** Returns whether a fence has its end: one that has not may still grow. */
function isClosed(token: Token): boolean {
  if (token.type !== "fence" || token.map === null) return false;
  const [first, behind] = token.map;
  const lines = token.content === "" ? 0 : token.content.replace(/\n$/, "").split("\n").length;
  return behind - first - 1 > lines;
}
