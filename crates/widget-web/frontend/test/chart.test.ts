import { expect, test } from "vitest";
import { copyForPlotly, withDefaults } from "../src/chart/figure";
import { readFigure } from "../src/view/model/figure";
import { otherType } from "../src/chart/plotly";
import { pointsOf } from "../src/chart/points";

const ROOM = { width: 900, height: 500 };
const COLOURS = {
  text: "#111",
  muted: "#555",
  grid: "#eee",
  line: "#999",
  card: "#fff",
  page: "#fff",
};
const LIGHT = { theme: "light", colours: COLOURS } as const;
const DARK = { theme: "dark", colours: { ...COLOURS, text: "#eee", page: "#111" } } as const;
const figure = (value: object) => readFigure(JSON.stringify(value));

test("what is not a figure is refused", () => {
  for (const value of [[], {}, { data: {} }, { data: [1] }]) {
    expect(() => figure(value)).toThrow("no list `data`");
  }
});

test("the smaller bundle draws cartesian traces, and frames count as well", () => {
  expect(otherType(figure({ data: [{}, { type: "bar" }, { type: "pie" }] }))).toBeNull();
  expect(otherType(figure({ data: [{ type: "bar" }, { type: "scatter3d" }] }))).toBe("scatter3d");
  const frames = [{ data: [{ type: "surface" }] }];
  expect(otherType(figure({ data: [{ type: "bar" }], frames }))).toBe("surface");
});

test("defaults yield to what the author set", () => {
  const own = { paper_bgcolor: "red", template: { layout: {} }, width: 300 };
  const { layout, config } = withDefaults(
    figure({ data: [], layout: own, config: { displaylogo: true } }),
    DARK,
    ROOM,
    1,
  );
  expect(layout).toMatchObject({ ...own, autosize: false, height: ROOM.height });
  expect(config["displaylogo"]).toBe(true);
  const plain = withDefaults(figure({ data: [] }), DARK, ROOM, 1).layout;
  expect(plain["autosize"]).toBe(true);
  expect(JSON.stringify(plain["template"])).not.toBe(
    JSON.stringify(withDefaults(figure({ data: [] }), LIGHT, ROOM, 1).layout["template"]),
  );
});

test("Plotly gets a layout of its own and the very lists of the data", () => {
  const author = figure({ data: [{ y: [1], marker: {} }], layout: { xaxis: { range: [0, 1] } } });
  const given = copyForPlotly(author);
  expect(given).toEqual(author);
  expect(given.data[0]?.["y"]).toBe(author.data[0]?.["y"]);
  expect(given.data[0]?.["marker"]).not.toBe(author.data[0]?.["marker"]);
  const range = (one: typeof author) => (one.layout["xaxis"] as { range: number[] }).range;
  expect(range(given)).not.toBe(range(author));
});

test("a chart with a height of its own is as wide as its room", () => {
  const { layout } = withDefaults(figure({ data: [], layout: { height: 120 } }), LIGHT, ROOM, 1);
  expect(layout).toMatchObject({ width: 900, height: 120, autosize: false });
});

test("points carry what there is, as plain JSON", () => {
  const point = {
    curveNumber: 0,
    pointNumber: 2,
    data: { name: "Oslo" },
    x: 1,
    y: new Float32Array([1, 2]),
    xaxis: {},
  };
  expect(pointsOf({ points: [point] })).toEqual({
    points: [{ curve: 0, trace: "Oslo", index: 2, x: 1, y: [1, 2] }],
  });
  expect(pointsOf(undefined)).toEqual({ points: [] });
});

test("of many points the first are sent, with their number", () => {
  const points = Array.from({ length: 5_000 }, (_, index) => ({
    curveNumber: 0,
    pointNumber: index,
  }));
  const sent = pointsOf({ points });
  expect(sent["points"]).toHaveLength(100);
  expect(sent["count"]).toBe(5_000);
});
