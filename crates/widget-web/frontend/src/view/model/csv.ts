/** Rows of values as comma-separated text (RFC 4180). Pure. */

import type { Json } from "../../wire/json";

export function csvText(rows: Iterable<Json[]>): string {
  const lines = Array.from(rows, (row) => row.map(cell).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

function cell(value: Json): string {
  if (value === null) return "";
  if (typeof value === "string") return quoted(value);
  return typeof value === "object" ? quoted(JSON.stringify(value)) : String(value);
}

/** A spreadsheet would run what begins like a formula; the apostrophe makes it text. */
function quoted(text: string): string {
  const isFormula = /^\s*[=+\-@]|^[\t\r]/.test(text) && !isNumber(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function isNumber(text: string): boolean {
  return text.trim() !== "" && !Number.isNaN(Number(text));
}
