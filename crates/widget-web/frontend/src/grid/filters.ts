/** Column filters: only those that the server can evaluate as well. */

import type { ColDef, GridApi } from "ag-grid-community";
import type { Column, ColumnFilter, FilterType } from "../wire/document";
import type { JsonObject } from "../wire/json";
import { fieldOf } from "./column_id";
import type { GridRow } from "./rows";
import { has } from "./shown";

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
/** As many as the server takes. */
const MAX_CONDITIONS = 10;

const OPTIONS: Record<FilterType, string[]> = { text: TEXT, number: NUMBER, date: NUMBER };

const paramsOf = (type: FilterType) => ({
  filterOptions: OPTIONS[type],
  maxNumConditions: MAX_CONDITIONS,
  // Both ends of a range count, as anyone would expect.
  ...(type === "text" ? {} : { inRangeInclusive: true }),
});

export const FILTERS: Record<FilterType, ColDef<GridRow>> = {
  text: { filter: "agTextColumnFilter", filterParams: paramsOf("text") },
  number: { filter: "agNumberColumnFilter", filterParams: paramsOf("number") },
  date: { filter: "agDateColumnFilter", filterParams: paramsOf("date") },
};

type Filtered = Pick<Column, "type" | "traits" | "time_format">;

/** As what the values of a column are filtered. */
export function filteredAs(column: Filtered): FilterType {
  const { type, time_format } = column;
  // A number would lose digits of these.
  if (has(column, "exact")) return "text";
  if (type === "number" && time_format !== undefined) return "date";
  return type === "number" || type === "date" ? type : "text";
}

/** Returns whether a column can be filtered so. */
export function fits(filter: ColumnFilter, column: Filtered): boolean {
  const wanted = filteredAs(column);
  const conditions = "conditions" in filter ? filter.conditions : [filter];
  const fitting = conditions.filter(
    ({ filterType, type }) => filterType === wanted && OPTIONS[wanted].includes(type),
  );
  return filter.filterType === wanted && fitting.length === conditions.length;
}

/** The filters that are set, by the fields of their columns. */
export function filterOf(api: Pick<GridApi<GridRow>, "getFilterModel">): JsonObject {
  return byField(api.getFilterModel());
}

/** A filter model of AG Grid's with the fields in the place of its ids. */
export function byField(model: JsonObject): JsonObject {
  const entries = Object.entries(model).map(([id, filter]) => [fieldOf(id) ?? id, filter] as const);
  return Object.fromEntries(entries);
}
