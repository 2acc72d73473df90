import { expect, test } from "vitest";
import { columnsOf } from "../src/grid/columns";
import { compare } from "../src/grid/order";
import { shown } from "../src/grid/shown";
import { gridRows } from "../src/grid/rows";
import type { TableBody } from "../src/view/model/document";
import type { Column } from "../src/wire/document";
import type { Json } from "../src/wire/json";
import { TABLE_STATE } from "./document";

const body = (row_id: string | null, rows: TableBody["rows"]): TableBody => ({
  kind: "table",
  revision: 1,
  fetched: 1,
  columns: [
    { field: "a.b", type: "number" },
    { field: "day", type: "date" },
  ],
  row_id,
  page_size: null,
  state: TABLE_STATE,
  rows,
  firstOf: null,
  paged: null,
});

test("rows are known by their id field or by their position", () => {
  const rows = [{ id: 1 }, { id: "1" }];
  const ids = (field: string | null) => gridRows(body(field, rows), rows, 5).map(({ id }) => id);
  expect(ids("id")).toEqual([1, "1"]);
  expect(ids(null)).toEqual([5, 6]);
  expect(new Set(gridRows(body("id", rows), rows).map(({ key }) => key)).size).toBe(2);
});

test("no column has a renderer, which could read a cell as HTML", () => {
  for (const column of columnsOf(body(null, []))) {
    expect(Object.keys(column).filter((key) => /renderer/i.test(key))).toEqual([]);
  }
});

test("a field with a dot is a field", () => {
  const [column] = columnsOf(body(null, []));
  const value = (column?.valueGetter as (params: object) => unknown)({
    data: { row: { "a.b": 3 } },
  });
  expect(value).toBe(3);
});

test("values are shown as they are", () => {
  expect(shown(null, { type: "text" })).toBe("");
  expect(shown(0, { type: "number" })).toBe("0");
  expect(shown({ a: [1] }, { type: "object" })).toBe('{"a":[1]}');
  expect(shown("2026-01-05T10:00:00.000Z", { type: "date" })).toBe("2026-01-05 10:00:00");
  expect(shown("2026-01-05", { type: "date" })).toBe("2026-01-05");
  expect(shown("2026-01-05 at noon", { type: "date" })).toBe("2026-01-05 at noon");
  expect(shown("<b>", { type: "text" })).toBe("<b>");
});

test("the numbers of a column have the same decimals, and nothing else is changed", () => {
  const money = { field: "money", type: "number" as const, decimals: 1 };
  const rows = [{ money: 7966 }, { money: 7953.6 }];
  const [column] = columnsOf({ ...body(null, rows), columns: [money] });
  const format = column?.valueFormatter as (params: object) => string;
  expect(rows.map((row) => format({ value: row.money }))).toEqual(["7966.0", "7953.6"]);
  const filtered = column?.filterValueGetter as (params: object) => Json;
  expect(filtered({ data: { row: { money: 7966 } } })).toBe(7966);
  expect(shown(2026, { type: "number" })).toBe("2026");
  expect(shown(-7, { type: "number", decimals: 2 })).toBe("-7.00");
  expect(shown(0, { type: "number", decimals: 2 })).toBe("0.00");
  // A cell that was just edited may have more than the server has counted.
  expect(shown(1.25, { type: "number", decimals: 1 })).toBe("1.25");
  expect(shown(1 / 3, { type: "number", decimals: 6 })).toBe("0.333333");
  expect(shown(1e-9, { type: "number", decimals: 6 })).toBe("1e-9");
  expect(shown(0.0000004, { type: "number", decimals: 6 })).toBe("4e-7");
  expect(shown(1e21, { type: "number", decimals: 6 })).toBe("1e+21");
  expect(shown("7966", { type: "text", decimals: 2 })).toBe("7966");
});

test.each([
  [1234.5, { grouped: true, decimals: 2 }, "1,234.50"],
  [1234.5, { currency: "EUR", grouped: true }, "€1,234.50"],
  [1234.5, { currency: "USD", grouped: true, decimals: 0 }, "$1,235"],
  [0.256, { percent: true, decimals: 1 }, "25.6%"],
  [0.256, { percent: true }, "25.6%"],
  [1234.5, { decimals: 0 }, "1235"],
  [1234567, { compact: true, decimals: 3 }, "1.23M"],
  [1000, { compact: true, decimals: 3 }, "1.00K"],
  [1234567, { compact: true, currency: "USD" }, "$1.2M"],
])("%d in the format %o", (value, format, text) => {
  expect(shown(value, { type: "number", format })).toBe(text);
  expect(shown("n/a", { type: "text", format })).toBe("n/a");
});

test("a date is filtered by the day that stands there, in every time zone", () => {
  const day = columnsOf(body(null, []))[1];
  const date = (day?.filterValueGetter as (params: object) => Date)({
    data: { row: { day: "2026-01-05T23:30:00Z" } },
  });
  expect([date.getFullYear(), date.getMonth(), date.getDate()]).toEqual([2026, 0, 5]);
});

test("a number that is written as a date is filtered by its day of UTC", () => {
  const at: Column = { field: "at", type: "number", time_format: "%d %b" };
  const [column] = columnsOf({ ...body(null, []), columns: [at] });
  const filtered = column?.filterValueGetter as (params: object) => Date | null;
  const dayOf = (at: number) => {
    const day = filtered({ data: { row: { at } } });
    return day === null ? null : [day.getFullYear(), day.getMonth(), day.getDate()];
  };
  expect(column?.filter).toBe("agDateColumnFilter");
  expect(dayOf(1_767_657_540)).toEqual([2026, 0, 5]);
  expect(dayOf(1_767_657_540_999)).toEqual([2026, 0, 5]);
  expect(dayOf(1e300)).toBeNull();
});

test("sorting puts nothing first, numbers by size and text as people do", () => {
  expect([10, null, 9, -1].sort(compare)).toEqual([null, -1, 9, 10]);
  expect(["item 10", "item 9", "Äpfel"].sort(compare)).toEqual(["Äpfel", "item 9", "item 10"]);
});
