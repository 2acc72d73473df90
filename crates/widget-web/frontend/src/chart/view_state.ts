/** The changes of the person in a chart, by the rules of the server. Pure. */

import type { ChartView } from "../wire/chart";
import { isObject, type Json, type JsonObject } from "../wire/json";
import { put, stepsOf, type Step } from "../view/model/attribute";
import type { Figure } from "../view/model/figure";
import { isChoice } from "./choices";

export const UNCHANGED: ChartView = { layout: {}, visible: {} };

/** The changes of a container's size are not of the person's doing; the block is no attribute. */
const SIZES = new Set(["autosize", "width", "height", "block_id"]);

/** Leaves out what only says that the container has another size. */
export function withoutSizes(changed: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(changed).filter(([name]) => !SIZES.has(name)));
}

/** The view after a `relayout` of Plotly. */
export function afterRelayout(view: ChartView, changed: JsonObject): ChartView {
  const { chosen: before = [], visible } = view;
  const layout = new Map(Object.entries(view.layout));
  const chosen = new Set(before);
  // In the order of the server, where one attribute may rule out another.
  for (const [name, value] of Object.entries(changed).sort(byName)) {
    if (SIZES.has(name)) continue;
    for (const other of layout.keys()) {
      if (!isRuledOut(stepsOf(other), name)) continue;
      layout.delete(other);
      chosen.delete(other);
    }
    if (value === null) continue;
    layout.set(name, value);
    if (isChoice(name)) chosen.add(name);
  }
  const choices = chosen.size > 0 ? { chosen: [...chosen] } : {};
  return { layout: Object.fromEntries(layout), visible, ...choices };
}

/** The view after a click in the legend. */
export function afterLegend(view: ChartView, visible: JsonObject): ChartView {
  return { ...view, visible: { ...view.visible, ...visible } };
}

/** Returns whether an attribute is at or below another, or excluded by it. */
function isRuledOut(other: Step[], name: string): boolean {
  const rival = rivalOf(name);
  return leadsTo(stepsOf(name), other) || (rival !== null && leadsTo(stepsOf(rival), other));
}

/** An axis has either a range or `autorange`. */
function rivalOf(name: string): string | null {
  const [, axis, kind] = /^(.*)\.(autorange|range)(?:\[\d+\])?$/.exec(name) ?? [];
  if (axis === undefined) return null;
  return `${axis}.${kind === "range" ? "autorange" : "range"}`;
}

function leadsTo(path: Step[], other: Step[]): boolean {
  return path.length <= other.length && path.every((step, index) => step === other[index]);
}

export function isSameView(one: ChartView, other: ChartView): boolean {
  return canonical(one) === canonical(other);
}

function canonical({ layout, visible, chosen = [] }: ChartView): string {
  return JSON.stringify([sorted(layout), sorted(visible), chosen]);
}

/** The server sends the keys of an object in another order than Plotly makes them. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.entries(value)
    .sort(byName)
    .map(([key, inner]) => [key, sorted(inner)]);
}

/** The figure as the person sees it. */
export function withView(figure: Figure, view: ChartView): Figure {
  const layout = Object.entries(view.layout)
    .sort(byName)
    .reduce((current, [name, value]) => {
      const changed = put(current, stepsOf(name), value);
      const [, axis] = /^(.*)\.range(?:\[\d+\])?$/.exec(name) ?? [];
      // Else an author's `autorange` would win over the range.
      return axis === undefined ? changed : put(changed, stepsOf(`${axis}.autorange`), false);
    }, figure.layout);
  const data = figure.data.map((trace, index) => {
    const visible = view.visible[index];
    return visible === undefined ? trace : { ...trace, visible };
  });
  return { ...figure, layout, data };
}

function byName([one]: [string, unknown], [other]: [string, unknown]): number {
  return one < other ? -1 : 1;
}
