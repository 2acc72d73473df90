/**
 * Files that a view offers (MCP Apps, `ui/download-file`). The view is not trusted: nothing
 * is saved before the person has seen what it is and agreed.
 */

import { ENDINGS } from "../wire/file_types";
import { isObject } from "../wire/json";
import { line, type Asker, type PromptDialog } from "./prompt";

/** A megabyte more than the rows of a table may have. */
const MAX_BYTES = 257 * 1024 * 1024;
const MAX_NAME = 80;
/** The reason for which a file is never saved. */
const NOT_SAVED = `a widget saves one file of at most 257 MiB at a time, of these types: ${Object.values(ENDINGS).join(", ")}`;

export interface OfferedFile {
  name: string;
  blob: Blob;
}

/** Reads the parameters of `ui/download-file`; `null` when they are not one file we save. */
export function readFile(params: Record<string, unknown>): OfferedFile | null {
  const { contents } = params;
  const [content, ...more] = Array.isArray(contents) ? (contents as unknown[]) : [];
  if (more.length > 0 || !isObject(content) || content["type"] !== "resource") return null;
  const resource = content["resource"];
  if (!isObject(resource)) return null;
  const { uri, mimeType, text, blob } = resource;
  const ending =
    typeof mimeType === "string" && Object.hasOwn(ENDINGS, mimeType) && ENDINGS[mimeType];
  if (typeof uri !== "string" || !ending) return null;
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : bytesOf(blob);
  if (bytes === null || bytes.length > MAX_BYTES) return null;
  return { name: safeName(uri, ending), blob: new Blob([bytes], { type: mimeType }) };
}

function bytesOf(base64: unknown): Uint8Array<ArrayBuffer> | null {
  if (typeof base64 !== "string" || base64.length > (MAX_BYTES * 4) / 3 + 4) return null;
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

/** A name without folders, hidden files and a second ending, whatever the view has written. */
function safeName(uri: string, ending: string): string {
  const last = decoded(uri.slice(0, 1_000)).split(/[/\\]/).at(-1) ?? "";
  const words = last.replace(/\.[^.]*$/, "");
  const plain = words
    .replace(/[^\p{L}\p{N} _-]+/gu, " ")
    .trim()
    .replace(/ +/g, " ");
  return `${plain.slice(0, MAX_NAME) || "widget"}.${ending}`;
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** Answers whether the person is being asked; rejects what is never saved. */
export function askToSave(
  dialog: PromptDialog,
  asker: Asker,
  params: Record<string, unknown>,
  save: (file: OfferedFile) => void = saveFile,
): boolean {
  if (!dialog.mayAsk(asker)) return false;
  const file = readFile(params);
  if (file === null) throw new Error(NOT_SAVED);
  return dialog.ask(asker, {
    heading: "Save this file?",
    body: [
      line(`${file.name} (${sizeOf(file.blob.size)})`, "address"),
      line("Save it only if you asked for it."),
    ],
    accept: "Save",
    refuse: "Do not save",
    onAccept: () => save(file),
  });
}

function sizeOf(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1_000));
  return kilobytes < 1_000 ? `${kilobytes} kB` : `${(kilobytes / 1_000).toFixed(1)} MB`;
}

/** The time the browser has to begin with a file. */
const KEPT_MS = 60_000;

function saveFile({ name, blob }: OfferedFile): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
