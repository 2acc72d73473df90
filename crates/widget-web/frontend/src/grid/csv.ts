/** A table as comma-separated values (RFC 4180). */

import type { Column } from "../wire/document";
import type { Json } from "../wire/json";
import type { Row } from "../view/document";

/** The columns and rows as they are shown, a header first. */
export function csvOf(columns: Column[], rows: Iterable<Row>): string {
  const lines = [columns.map(({ field, title }) => quoted(title ?? field)).join(",")];
  for (const row of rows) {
    lines.push(columns.map(({ field }) => cell(row[field] ?? null)).join(","));
  }
  return `${lines.join("\r\n")}\r\n`;
}

function cell(value: Json): string {
  if (value === null) return "";
  if (typeof value === "string") return quoted(value);
  return typeof value === "object" ? quoted(JSON.stringify(value)) : String(value);
}

/** A spreadsheet would run what begins like a formula; the apostrophe makes it text. */
function quoted(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
