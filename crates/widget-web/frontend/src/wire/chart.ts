/** The wire types of charts. */

import type { ChartEdit, ChartViewport as ChartView } from "./generated";
import { isObject, type JsonObject } from "./json";

export type { ChartEdit, ChartView };

export function readChartView(value: unknown): ChartView {
  const { layout, visible } = isObject(value) ? value : {};
  return { layout: object(layout), visible: object(visible) };
}

function object(value: unknown): JsonObject {
  return (isObject(value) ? value : {}) as JsonObject;
}
