import { afterEach, expect, test } from "vitest";
import { fillBaseMaps } from "../src/chart/base_maps";
import { needsBaseMap, withMaps } from "../src/chart/maps";
import { readFigure } from "../src/view/model/figure";

afterEach(() => {
  delete window.PlotlyGeoAssets;
});

const figure = (value: object) => readFigure(JSON.stringify(value));

test("mapbox traces are drawn as their successors", () => {
  const old = figure({
    data: [{ type: "scattermapbox", lat: [1], subplot: "mapbox2" }, { type: "densitymapbox" }, {}],
    layout: {
      mapbox2: { accesstoken: "pk.x", zoom: 3 },
      title: "T",
      updatemenus: [{ buttons: [{ method: "relayout", args: ["mapbox2.style", "dark"] }] }],
    },
  });
  expect(withMaps(old)).toMatchObject({
    data: [{ type: "scattermap", lat: [1], subplot: "map2" }, { type: "densitymap" }, {}],
    layout: {
      map2: { zoom: 3 },
      title: "T",
      updatemenus: [{ buttons: [{ args: [{ "map2.style": "dark" }] }] }],
    },
  });
  expect(JSON.stringify(withMaps(old))).not.toMatch(/mapbox|pk\.x/);
  const other = figure({ data: [{ type: "bar" }] });
  expect(withMaps(other)).toBe(other);
});

test("frames of mapbox traces are those of their successors, and stay the same", () => {
  const old = figure({
    data: [{ type: "scattermapbox", lat: [1] }],
    layout: { mapbox: { zoom: 3 } },
    frames: [
      { name: "a", data: [{ type: "scattermapbox", lat: [2] }], layout: { mapbox: { zoom: 4 } } },
      { name: "b", data: [{ lat: [3], subplot: "mapbox" }], layout: { "mapbox.style": "dark" } },
      { name: "c" },
    ],
  });
  const { frames } = withMaps(old);
  expect(frames).toEqual([
    { name: "a", data: [{ type: "scattermap", lat: [2] }], layout: { map: { zoom: 4 } } },
    { name: "b", data: [{ lat: [3], subplot: "map" }], layout: { "map.style": "dark" } },
    { name: "c" },
  ]);
  expect(withMaps({ ...old }).frames).toBe(frames);
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
