/** The values of a column in short: how many, from where to where, and how they are spread. Pure. */

import type { Column } from "../wire/document";
import type { Json } from "../wire/json";
import type { Row } from "../view/model/document";
import { valueOf } from "../view/model/row_key";
import { placeOn } from "./order";
import { has, shown } from "./shown";

/** The most bars of a histogram. */
const MAX_BARS = 24;
const MOST_FREQUENT = 3;

export interface Summary {
  column: Column;
  /** Cells with a value, and without one. */
  filled: number;
  missing: number;
  distinct: number;
  /** Of values with an order: the least and the greatest, as they are shown. */
  range: { least: string; greatest: string } | null;
  /** The arithmetic mean of numbers, as it is shown. */
  mean: string | null;
  /** The number of values in each of as many equal parts of the range. */
  bars: number[];
  /** Of values without an order: the most frequent with their numbers. */
  frequent: { text: string; count: number }[];
}

export function summaryOf(column: Column, rows: readonly Row[]): Summary {
  const values = rows.map((row) => valueOf(row, column)).filter((value) => !isMissing(value));
  const counts = new Map<string, { value: Json; count: number }>();
  for (const value of values) {
    const key = JSON.stringify(value);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { value, count: 1 });
    else known.count += 1;
  }
  const places = [...counts.values()].map((one) => {
    const place = placeOn(one.value, column);
    return { ...one, place: place === null ? null : Number(place) };
  });
  const isOrdered = places.length > 0 && places.every(({ place }) => place !== null);
  const ordered = isOrdered ? (places as Placed[]).sort((a, b) => a.place - b.place) : [];
  const [first, last] = [ordered[0], ordered.at(-1)];
  return {
    column,
    filled: values.length,
    missing: rows.length - values.length,
    distinct: counts.size,
    range:
      first === undefined || last === undefined
        ? null
        : { least: shown(first.value, column), greatest: shown(last.value, column) },
    mean: isNumeric(column) ? meanOf(ordered, column) : null,
    bars: barsOf(ordered),
    frequent: isOrdered ? [] : frequentOf([...counts.values()], column),
  };
}

interface Placed {
  value: Json;
  count: number;
  place: number;
}

function isMissing(value: Json): boolean {
  return value === null || value === "";
}

function isNumeric(column: Column): boolean {
  return column.type === "number" || has(column, "numbers");
}

function meanOf(ordered: readonly Placed[], column: Column): string | null {
  const count = ordered.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  const mean = ordered.reduce((sum, { place, count: times }) => sum + place * (times / count), 0);
  // It has more digits than any value, of which few say something.
  const digits = Math.max(column.decimals ?? 0, Math.abs(mean) < 100 ? 2 : 0);
  const isTiny = Math.abs(mean) < 10 ** -digits;
  return shown(Number(isTiny ? mean.toPrecision(2) : mean.toFixed(digits)), column);
}

function barsOf(ordered: readonly Placed[]): number[] {
  const [least, greatest] = [ordered[0]?.place, ordered.at(-1)?.place];
  if (least === undefined || greatest === undefined || least === greatest) return [];
  const bars = new Array<number>(Math.min(MAX_BARS, ordered.length)).fill(0);
  for (const { place, count } of ordered) {
    const share = (place - least) / (greatest - least);
    const at = Math.min(bars.length - 1, Math.floor(share * bars.length));
    bars[at] = (bars[at] ?? 0) + count;
  }
  return bars;
}

function frequentOf(counts: { value: Json; count: number }[], column: Column): Summary["frequent"] {
  const most = counts.sort((a, b) => b.count - a.count).slice(0, MOST_FREQUENT);
  const texts = most.map(({ value, count }) => ({ text: shown(value, column), count }));
  // A picture has no words.
  return texts.filter(({ text }) => text !== "");
}
