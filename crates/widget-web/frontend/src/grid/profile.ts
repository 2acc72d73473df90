/** The kind of the values of a column, all taken together. Pure. */

import type { GridBody } from "../view/model/document";
import { cellOf } from "../view/model/row_key";
import type { Column } from "../wire/document";
import { isDigits } from "../wire/exact_json";
import { asText, type Json } from "../wire/json";
import { isDayFirst, isMidnight, isoDateOf, placeOfDate } from "./dates";

export type Profile =
  | { kind: "plain" }
  | { kind: "number"; isAmount: boolean; hasDigits: boolean }
  | { kind: "date"; isDayOnly: boolean; hasZones: boolean }
  /** Text, every one a number or a date in a common form: it sorts as such. */
  | { kind: "number text" }
  | { kind: "date text"; dayFirst: boolean };

const PLAIN: Profile = { kind: "plain" };

export function profileOf({ rows, row_id }: GridBody, { field, type, title }: Column): Profile {
  const values = function* () {
    for (const row of rows) {
      const value = cellOf(row, field);
      if (value !== null && value !== "") yield value;
    }
  };
  switch (type) {
    case "number": {
      const isNamedId = field === row_id || isIdName(title ?? field) || isIdName(field);
      return numbers(values(), isNamedId);
    }
    case "date":
      return dates(values());
    case "text":
      return texts(values);
    default:
      return PLAIN;
  }
}

function numbers(values: Iterable<Json>, isNamedId: boolean): Profile {
  const seen = new Set<Json>();
  const lengths = new Set<number>();
  let [count, hasDigits, isWhole, isSmall] = [0, false, true, true];
  for (const value of values) {
    count += 1;
    hasDigits ||= isDigits(value);
    isWhole &&= typeof value === "number" ? Number.isInteger(value) : isDigits(value);
    isSmall &&= Math.abs(Number(value)) < UNGROUPED;
    lengths.add(asText(value).length);
    seen.add(value);
  }
  // Each its own number, and all as long as one another: 10023, 10024, …
  const isId = isWhole && count > 1 && seen.size === count && lengths.size === 1;
  const isAmount = !isNamedId && !hasDigits && !isSmall && !isId;
  return { kind: "number", isAmount, hasDigits };
}

/** Numbers below may be years, and are read without help. */
const UNGROUPED = 10_000;

/** Words of a name that say of a number that it counts nothing. */
const ID_WORDS = new Set(
  (
    "id ids key code zip zipcode postcode plz year years jahr no nr num number phone tel fax " +
    "isbn ean sku index idx lat latitude lon lng long longitude"
  ).split(" "),
);

function isIdName(name: string): boolean {
  const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").split(/[^\p{L}]+/u);
  return words.some((word) => ID_WORDS.has(word.toLowerCase()));
}

function dates(values: Iterable<Json>): Profile {
  let [isDayOnly, hasZones] = [true, false];
  for (const value of values) {
    const date = isoDateOf(asText(value));
    isDayOnly &&= date !== null && isMidnight(date);
    hasZones ||= date !== null && /\d/.test(date.zone);
  }
  return { kind: "date", isDayOnly: isDayOnly && !hasZones, hasZones };
}

const NUMBER = /^\s*[+-]?(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d+|(?<=\d)\.?)(?:e[+-]?\d+)?\s*%?\s*$/i;

/** The number in a text; `null` for another text. */
export function numberIn(text: string): number | null {
  return NUMBER.test(text) ? Number(text.replace(/[,%\s]/g, "")) : null;
}

/** Most columns are told by their first value. */
function texts(values: () => Iterable<Json>): Profile {
  if (isAll(values(), (text) => numberIn(text) !== null)) return { kind: "number text" };
  if (!isAll(values(), (text) => placeOfDate(text, isDayFirst(text)) !== null)) return PLAIN;
  const dayFirst = !isAll(values(), (text) => !isDayFirst(text));
  const isDate = (text: string) => placeOfDate(text, dayFirst) !== null;
  return isAll(values(), isDate) ? { kind: "date text", dayFirst } : PLAIN;
}

function isAll(values: Iterable<Json>, test: (text: string) => boolean): boolean {
  let count = 0;
  for (const value of values) {
    if (typeof value !== "string" || !test(value)) return false;
    count += 1;
  }
  return count > 0;
}
