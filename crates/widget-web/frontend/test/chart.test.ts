import { expect, test } from "vitest";
import { copyForPlotly, withDefaults } from "../src/chart/figure";
import { editFigure } from "../src/view/model/chart_edit";
import { exactListOf } from "../src/view/model/digits";
import { readFigure } from "../src/view/model/figure";
import { otherType, type PlotlyPoint } from "../src/chart/plotly";
import { pointsOf } from "../src/chart/points";
import { csvOf } from "../src/chart/table";
import { templateFor } from "../src/chart/template";
import { topOfButtons } from "../src/chart/title";

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
  const own = { paper_bgcolor: "red", width: 300 };
  const { layout, config } = withDefaults(
    figure({ data: [], layout: own, config: { displaylogo: true } }),
    { layout: {} },
    ROOM,
    1,
  );
  expect(layout).toMatchObject({ ...own, autosize: false, height: ROOM.height });
  expect(layout["template"]).toEqual({ layout: {} });
  expect(config["displaylogo"]).toBe(true);
  const buttons = { modeBarButtonsToRemove: ["lasso2d"], modeBarButtonsToAdd: ["drawline"] };
  const both = withDefaults(figure({ data: [], config: buttons }), {}, ROOM, 1, [{ name: "png" }]);
  expect(both.config).toMatchObject({
    modeBarButtonsToRemove: ["toImage", "sendChartToCloud", "lasso2d"],
    modeBarButtonsToAdd: [{ name: "png" }, "drawline"],
  });
  const wide = figure({ data: [], layout: { width: 800, height: 300 } });
  const narrow = withDefaults(wide, {}, { width: 360, height: 340 }, 1).layout;
  expect(narrow).toMatchObject({ width: 360, height: 300, autosize: false });
  expect(withDefaults(figure({ data: [] }), {}, ROOM, 1).layout["autosize"]).toBe(true);
});

test("a narrow chart has its legend below, unless the author has placed it", () => {
  const legendAt = (width: number, layout: object) =>
    withDefaults(figure({ data: [], layout }), {}, { ...ROOM, width }, 1).layout["legend"];
  expect(legendAt(390, {})).toMatchObject({ orientation: "h", yref: "container" });
  expect(legendAt(390, { legend: { bgcolor: "red" } })).toMatchObject({ bgcolor: "red", y: 0 });
  expect(legendAt(390, { legend: { x: 0.5 } })).toEqual({ x: 0.5 });
  expect(legendAt(900, {})).toBeUndefined();
  const atRight = { yaxis2: { overlaying: "y", side: "right" } };
  expect(legendAt(900, atRight)).toMatchObject({ orientation: "h" });
});

test("an axis over another has no lines of its own, unless its author wants them", () => {
  const layout = {
    yaxis: { side: "left" },
    yaxis2: { overlaying: "y", side: "right" },
    yaxis3: { overlaying: "y", showgrid: true, dtick: 5 },
  };
  const drawn = withDefaults(figure({ data: [], layout }), {}, ROOM, 1).layout;
  expect(drawn).toMatchObject({
    yaxis: { side: "left" },
    yaxis2: { overlaying: "y", side: "right", showgrid: false, tickmode: "auto" },
    yaxis3: { overlaying: "y", showgrid: true },
  });
  expect(drawn["yaxis3"]).not.toHaveProperty("tickmode");
  expect(drawn["yaxis"]).not.toHaveProperty("showgrid");
});

test("a title of several lines begins in sight, unless its author has placed it", () => {
  const titleOf = (title: object | string) =>
    withDefaults(figure({ data: [], layout: { title } }), {}, ROOM, 1).layout["title"];
  const text = "Revenue<br>by month";
  expect(titleOf(text)).toEqual({ text, pad: { l: 0, t: 16 } });
  expect(titleOf({ text, font: { size: 20 } })).toMatchObject({ pad: { t: 19 } });
  expect(titleOf("Revenue")).toBe("Revenue");
  expect(titleOf({ text, y: 0.9 })).toEqual({ text, y: 0.9 });
});

