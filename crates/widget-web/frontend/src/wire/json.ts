/** JSON values, and the checks for what comes from the other side. */

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The same for a value that is known to be JSON. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return isObject(value);
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The text that has to be there. */
export function textIn(value: unknown): string {
  if (typeof value !== "string") throw new Error("a text is missing");
  return value;
}

/** A value as text: a string as it is, nothing as an empty one, and anything else as JSON. */
export function asText(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}
