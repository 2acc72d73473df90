/** The y axes of a chart whose person looks at a part of the x axis: fitted to what is in sight. Pure. */

import type { ChartView } from "../wire/chart";
import { isObject, type Json, type JsonObject } from "../wire/json";
import { put } from "../view/model/attribute";
import type { Figure } from "../view/model/figure";
import { listOf } from "../view/model/typed_array";

/** The room at either end, as a part of the range. */
const MARGIN = 0.055;

/** The longest chain of axes that match one another. */
const MAX_MATCHES = 10;

/** A range for each y axis, by its name. */
export type Fitted = Record<string, [number, number]>;

/**
 * The ranges of the y axes that neither the author nor the person has set, where the person has
 * chosen a part of the x axis. `figure` is as the person sees it. An axis is left alone when one of
 * its traces is of a kind whose extent is not known here.
 */
export function fittedOf(figure: Figure, { layout: seen }: ChartView): Fitted {
  const chosen = new Set(Object.keys(seen).flatMap((name) => axisOfRange(name, "x")));
  if (chosen.size === 0) return {};
  const zoomed = new Set(Object.keys(seen).flatMap((name) => axisOfRange(name, "y")));
  const fitted: Fitted = {};
  for (const [name, traces] of tracesByAxis(figure)) {
    const axis = axisOf(figure, name);
    if (zoomed.has(name) || !isOpen(axis)) continue;
    const range = rangeOf(figure, axis, traces, chosen);
    if (range !== null) fitted[name] = range;
  }
  return fitted;
}

/** The figure with these ranges. */
export function withFitted(figure: Figure, fitted: Fitted): Figure {
  const layout = Object.entries(fitted).reduce(
    (current, [name, range]) => {
      const axis = { range, autorange: false, uirevision: `fitted ${range.join(" ")}` };
      const before = current[name];
      return { ...current, [name]: { ...(isObject(before) ? before : {}), ...axis } };
    },
    withWholeSliders(figure, fitted),
  );
  return { ...figure, layout };
}

/** A slider under a chart shows all of it, whatever part is in sight. */
function withWholeSliders({ layout, data }: Figure, fitted: Fitted): JsonObject {
  return data.reduce((current, trace) => {
    const [x, y] = [nameOf(trace, "x"), nameOf(trace, "y")];
    const axis = current[x];
    const slider = isObject(axis) ? axis["rangeslider"] : undefined;
    // Candles have one unless their author says otherwise.
    const isThere = isObject(slider)
      ? slider["visible"] !== false
      : isCandle(trace) && slider === undefined;
    if (!isThere || fitted[y] === undefined || (isObject(slider) && slider[y] !== undefined))
      return current;
    return put(current, [x, "rangeslider", y, "rangemode"], "auto");
  }, layout);
}

/** The axis of the given letter whose range an attribute sets. */
function axisOfRange(attribute: string, letter: "x" | "y"): string[] {
  const [, axis] = /^([xy]axis\d*)\.range(?:\[\d+\])?$/.exec(attribute) ?? [];
  return axis?.startsWith(letter) ? [axis] : [];
}

/** The name in the layout of an axis of a trace: `yaxis2` of `y2`. */
function nameOf(trace: JsonObject, letter: "x" | "y"): string {
  const id = trace[`${letter}axis`];
  return `${letter}axis${typeof id === "string" ? id.slice(1) : ""}`;
}

function axisOf({ layout }: Figure, name: string): JsonObject {
  const axis = layout[name];
  return isObject(axis) ? axis : {};
}

function tracesByAxis({ data }: Figure): Map<string, JsonObject[]> {
  const shown = data.filter(({ visible }) => visible === undefined || visible === true);
  const byAxis = new Map<string, JsonObject[]>();
  for (const trace of shown) {
    const name = nameOf(trace, "y");
    byAxis.set(name, [...(byAxis.get(name) ?? []), trace]);
  }
  return byAxis;
}

/** True if the author has left the range of an axis to Plotly. */
function isOpen({ range, autorange, type, matches, scaleanchor }: JsonObject): boolean {
  const isAuto = range === undefined && (autorange === undefined || autorange === true);
  const isKnown = type === undefined || type === "-" || type === "linear" || type === "log";
  return isAuto && isKnown && matches === undefined && scaleanchor === undefined;
}

function rangeOf(
  figure: Figure,
  axis: JsonObject,
  traces: JsonObject[],
  chosen: Set<string>,
): [number, number] | null {
  if (isStacked(figure, traces)) return null;
  const isLog = axis["type"] === "log";
  let [low, high] = [Infinity, -Infinity];
  for (const trace of traces) {
    const within = sightOf(figure, nameOf(trace, "x"), chosen);
    if (within === null) return null;
    const points = pointsOf(trace, within.isDate);
    if (points === null) return null;
    for (const { x, values } of points) {
      if (x < within.from || x > within.to) continue;
      for (const value of values) {
        if (!isLog || value > 0) [low, high] = [Math.min(low, value), Math.max(high, value)];
      }
    }
  }
  if (low > high) return null;
  if (isLog) [low, high] = [Math.log10(low), Math.log10(high)];
  const isFromZero = !isLog && (axis["rangemode"] === "tozero" || traces.some(standsOnZero));
  return withMargin(low, high, isFromZero);
}

