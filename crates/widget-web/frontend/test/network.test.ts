import { expect, test } from "vitest";
import template from "../../../widget-state/src/chart/figure/template.rs?raw";
import { withoutNetwork } from "../src/chart/network";
import { namesIn } from "../src/chart/named_template";
import { readFigure } from "../src/view/model/figure";

const ADDRESS = "https://tiles.example/{z}/{x}/{y}.png";

const figure = (value: object) => readFigure(JSON.stringify(value));
const offline = (value: object) => withoutNetwork(figure(value), "#123456");
const map = (layout: object) =>
  offline({ data: [{ type: "scattermap" }], layout: { map: layout } });

test("a style that loads tiles gives way to a plain ground, and says so", () => {
  for (const style of [undefined, "open-street-map", { sources: { a: { type: "raster" } } }]) {
    const { figure: drawn, lacking } = map({ zoom: 2, style });
    expect(lacking).toEqual([expect.stringMatching(/^the background of the map/)]);
    expect(drawn.layout["map"]).toMatchObject({
      zoom: 2,
      style: { layers: [{ id: "ground", paint: { "background-color": "#123456" } }] },
    });
  }
  expect(offline({ data: [{}] }).lacking).toEqual([]);
  expect(offline({ data: [{ type: "densitymap", subplot: "map2" }] }).lacking).toHaveLength(1);
});

test("a style that loads nothing is kept, and letters need no address", () => {
  // Plotly adds layers of text, which a style without letters refuses.
  const glyphs = expect.stringMatching(/^about:/);
  const white = { layers: [{ paint: { "background-color": "#ffffff" } }], glyphs };
  const own = { version: 8, sources: {}, layers: [] };
  for (const [style, drawn] of [
    ["white-bg", white],
    [own, { layers: [], glyphs }],
  ]) {
    const { figure, lacking } = map({ style });
    expect(lacking).toEqual([]);
    expect(figure.layout["map"]).toMatchObject({ style: drawn });
  }
});

test("layers at a web address are hidden, and the others keep their places", () => {
  const own = { source: { type: "FeatureCollection", features: [] } };
  const { figure: drawn, lacking } = map({
    style: "white-bg",
    layers: [
      { sourcetype: "raster", source: [ADDRESS] },
      own,
      { source: ADDRESS },
      { sourcetype: "image", source: "data:image/png;base64,AA", coordinates: [] },
      { sourcetype: "vector", source: ADDRESS, visible: false },
    ],
  });
  expect(lacking).toEqual([expect.stringMatching(/^layers of the map/)]);
  const { layers } = drawn.layout["map"] as { layers: object[] };
  const hidden = layers.map((layer) => "visible" in layer && layer.visible === false);
  expect(hidden).toEqual([true, false, true, false, true]);
  expect(layers[1]).toEqual(own);
});

test("a menu that sets a style or layers loads nothing either", () => {
  const style = { layers: [{ id: "ground" }] };
  const layer = { sourcetype: "raster", source: [ADDRESS] };
  for (const [method, args, drawn] of [
    ["relayout", ["map.style", "open-street-map"], [{ "map.style": style }]],
    ["relayout", [{ "map.style": "white-bg", title: "T" }], [{ "map.style": style, title: "T" }]],
    ["relayout", [{ "map.layers": [layer] }], [{ "map.layers": [{ visible: false }] }]],
    ["relayout", ["map.zoom", 3], [{ "map.zoom": 3 }]],
    ["update", [{}, { map: { zoom: 2, style: "dark" } }], [{}, { map: { zoom: 2, style } }]],
    ["restyle", ["map.style", "dark"], ["map.style", "dark"]],
  ] as const) {
    const layout = { updatemenus: [{ buttons: [{ method, args }] }], sliders: [{ steps: 3 }] };
    const { figure: drawing, lacking } = offline({
      data: [{ type: "scattermapbox" }, { type: "scattermap" }],
      layout: { ...layout, map: { style: "white-bg" } },
    });
    expect(drawing.layout["updatemenus"]).toMatchObject([{ buttons: [{ method, args: drawn }] }]);
    expect(lacking).toEqual([]);
  }
});

test("icons of markers come with tiles, so they are circles", () => {
  const icons = (symbol?: unknown) => {
    const marker = { size: 9, symbol };
    return offline({
      data: [{ type: "scattermap", marker }],
      layout: { map: { style: "white-bg" } },
    });
  };
  const { figure: drawn, lacking } = icons(["bus", "circle"]);
  expect(drawn.data[0]).toMatchObject({ marker: { size: 9, symbol: "circle" } });
  expect(lacking).toEqual([expect.stringMatching(/^icons on the map/)]);
  expect([icons("circle").lacking, icons().lacking]).toEqual([[], []]);
});

test("regions and images at a web address are said to be missing", () => {
  const regions = offline({ data: [{ type: "choropleth", geojson: ADDRESS, locations: ["A"] }] });
  expect(regions.figure.data[0]).toMatchObject({ geojson: { features: [] }, locations: ["A"] });
  expect(regions.lacking).toEqual([expect.stringMatching(/^regions of the map/)]);
  const images = (source: string) =>
    offline({ data: [], layout: { images: [{ source }] } }).lacking;
  expect(images(ADDRESS)).toHaveLength(1);
  expect(images("data:image/png;base64,AA")).toEqual([]);
});

test("frames load nothing either, and stay the same", () => {
  const given = {
    data: [{ type: "scattermap" }],
    layout: { map: { style: "white-bg" } },
    frames: [
      { name: "a", layout: { "map.style": "satellite", title: "A" } },
      { name: "b", data: [{ type: "choropleth", geojson: ADDRESS }] },
    ],
  };
  const author = readFigure(JSON.stringify(given));
  const { figure: drawn, lacking } = withoutNetwork(author, "#123456");
  const [first, second] = drawn.frames as { name: string }[];
  expect(first).toMatchObject({ name: "a", layout: { title: "A", "map.style": { version: 8 } } });
  expect(second).toMatchObject({ data: [{ geojson: { features: [] } }] });
  expect(lacking).toEqual([expect.stringMatching(/^regions of the map/)]);
  const again = withoutNetwork({ ...author }, "#123456");
  expect(again.figure.frames).toBe(drawn.frames);
  expect(again.lacking).toEqual(lacking);
  expect(withoutNetwork(author, "#ffffff").figure.frames).not.toBe(drawn.frames);
});

test("frames that load nothing are the very same on every ground", () => {
  const frames = [{ name: "a", data: [{ y: [1] }], layout: { title: "A" } }, { name: "b" }];
  const author = readFigure(JSON.stringify({ data: [{ y: [0] }], frames }));
  for (const ground of ["#000000", "#ffffff"]) {
    expect(withoutNetwork(author, ground).figure.frames).toBe(author.frames);
  }
});

test("the server knows the same templates", () => {
  const [, list = ""] = /NAMES: [^=]*= \[([^\]]*)\]/.exec(template) ?? [];
  const names = [...list.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(namesIn(names.join("+"))).toEqual(names);
  expect(() => namesIn("other")).toThrow("other");
});
