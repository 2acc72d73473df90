/** The result of a tool call (MCP, `CallToolResult`). */

import { isObject } from "./json";

/** Its text, for a reader. */
export function textOf({ content }: Record<string, unknown>): string {
  const blocks: unknown[] = Array.isArray(content) ? content : [];
  const texts = blocks.map((block) => (isObject(block) ? block["text"] : undefined));
  return texts.filter((text) => typeof text === "string").join("\n");
}
