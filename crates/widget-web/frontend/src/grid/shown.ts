/** Values as a person reads them. */

import type { ColumnType, NumberFormat } from "../wire/document";
import type { Json } from "../wire/json";
import { formatted, MAX_DECIMALS } from "../number_text";
import { isoDateOf } from "./dates";
import type { Profile } from "./profile";

interface Writing {
  decimals?: number | undefined;
  format?: NumberFormat | undefined;
}

/** A value as a person reads it, a number with at least so many decimals, or as `format` says. */
export function shown(
  value: Json,
  type: ColumnType,
  { decimals = 0, format }: Writing = {},
  profile?: Profile,
): string {
  if (value === null) return "";
  if (format !== undefined && typeof value === "number") return formatted(value, format);
  if (type === "number" && typeof value === "number") {
    return numberText(value, decimals, profile?.kind === "number" && profile.isAmount);
  }
  if (typeof value === "object") return JSON.stringify(value);
  if (type === "date") return dateText(String(value), profile);
  return String(value);
}

function dateText(text: string, profile: Profile | undefined): string {
  const date = isoDateOf(text);
  if (date === null || profile?.kind !== "date") {
    return text.replace("T", " ").replace(/(\.0+)?Z?$/, "");
  }
  const { day, time, fraction, zone } = date;
  if (profile.isDayOnly || time === "") return day;
  const exact = `${day} ${time}${fraction === "" ? "" : `.${fraction}`}`;
  // Without one the times of a column could not be compared.
  return profile.hasZones && zone !== "" ? `${exact} ${zone === "Z" ? "UTC" : zone}` : exact;
}

/** Numbers that count nothing are never grouped: they are ids or years. */
function numberText(value: number, decimals: number, isAmount: boolean): string {
  const exact = String(value);
  // Very large and very small ones.
  if (exact.includes("e")) return exact;
  const own = exact.split(".")[1]?.length ?? 0;
  const digits = Math.min(MAX_DECIMALS, Math.max(own, decimals));
  const text = value.toFixed(digits);
  if (value !== 0 && Number(text) === 0) return exact;
  return isAmount ? grouping(digits).format(value) : text;
}

const formats = new Map<number, Intl.NumberFormat>();

/** Of the reader's language. */
function grouping(digits: number): Intl.NumberFormat {
  const known = formats.get(digits);
  if (known !== undefined) return known;
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const made = new Intl.NumberFormat(undefined, options);
  formats.set(digits, made);
  return made;
}
