/** The points of a chart as a table for spreadsheets. Pure. */

import { csvText } from "../view/model/csv";
import { listOf } from "../view/model/typed_array";
import type { Json, JsonObject } from "../wire/json";
import type { Figure } from "../view/model/figure";

/** A row for each point: its trace, its place there, and what the trace's lists say of it. */
export function csvOf({ data }: Figure): string {
  const lists = data.map((trace) =>
    Object.entries(trace).flatMap(([name, value]) => {
      const list = listOf(value);
      return list === null ? [] : [[name, list] as const];
    }),
  );
  const columns = [...new Set(lists.flatMap((own) => own.map(([name]) => name)))];
  const rows = data.flatMap((trace, number) => {
    const own = new Map(lists[number]);
    const length = Math.max(0, ...[...own.values()].map((list) => list.length));
    const name = nameOf(trace, number);
    return Array.from({ length }, (_, index) => [
      name,
      index,
      ...columns.map((column) => own.get(column)?.[index] ?? null),
    ]);
  });
  return csvText([["trace", "index", ...columns], ...rows]);
}

function nameOf({ name }: JsonObject, number: number): Json {
  return typeof name === "string" && name !== "" ? name : `trace ${number}`;
}