function withMargin(low: number, high: number, isFromZero: boolean): [number, number] {
  const [from, to] = isFromZero ? [Math.min(0, low), Math.max(0, high)] : [low, high];
  const room = (to - from) * MARGIN || Math.abs(to) * MARGIN || 1;
  return [isFromZero && from === 0 ? 0 : from - room, isFromZero && to === 0 ? 0 : to + room];
}

interface ViewQuery {
  from: number;
  to: number;
  isDate: boolean;
}

/** The part of an x axis that the person has chosen on it, or on one that it matches. */
function sightOf(figure: Figure, name: string, chosen: Set<string>): ViewQuery | null {
  const root = rootOf(figure, name);
  const own = [...chosen].find((other) => rootOf(figure, other) === root);
  const { range, type } = own === undefined ? {} : axisOf(figure, own);
  // Their range counts the categories, and not what they are.
  if (type === "category" || type === "multicategory") return null;
  if (!Array.isArray(range) || range.length !== 2) return null;
  const isDate = range.some((bound) => typeof bound === "string" && Number.isNaN(Number(bound)));
  const [first = NaN, last = NaN] = range.map((bound) => place(bound, isDate));
  if (Number.isNaN(first) || Number.isNaN(last)) return null;
  return { from: Math.min(first, last), to: Math.max(first, last), isDate };
}

function rootOf(figure: Figure, name: string): string {
  let root = name;
  for (let step = 0; step < MAX_MATCHES; step += 1) {
    const { matches } = axisOf(figure, root);
    if (typeof matches !== "string") break;
    root = `xaxis${matches.slice(1)}`;
  }
  return root;
}

const isCandle = ({ type }: JsonObject) => type === "candlestick" || type === "ohlc";
const isBar = ({ type }: JsonObject) => type === "bar";

const standsOnZero = (trace: JsonObject) => isBar(trace) || trace["fill"] === "tozeroy";

/** Stacked traces are higher than their own values. */
function isStacked({ layout }: Figure, traces: JsonObject[]): boolean {
  const isPiled = layout["barmode"] === "stack" || layout["barmode"] === "relative";
  return (
    traces.some(({ stackgroup, base }) => stackgroup !== undefined || base !== undefined) ||
    (isPiled && (traces.filter(isBar).length > 1 || traces.some(standsOnItself)))
  );
}

/** Returns whether bars of one trace stand at one place. */
function standsOnItself(trace: JsonObject): boolean {
  const x = isBar(trace) ? listOf(trace["x"]) : null;
  return x !== null && new Set(x).size < x.length;
}

interface Point {
  x: number;
  values: number[];
}

/** The points of a trace; `null` when they cannot be told here. */
function pointsOf(trace: JsonObject, isDate: boolean): Point[] | null {
  const { type = "scatter", orientation, x0, dx } = trace;
  const isLine = type === "scatter" || type === "scattergl" || isBar(trace);
  if ((!isLine && !isCandle(trace)) || orientation === "h") return null;
  const lists = (isLine ? ["y"] : ["high", "low"]).map((name) => listOf(trace[name]));
  if (!lists.every((list) => list !== null)) return null;
  const x = listOf(trace["x"]);
  if (x === null && [trace["x"], x0, dx].some((given) => given !== undefined)) return null;
  const length = Math.min(...lists.map((list) => list.length));
  const points: Point[] = [];
  for (let index = 0; index < length; index += 1) {
    const at = x === null ? index : place(x[index] ?? null, isDate);
    // Such as the names of categories.
    if (Number.isNaN(at)) return null;
    const values = lists.map((list) => numberOf(list[index] ?? null));
    points.push({ x: at, values: values.filter((value) => Number.isFinite(value)) });
  }
  return points;
}

function numberOf(value: Json): number {
  return typeof value === "number" || (typeof value === "string" && value !== "")
    ? Number(value)
    : NaN;
}

/** The place of a value on an x axis. Plotly reads dates as if they were UTC. */
function place(value: Json, isDate: boolean): number {
  if (!isDate || typeof value === "number") return numberOf(value);
  if (typeof value !== "string") return NaN;
  const [, day, time] =
    /^(\d{4}(?:-\d{2}){0,2})(?:[T ](\d{2}(?::\d{2}){0,2}(?:\.\d+)?))?/.exec(value) ?? [];
  if (day === undefined) return NaN;
  const full = time === undefined || time.includes(":") ? time : `${time}:00`;
  return Date.parse(full === undefined ? day : `${day}T${full}Z`);
}
