/** Traces as their authors mean them: types by the names that they have elsewhere. Pure. */

import type { Json, JsonObject } from "../wire/json";
import type { Figure } from "../view/model/figure";
import { mapFrames } from "./frames";
import { withRoom, withShare } from "./indicator";

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
  if (own === undefined) return withRoom(withShare(trace));
  const { type, ...look } = own;
  return { ...look, ...trace, type: type ?? null };
}
