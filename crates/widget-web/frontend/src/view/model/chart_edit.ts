/** Edits of a figure, as the server applies them. Pure: lists that stay are the same lists. */

import type { ChartEdit } from "../../wire/chart";
import type { Json, JsonObject } from "../../wire/json";
import { at, put, stepsOf, type Step } from "./attribute";
import type { Figure } from "./figure";
import { withDigits } from "./digits";
import { listOf } from "./typed_array";

/** The figure after an edit that the server has taken. */
export function editFigure(figure: Figure, edit: ChartEdit): Figure {
  const layout = inOneStep(edit.layout ?? {}).reduce(
    (current, { steps, value }) => put(current, steps, value),
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

/**
 * Changes in an order in which the places of list items are those of the layout before: what is
 * taken out of a list goes last, from its end.
 */
function inOneStep(layout: JsonObject): { steps: Step[]; value: Json }[] {
  const changes = Object.entries(layout).map(([path, value]) => ({ steps: stepsOf(path), value }));
  const isGone = ({ steps, value }: { steps: Step[]; value: Json }) =>
    value === null && typeof steps.at(-1) === "number";
  const gone = changes.filter(isGone).sort((one, other) => later(one.steps, other.steps));
  return [...changes.filter((change) => !isGone(change)), ...gone];
}

/** Below 0 when the first path leads behind the second, or into it. */
function later(one: readonly Step[], other: readonly Step[]): number {
  const at = one.findIndex((step, index) => step !== other[index]);
  if (at === -1) return other.length - one.length;
  const [a, b] = [one[at], other[at]];
  if (b === undefined) return -1;
  if (typeof a === "number" && typeof b === "number") return b - a;
  return String(a) < String(b) ? 1 : -1;
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
