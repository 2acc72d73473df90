/** Maps: the old names of their traces, and what they need. Pure. */

import { asText, isObject, type Json, type JsonObject } from "../wire/json";
import type { Figure } from "../view/model/figure";
import { mapFrames } from "./frames";
import { mapMenuChanges } from "./menu_changes";

const MAPBOX = /mapbox$/;

/** The figure with the successors of the `mapbox` traces, which Plotly no longer knows. */
export function withMaps(figure: Figure): Figure {
  const isOld = ({ type }: JsonObject) => typeof type === "string" && MAPBOX.test(type);
  const { layout, data, frames } = figure;
  const names = Object.keys(layout).filter((name) => /^mapbox\d*$/.test(name));
  if (names.length === 0 && !data.some(isOld)) return figure;
  return {
    ...figure,
    layout: mapMenuChanges(renamed(layout), renamed),
    data: data.map((trace) => (isOld(trace) ? successor(trace) : trace)),
    ...(frames === undefined ? {} : { frames: renamedFrames(frames) }),
  };
}

/** An animation goes on only while its frames are the very same. */
const ofFrames = new WeakMap<readonly Json[], readonly Json[]>();

function renamedFrames(frames: readonly Json[]): readonly Json[] {
  const known = ofFrames.get(frames) ?? mapFrames(frames, successor, renamed);
  ofFrames.set(frames, known);
  return known;
}

/** Attributes of a layout by the names of the successors. */
function renamed(layout: JsonObject): JsonObject {
  const entries = Object.entries(layout).map(([name, value]): [string, Json] =>
    /^mapbox\d*(\.|$)/.test(name)
      ? [name.replace("mapbox", "map"), withoutToken(value)]
      : [name, value],
  );
  return Object.fromEntries(entries);
}

/** A trace of a frame may leave its type to the figure. */
function successor({ type, subplot, ...trace }: JsonObject): JsonObject {
  return {
    ...trace,
    ...(type === undefined ? {} : { type: asText(type).replace(MAPBOX, "map") }),
    ...(typeof subplot === "string" ? { subplot: subplot.replace("mapbox", "map") } : {}),
  };
}

function withoutToken(map: Json): Json {
  if (!isObject(map)) return map;
  const { accesstoken: _, ...rest } = map;
  return rest;
}

/** The name of a map in the layout. */
export const MAP = /^map\d*$/;

/** Returns whether MapLibre draws a trace. */
export function isTiledMap({ type }: JsonObject): boolean {
  return typeof type === "string" && /^(scatter|choropleth|density)map$/.test(type);
}

/** Layers of a base map that are drawn although the base is off. */
const LAYERS = ["coastlines", "land", "ocean", "lakes", "rivers", "countries", "subunits"];

/** Returns whether a figure shows land and borders, or places that they name. */
export function needsBaseMap({ data, layout }: Figure): boolean {
  return data.some(({ type, geo = "geo", locations, geojson, locationmode }) => {
    if (type !== "scattergeo" && type !== "choropleth") return false;
    const own = geojson !== undefined || locationmode === "geojson-id";
    if (locations !== undefined && !own) return true;
    const given = typeof geo === "string" ? layout[geo] : undefined;
    const map = isObject(given) ? given : {};
    if (map["visible"] !== false) return true;
    return LAYERS.some((layer) => map[`show${layer}`] === true);
  });
}
