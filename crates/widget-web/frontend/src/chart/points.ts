/** The points of a Plotly event as they go to the agent. */

import type { Json, JsonObject } from "../wire/json";
import { isObject } from "../wire/json";
import type { PlotlyPoint } from "./plotly";

/** A selection can hold every point of a chart. */
const MAX_POINTS = 100;
const OPTIONAL = ["x", "y", "z", "label", "value", "text", "customdata"];

/** `count` says how many there are when not all of them are sent. */
export function pointsOf(event: Record<string, unknown> | undefined): JsonObject {
  const points = Array.isArray(event?.["points"]) ? (event["points"] as PlotlyPoint[]) : [];
  const sent = { points: points.slice(0, MAX_POINTS).map(pointOf) };
  return points.length > MAX_POINTS ? { ...sent, count: points.length } : sent;
}

function pointOf(point: PlotlyPoint): JsonObject {
  const result: JsonObject = {
    curve: point.curveNumber,
    trace: point.data?.name ?? point.fullData?.name ?? "",
    index: plain(point.pointNumber ?? point.pointIndex ?? null),
  };
  for (const field of OPTIONAL) {
    if (point[field] !== undefined) result[field] = plain(point[field]);
  }
  return result;
}

/** JSON of a value: typed arrays become lists, what JSON does not know is left out. */
export function plain(value: unknown): Json {
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<number>);
  if (Array.isArray(value)) return value.map(plain);
  if (isObject(value) && !(value instanceof Date)) {
    const entries = Object.entries(value).map(([key, inner]) => [key, plain(inner)] as const);
    return Object.fromEntries(entries);
  }
  // It is `undefined` for what has no JSON form, such as a function.
  const text = JSON.stringify(value) as string | undefined;
  return JSON.parse(text ?? "null") as Json;
}
