import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChartEvents } from "../src/chart/events";
import type { PlotlyElement } from "../src/chart/plotly";
import { csvOf } from "../src/chart/table";
import {
  afterLegend,
  afterRelayout,
  isSameView,
  UNCHANGED,
  withView,
} from "../src/chart/view_state";
import { readFigure } from "../src/view/model/figure";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const figure = (value: object) => readFigure(JSON.stringify(value));

/** A chart without Plotly, whose events the test fires. */
function chart() {
  const listeners = new Map<string, (event: unknown) => void>();
  const on = (name: string, listener: (event: unknown) => void) => listeners.set(name, listener);
  const heard: unknown[] = [];
  const element = { on, layout: {} } as unknown as PlotlyElement;
  const events = new ChartEvents(element, {
    emit: (type, data) => heard.push([type, data]),
    relayout: () => {},
    legend: () => {},
    frame: () => {},
  });
  return { fire: (name: string, event?: unknown) => listeners.get(name)?.(event), heard, events };
}

const point = (pointNumber: number) => ({ points: [{ curveNumber: 0, pointNumber, x: 1 }] });

test("a pointer that passes says nothing, one that rests is told once", () => {
  const { fire, heard } = chart();
  for (let index = 0; index < 100; index += 1) {
    fire("plotly_hover", point(index));
    vi.advanceTimersByTime(50);
  }
  fire("plotly_unhover");
  vi.advanceTimersByTime(10_000);
  expect(heard).toEqual([]);
  for (let index = 0; index < 10; index += 1) {
    fire("plotly_hover", point(7));
    vi.advanceTimersByTime(100);
  }
  expect(heard).toEqual([["chart:hover", { points: [{ curve: 0, trace: "", index: 7, x: 1 }] }]]);
});

test("a step of a slider is part of the view", () => {
  const { fire, heard } = chart();
  fire("plotly_sliderend", { slider: { _index: 0, active: 3 } });
  expect(heard).toEqual([["chart:relayout", { "sliders[0].active": 3 }]]);
});

test("a click on a part of a hierarchy is told once", () => {
  const { fire, heard } = chart();
  const points = [{ curveNumber: 0, pointNumber: 2, id: "a", label: "A" }];
  // Of a leaf Plotly tells as of any other point as well.
  fire("plotly_sunburstclick", { points });
  expect(heard).toEqual([]);
  fire("plotly_treemapclick", { points, nextLevel: "a" });
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatchObject(["chart:click", { points: [{ id: "a", label: "A" }] }]);
  // Where it shows labels, Plotly tells of the same click a second time.
  const [click, next] = [new Event("click"), new Event("click")];
  fire("plotly_treemapclick", { points, nextLevel: "a", event: click });
  fire("plotly_click", { points, event: click });
  expect(heard).toHaveLength(2);
  fire("plotly_click", { points, event: next });
  expect(heard).toHaveLength(3);
});

test("the active button of a menu is part of the view", () => {
  const { fire, heard } = chart();
  fire("plotly_buttonclicked", { menu: { _index: 1 }, button: {}, active: 2 });
  fire("plotly_buttonclicked", { menu: {}, button: {}, active: 2 });
  expect(heard).toEqual([["chart:relayout", { "updatemenus[1].active": 2 }]]);
  const view = afterRelayout(UNCHANGED, { "updatemenus[0].active": 1 });
  const menus = figure({ data: [], layout: { updatemenus: [{ active: 0, type: "buttons" }] } });
  expect(withView(menus, view).layout["updatemenus"]).toEqual([{ active: 1, type: "buttons" }]);
});

test("a chart that goes away says no more", () => {
  const { fire, heard, events } = chart();
  fire("plotly_hover", point(1));
  events.stop();
  vi.advanceTimersByTime(1_000);
  expect(heard).toEqual([]);
});

test("the size of the window and the outline of a selection are no zoom", () => {
  const { fire, heard } = chart();
  fire("plotly_relayout", { autosize: true });
  fire("plotly_relayout", { width: 5, height: 6 });
  fire("plotly_relayout", { selections: [{}], "selections[0].x0": 1 });
  expect(heard).toEqual([]);
  fire("plotly_relayout", { "xaxis.range[0]": 1, autosize: true });
  expect(heard).toEqual([["chart:relayout", { "xaxis.range[0]": 1 }]]);
});

test("a style that the legend did not change is not a click in it", () => {
  const { fire, heard } = chart();
  fire("plotly_restyle", [{ "line.color": "red" }, [0]]);
  expect(heard).toEqual([]);
  fire("plotly_legendclick", { curveNumber: 1, data: [{}, { name: "B" }] });
  fire("plotly_restyle", [{ visible: ["legendonly", true] }, [0, 1]]);
  const visible = { 0: "legendonly", 1: true };
  expect(heard).toEqual([["chart:legend-click", { curve: 1, trace: "B", visible }]]);
});

test("a button that changes traces and the layout wins over what the person did before", () => {
  const { fire, heard } = chart();
  fire("plotly_legendclick", { curveNumber: 1, data: [{}, { name: "B" }] });
  fire("plotly_restyle", [{ visible: "legendonly" }, [1]]);
  fire("plotly_buttonclicked", { menu: { _index: 0 }, active: 1 });
  const data = [{ visible: [false, true] }, [0, 1]];
  fire("plotly_update", { data, layout: { "xaxis.range": [0, 5], width: 300 } });
  fire("plotly_update", { data: [{ "line.color": "red" }, [0]], layout: {} });
  expect(heard.slice(1)).toEqual([
    ["chart:relayout", { "updatemenus[0].active": 1 }],
    ["chart:legend-click", { visible: { 0: false, 1: true } }],
    ["chart:relayout", { "xaxis.range": [0, 5] }],
  ]);
});

