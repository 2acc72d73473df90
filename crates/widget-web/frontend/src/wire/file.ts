/** A file that a person has put into a form, as its field holds it: `block/form/file.rs` there. */

import { isId } from "./id";
import { isCount, isObject } from "./json";

/** A file that the server keeps. */
export type KeptFile = { ref: string; name: string; size: number; type: string };

/** Of one field. */
export const MAX_FILES = 20;
/** Of a name or a type, in bytes. */
const MAX_NAME = 1_000;
const MAX_SIZE = 2 ** 32 - 1;

export function isKeptFile(value: unknown): value is KeptFile {
  if (!isObject(value)) return false;
  const { ref, name, size, type, ...more } = value;
  const isKnown = isId(ref) && isCount(size) && size <= MAX_SIZE;
  return isKnown && isName(name) && isName(type) && Object.keys(more).length === 0;
}

/** Returns whether a value is a list of files, each once. */
export function areKeptFiles(value: unknown): value is KeptFile[] {
  if (!Array.isArray(value) || value.length > MAX_FILES || !value.every(isKeptFile)) return false;
  return new Set(value.map(({ ref }) => ref)).size === value.length;
}

function isName(value: unknown): boolean {
  return typeof value === "string" && new TextEncoder().encode(value).length <= MAX_NAME;
}
