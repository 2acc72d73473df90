/** Traces as their authors mean them: types by the names that they have elsewhere, shares. Pure. */

import { isObject, type Json, type JsonObject } from "../wire/json";
import type { Figure } from "../view/model/figure";
import { mapFrames } from "./frames";

/** The type that Plotly has for each, with what makes it look so. */
const MEANT = new Map<Json | undefined, JsonObject>([
  ["line", { type: "scatter", mode: "lines" }],
  ["area", { type: "scatter", mode: "lines", fill: "tozeroy" }],
  ["column", { type: "bar" }],
  ["donut", { type: "pie", hole: 0.5 }],
]);

/** The figure with the traces that are meant, in the place of what Plotly would draw. */
export function withTraceTypes(figure: Figure): Figure {
  const { data, frames } = figure;
  return {
    ...figure,
    data: data.map(meant),
    ...(frames === undefined ? {} : { frames: meantFrames(frames) }),
  };
}

/** An animation goes on only while its frames are the very same. */
const ofFrames = new WeakMap<readonly Json[], readonly Json[]>();

function meantFrames(frames: readonly Json[]): readonly Json[] {
  const known = ofFrames.get(frames) ?? mapFrames(frames, meant, (layout) => layout);
  ofFrames.set(frames, known);
  return known;
}

function meant(trace: JsonObject): JsonObject {
  const own = MEANT.get(trace["type"]);
  if (own === undefined) return ofNumber(trace);
  const { type, ...look } = own;
  return { ...look, ...trace, type: type ?? null };
}

/** The room at either side of a number that has others beside it, as a part of the whole. */
const GAP = 0.02;

/**
 * A number: its change in parts of the whole has one decimal, where Plotly writes six, and it does
 * not meet the one beside it, to whose edge Plotly makes it grow.
 */
function ofNumber(trace: JsonObject): JsonObject {
  const { type, delta, domain } = trace;
  if (type !== "indicator") return trace;
  const isShare = isObject(delta) && delta["relative"] === true;
  const [from, to] = isObject(domain) && Array.isArray(domain["x"]) ? domain["x"] : [];
  const isBeside = typeof from === "number" && typeof to === "number" && to - from > 4 * GAP;
  return {
    ...trace,
    ...(isShare ? { delta: { valueformat: ".1%", ...delta } } : {}),
    ...(isBeside && isObject(domain)
      ? { domain: { ...domain, x: [from > 0 ? from + GAP : 0, to < 1 ? to - GAP : 1] } }
      : {}),
  };
}
