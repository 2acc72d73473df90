/** Dates as a format of d3-time-format says, in the language of the reader or another. */

import { timeFormatLocale } from "d3-time-format";
import { knownLocale } from "../number_format";

/** Milliseconds of the day on which the first of the seven fell, a Sunday. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY = 86_400_000;

/** Names these times in a language. */
function named(
  language: string | undefined,
  times: number[],
  options: Intl.DateTimeFormatOptions,
): string[] {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
  return times.map((time) => format.format(time));
}

/** The names are of the language, and the rest stands as the agent has written it. */
function localeOf(tag: string) {
  const language = knownLocale(tag || undefined);
  const days = Array.from({ length: 7 }, (_, day) => SUNDAY + day * DAY);
  const months = Array.from({ length: 12 }, (_, index) => Date.UTC(2023, index, 1));
  return timeFormatLocale({
    dateTime: "%x, %X",
    date: "%Y-%m-%d",
    time: "%H:%M:%S",
    periods: ["AM", "PM"],
    days: named(language, days, { weekday: "long" }) as Seven,
    shortDays: named(language, days, { weekday: "short" }) as Seven,
    months: named(language, months, { month: "long" }) as Twelve,
    shortMonths: named(language, months, { month: "short" }) as Twelve,
  });
}

type Seven = [string, string, string, string, string, string, string];
type Twelve = [...Seven, string, string, string, string, string];

/** Made when a first format wants one: few tables have one, and the names take a while. */
const locales = new Map<string, ReturnType<typeof localeOf>>();
const formats = new Map<string, (date: Date) => string>();

/** A place in time, in milliseconds of UTC, as a format says. */
export function timeText(place: number, format: string, language = ""): string {
  const locale = locales.get(language) ?? localeOf(language);
  locales.set(language, locale);
  const key = `${language} ${format}`;
  const known = formats.get(key) ?? locale.utcFormat(format);
  formats.set(key, known);
  return known(new Date(place));
}
