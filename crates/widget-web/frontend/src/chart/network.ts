/** The parts of a figure that only a network could bring, which no page reaches. Pure. */

import { isJsonObject, isObject, type Json, type JsonObject } from "../wire/json";
import type { Figure } from "../view/model/figure";
import { mapFrames } from "./frames";
import { isTiledMap, MAP } from "./maps";
import { mapMenuChanges } from "./menu_changes";

/** A figure that loads nothing, and the parts that it is drawn without, each in words. */
export interface Offline {
  figure: Figure;
  lacking: string[];
}

const TILES = "the background of the map, which this page cannot load from the web";
const LAYERS = "layers of the map, which this page cannot load from the web";
const ICONS = "icons on the map, which come with its background; they are circles";
const GEOJSON = "regions of the map, which this page cannot load from the web";
const IMAGES = "images, which this page cannot load from the web";

/** The figure without those parts. `ground` is the colour of a map without tiles. */
export function withoutNetwork(author: Figure, ground: string): Offline {
  const lacking = new Set<string>();
  const lack = (part: string) => void lacking.add(part);
  const names = new Set(author.data.filter(isTiledMap).map(mapOf));
  const maps = [...names].map((name) => [name, offlineMap(author.layout[name], ground, lack)]);
  const layout = { ...author.layout, ...(Object.fromEntries(maps) as JsonObject) };
  if (hasRemoteImages(layout["images"])) lack(IMAGES);
  const data = author.data.map((trace) => withoutIcons(withOwnRegions(trace, lack), lack));
  // A style that a menu sets would keep the map from being drawn until it has its tiles.
  const offline = names.size === 0 ? layout : mapMenuChanges(layout, (to) => change(to, ground));
  const frames =
    author.frames === undefined ? {} : { frames: offlineFrames(author.frames, ground, lack) };
  return { figure: { ...author, layout: offline, data, ...frames }, lacking: [...lacking] };
}

interface OfflineFrames {
  ground: string;
  frames: readonly Json[];
  lacking: string[];
}

/** An animation goes on only while its frames are the very same. */
const ofFrames = new WeakMap<readonly Json[], OfflineFrames>();

function offlineFrames(given: readonly Json[], ground: string, lack: Lack): readonly Json[] {
  const known = ofFrames.get(given);
  const isKnown = known !== undefined && known.ground === ground;
  const found = isKnown ? known : framesOffline(given, ground);
  ofFrames.set(given, found);
  for (const part of found.lacking) lack(part);
  return found.frames;
}

function framesOffline(given: readonly Json[], ground: string): OfflineFrames {
  const lacking = new Set<string>();
  const lack = (part: string) => void lacking.add(part);
  const trace = (one: JsonObject) => withoutIcons(withOwnRegions(one, lack), lack);
  const frames = mapFrames(given, trace, (to) => change(to, ground));
  return { ground, frames, lacking: [...lacking] };
}

/** A change of the layout that loads nothing. */
function change(to: JsonObject, ground: string): JsonObject {
  const unsaid = () => {};
  const offline = ({ style, layers, ...rest }: JsonObject): JsonObject => ({
    ...rest,
    ...(style === undefined ? {} : { style: complete(offlineStyle(style, ground, unsaid)) }),
    ...(layers === undefined ? {} : { layers: offlineLayers(layers, unsaid) }),
  });
  if (!Object.keys(to).some((name) => /^map\d*(\.|$)/.test(name))) return to;
  const entries = Object.entries(to).map(([name, value]): [string, Json] => {
    const [, map, attribute] = /^(map\d*)(?:\.(\w+))?$/.exec(name) ?? [];
    if (map === undefined) return [name, value];
    if (attribute !== undefined) return [name, offline({ [attribute]: value })[attribute] ?? null];
    return [name, isJsonObject(value) ? offline(value) : value];
  });
  return Object.fromEntries(entries);
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

/** The icons of markers come with the tiles. */
function withoutIcons(trace: JsonObject, lack: Lack): JsonObject {
  const { type, marker } = trace;
  const symbol = isJsonObject(marker) ? marker["symbol"] : undefined;
  const isIcon = (name: Json) => typeof name === "string" && name !== "" && name !== "circle";
  if (type !== "scattermap" || symbol === undefined || ![symbol].flat().some(isIcon)) return trace;
  lack(ICONS);
  return { ...trace, marker: { ...(marker as JsonObject), symbol: "circle" } };
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
  const hasOwnLetters = glyphs === undefined || glyphs === NO_GLYPHS;
  return sprite === undefined && hasOwnLetters && all.every(isData);
}
