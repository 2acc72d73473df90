/** Land and borders below geographic traces: without an asset of their own there are none. */

interface GeoAssets {
  topojson: Record<string, object>;
}

declare global {
  interface Window {
    /** Plotly looks here before it asks a server, which no page reaches. */
    PlotlyGeoAssets?: GeoAssets;
  }
}

const SCOPES = [
  "world",
  "usa",
  "europe",
  "asia",
  "africa",
  "north-america",
  "south-america",
  "antarctica",
  "oceania",
];
const LAYERS = ["coastlines", "land", "ocean", "lakes", "rivers", "countries", "subunits"];

/** Puts an empty map in the place of each that is not there. */
export function fillBaseMaps(): void {
  const layers = LAYERS.map((layer) => [layer, { type: "GeometryCollection", geometries: [] }]);
  const empty = { type: "Topology", arcs: [], objects: Object.fromEntries(layers) as object };
  const names = SCOPES.flatMap((scope) => [`${scope}_110m`, `${scope}_50m`]);
  const known = window.PlotlyGeoAssets?.topojson ?? {};
  const topojson = Object.fromEntries(names.map((name) => [name, known[name] ?? empty]));
  window.PlotlyGeoAssets = { ...window.PlotlyGeoAssets, topojson };
}
