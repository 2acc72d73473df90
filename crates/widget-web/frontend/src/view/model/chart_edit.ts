/** Edits of a figure, as the server applies them. Pure: lists that stay are the same lists. */

import type { ChartEdit } from "../../wire/chart";
import { isObject, type Json, type JsonObject } from "../../wire/json";
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

/** Lists that say where the points are, and those with more of each point, in their order. */
const PLACES = new Set("x y open high low close r theta lat lon labels parents values".split(" "));
const OF_EACH_POINT = [
  "text",
  "hovertext",
  "customdata",
  "ids",
  "textposition",
  "texttemplate",
  "hovertemplate",
  "measure",
  "width",
  "base",
  "marker.color",
  "marker.colors",
  "marker.size",
  "marker.symbol",
  "marker.opacity",
  "marker.line.color",
  "marker.line.width",
  "textfont.color",
  "textfont.size",
  "error_x.array",
  "error_x.arrayminus",
  "error_y.array",
  "error_y.arrayminus",
  "error_z.array",
  "error_z.arrayminus",
];

function extend(trace: JsonObject, place: number, edit: ChartEdit): JsonObject {
  const most = edit.max_points ?? Infinity;
  const extended = Object.entries(edit.extend ?? {});
  let dropped = 0;
  let next = extended.reduce((current, [path, lists]) => {
    const steps = stepsOf(path);
    const points = withDigits(listOf(at(current, steps)) ?? [], (before) => {
      const all = [...before, ...(listOf(lists[place]) ?? [])];
      const surplus = Math.max(0, all.length - most);
      if (PLACES.has(path)) dropped = Math.max(dropped, surplus);
      return all.slice(surplus);
    });
    return put(current, steps, points);
  }, trace);
  if (dropped === 0 || isGrid(next["z"])) return next;
  const grows = (name: string) => extended.some(([path]) => overlaps(path, name));
  for (const name of OF_EACH_POINT.filter((name) => !grows(name))) {
    const steps = stepsOf(name);
    const list = listOf(at(next, steps));
    if (list !== null)
      next = put(
        next,
        steps,
        withDigits(list, (all) => all.slice(dropped)),
      );
  }
  return next;
}

/** Returns whether values are rows in a list: other lists of their trace belong to none of them. */
function isGrid(values: Json | undefined): boolean {
  if (Array.isArray(values)) return Array.isArray(values[0]);
  return isObject(values) && typeof values["shape"] === "string" && values["shape"].includes(",");
}

/** Returns whether a path is another one, or leads into it or to what it is in. */
function overlaps(path: string, name: string): boolean {
  const [one, other] = [stepsOf(path), stepsOf(name)];
  return one.slice(0, other.length).every((step, index) => step === other[index]);
}