test("the buttons stand below a title that would reach them", () => {
  const short = { title: { text: "Revenue, EUR" } };
  const long = { title: "The revenue of all of our shops in the north by month", margin: { l: 9 } };
  expect([900, 360].map((width) => topOfButtons(short, width))).toEqual([null, 23]);
  expect([900, 700].map((width) => topOfButtons(long, width))).toEqual([null, 23]);
  const lines = { title: { text: "Revenue of all shops<br>by month", subtitle: { text: "EUR" } } };
  expect(topOfButtons(lines, 360)).toBe(59);
  const placed = { title: { text: long.title, y: 0.5 } };
  for (const layout of [{}, placed, { ...short, margin: { t: 20 } }]) {
    expect(topOfButtons(layout, 360)).toBeNull();
  }
});

test("a gauge has room for the labels at its sides", () => {
  const margin = (data: object[]) =>
    templateFor("light", COLOURS, figure({ data }))["layout"] as { margin: { r: number } };
  const gauge = margin([{ type: "indicator", mode: "number+gauge", value: 1 }]);
  expect(gauge.margin.r).toBeGreaterThan(margin([{ y: [1] }]).margin.r);
});

test("the template of the page is that of its theme", () => {
  const [light, dark] = [LIGHT, DARK].map(({ theme, colours }) =>
    templateFor(theme, colours, figure({ data: [] })),
  );
  expect(JSON.stringify(light)).not.toBe(JSON.stringify(dark));
  // Plotly paints cells white in every theme.
  expect(dark).toMatchObject({
    data: { table: [{ cells: { fill: { color: "#111" }, font: { color: "#eee" } } }] },
  });
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

test("the sides of a typed list may be a list, which Plotly takes as text", () => {
  const z = { dtype: "i1", bdata: "AQI=", shape: [1, 2] };
  const { data, layout } = copyForPlotly(figure({ data: [{ z }], layout: { xaxis: { z } } }));
  const text = { ...z, shape: "1, 2" };
  expect([data[0]?.["z"], layout["xaxis"]]).toEqual([text, { z: text }]);
});

test("a chart with a height of its own is as wide as its room", () => {
  const { layout } = withDefaults(figure({ data: [], layout: { height: 120 } }), {}, ROOM, 1);
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

test("of large points as many are sent as one event takes", () => {
  const points = Array.from({ length: 90 }, (_, pointNumber) => ({
    curveNumber: 0,
    pointNumber,
    customdata: ["x".repeat(1_000)],
  }));
  const sent = pointsOf({ points });
  const text = JSON.stringify(sent);
  expect(text.length).toBeGreaterThan(26 * 1024);
  expect(text.length).toBeLessThan(30 * 1024);
  expect(sent["count"]).toBe(90);
  expect(JSON.stringify(pointsOf({ points }, {}, 20 * 1024)).length).toBeLessThan(10 * 1024);
});

test.each([
  ["polar", { r: 3, theta: 90 }],
  ["ternary", { a: 0.2, b: 0.3, c: 0.5 }],
  ["smith", { real: 0.5, imag: -1 }],
  ["geo", { lat: 52.5, lon: 13.4, location: "DEU", z: 2 }],
  ["candles", { x: "2026-01-05", open: 1, high: 4, low: 0, close: 3 }],
  ["sunburst", { id: "a/b", label: "b", parent: "a", value: 7, currentPath: "a/" }],
  ["histogram", { x: 5, y: 2, pointNumbers: [4, 9] }],
])("a click says where: %s", (_, place) => {
  const point = { curveNumber: 0, pointNumber: 1, data: { name: "t" }, fullData: {}, ...place };
  expect(pointsOf({ points: [point] })["points"]).toEqual([
    { curve: 0, trace: "t", index: 1, ...place },
  ]);
});

test("a bar and a box give the custom data of the points that they stand for", () => {
  const data = { name: "t", customdata: ["a", "b", "c"] };
  const bar = {
    curveNumber: 0,
    binNumber: 1,
    pointNumbers: [0, 2],
    data,
    id: "i",
    customdata: "b",
  };
  expect(pointsOf({ points: [bar] })["points"]).toEqual([
    { curve: 0, trace: "t", index: 1, pointNumbers: [0, 2], customdata: ["a", "c"] },
  ]);
  const line = {
    curveNumber: 0,
    pointNumber: 1,
    hoverOnBox: true,
    data,
    customdata: "b",
    text: "b",
  };
  const calcdata = [[{ pts: [{ i: 1 }] }, { pts: [{ i: 2 }, { i: 0 }] }]];
  const points = [
    { ...line, y: 3 },
    { ...line, y: 1 },
  ];
  expect(pointsOf({ points }, { calcdata })["points"]).toEqual([
    { curve: 0, trace: "t", index: 1, y: 3, pointNumbers: [2, 0], customdata: ["c", "a"] },
    { curve: 0, trace: "t", index: 1, y: 1 },
  ]);
});

test("a click on a violin gives its samples, one on a sample that sample", () => {
  const data = { name: "t", type: "violin", y: [1, 2, 3, 4], customdata: ["a", "b", "c", "d"] };
  const at = (pointNumber: number, y: number, customdata: string) => ({
    curveNumber: 0,
    pointNumber,
    x: "q",
    y,
    data,
    fullData: { orientation: "v" },
    customdata,
  });
  const calcdata = [[{ pts: [{ i: 0 }, { i: 1 }] }, { pts: [{ i: 2 }, { i: 3 }] }]];
  const told = (...points: PlotlyPoint[]) => pointsOf({ points }, { calcdata })["points"];
  const place = { curve: 0, trace: "t", x: "q" };
  const sources = { pointNumbers: [2, 3], customdata: ["c", "d"] };
  // The number is that of the second violin, as are the samples; Plotly takes it for a sample's.
  expect(told(at(1, 2.5, "b"), at(1, 3, "b"))).toEqual([
    { ...place, index: 1, y: 2.5, ...sources },
    { ...place, index: 1, y: 3 },
  ]);
  // The outline alone has the value of the sample of that number, too.
  const outline = { ...at(1, 2, "b"), bbox: {}, fullData: { orientation: "v", hoveron: "kde" } };
  expect(told(outline)).toEqual([{ ...place, index: 1, y: 2, ...sources }]);
  // One number alone, where the others are the same.
  expect(told(at(1, 3.5, "b"))).toEqual([{ ...place, index: 1, y: 3.5, ...sources }]);
  expect(told(at(3, 4, "d"))).toEqual([{ ...place, index: 3, y: 4, customdata: "d" }]);
  const lying = { ...data, x: data.y, y: undefined };
  const sample = { ...at(3, 0, "d"), x: 4, y: "q", data: lying, fullData: { orientation: "h" } };
  expect(told(sample)).toEqual([{ ...place, index: 3, x: 4, y: "q", customdata: "d" }]);
});

test("a link of a flow names its ends as the figure does", () => {
  const node = (pointNumber: number) => ({ pointNumber, label: "n", sourceLinks: [] });
  const link = { curveNumber: 0, pointNumber: 2, value: 5, source: node(0), target: node(3) };
  expect(pointsOf({ points: [link] })["points"]).toEqual([
    { curve: 0, trace: "", index: 2, value: 5, source: 0, target: 3 },
  ]);
});

test("long integers on an axis keep their digits in events, files and after an extension", () => {
  const figure = readFigure(
    '{"data": [{"x": [9007199254740993, 1], "y": [9007199254740995, 2], "ids": [9007199254740993, 3]}]}',
  );
  const edit = { extend: { x: [[2]], y: [[3]] }, max_points: 2 };
  for (const { data } of [figure, editFigure(figure, { ...edit, max_points: 3 })]) {
    expect(data[0]).toHaveProperty("x.0", 9007199254740992);
    const point = {
      curveNumber: 0,
      pointNumber: 0,
      data: data[0] ?? {},
      x: 9007199254740992,
      y: 2,
    };
    const [sent] = pointsOf({ points: [point] })["points"] as object[];
    expect(sent).toMatchObject({ x: "9007199254740993", y: 2 });
    expect(csvOf({ ...figure, data })).toContain("9007199254740993,9007199254740995,");
  }
  const [shifted] = editFigure(figure, edit).data;
  expect(exactListOf(shifted?.["x"])).toEqual([1, 2]);
});

test("contours have lists of their own, so that Plotly finds their levels each time", () => {
  const author = figure({
    data: [
      { type: "contourcarpet", z: [1, 2], a: [1, 2] },
      { type: "heatmap", z: [[1]] },
    ],
  });
  const [contours, heatmap] = copyForPlotly(author).data;
  expect(contours).toEqual(author.data[0]);
  expect(contours?.["z"]).not.toBe(author.data[0]?.["z"]);
  expect(heatmap?.["z"]).toBe(author.data[1]?.["z"]);
});
