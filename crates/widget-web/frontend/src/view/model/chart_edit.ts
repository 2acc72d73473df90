/** Edits of a figure, as the server applies them. Pure: lists that stay are the same lists. */

import type { ChartEdit } from "../../wire/chart";
import type { JsonObject } from "../../wire/json";
import { at, put, stepsOf } from "./attribute";
import type { Figure } from "./figure";
import { withDigits } from "./digits";
import { listOf } from "./typed_array";

/** The figure after an edit that the server has taken. */
export function editFigure(figure: Figure, edit: ChartEdit): Figure {
  const layout = Object.entries(edit.layout ?? {}).reduce(
    (current, [path, value]) => put(current, stepsOf(path), value),
    figure.layout,
  );
  const targets = edit.traces ?? figure.data.map((_, index) => index);
  const data = [...figure.data];
  targets.forEach((index, place) => {
    const trace = data[index];
    if (trace === undefined) throw new Error(`there is no trace ${index}`);
    data[index] = extend(restyle(trace, place, edit), place, edit);
  });
  return { ...figure, layout, data };
}

/** As in Plotly, the elements of a list go to one trace after the other, from the first again. */
function restyle(trace: JsonObject, place: number, edit: ChartEdit): JsonObject {
  return Object.entries(edit.restyle ?? {}).reduce((current, [path, value]) => {
    const own = Array.isArray(value) ? (value[place % value.length] ?? null) : value;
    return put(current, stepsOf(path), own);
  }, trace);
}

function extend(trace: JsonObject, place: number, edit: ChartEdit): JsonObject {
  return Object.entries(edit.extend ?? {}).reduce((current, [path, lists]) => {
    const steps = stepsOf(path);
    const points = withDigits(listOf(at(current, steps)) ?? [], (before) => {
      const all = [...before, ...(listOf(lists[place]) ?? [])];
      return all.slice(Math.max(0, all.length - (edit.max_points ?? Infinity)));
    });
    return put(current, steps, points);
  }, trace);
}