test("a slider tells at its end which traces it has left in sight", () => {
  const { fire, heard } = chart();
  const slider = { _index: 0, active: 2 };
  fire("plotly_sliderstart", { slider });
  fire("plotly_update", { data: [{ visible: [true, false] }, [0, 1]] });
  fire("plotly_restyle", [{ visible: [false, true] }, [0, 1]]);
  expect(heard).toEqual([]);
  fire("plotly_sliderend", { slider });
  expect(heard).toEqual([
    ["chart:relayout", { "sliders[0].active": 2 }],
    ["chart:legend-click", { visible: { 0: false, 1: true } }],
  ]);
  // Plotly does a last step after that.
  fire("plotly_update", { data: [{ visible: false }, [0]] });
  expect(heard).toHaveLength(3);
});

test("zooming in and out replace each other, as on the server", () => {
  const zoom = { "xaxis.range[0]": 1, "xaxis.range[1]": 2, "xaxis.rangeslider.visible": true };
  const zoomed = afterRelayout(UNCHANGED, zoom);
  expect(zoomed.layout).toEqual(zoom);
  const out = afterRelayout(zoomed, { "xaxis.autorange": true, "yaxis.range": null });
  expect(out.layout).toEqual({ "xaxis.autorange": true, "xaxis.rangeslider.visible": true });
  expect(afterRelayout(out, { "xaxis.range": [1, 2] }).layout).not.toHaveProperty([
    "xaxis.autorange",
  ]);
});

test("views are the same whatever the order of their keys", () => {
  const one = { layout: { a: { x: 1, y: [2] }, b: 1 }, visible: {} };
  const other = { layout: { b: 1, a: { y: [2], x: 1 } }, visible: {} };
  expect(isSameView(one, other)).toBe(true);
  expect(isSameView(one, afterLegend(other, { 0: true }))).toBe(false);
});

test("a view lies over the figure and leaves it as it is", () => {
  const author = figure({ data: [{ y: [1] }], layout: { xaxis: { autorange: true, title: "t" } } });
  const view = {
    layout: { "xaxis.range[0]": 1, "xaxis.range[1]": 2 },
    visible: { 0: "legendonly", 5: true },
  };
  const seen = withView(author, view);
  expect(seen.layout["xaxis"]).toEqual({ autorange: false, title: "t", range: [1, 2] });
  expect(seen.data).toEqual([{ y: [1], visible: "legendonly" }]);
  expect(author.layout["xaxis"]).toEqual({ autorange: true, title: "t" });
});

test("integers that name points keep every digit", () => {
  const json = `{"data": [{"x": [9007199254740993], "ids": [9007199254740993], "customdata":
    [[9007199254740993, 1]], "text": 9007199254740993}, {"y": [1]}]}`;
  const { data } = readFigure(json);
  const id = "9007199254740993";
  expect(data[0]).toMatchObject({ x: [Number(id)], ids: [id], customdata: [[id, 1]], text: id });
  expect(data[1]).toEqual({ y: [1] });
  const { fire, heard } = chart();
  fire("plotly_click", { points: [{ curveNumber: 0, pointNumber: 0, customdata: [id, 1] }] });
  expect(heard).toEqual([
    ["chart:click", { points: [{ curve: 0, trace: "", index: 0, customdata: [id, 1] }] }],
  ]);
});

test.each([
  [{ z: [[1, 2], [3]], x: ["a", "b"], y0: 5 }, "x,y,z", "a,5,1;b,5,2;a,6,3"],
  [{ type: "surface", z: [[1]], x: [[7]], y: [[8]], text: [["t"]] }, "x,y,z,text", "7,8,1,t"],
  [{ z: { dtype: "i1", bdata: "AQI=", shape: [1, 2] } }, "x,y,z", "0,0,1;1,0,2"],
  [
    {
      type: "sankey",
      node: { label: ["a", "b"] },
      link: { source: [0], target: [1], value: [4] },
    },
    "source,target,value",
    "a,b,4",
  ],
  [
    { type: "table", header: { values: ["A", ["B", "b"]] }, cells: { values: [[1], [3]] } },
    "A,B b",
    "1,3",
  ],
  [
    { type: "splom", dimensions: [{ label: "A", values: { dtype: "i1", bdata: "AQ==" } }, {}] },
    "A,column 1",
    "1,",
  ],
])("a table has the data of each type: %o", (trace, columns, rows) => {
  const [head = "", ...lines] = (csvOf(figure({ data: [trace] })) ?? "").trim().split("\r\n");
  expect(head).toBe(`trace,index,${columns}`);
  expect(lines.map((line) => line.replace(/^trace 0,\d+,/, "")).join(";")).toBe(rows);
});

test("without points there is no table", () => {
  expect(csvOf(figure({ data: [{ type: "scatter" }] }))).toBeNull();
});

test("a table has a row for each point and runs no formula", () => {
  const csv = csvOf(
    figure({
      data: [
        { name: 'Say "hi"', x: [1, 2], y: [0.5, null] },
        { text: ["=cmd()"], marker: { color: [1] } },
        { type: "indicator", value: 3 },
      ],
    }),
  );
  expect(csv?.split("\r\n")).toEqual([
    "trace,index,x,y,text,value",
    '"Say ""hi""",0,1,0.5,,',
    '"Say ""hi""",1,2,,,',
    `trace 1,0,,,'=cmd(),`,
    "trace 2,0,,,,3",
    "",
  ]);
});
