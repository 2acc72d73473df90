/** Values as a person reads them. */

import type { Column, ColumnTrait } from "../wire/document";
import type { Json } from "../wire/json";
import { formatted, knownLocale, MAX_DECIMALS } from "../number_format";
import { instantOf, isoDateOf, placeOfDate } from "./dates";
import { isPicture } from "./image_cell";
import { numberIn, UNIT } from "./number_text";
import { timeText } from "./time_text";

/** The part of a column that says how its values are written. */
export type Writing = Pick<
  Column,
  "type" | "decimals" | "format" | "time_format" | "locale" | "traits" | "cells"
>;

/** Returns whether the values of a column have something in common. */
export function has({ traits = [] }: Pick<Column, "traits">, trait: ColumnTrait): boolean {
  return traits.includes(trait);
}

/** A value as a person reads it, a number with at least so many decimals, or as `format` says. */
export function shown(value: Json, column: Writing): string {
  const { type, decimals = 0, format, locale } = column;
  if (value === null) return "";
  if (column.cells === "image" && isPicture(value)) return "";
  if (column.time_format !== undefined) {
    const place = placeIn(value, column);
    if (place !== null) return timeText(place, column.time_format, locale);
  }
  const number = format === undefined ? null : numberOf(value, column);
  if (format !== undefined && number !== null) {
    // A share in percent has two decimals less than the number that says it.
    const least = Math.max(0, format.percent === true ? decimals - 2 : decimals);
    return formatted(number, format, { least, locale });
  }
  if (type === "number" && typeof value === "number" && column.cells !== "text") {
    return numberText(value, decimals, has(column, "amounts"), locale);
  }
  if (typeof value === "object") return JSON.stringify(value);
  return type === "date" ? dateText(String(value), column) : String(value);
}

/** The number that a value is, or that it is written as in a column of such; `null` for another. */
function numberOf(value: Json, column: Writing): number | null {
  if (typeof value === "number") return value;
  const isNumber = typeof value === "string" && has(column, "numbers");
  // One with the sign of a unit has its format already.
  return isNumber && !UNIT.test(value) ? numberIn(value) : null;
}

/** Seconds since 1970 beyond every date of which people write, but milliseconds of 1973. */
const LEAST_MILLISECONDS = 100_000_000_000;

/** The milliseconds since 1970 that a number is, in these or in seconds. */
export function instantIn(number: number): number {
  return Math.abs(number) < LEAST_MILLISECONDS ? number * 1_000 : number;
}

/** The place in time of a value; `null` for one that has none. */
function placeIn(value: Json, column: Writing): number | null {
  if (typeof value === "number") return instantIn(value);
  return typeof value === "string" ? placeOf(value, column) : null;
}

/** The place in time of a date as it is written, whatever its zone; `null` for another text. */
function placeOf(text: string, column: Writing): number | null {
  const date = isoDateOf(text);
  if (date !== null) return instantOf({ ...date, zone: "" });
  return has(column, "dates") ? placeOfDate(text, has(column, "day_first")) : null;
}

function dateText(text: string, column: Writing): string {
  const date = isoDateOf(text);
  if (date === null) return text;
  const { day, time, fraction, zone } = date;
  if (has(column, "days") || time === "") return day;
  const exact = `${day} ${time}${fraction === "" ? "" : `.${fraction}`}`;
  // Without one the times of a column could not be compared.
  return has(column, "zones") && zone !== "" ? `${exact} ${zone === "Z" ? "UTC" : zone}` : exact;
}

/** Numbers that count nothing are never grouped: they are ids or years. */
function numberText(value: number, decimals: number, isAmount: boolean, locale?: string): string {
  const exact = String(value);
  // Very large and very small ones.
  if (exact.includes("e")) return exact;
  // Arithmetic leaves digits behind, as in 139.92999999999998.
  const own = String(Number(value.toPrecision(15))).split(".")[1]?.length ?? 0;
  const digits = Math.min(MAX_DECIMALS, Math.max(own, decimals));
  const text = value.toFixed(digits);
  if (value !== 0 && Number(text) === 0) return exact;
  return isAmount || digits > 0 ? formatOf(digits, isAmount, locale).format(value) : text;
}

const formats = new Map<string, Intl.NumberFormat>();

/** Of the reader's language, or of another. */
function formatOf(digits: number, useGrouping: boolean, locale = ""): Intl.NumberFormat {
  const key = `${digits} ${useGrouping} ${locale}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping };
  const made = new Intl.NumberFormat(knownLocale(locale || undefined), options);
  formats.set(key, made);
  return made;
}
