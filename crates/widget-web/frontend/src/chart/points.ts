/** The points of a Plotly event as they go to the agent. */

import { isObject, type Json, type JsonObject } from "../wire/json";
import { exactAt } from "../view/model/digits";
import { firstFitting, MAX_LIST_BYTES } from "../view/model/first_fitting";
import { listOf } from "../view/model/typed_array";
import type { PlotlyElement, PlotlyPoint } from "./plotly";

/** A selection can hold every point of a chart. */
const MOST = { count: 100, bytes: MAX_LIST_BYTES };

/** The source points of one bar of a histogram, or of one box. */
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
  ["id", "label", "parent", "value", "currentPath", "source", "target"],
].flat();
/** Plotly gives the nodes themselves; the links of the figure name them by their numbers. */
const FLOW_ENDS = new Set(["source", "target"]);
const OPTIONAL = [...PLACES, "text", "hovertext", "customdata"];

/**
 * The points of an event in the chart `element`. `count` says how many there are when not all of
 * them are sent; `taken` bytes are for others.
 */
export function pointsOf(
  event: Record<string, unknown> | undefined,
  element: Pick<PlotlyElement, "calcdata"> = {},
  taken = 0,
): JsonObject {
  const points = Array.isArray(event?.["points"]) ? (event["points"] as PlotlyPoint[]) : [];
  const boxes = new Set<string>();
  const sent = firstFitting(
    points,
    (point) => {
      if (!isSummary(point, points)) return pointOf(point, point["pointNumbers"]);
      // The median, the quartiles and so on of one box: the first has its points.
      const box = `${point.curveNumber} ${String(point.pointNumber)}`;
      const sources = boxes.has(box) ? [] : sourcesOf(point, element);
      boxes.add(box);
      const { text: _, ...own } = point;
      return pointOf(own, sources);
    },
    { ...MOST, bytes: MOST.bytes - taken },
  );
  return sent.length < points.length ? { points: sent, count: points.length } : { points: sent };
}

/**
 * Returns whether a point is the median, a quartile and so on of a box or violin. Plotly marks
 * those of boxes. It gives a violin several at once, or its outline alone, each with the number of
 * the violin; a sample comes alone, with its own number.
 */
function isSummary(point: PlotlyPoint, points: PlotlyPoint[]): boolean {
  if (point["hoverOnBox"] === true) return true;
  const { curveNumber, pointNumber, data = {}, fullData = {} } = point;
  if (data["type"] !== "violin") return false;
  // Selected points have no box, and are samples.
  const { hoveron = "points", orientation } = fullData;
  if (point["bbox"] !== undefined && !hoveron.includes("points")) return true;
  const isSame = (other: PlotlyPoint) =>
    other.curveNumber === curveNumber && other.pointNumber === pointNumber;
  if (points.filter(isSame).length > 1) return true;
  const along = orientation === "h" ? "x" : "y";
  const sample = listOf(data[along])?.[Number(pointNumber)];
  return sample !== point[along] && Number(sample) !== point[along];
}

/** The numbers of the points that a box stands for. */
function sourcesOf(
  { curveNumber, pointNumber }: PlotlyPoint,
  { calcdata }: Pick<PlotlyElement, "calcdata">,
): number[] {
  const box = calcdata?.[curveNumber]?.[Number(pointNumber)];
  return (box?.pts ?? []).map(({ i }) => i);
}

/** The number of a node. */
function numberOf(node: unknown): unknown {
  return isObject(node) ? node["pointNumber"] : undefined;
}

/** A point, or a bar or box with the numbers of the points that it stands for. */
function pointOf(point: PlotlyPoint, sources: unknown): JsonObject {
  const { data = {} } = point;
  const result: JsonObject = {
    curve: point.curveNumber,
    trace: data.name ?? point.fullData?.name ?? "",
    index: plain(point.pointNumber ?? point.pointIndex ?? point["binNumber"] ?? null),
  };
  for (const field of OPTIONAL) {
    const value = FLOW_ENDS.has(field) ? numberOf(point[field]) : point[field];
    if (value === undefined || value === null) continue;
    result[field] = exactAt(data[field], Number(result["index"]), plain(value));
  }
  return Array.isArray(sources) ? ofSources(result, sources, data) : result;
}

/** Plotly would give a bar or box what belongs to the one point that has its number. */
function ofSources(point: JsonObject, sources: unknown[], data: Partial<JsonObject>): JsonObject {
  const { id: _, customdata: __, ...result }: JsonObject = point;
  if (sources.length === 0) return result;
  result["pointNumbers"] = firstFitting(sources, plain, MOST_SOURCES);
  const values = listOf(data["customdata"]);
  if (values !== null) {
    const valueOf = (source: unknown) => values[Number(source)] ?? null;
    result["customdata"] = firstFitting(sources, valueOf, MOST_SOURCES);
  }
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
