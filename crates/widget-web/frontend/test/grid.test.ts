import { expect, test } from "vitest";
import { columnsOf, compare, shown } from "../src/grid/columns";
import { gridRows } from "../src/grid/rows";
import type { GridBody } from "../src/view/document";
import { GRID_STATE } from "./document";

const body = (row_id: string | null, rows: GridBody["rows"]): GridBody => ({
  kind: "grid",
  revision: 1,
  columns: [
    { field: "a.b", type: "number" },
    { field: "day", type: "date" },
  ],
  row_id,
  page_size: null,
  state: GRID_STATE,
  rows,
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
  expect(shown(null, "text")).toBe("");
  expect(shown(0, "number")).toBe("0");
  expect(shown({ a: [1] }, "object")).toBe('{"a":[1]}');
  expect(shown("2026-01-05T10:00:00.000Z", "date")).toBe("2026-01-05 10:00:00");
  expect(shown("2026-01-05", "date")).toBe("2026-01-05");
  expect(shown("<b>", "text")).toBe("<b>");
});

test("a date is filtered by the day that stands there, in every time zone", () => {
  const day = columnsOf(body(null, []))[1];
  const date = (day?.filterValueGetter as (params: object) => Date)({
    data: { row: { day: "2026-01-05T23:30:00Z" } },
  });
  expect([date.getFullYear(), date.getMonth(), date.getDate()]).toEqual([2026, 0, 5]);
});

test("sorting puts nothing first, numbers by size and text as people do", () => {
  expect([10, null, 9, -1].sort(compare)).toEqual([null, -1, 9, 10]);
  expect(["item 10", "item 9", "Äpfel"].sort(compare)).toEqual(["Äpfel", "item 9", "item 10"]);
});
