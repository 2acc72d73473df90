/** The columns of the document as AG Grid's. */

import type { ColDef, GridApi, ValueFormatterParams } from "ag-grid-community";
import type { Column, FilterType } from "../wire/document";
import { asText, type Json } from "../wire/json";
import type { TableBody, Row } from "../view/model/document";
import { valueOf } from "../view/model/row_key";
import { columnIdOf, fieldOf } from "./column_id";
import { editing } from "./editors";
import { filteredAs, FILTERS } from "./filters";
import { LinkCell } from "./link_cell";
import { barRange, lookOf, type BarRange } from "./look";
import { orderOf } from "./order";
import type { GridRow } from "./rows";
import { has, instantIn, shown } from "./shown";

const SAMPLE_ROWS = 100;
const CHARACTER_PX = 7.6;
/** The sort and filter marks beside a header, and the room around a cell. */
const HEADER_PX = 76;
const CELL_PX = 36;
/** The widest column by itself, in a table with room and in one on a phone. */
const WIDEST_PX = 250;
const WIDEST_ON_PHONE_PX = 140;
const PHONE_PX = 560;
/** The frame of a table, and the column of its checkboxes. */
const FRAME_PX = 2;
const SELECTION_PX = 50;
/** Columns that are narrower by less lose nothing but room around their text. */
const LEAST_SHARE = 0.9;

/** A tooltip that fills the window hides what it is about. */
const MAX_TOOLTIP = 2_000;

/**
 * The columns for a table as wide as `room`, in CSS pixels; 0 is unknown. AG Grid writes cells as text,
 * never as HTML, and so does the one renderer there is.
 */
export function columnsOf(body: TableBody, room = 0): ColDef<GridRow, Json>[] {
  const widest = room > 0 && room < PHONE_PX ? WIDEST_ON_PHONE_PX : WIDEST_PX;
  const sample = body.rows.slice(0, SAMPLE_ROWS);
  const widths = body.columns.map((column) => {
    const lengths = body.paged === null ? lengthsIn(sample, column) : [usualLength(column)];
    const most = widthOf(column.title ?? column.field, Math.max(0, ...lengths));
    return Math.min(column.width ?? Infinity, widest, most);
  });
  const share = shareOf(body, widths, room);
  return body.columns.map((column, index) => {
    const least = Math.floor((column.width === undefined ? share : 1) * (widths[index] ?? 0));
    return columnOf(column, least, barRange(column, body));
  });
}

/** The factor for the widths of columns: less than 1 where they nearly fit into the table. */
function shareOf({ columns, selectable }: TableBody, widths: number[], room: number): number {
  let left = room - FRAME_PX - (selectable === false ? 0 : SELECTION_PX);
  let wanted = 0;
  for (const [index, { hidden, width }] of columns.entries()) {
    if (hidden === true) continue;
    if (width === undefined) wanted += widths[index] ?? 0;
    else left -= width;
  }
  const share = left / wanted;
  return share >= LEAST_SHARE && share < 1 ? share : 1;
}

/** The columns as they are drawn, to be compared with others. */
export function keyOf(body: TableBody, columnDefs: ColDef<GridRow, Json>[]): string {
  const widths = columnDefs.map(({ minWidth }) => minWidth);
  return JSON.stringify([body.columns, widths, rangesOf(body)]);
}

const rangesOf = (body: TableBody) => body.columns.map((column) => barRange(column, body));

/** The columns that are not hidden, in the order in which they stand. */
export function displayedColumns(
  api: Pick<GridApi<GridRow>, "getAllDisplayedColumns">,
  { columns }: TableBody,
): Column[] {
  const known = new Map<string | null, Column>(columns.map((column) => [column.field, column]));
  return api.getAllDisplayedColumns().flatMap((column) => {
    const found = known.get(fieldOf(column.getColId()));
    return found === undefined ? [] : [found];
  });
}

/** Returns, at little cost, whether two tables surely have the same columns. */
export function areDrawnAlike(left: TableBody, right: TableBody): boolean {
  const [a, b] = [left, right].map(({ rows }) => rows.slice(0, SAMPLE_ROWS)) as [Row[], Row[]];
  const isSameSample = a.length === b.length && a.every((row, index) => row === b[index]);
  const areColumnsSame = JSON.stringify(left.columns) === JSON.stringify(right.columns);
  if (!isSameSample || !areColumnsSame) return false;
  return JSON.stringify(rangesOf(left)) === JSON.stringify(rangesOf(right));
}

function columnOf(column: Column, least: number, range: BarRange | null): ColDef<GridRow, Json> {
  const { field, title = field } = column;
  const text = (value: Json) => shown(value, column);
  const filter = filteredAs(column);
  return {
    colId: columnIdOf(field),
    headerName: title,
    headerTooltip: title,
    valueGetter: ({ data }) => (data === undefined ? null : valueOf(data.row, column)),
    valueFormatter: ({ value }: ValueFormatterParams<GridRow, Json>) => text(value ?? null),
    tooltip: ({ value }) => tooltip(text(value ?? null)),
    filterValueGetter: ({ data }) =>
      data === undefined ? null : filtered(valueOf(data.row, column), filter),
    ...FILTERS[filter],
    ...editing(column),
    ...(has(column, "links") ? { cellRenderer: LinkCell } : {}),
    cellDataType: false,
    minWidth: least,
    comparator: orderOf(column),
    ...lookOf(column, range),
  };
}

function tooltip(text: string): string | null {
  if (text === "") return null;
  return text.length > MAX_TOOLTIP ? `${text.slice(0, MAX_TOOLTIP)}…` : text;
}

/** The characters of the values of some rows. */
function lengthsIn(rows: Row[], column: Column): number[] {
  return rows.map((row) => shown(valueOf(row, column), column).length);
}

/** The characters of most values of such a column: the rows of a large table come later. */
function usualLength(column: Column): number {
  if (column.type === "date") return has(column, "days") ? 10 : has(column, "zones") ? 26 : 19;
  if (column.type === "number") return has(column, "exact") ? 19 : 9;
  return column.type === "boolean" ? 5 : 20;
}

/** Wide enough for what most cells hold; measured in the page it would take a frame more. */
function widthOf(title: string, longest: number): number {
  const width = Math.max(title.length * CHARACTER_PX + HEADER_PX, longest * CHARACTER_PX + CELL_PX);
  return Math.round(width);
}

/** The instant that a number is; empty beyond the years of four digits. */
function isoText(number: number): string {
  const date = new Date(Math.floor(instantIn(number)));
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9_999 ? date.toISOString() : "";
}

function filtered(value: Json, type: FilterType): Date | number | string | null {
  if (value === null) return null;
  if (type === "text") return shown(value, { type });
  if (value === "") return null;
  if (type === "number") return Number(value);
  // By the day as it stands there: a time zone must not move it.
  const text = typeof value === "number" ? isoText(value) : asText(value);
  if (text === "") return null;
  const [year = 0, month = 1, day = 1] = text.slice(0, 10).split("-").map(Number);
  return new Date(year, month - 1, day);
}
