import { expect, test } from "vitest";
import { withTraceTypes } from "../src/chart/trace_types";
import { readFigure } from "../src/view/model/figure";

test("traces of other names are those that are meant, and the author's look stays", () => {
  const given = readFigure(
    JSON.stringify({
      data: [
        { type: "line", y: [1, 2] },
        { type: "line", mode: "lines+markers", y: [1] },
        { type: "area", y: [1] },
        { type: "column", y: [1] },
        { type: "donut", values: [1] },
        { type: "bar", y: [1] },
        { y: [1] },
      ],
      frames: [{ name: "a", data: [{ type: "line", y: [3] }] }],
    }),
  );
  const { data, frames } = withTraceTypes(given);
  expect(data).toEqual([
    { type: "scatter", mode: "lines", y: [1, 2] },
    { type: "scatter", mode: "lines+markers", y: [1] },
    { type: "scatter", mode: "lines", fill: "tozeroy", y: [1] },
    { type: "bar", y: [1] },
    { type: "pie", hole: 0.5, values: [1] },
    { type: "bar", y: [1] },
    { y: [1] },
  ]);
  expect(data[5]).toBe(given.data[5]);
  expect(frames).toEqual([{ name: "a", data: [{ type: "scatter", mode: "lines", y: [3] }] }]);
  expect(withTraceTypes({ ...given }).frames).toBe(frames);
});

test("a change in parts of the whole has one decimal, unless its author says another way", () => {
  const deltas = [{ relative: true }, { relative: true, valueformat: ".3%" }, { reference: 3 }];
  const data = deltas.map((delta) => ({ type: "indicator", value: 1, delta }));
  const { data: meant } = withTraceTypes(readFigure(JSON.stringify({ data })));
  expect(meant.map((trace) => trace["delta"])).toEqual([
    { relative: true, valueformat: ".1%" },
    deltas[1],
    deltas[2],
  ]);
});

test("numbers beside each other do not meet", () => {
  const domains = [{ x: [0, 0.5] }, { x: [0.5, 1], y: [0, 1] }, { x: [0, 1] }, { row: 1 }];
  const data = domains.map((domain) => ({ type: "indicator", value: 1, domain }));
  const { data: meant } = withTraceTypes(readFigure(JSON.stringify({ data })));
  expect(meant.map((trace) => trace["domain"])).toEqual([
    { x: [0, 0.48] },
    { x: [0.52, 1], y: [0, 1] },
    { x: [0, 1] },
    { row: 1 },
  ]);
});
