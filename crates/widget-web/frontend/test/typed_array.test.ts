import { expect, test } from "vitest";
import { fittedOf } from "../src/chart/fit";
import { csvOf } from "../src/chart/table";
import { editFigure } from "../src/view/model/chart_edit";
import { readFigure } from "../src/view/model/figure";
import { faultOf, listOf } from "../src/view/model/typed_array";
import type { JsonObject } from "../src/wire/json";

function typed(dtype: string, numbers: ArrayBufferView, shape?: string): JsonObject {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  const bdata = btoa(String.fromCharCode(...bytes));
  return { dtype, bdata, ...(shape === undefined ? {} : { shape }) };
}

const figure = (value: object) => readFigure(JSON.stringify(value));

test.each([
  ["i1", Int8Array.of(-1, 2)],
  ["u1", Uint8Array.of(1, 255)],
  ["i2", Int16Array.of(-300, 2)],
  ["u2", Uint16Array.of(1, 60_000)],
  ["i4", Int32Array.of(-70_000, 2)],
  ["u4", Uint32Array.of(1, 4e9)],
  ["f4", Float32Array.of(0.5, 2)],
  ["f8", Float64Array.of(0.1, 2)],
  ["float64", Float64Array.of(0.1, 2)],
])("%s is read", (dtype, numbers) => {
  expect(listOf(typed(dtype, numbers))).toEqual([...numbers]);
});

test("two and three sides make lists of lists, and what is no number is a gap", () => {
  const six = Int8Array.of(1, 2, 3, 4, 5, 6);
  expect(listOf(typed("i1", six, "2, 3"))).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect(listOf(typed("i1", six, "3, 1, 2"))).toEqual([[[1, 2]], [[3, 4]], [[5, 6]]]);
  expect(listOf(typed("f8", Float64Array.of(1, NaN, Infinity)))).toEqual([1, null, null]);
  expect(listOf({ a: 1 })).toBeNull();
});

test.each([
  [{ dtype: "zz", bdata: "AAAA" }, 'dtype "zz" is none of'],
  [{ dtype: "f8", bdata: "AAAA" }, "bdata has 3 bytes, which f8 of 8 bytes do not fill"],
  [{ dtype: "i1", bdata: "A-A=" }, "bdata is not base64"],
  [{ dtype: "f8" }, "bdata is missing"],
  [{ dtype: "i1", bdata: "AAAA", shape: "2, 2" }, 'the shape "2, 2" does not fit the 3 numbers'],
])("a broken one says what is wrong: %o", (broken, why) => {
  expect(faultOf(broken)).toContain(why);
  expect(listOf(broken)).toBeNull();
});

test("points are added to one, and an element of one is changed", () => {
  const before = figure({ data: [{ y: typed("i1", Int8Array.of(1, 2)) }] });
  const edit = { extend: { y: [[3]] }, max_points: 2 };
  expect(editFigure(before, edit).data).toEqual([{ y: [2, 3] }]);
  const one = { restyle: { "y[1]": 7 } };
  expect(editFigure(before, one).data).toEqual([{ y: [1, 7] }]);
});

test("they are exported and fitted as lists are", () => {
  const x = typed("i1", Int8Array.of(1, 2, 3));
  const y = typed("f8", Float64Array.of(10, 20, 900));
  expect(csvOf(figure({ data: [{ x, y }] }))?.split("\r\n")).toEqual([
    "trace,index,x,y",
    "trace 0,0,1,10",
    "trace 0,1,2,20",
    "trace 0,2,3,900",
    "",
  ]);
  const seen = { layout: { "xaxis.range": [0.5, 2.5] }, visible: {} };
  const drawn = figure({ data: [{ x, y }], layout: { xaxis: { range: [0.5, 2.5] } } });
  expect(fittedOf(drawn, seen)["yaxis"]?.[1]).toBeLessThan(21);
});
