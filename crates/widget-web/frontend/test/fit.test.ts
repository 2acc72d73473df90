import { expect, test } from "vitest";
import { fittedOf, withFitted } from "../src/chart/fit";
import { UNCHANGED, withView } from "../src/chart/view_state";
import { readFigure } from "../src/view/model/figure";
import type { JsonObject } from "../src/wire/json";

const DAYS = ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"];
const candles = {
  type: "candlestick",
  x: DAYS,
  open: [1, 20, 3000, 4000],
  close: [2, 30, 3000, 4000],
  high: [3, 40, 3001, 4000],
  low: [0, 10, 2999, 4000],
};
const zoom = { "xaxis.range[0]": "2026-01-01 12:00", "xaxis.range[1]": "2026-01-03 06:00:00" };

function fitted(data: object[], layout: object = {}, seen: JsonObject = zoom) {
  const view = { ...UNCHANGED, layout: seen };
  const figure = withView(readFigure(JSON.stringify({ data, layout })), view);
  return { fitted: fittedOf(figure, view), figure };
}

test("the y axis shows the candles in sight", () => {
  const { yaxis = [0, 0] } = fitted([candles]).fitted;
  expect(yaxis[0]).toBeCloseTo(10 - 2991 * 0.055);
  expect(yaxis[1]).toBeCloseTo(3001 + 2991 * 0.055);
});

test("what the author or the person has set stays", () => {
  for (const yaxis of [{ range: [0, 1] }, { autorange: "reversed" }, { type: "category" }]) {
    expect(fitted([candles], { yaxis }).fitted).toEqual({});
  }
  expect(fitted([candles], {}, { ...zoom, "yaxis.range[0]": 3 }).fitted).toEqual({});
  expect(fitted([candles], { xaxis: { range: DAYS } }, {}).fitted).toEqual({});
  expect(fitted([candles], {}, { "xaxis.autorange": true }).fitted).toEqual({});
  const places = { "xaxis.range[0]": 0.5, "xaxis.range[1]": 2.5 };
  const bars = { type: "bar", x: [1, 2, 3], y: [1, 2, 3] };
  expect(fitted([bars], { xaxis: { type: "category" } }, places).fitted).toEqual({});
});

test("each axis is fitted to the traces that are shown in it", () => {
  const line = { type: "scatter", x: DAYS, y: [5, 6, 7, 900] };
  const bars = { type: "bar", x: DAYS, y: [50, 60, null, 70], yaxis: "y2", xaxis: "x2" };
  const hidden = { ...line, y: [0, 1e6, 0, 0], visible: "legendonly" };
  const layout = { xaxis2: { matches: "x" } };
  const { yaxis = [0, 0], yaxis2 = [0, 0] } = fitted([line, bars, hidden], layout).fitted;
  expect(yaxis[0]).toBeGreaterThan(5.9);
  expect(yaxis[1]).toBeLessThan(7.1);
  expect(yaxis2[0]).toBe(0);
  expect(yaxis2[1]).toBeCloseTo(63.3);
});

test("an axis whose traces are not understood is left alone", () => {
  const bar = { type: "bar", x: DAYS, y: [1, 2, 3, 4] };
  expect(fitted([bar, bar], { barmode: "stack" }).fitted).toEqual({});
  const twice = { type: "bar", x: [1, 1, 2], y: [5, 6, 7] };
  expect(fitted([twice], { barmode: "relative" }).fitted).toEqual({});
  expect(fitted([{ type: "box", x: DAYS, y: [1, 2, 3, 4] }]).fitted).toEqual({});
  expect(fitted([{ ...bar, y: { bdata: "AAA=", dtype: "f8" } }]).fitted).toEqual({});
  expect(fitted([{ ...bar, x: ["a", "b", "c", "d"] }]).fitted).toEqual({});
  const between = { "xaxis.range": ["2026-01-01 01:00", "2026-01-01 02:00"] };
  expect(fitted([bar], {}, between).fitted).toEqual({});
});

test("numbers and logarithms are fitted as well", () => {
  const line = { x: [1, 2, 3], y: [10, 100, 1000] };
  const seen = { "xaxis.range": [0.5, 2.5] };
  const { yaxis = [0, 0] } = fitted([line], { yaxis: { type: "log" } }, seen).fitted;
  expect(yaxis[0]).toBeCloseTo(1 - 0.055);
  expect(yaxis[1]).toBeCloseTo(2 + 0.055);
});

test("a fitted axis forgets what it was, and the slider shows all", () => {
  const { fitted: ranges, figure } = fitted([candles], { yaxis: { title: { text: "EUR" } } });
  const { layout } = withFitted(figure, ranges);
  expect(layout["yaxis"]).toMatchObject({ title: { text: "EUR" }, autorange: false });
  expect((layout["yaxis"] as JsonObject)["uirevision"]).toContain("fitted");
  expect(layout["xaxis"]).toMatchObject({ rangeslider: { yaxis: { rangemode: "auto" } } });
  const without = fitted([candles], { xaxis: { rangeslider: { visible: false } } });
  const plain = withFitted(without.figure, without.fitted).layout["xaxis"];
  expect((plain as JsonObject)["rangeslider"]).toEqual({ visible: false });
});
