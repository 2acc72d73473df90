/** The points of a Plotly event as they go to the agent. */

import { isObject, type Json, type JsonObject } from "../wire/json";
import { firstFitting, MAX_LIST_BYTES } from "../view/model/first_fitting";
import type { PlotlyPoint } from "./plotly";

/** A selection can hold every point of a chart. */
const MOST = { count: 100, bytes: MAX_LIST_BYTES };

/** The source points of one bar of a histogram. */
const MOST_SOURCES = { count: 1_000, bytes: 8 * 1024 };

/** The members with which Plotly says the place of a point, by its type of trace. */
const PLACES = [
  ["x", "y", "z"],
  // Finance, polar and ternary plots, carpets.
  ["open", "high", "low", "close"],
  ["r", "theta"],
  ["a", "b", "c"],
  ["real", "imag"],
  // Maps.
  ["lat", "lon", "location"],
  // Pies, hierarchies and flows.
  ["id", "label", "parent", "value", "currentPath"],
].flat();
const OPTIONAL = [...PLACES, "text", "customdata"];

/** `count` says how many there are when not all of them are sent; `taken` bytes are for others. */
export function pointsOf(event: Record<string, unknown> | undefined, taken = 0): JsonObject {
  const points = Array.isArray(event?.["points"]) ? (event["points"] as PlotlyPoint[]) : [];
  const sent = firstFitting(points, pointOf, { ...MOST, bytes: MOST.bytes - taken });
  return sent.length < points.length ? { points: sent, count: points.length } : { points: sent };
}

function pointOf(point: PlotlyPoint): JsonObject {
  const sources = point["pointNumbers"];
  const result: JsonObject = {
    curve: point.curveNumber,
    trace: point.data?.name ?? point.fullData?.name ?? "",
    index: plain(point.pointNumber ?? point.pointIndex ?? point["binNumber"] ?? null),
  };
  for (const field of OPTIONAL) {
    const value = point[field];
    if (value !== undefined && value !== null) result[field] = plain(value);
  }
  if (!Array.isArray(sources)) return result;
  result["pointNumbers"] = firstFitting(sources, plain, MOST_SOURCES);
  return sources.length > MOST_SOURCES.count ? { ...result, count: sources.length } : result;
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
