/** Dates as a format of d3-time-format says, in the language of the reader. */

import { timeFormatLocale } from "d3-time-format";

/** Milliseconds of the day on which the first of the seven fell, a Sunday. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY = 86_400_000;

/** Names these times in the language of the reader. */
function named(times: number[], options: Intl.DateTimeFormatOptions): string[] {
  const format = new Intl.DateTimeFormat(undefined, { ...options, timeZone: "UTC" });
  return times.map((time) => format.format(time));
}

/** The names are the reader's, and the rest stands as the agent has written it. */
function readersLocale() {
  const days = Array.from({ length: 7 }, (_, day) => SUNDAY + day * DAY);
  const months = Array.from({ length: 12 }, (_, index) => Date.UTC(2023, index, 1));
  return timeFormatLocale({
    dateTime: "%x, %X",
    date: "%Y-%m-%d",
    time: "%H:%M:%S",
    periods: ["AM", "PM"],
    days: named(days, { weekday: "long" }) as Seven,
    shortDays: named(days, { weekday: "short" }) as Seven,
    months: named(months, { month: "long" }) as Twelve,
    shortMonths: named(months, { month: "short" }) as Twelve,
  });
}

type Seven = [string, string, string, string, string, string, string];
type Twelve = [...Seven, string, string, string, string, string];

/** Made when a first format wants it: few tables have one, and the names take a while. */
let locale: ReturnType<typeof readersLocale> | undefined;
const formats = new Map<string, (date: Date) => string>();

/** A place in time, in milliseconds of UTC, as a format says. */
export function timeText(place: number, format: string): string {
  locale ??= readersLocale();
  const known = formats.get(format) ?? locale.utcFormat(format);
  formats.set(format, known);
  return known(new Date(place));
}
