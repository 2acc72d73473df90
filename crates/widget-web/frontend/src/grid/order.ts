/** The order of the values of a column. Pure. */

import { isDigits } from "../wire/exact_json";
import type { Json } from "../wire/json";
import { instantOf, isoDateOf, placeOfDate } from "./dates";
import { numberIn, type Profile } from "./profile";
import { shown } from "./shown";

type Place = number | bigint | null;
type Comparator = (left: Json | null | undefined, right: Json | null | undefined) => number;

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

/** The same, but by what the values are: instants, and numbers and dates that are written as text. */
export function orderOf(profile: Profile): Comparator {
  // A sort asks for each value many times.
  const places = new Map<Json, Place>();
  const placeOf = (value: Json) => {
    const known = places.get(value);
    if (known !== undefined) return known;
    const found = place(value, profile);
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

function place(value: Json, profile: Profile): Place {
  if (typeof value === "number") return profile.kind === "number" ? value : null;
  if (typeof value !== "string") return null;
  switch (profile.kind) {
    case "number":
      return isDigits(value) ? BigInt(value) : null;
    case "date": {
      const date = isoDateOf(value);
      const instant = date === null ? NaN : instantOf(date);
      return Number.isNaN(instant) ? null : instant;
    }
    case "number text":
      return numberIn(value);
    case "date text":
      return placeOfDate(value, profile.dayFirst);
    default:
      return null;
  }
}
