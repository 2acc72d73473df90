/** Dates as a format of d3-time-format says, in the language of the reader. */

import { timeFormatLocale } from "d3-time-format";

/** Milliseconds of the day on which the first of the seven fell, a Sunday. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY = 86_400_000;

const days = (weekday: "long" | "short") =>
  Array.from({ length: 7 }, (_, day) => named(SUNDAY + day * DAY, { weekday }));
const months = (month: "long" | "short") =>
  Array.from({ length: 12 }, (_, index) => named(Date.UTC(2023, index, 1), { month }));

function named(time: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(undefined, { ...options, timeZone: "UTC" }).format(time);
}

/** The names are the reader's, and the rest stands as the agent has written it. */
const locale = timeFormatLocale({
  dateTime: "%x, %X",
  date: "%Y-%m-%d",
  time: "%H:%M:%S",
  periods: ["AM", "PM"],
  days: days("long") as Seven,
  shortDays: days("short") as Seven,
  months: months("long") as Twelve,
  shortMonths: months("short") as Twelve,
});

type Seven = [string, string, string, string, string, string, string];
type Twelve = [...Seven, string, string, string, string, string];

const formats = new Map<string, (date: Date) => string>();

/** A place in time, in milliseconds of UTC, as a format says. */
export function timeText(place: number, format: string): string {
  const known = formats.get(format) ?? locale.utcFormat(format);
  formats.set(format, known);
  return known(new Date(place));
}
