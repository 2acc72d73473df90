/** The points of a chart as a table for spreadsheets (RFC 4180). Pure. */

import type { Json, JsonObject } from "../wire/json";
import type { Figure } from "../view/figure";

/** A row for each point: its trace, its place there, and what the trace's lists say of it. */
export function csvOf({ data }: Figure): string {
  const lists = data.map((trace) => Object.entries(trace).filter(([, value]) => Array.isArray(value)));
  const columns = [...new Set(lists.flatMap((own) => own.map(([name]) => name)))];
  const rows = data.flatMap((trace, number) => {
    const own = new Map(lists[number] as [string, Json[]][]);
    const length = Math.max(0, ...[...own.values()].map((list) => list.length));
    const name = nameOf(trace, number);
    return Array.from({ length }, (_, index) => [
      name,
      index,
      ...columns.map((column) => own.get(column)?.[index] ?? null),
    ]);
  });
  const lines = [["trace", "index", ...columns], ...rows].map((row) => row.map(cell).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

function nameOf({ name }: JsonObject, number: number): Json {
  return typeof name === "string" && name !== "" ? name : `trace ${number}`;
}

function cell(value: Json): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  // A spreadsheet would run a text that begins like this as a formula.
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
