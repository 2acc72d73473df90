/** The wire types of charts. */

import type { ChartEdit, ChartViewport as ChartView } from "./generated";
import { isObject, type JsonObject } from "./json";

export type { ChartEdit, ChartView };

export function readChartView(value: unknown): ChartView {
  const { layout, visible, chosen } = isObject(value) ? value : {};
  const names = Array.isArray(chosen) ? chosen.filter((name) => typeof name === "string") : [];
  return {
    layout: object(layout),
    visible: object(visible),
    ...(names.length > 0 ? { chosen: names } : {}),
  };
}

function object(value: unknown): JsonObject {
  return (isObject(value) ? value : {}) as JsonObject;
}
