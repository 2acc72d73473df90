/** Highlighted code, as nodes. */

import { createLowlight } from "lowlight";
import { LANGUAGES } from "./languages";
import { element, type Node } from "./tree";

/** Longer code is shown plain: highlighting takes time for each character. */
const LONGEST = 40_000;

const lowlight = createLowlight(LANGUAGES);
lowlight.registerAlias({
  bash: ["console", "terminal"],
  javascript: ["javascriptreact"],
  json: ["jsonl", "ndjson", "json5", "jsonc"],
  typescript: ["typescriptreact"],
  xml: ["vue", "svelte"],
});

type HighlightedNode = ReturnType<typeof lowlight.highlight>["children"][number];

/** The nodes of code in a language; plain text when it is not known. */
export function highlighted(code: string, language: string): readonly Node[] {
  const name = language.toLowerCase();
  if (code.length > LONGEST || !lowlight.registered(name)) return [code];
  return nodesOf(lowlight.highlight(name, code).children);
}

function nodesOf(children: readonly HighlightedNode[]): Node[] {
  return children.flatMap((child): Node[] => {
    if (child.type === "text") return [child.value];
    if (child.type !== "element") return [];
    const { className } = child.properties;
    const classes = Array.isArray(className) ? className.join(" ") : "";
    return [element("span", { class: classes }, nodesOf(child.children))];
  });
}
