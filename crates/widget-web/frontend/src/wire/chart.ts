/** The wire types of charts and their operations. */

import type { ChartViewport as ChartView } from "./generated";
import { isCount, isObject, type Json, type JsonObject } from "./json";

export type { ChartView };

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
  if (!isObject(value)) throw new Error("the edit is not an object");
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
