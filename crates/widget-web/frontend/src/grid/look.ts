/** The look of the cells of a column, as far as the agent says it. */

import type { CellStyle as Style, ColDef } from "ag-grid-community";
import type { CellTest, Column } from "../wire/document";
import { asText, type Json } from "../wire/json";
import type { TableBody } from "../view/model/document";
import { valueOf } from "../view/model/row_key";
import { ImageCell } from "./image_cell";
import { numberIn } from "./number_text";
import type { GridRow } from "./rows";
import { has } from "./shown";

/** The numbers of an empty and of a full bar. */
export interface BarRange {
  min: number;
  max: number;
}

const BAR = "color-mix(in srgb, var(--widget-accent) 26%, transparent)";

/** Options of a column for its look; `range` is that of its bars, if it has some. */
export function lookOf(column: Column, range: BarRange | null): ColDef<GridRow, Json> {
  const { align, cells, styles = [] } = column;
  // Numbers that are written as text are numbers where a format says how they are shown.
  const isNumeric =
    column.type === "number" || (column.format !== undefined && has(column, "numbers"));
  const isRight = align === undefined && isNumeric && cells !== "text";
  const names = new Set(styles.flatMap(({ style }) => Object.keys(style)));
  if (range !== null) names.add("background");
  // A property that is not said to be gone stays on the cell.
  const none = Object.fromEntries([...names].map((name) => [name, ""]));
  const styleOf = (value: Json): Style => {
    const passed = styles.filter(({ when = {} }) => passes(value, when));
    const bar = range === null ? {} : { background: barOf(value, range) };
    return Object.assign({}, none, bar, ...passed.map(({ style }) => style)) as Style;
  };
  return {
    ...(isRight || align === "right" ? { type: "rightAligned" } : {}),
    ...(align === "center" ? { cellClass: CENTERED, headerClass: CENTERED } : {}),
    ...(names.size === 0 ? {} : { cellStyle: ({ value }) => styleOf(value ?? null) }),
    ...(cells === "image" ? { cellRenderer: ImageCell } : {}),
  };
}

const CENTERED = "widget-centered";

const ranges = new WeakMap<readonly object[], Map<string, BarRange>>();

/** The range of the bars of a column: as it says, else as its rows say; `null` without bars. */
export function barRange(column: Column, body: TableBody): BarRange | null {
  if (column.cells !== "bar") return null;
  const { rows, paged, firstOf } = body;
  // Of a large table only some rows are here, and of one that is loaded the first.
  const isWhole = paged === null && firstOf === null;
  if (!isWhole && column.max === undefined) return null;
  const known = ranges.get(rows) ?? new Map<string, BarRange>();
  ranges.set(rows, known);
  const key = JSON.stringify([column.field, column.min, column.max]);
  const range = known.get(key) ?? measured(column, isWhole ? rows : []);
  known.set(key, range);
  return range;
}

function measured(column: Column, rows: TableBody["rows"]): BarRange {
  const found = { min: 0, max: 0 };
  for (const row of rows) {
    const value = numberOf(valueOf(row, column));
    if (value === null) continue;
    found.min = Math.min(found.min, value);
    found.max = Math.max(found.max, value);
  }
  return { min: column.min ?? found.min, max: column.max ?? found.max };
}

/** From zero, or the end next to it, to the number. */
function barOf(value: Json, { min, max }: BarRange): string {
  const number = numberOf(value);
  if (number === null || max <= min) return "";
  const share = (of: number) => (100 * (Math.min(max, Math.max(min, of)) - min)) / (max - min);
  const [from, to] = [share(0), share(number)].sort((a, b) => a - b) as [number, number];
  const stops = `transparent ${from}%, ${BAR} ${from}%, ${BAR} ${to}%, transparent ${to}%`;
  return `linear-gradient(to right, ${stops}) center / calc(100% - 10px) 64% no-repeat`;
}

function numberOf(value: Json): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" ? numberIn(value) : null;
}

type Order = "lt" | "lte" | "gt" | "gte";

const ORDERS: Record<Order, (sign: number) => boolean> = {
  lt: (sign) => sign < 0,
  lte: (sign) => sign <= 0,
  gt: (sign) => sign > 0,
  gte: (sign) => sign >= 0,
};

/** Returns whether a value passes all of a test. Without a value only `eq`, `ne` and `in` can. */
export function passes(value: Json, test: CellTest): boolean {
  const isEqual = (other: Json | undefined) => isAlike(value, other ?? null);
  if (test.eq !== undefined && !isEqual(test.eq)) return false;
  if (test.ne !== undefined && isEqual(test.ne)) return false;
  if (test.in !== undefined && !test.in.some(isEqual)) return false;
  if (test.contains !== undefined) {
    const wanted = test.contains.toLocaleLowerCase();
    if (value === null || !asText(value).toLocaleLowerCase().includes(wanted)) return false;
  }
  return (Object.keys(ORDERS) as Order[]).every((name) => {
    const limit = test[name];
    if (limit === undefined) return true;
    const sign = value === null || limit === null ? null : compared(value, limit);
    return sign !== null && ORDERS[name](sign);
  });
}

function isAlike(left: Json, right: Json): boolean {
  if (left === null || right === null) return left === right;
  return asText(left) === asText(right) || compared(left, right) === 0;
}

/** The sign of the difference, of numbers as numbers; `null` where only one of them is a number. */
function compared(left: Json, right: Json): number | null {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== null && b !== null) return Math.sign(a - b);
  if (typeof left === "number" || typeof right === "number") return null;
  const [one, other] = [asText(left), asText(right)];
  return one === other ? 0 : one < other ? -1 : 1;
}
