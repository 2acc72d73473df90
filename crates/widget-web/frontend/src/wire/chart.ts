/** What is particular to charts in the document and its operations. */

import { isCount, isObject, type Json, type JsonObject } from "./json";

/** What people have changed in a chart. It lies over the figure. */
export interface ChartView {
  /** Attributes of the layout by their path. */
  layout: Readonly<Record<string, Json>>;
  /** Traces switched in the legend, by their index. */
  visible: Readonly<Record<string, Json>>;
}

export interface ChartEdit {
  layout: JsonObject;
  restyle: JsonObject;
  extend: Record<string, Json[][]>;
  /** The traces that `restyle` and `extend` are for; `null`: all. */
  traces: number[] | null;
  max_points: number | null;
}

export function readChartView(value: unknown): ChartView {
  const { layout, visible } = isObject(value) ? value : {};
  return { layout: object(layout), visible: object(visible) };
}

export function readChartEdit(value: unknown): ChartEdit {
  if (!isObject(value)) throw new Error("the edit is no object");
  const { extend, traces, max_points } = value;
  const lists = Object.entries(object(extend));
  if (!lists.every(([, list]) => Array.isArray(list) && list.every(Array.isArray))) {
    throw new Error("points are no lists");
  }
  return {
    layout: object(value["layout"]),
    restyle: object(value["restyle"]),
    extend: Object.fromEntries(lists) as Record<string, Json[][]>,
    traces: Array.isArray(traces) ? traces.filter(isCount) : null,
    max_points: isCount(max_points) ? max_points : null,
  };
}

function object(value: unknown): JsonObject {
  return (isObject(value) ? value : {}) as JsonObject;
}
