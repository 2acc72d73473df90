/** Maps: what a page that reaches no network draws of them. Pure. */

import { asText, isObject, type Json, type JsonObject } from "../wire/json";
import type { Figure } from "../view/model/figure";

const MAPBOX = /mapbox$/;

/** The figure with the successors of the `mapbox` traces, which Plotly no longer knows. */
export function withMaps(figure: Figure): Figure {
  const isOld = ({ type }: JsonObject) => typeof type === "string" && MAPBOX.test(type);
  const names = Object.keys(figure.layout).filter((name) => /^mapbox\d*$/.test(name));
  if (names.length === 0 && !figure.data.some(isOld)) return figure;
  const layout = Object.entries(figure.layout).map(([name, value]): [string, Json] =>
    names.includes(name) ? [name.replace("mapbox", "map"), withoutToken(value)] : [name, value],
  );
  return {
    ...figure,
    layout: Object.fromEntries(layout),
    data: figure.data.map((trace) => (isOld(trace) ? successor(trace) : trace)),
  };
}

function successor({ type, subplot, ...trace }: JsonObject): JsonObject {
  return {
    ...trace,
    type: asText(type).replace(MAPBOX, "map"),
    ...(typeof subplot === "string" ? { subplot: subplot.replace("mapbox", "map") } : {}),
  };
}

function withoutToken(map: Json): Json {
  if (!isObject(map)) return map;
  const { accesstoken: _, ...rest } = map;
  return rest;
}

const MAP_TRACE = /^(scatter|choropleth|density)map$/;

const isMap = ({ type }: JsonObject) => typeof type === "string" && MAP_TRACE.test(type);

/** Returns whether a figure has maps that MapLibre draws. */
export function hasTiledMap({ data }: Figure): boolean {
  return data.some(isMap);
}

/** The names in the layout of the maps that are drawn on tiles. */
function tiledMaps({ data }: Figure): string[] {
  const traces = data.filter(isMap);
  return [...new Set(traces.map(({ subplot }) => (typeof subplot === "string" ? subplot : "map")))];
}

/**
 * The figure with its map data on a plain ground, where the style of a map would load tiles.
 * `isPlain` says whether any map had to be changed.
 */
export function withoutTiles(figure: Figure, ground: string): { figure: Figure; isPlain: boolean } {
  let isPlain = false;
  const layout = { ...figure.layout };
  for (const name of tiledMaps(figure)) {
    const map = layout[name];
    const { style } = isObject(map) ? map : {};
    if (style === "white-bg") continue;
    const isOwn = isObject(style) && loadsNothing(style);
    isPlain ||= !isOwn;
    const drawn = isOwn ? style : plain(ground);
    layout[name] = { ...(isObject(map) ? map : {}), style: complete(drawn) };
  }
  return { figure: { ...figure, layout }, isPlain };
}

function plain(ground: string): JsonObject {
  const paint = { "background-color": ground };
  return { id: "ground", version: 8, layers: [{ id: "ground", type: "background", paint }] };
}

/** Plotly's layers need an address for letters. Of none MapLibre draws them itself. */
const NO_GLYPHS = "about:blank?{fontstack}/{range}";

/** Plotly drops an empty list of sources, without which a style is none. */
const NOTHING = { type: "geojson", data: { type: "Point", coordinates: [0, 0] } };

function complete(style: JsonObject): JsonObject {
  const { sources } = style;
  const all = { ...(isObject(sources) ? sources : {}), nothing: NOTHING };
  return { ...style, sources: all, glyphs: NO_GLYPHS };
}

function loadsNothing({ sources, sprite, glyphs }: JsonObject): boolean {
  const isData = (source: Json) =>
    isObject(source) && source["type"] === "geojson" && isObject(source["data"]);
  const all = isObject(sources) ? Object.values(sources) : [];
  return sprite === undefined && glyphs === undefined && all.every(isData);
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
