/** The ground of a geographic map whose points are all at one place. Pure. */

import { isJsonObject, isObject, type Json, type JsonObject } from "../wire/json";
import { put } from "../view/model/attribute";
import { listOf } from "../view/model/typed_array";
import type { Figure } from "../view/model/figure";

/** The degrees to each side of the place. */
const AROUND = { lon: 30, lat: 20 };

interface Place {
  lon: number;
  lat: number;
}

/**
 * The figure with a ground for such maps: the surroundings of the place, or all that the map may
 * show where it is known by its name or moves. Plotly would fit the map to the place, which has no
 * extent, and show nothing around it.
 */
export function withGround(figure: Figure): Figure {
  const traces = figure.data.filter(({ type }) => type === "scattergeo" || type === "choropleth");
  const maps = new Set(traces.map(mapOf));
  const layout = { ...figure.layout };
  for (const name of maps) {
    const given = layout[name];
    const geo = isJsonObject(given) ? given : {};
    const own = traces.filter((trace) => mapOf(trace) === name && isShown(trace));
    if (!isFitted(geo) || !isOnePlace(own)) continue;
    const place = placeOf(own);
    const isStill = figure.frames === undefined || figure.frames.length === 0;
    const isWorld = geo["scope"] === undefined || geo["scope"] === "world";
    const around = place !== null && isStill && isWorld ? surroundings(place) : {};
    layout[name] = put(around, [], { ...geo, fitbounds: false });
  }
  return { ...figure, layout };
}

function mapOf({ geo }: JsonObject): string {
  return typeof geo === "string" ? geo : "geo";
}

function isShown({ visible = true }: JsonObject): boolean {
  return visible === true;
}

/** Plotly fits a map that its author has not placed. */
function isFitted({ fitbounds, center, projection = {}, lonaxis, lataxis }: JsonObject): boolean {
  const { scale, rotation } = isObject(projection) ? projection : {};
  const ranges = [lonaxis, lataxis].map((axis) => (isObject(axis) ? axis["range"] : undefined));
  const placed = [center, scale, rotation, ...ranges];
  return fitbounds !== false && placed.every((given) => given === undefined);
}

function isOnePlace(traces: JsonObject[]): boolean {
  if (!traces.every(({ type }) => type === "scattergeo")) return false;
  const places = traces.flatMap(placesOf);
  return places.length > 0 && places.every((place) => place === places[0]);
}

/** As text, so that they can be compared. */
function placesOf({ locations, lat, lon }: JsonObject): string[] {
  const names = listOf(locations);
  if (names !== null) return names.map((name) => JSON.stringify(name));
  const lons = listOf(lon) ?? [];
  return (listOf(lat) ?? []).map((value, index) => `${asDegrees(value)} ${asDegrees(lons[index])}`);
}

/** The place itself; `null` for one that is known by its name. */
function placeOf(traces: JsonObject[]): Place | null {
  const trace = traces.find(({ locations }) => locations === undefined);
  const lat = asDegrees(listOf(trace?.["lat"])?.[0]);
  const lon = asDegrees(listOf(trace?.["lon"])?.[0]);
  return Number.isFinite(lat) && Number.isFinite(lon) ? { lat, lon } : null;
}

function asDegrees(value: Json | undefined): number {
  return typeof value === "number" || (typeof value === "string" && value !== "")
    ? Number(value)
    : NaN;
}

function surroundings({ lon, lat }: Place): JsonObject {
  const range = [Math.max(-90, lat - AROUND.lat), Math.min(90, lat + AROUND.lat)];
  return {
    lonaxis: { range: [lon - AROUND.lon, lon + AROUND.lon] },
    lataxis: { range },
  };
}
