/** Files for the person: the sandbox allows no downloads, so the host offers them. */

import { isObject } from "../../wire/json";
import type { DownloadFile } from "../../wire/style";

/** Asks the host (MCP Apps, `ui/download-file`); rejects with an `Error` when it does not. */
export async function download(
  { name, mimeType, content }: DownloadFile,
  request: (method: string, params: object) => Promise<unknown>,
): Promise<void> {
  const resource = {
    uri: `file:///${encodeURIComponent(name)}`,
    mimeType,
    ...("text" in content ? { text: content.text } : { blob: content.base64 }),
  };
  const answer = await request("ui/download-file", { contents: [{ type: "resource", resource }] });
  if (isObject(answer) && answer["isError"] === true) throw new Error("the host refused the file");
}

/** A title as the name of a file, on every system. */
export function fileName(title: string, extension: string): string {
  // What is left out is forbidden somewhere, or invisible.
  const safe = title.replace(/[\p{C}\s\\/:*?"<>|]+/gu, " ").replace(/^[\s.]+|[\s.]+$/g, "");
  return `${safe.slice(0, 80).trim() || "widget"}.${extension}`;
}
