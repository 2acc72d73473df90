/** Dates as they come in tables. Pure. */

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/;

export interface IsoDate {
  day: string;
  /** Empty without one. */
  time: string;
  /** The digits after the seconds, but for zeros at the end. */
  fraction: string;
  zone: string;
}

/** The parts of a date in the form of ISO 8601; `null` for another. */
export function isoDateOf(text: string): IsoDate | null {
  const [, day, time = "", fraction = "", zone = ""] = ISO.exec(text) ?? [];
  return day === undefined ? null : { day, time, fraction: fraction.replace(/0+$/, ""), zone };
}

/** The instant, in milliseconds; a time without a zone counts as one of UTC. */
export function instantOf({ day, time, fraction, zone }: IsoDate): number {
  const seconds = time === "" ? "00:00" : time;
  const part = fraction === "" ? "" : `.${fraction}`;
  const whole = seconds.length === 5 ? `${seconds}:00` : seconds;
  const [, hours = "+00", minutes = "00"] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return Date.parse(`${day}T${whole}${part}${hours}:${minutes}`);
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const ZONE = String.raw`(?:Z|GMT|UTC)?([+-]\d{2}:?\d{2})?\s*(?:\([^)]*\))?`;
const TIME = String.raw`(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(?:([AP]M)\b\s*)?${ZONE})?`;
const MONTH = /^([A-Z]{3,9})[\s.,-]+(\d{4})$/i;
const MONTH_FIRST = new RegExp(
  String.raw`^(?:[A-Z]{3,9}\.?,?\s+)?([A-Z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${TIME}$`,
  "i",
);
const DAY_FIRST = new RegExp(
  String.raw`^(?:[A-Z]{3,9}\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th)?[.\s-]+([A-Z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})${TIME}$`,
  "i",
);
// Three short numbers between dots are a version.
const NUMBERS = new RegExp(
  String.raw`^(\d{1,2})([/.-])(\d{1,2})[/.-](\d{4}|(?<=^[^.-]*[/.-])\d{2})${TIME}$`,
  "i",
);
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})/(\d{1,2})/(\d{1,2})${TIME}$`, "i");

/** The place in time of a date in a common form, such as `Jun 12 1998`; `null` for another. */
export function placeOfDate(text: string, dayFirst: boolean): number | null {
  const given = text.trim();
  const [, monthName, dayAfter, yearAfter, ...timeAfter] = MONTH_FIRST.exec(given) ?? [];
  if (monthName !== undefined) return place(yearAfter, monthOf(monthName), dayAfter, timeAfter);
  const [, alone, yearOfMonth] = MONTH.exec(given) ?? [];
  if (alone !== undefined) return place(yearOfMonth, monthOf(alone), "1", []);
  const [, dayBefore, name, year, ...time] = DAY_FIRST.exec(given) ?? [];
  if (name !== undefined) {
    // Other words may begin as a month does.
    const isMonth = name.length === 3 || year?.length === 4;
    return isMonth ? place(year, monthOf(name), dayBefore, time) : null;
  }
  const [, first, separator, second, numbered, ...rest] = NUMBERS.exec(given) ?? [];
  if (first === undefined) {
    const [, yearFirst, month, day, ...after] = YEAR_FIRST.exec(given) ?? [];
    return yearFirst === undefined ? null : place(yearFirst, Number(month), day, after);
  }
  const [day, month] = dayFirst || separator === "." ? [first, second] : [second, first];
  return place(numbered, Number(month), day, rest);
}

/** From 1; `NaN` for what is no name of a month. */
function monthOf(name: string): number {
  const index = MONTHS.indexOf(name.slice(0, 3).toLowerCase());
  return index < 0 ? NaN : index + 1;
}

function place(
  year: string | undefined,
  month: number,
  day: string | undefined,
  [hour = "0", minute = "0", second = "0", half, zone]: (string | undefined)[],
): number | null {
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  const isDay = month >= 1 && month <= 12 && Number(day) >= 1 && Number(day) <= 31;
  if (!isDay) return null;
  const minutes = Number(minute) - aheadOfUtc(zone);
  return Date.UTC(fullYear(year), month - 1, Number(day), hours, minutes, Number(second));
}

/** Of two digits 98 is 1998 and 24 is 2024, as POSIX `strptime` reads them. */
function fullYear(text = ""): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 69 ? 2_000 + year : 1_900 + year;
}

/** The minutes by which a clock is ahead of UTC. */
function aheadOfUtc(zone = "+0000"): number {
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith("-") ? -minutes : minutes;
}
