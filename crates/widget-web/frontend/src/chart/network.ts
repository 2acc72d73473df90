/** The parts of a figure that only a network could bring, which no page reaches. Pure. */

import { isJsonObject, isObject, type Json, type JsonObject } from "../wire/json";
import type { Figure } from "../view/model/figure";
import { isTiledMap, MAP } from "./maps";

/** A figure that loads nothing, and the parts that it is drawn without, each in words. */
export interface Offline {
  figure: Figure;
  lacking: string[];
}

const TILES =
  "the tiles of the map, which need a network; its data is drawn on a plain ground " +
  '(style "white-bg" asks for that)';
const LAYERS =
  "layers of the map that come from a web address, which needs a network; the rest is drawn";
const GEOJSON = "regions whose geojson is a web address, which needs a network: give it whole";
const IMAGES = "images at a web address, which needs a network: give them as data: URLs";

/** The figure without those parts. `ground` is the colour of a map without tiles. */
export function withoutNetwork(author: Figure, ground: string): Offline {
  const lacking = new Set<string>();
  const lack = (part: string) => void lacking.add(part);
  const names = new Set(author.data.filter(isTiledMap).map(mapOf));
  const maps = [...names].map((name) => [name, offlineMap(author.layout[name], ground, lack)]);
  const layout = { ...author.layout, ...(Object.fromEntries(maps) as JsonObject) };
  if (hasRemoteImages(layout["images"])) lack(IMAGES);
  const data = author.data.map((trace) => withOwnRegions(trace, lack));
  return { figure: { ...author, layout, data }, lacking: [...lacking] };
}

/** The name in the layout of the map that a trace is drawn on. */
function mapOf({ subplot }: JsonObject): string {
  return typeof subplot === "string" && MAP.test(subplot) ? subplot : "map";
}

type Lack = (part: string) => void;

function offlineMap(given: Json | undefined, ground: string, lack: Lack): JsonObject {
  const { style, layers, ...map } = isJsonObject(given) ? given : {};
  return {
    ...map,
    style: complete(offlineStyle(style, ground, lack)),
    ...(layers === undefined ? {} : { layers: offlineLayers(layers, lack) }),
  };
}

function offlineStyle(style: Json | undefined, ground: string, lack: Lack): JsonObject {
  if (style === "white-bg") return plain("#ffffff");
  if (isJsonObject(style) && loadsNothing(style)) return style;
  lack(TILES);
  return plain(ground);
}

/** One that is hidden loads nothing, and the others keep their numbers. */
function offlineLayers(layers: Json, lack: Lack): Json {
  if (!Array.isArray(layers)) return layers;
  return layers.map((layer) => {
    if (!isJsonObject(layer) || layer["visible"] === false || !isRemoteLayer(layer)) return layer;
    lack(LAYERS);
    return { ...layer, visible: false };
  });
}

/** Only GeoJSON and a picture can be in a figure; `raster` and `vector` are addresses of tiles. */
function isRemoteLayer({ sourcetype = "geojson", source }: JsonObject): boolean {
  if (sourcetype === "geojson") return typeof source === "string";
  return sourcetype !== "image" || isRemote(source);
}

function withOwnRegions(trace: JsonObject, lack: Lack): JsonObject {
  if (typeof trace["geojson"] !== "string") return trace;
  lack(GEOJSON);
  return { ...trace, geojson: { type: "FeatureCollection", features: [] } };
}

function hasRemoteImages(images: Json | undefined): boolean {
  return (
    Array.isArray(images) && images.some((image) => isObject(image) && isRemote(image["source"]))
  );
}

function isRemote(source: Json | undefined): boolean {
  return typeof source === "string" && source !== "" && !/^data:/i.test(source);
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
