import { afterEach, expect, test } from "vitest";
import { fillBaseMaps } from "../src/chart/base_maps";
import { needsBaseMap, withMaps, withoutTiles } from "../src/chart/maps";
import { readFigure } from "../src/view/model/figure";

afterEach(() => {
  delete window.PlotlyGeoAssets;
});

const figure = (value: object) => readFigure(JSON.stringify(value));

test("mapbox traces are drawn as their successors", () => {
  const old = figure({
    data: [{ type: "scattermapbox", lat: [1], subplot: "mapbox2" }, { type: "densitymapbox" }, {}],
    layout: { mapbox2: { accesstoken: "pk.x", zoom: 3 }, title: "T" },
  });
  expect(withMaps(old)).toMatchObject({
    data: [{ type: "scattermap", lat: [1], subplot: "map2" }, { type: "densitymap" }, {}],
    layout: { map2: { zoom: 3 }, title: "T" },
  });
  expect(JSON.stringify(withMaps(old))).not.toMatch(/mapbox|pk\.x/);
  const other = figure({ data: [{ type: "bar" }] });
  expect(withMaps(other)).toBe(other);
});

test("a style that loads tiles gives way to a plain ground, and says so", () => {
  const map = (style?: unknown) =>
    figure({ data: [{ type: "scattermap" }], layout: { map: { zoom: 2, style } } });
  for (const style of [undefined, "open-street-map", { sources: { a: { type: "raster" } } }]) {
    const { figure: drawn, isPlain } = withoutTiles(map(style), "#fff");
    expect(isPlain).toBe(true);
    expect(drawn.layout["map"]).toMatchObject({ zoom: 2, style: { layers: [{ id: "ground" }] } });
  }
  for (const style of ["white-bg", { version: 8, sources: {}, layers: [] }]) {
    expect(withoutTiles(map(style), "#fff").isPlain).toBe(false);
  }
  expect(withoutTiles(figure({ data: [{}] }), "#fff").isPlain).toBe(false);
  // Plotly adds layers of text, which a style without letters refuses.
  const own = withoutTiles(map({ version: 8, sources: {}, layers: [] }), "#fff").figure;
  expect(own.layout["map"]).toMatchObject({ style: { layers: [], glyphs: expect.any(String) } });
});

test("base maps are needed where land or named places are shown", () => {
  const needs = (trace: object, geo: object = {}) =>
    needsBaseMap(figure({ data: [trace], layout: { geo } }));
  expect(needs({ type: "scattergeo", lat: [1], lon: [1] })).toBe(true);
  expect(needs({ type: "scattergeo" }, { visible: false })).toBe(false);
  expect(needs({ type: "scattergeo" }, { visible: false, showland: true })).toBe(true);
  expect(needs({ type: "choropleth", locations: ["DEU"] }, { visible: false })).toBe(true);
  const own = { type: "choropleth", locations: ["A"], geojson: {} };
  expect(needs(own, { visible: false })).toBe(false);
  expect(needs({ type: "scatter" })).toBe(false);
});

test("what is not there is empty, so that Plotly asks no server", () => {
  const land = { objects: {}, arcs: [[0]] };
  window.PlotlyGeoAssets = { topojson: { world_110m: land } };
  fillBaseMaps();
  const { topojson } = window.PlotlyGeoAssets;
  expect(topojson["world_110m"]).toBe(land);
  expect(topojson["north-america_50m"]).toMatchObject({ objects: { land: { geometries: [] } } });
});
