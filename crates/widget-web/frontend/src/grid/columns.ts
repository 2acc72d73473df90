/** The columns of the document as AG Grid's. */

import type { ColDef, ValueFormatterParams } from "ag-grid-community";
import type { ColumnType } from "../wire/document";
import { asText, type Json } from "../wire/json";
import type { GridBody, Row } from "../view/model/document";
import { editing } from "./editors";
import { FILTERS } from "./filters";
import type { GridRow } from "./rows";

const SAMPLE_ROWS = 100;
const CHARACTER_PX = 7.6;
/** The sort and filter marks beside a header, and the room around a cell. */
const HEADER_PX = 60;
const CELL_PX = 36;
const WIDEST_PX = 250;

/** No cell renderer anywhere: AG Grid then writes cells as text, never as HTML. */
export function columnsOf({ columns, rows }: GridBody): ColDef<GridRow, Json>[] {
  const sample = rows.slice(0, SAMPLE_ROWS);
  return columns.map(({ field, type, title = field, editable = false, decimals = 0 }) => ({
    colId: field,
    headerName: title,
    headerTooltip: title,
    valueGetter: ({ data }) => data?.row[field] ?? null,
    valueFormatter: ({ value }: ValueFormatterParams<GridRow, Json>) =>
      shown(value ?? null, type, decimals),
    filterValueGetter: ({ data }) => filtered(data?.row[field] ?? null, type),
    ...FILTERS[type],
    ...editing({ field, type, editable }),
    cellDataType: false,
    minWidth: widthOf(field, title, sample, (value) => shown(value, type, decimals)),
    comparator: compare,
    ...(type === "number" ? { type: "rightAligned" } : {}),
  }));
}

/** Wide enough for what most cells hold; measured in the page it would take a frame more. */
function widthOf(
  field: string,
  title: string,
  sample: Row[],
  textOf: (value: Json) => string,
): number {
  const longest = Math.max(0, ...sample.map((row) => textOf(row[field] ?? null).length));
  const width = Math.max(title.length * CHARACTER_PX + HEADER_PX, longest * CHARACTER_PX + CELL_PX);
  return Math.round(Math.min(WIDEST_PX, width));
}

/** A value as a person reads it, a number with at least so many decimals. */
export function shown(value: Json, type: ColumnType, decimals = 0): string {
  if (value === null) return "";
  if (type === "number" && typeof value === "number") return numberText(value, decimals);
  if (typeof value === "object") return JSON.stringify(value);
  if (type === "date")
    return String(value)
      .replace("T", " ")
      .replace(/(\.0+)?Z?$/, "");
  return String(value);
}

/** The server counts no more decimals than these. */
const MAX_DECIMALS = 6;

/** Never grouped: it may be an id or a year. */
function numberText(value: number, decimals: number): string {
  const exact = String(value);
  // Very large and very small ones.
  if (exact.includes("e")) return exact;
  const own = exact.split(".")[1]?.length ?? 0;
  const text = value.toFixed(Math.min(MAX_DECIMALS, Math.max(own, decimals)));
  return value !== 0 && Number(text) === 0 ? exact : text;
}

function filtered(value: Json, type: ColumnType): Date | number | string | null {
  if (value === null) return null;
  if (type === "number") return Number(value);
  if (type !== "date") return shown(value, type);
  // By the day as it stands there: a time zone must not move it.
  const [year = 0, month = 1, day = 1] = asText(value).slice(0, 10).split("-").map(Number);
  return new Date(year, month - 1, day);
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Nothing comes first, then numbers by size and all else by its text. */
export function compare(left: Json | null | undefined, right: Json | null | undefined): number {
  const a = left ?? null;
  const b = right ?? null;
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (typeof a === "number" || typeof b === "number") {
    if (typeof a === typeof b) return Number(a) - Number(b);
    return typeof a === "number" ? -1 : 1;
  }
  return collator.compare(shown(a, "text"), shown(b, "text"));
}
