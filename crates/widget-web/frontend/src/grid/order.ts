/** The order of the values of a column. Pure. */

import { isDigits } from "../wire/exact_json";
import type { Json } from "../wire/json";
import type { Column } from "../wire/document";
import { instantOf, isoDateOf, placeOfDate } from "./dates";
import { numberIn } from "./number_text";
import { has, shown } from "./shown";

/** The part of a column that orders its values. */
type Ordered = Pick<Column, "type" | "traits">;
type Place = number | bigint | null;
type Comparator = (left: Json | null | undefined, right: Json | null | undefined) => number;

/** The values whose places are remembered: a table that grows all day sees others all the time. */
const MAX_PLACES = 200_000;

const TEXT = { type: "text" } as const;

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
  return collator.compare(shown(a, TEXT), shown(b, TEXT));
}

/** The same, but by what the values are: instants, and numbers and dates that are written as text. */
export function orderOf(column: Ordered): Comparator {
  // A sort asks for each value many times.
  const places = new Map<Json, Place>();
  const placeOf = (value: Json) => {
    const known = places.get(value);
    if (known !== undefined) return known;
    // Between nothing and the first that says something.
    const found = value === "" ? -Infinity : placeOn(value, column);
    if (places.size >= MAX_PLACES) places.clear();
    places.set(value, found);
    return found;
  };
  return (left, right) => {
    const a = placeOf(left ?? null);
    const b = placeOf(right ?? null);
    if (a === null || b === null || a === b) return compare(left, right);
    return a < b ? -1 : 1;
  };
}

/** The place of a value on the line of those of its column; `null` for one that has none. */
export function placeOn(value: Json, column: Ordered): Place {
  if (typeof value === "number") return column.type === "number" ? value : null;
  if (typeof value !== "string") return null;
  if (column.type === "number") return isDigits(value) ? BigInt(value) : null;
  if (column.type === "date") {
    const date = isoDateOf(value);
    const instant = date === null ? NaN : instantOf(date);
    return Number.isNaN(instant) ? null : instant;
  }
  if (has(column, "numbers")) return numberIn(value);
  return has(column, "dates") ? placeOfDate(value, has(column, "day_first")) : null;
}
