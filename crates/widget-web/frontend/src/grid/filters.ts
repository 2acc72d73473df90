/** Column filters: only those that the server can evaluate as well. */

import type { ColDef } from "ag-grid-community";
import type { ColumnType } from "../wire/document";
import type { GridRow } from "./rows";

const TEXT = [
  "contains",
  "notContains",
  "equals",
  "notEqual",
  "startsWith",
  "endsWith",
  "blank",
  "notBlank",
];
const NUMBER = [
  "equals",
  "notEqual",
  "greaterThan",
  "greaterThanOrEqual",
  "lessThan",
  "lessThanOrEqual",
  "inRange",
  "blank",
  "notBlank",
];
const DATE = NUMBER.filter((test) => !test.endsWith("OrEqual"));

const text = { filter: "agTextColumnFilter", filterParams: { filterOptions: TEXT } };

/** Both ends of a range count, as anyone would expect. */
const ranged = (filterOptions: string[]) => ({ filterOptions, inRangeInclusive: true });

export const FILTERS: Record<ColumnType, ColDef<GridRow>> = {
  text,
  boolean: text,
  object: text,
  number: { filter: "agNumberColumnFilter", filterParams: ranged(NUMBER) },
  date: { filter: "agDateColumnFilter", filterParams: ranged(DATE) },
};
