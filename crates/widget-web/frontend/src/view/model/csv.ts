/** Rows of values as comma-separated text (RFC 4180). Pure. */

import type { Json } from "../../wire/json";
import type { DownloadFile } from "../../wire/style";

export function csvText(rows: Iterable<Json[]>): string {
  const lines = Array.from(rows, (row) => row.map(cell).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

/** The text as a file. By its first mark a spreadsheet knows that it is UTF-8. */
export function csvFile(name: string, text: string): DownloadFile {
  return { name, mimeType: "text/csv", content: { text: `\uFEFF${text}` } };
}

function cell(value: Json): string {
  if (value === null) return "";
  if (typeof value === "string") return quoted(value);
  return typeof value === "object" ? quoted(JSON.stringify(value)) : String(value);
}

/** A spreadsheet would run what begins like a formula; the apostrophe makes it text. */
function quoted(text: string): string {
  const isFormula = /^\s*[=+\-@]|^[\t\r]/.test(text) && !PLAIN.some((form) => form.test(text));
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Texts that begin with a sign and that no spreadsheet runs. */
const PLAIN = [
  // A number: -566,000, -1 234,50, +1e3, -12.5%, -€5.
  /^\s*[+-]\s*\p{Sc}?\s*(?:\d(?:[\s'’]?[\d.,])*|\.\d+)(?:e[+-]?\d+)?\s*[%\p{Sc}]?\s*$/iu,
  // A telephone number: two groups of digits with nothing to reckon between them.
  /^\s*\+\d{1,3}\s+\(?\d[\d\s()/.-]*$/,
  // Nothing but a dash.
  /^\s*-+\s*$/,
];
