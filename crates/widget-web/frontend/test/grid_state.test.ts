import { expect, test, vi } from "vitest";
import { csvOf } from "../src/grid/csv";
import { editing } from "../src/grid/editors";
import { selectedIds, selectionOf } from "../src/grid/events";
import { PagedRows } from "../src/grid/paged";
import { positionsOf, type GridRow } from "../src/grid/rows";
import { isSame } from "../src/wire/same";
import { selectedKeys } from "../src/grid/state";
import type { ColumnType } from "../src/wire/document";
import type { Json } from "../src/wire/json";
import type { BodyPage, RowsRequest } from "../src/view/body/body";
import type { TableBody } from "../src/view/model/document";
import { TABLE_STATE } from "./document";

const body = (parts: Partial<TableBody>): TableBody => ({
  kind: "table",
  revision: 1,
  fetched: 1,
  columns: [],
  row_id: null,
  page_size: null,
  state: TABLE_STATE,
  rows: [],
  firstOf: null,
  paged: null,
  ...parts,
});
const rowOf = (position: number, row: GridRow["row"]): GridRow => ({
  key: String(position),
  id: position,
  position,
  row,
});

test("states are the same when they say the same", () => {
  const model = { a: { type: "equals", filter: 1, filterTo: null } };
  expect(isSame(model, { a: { filter: 1, type: "equals" } })).toBe(true);
  expect(isSame(model, { a: { filter: 2, type: "equals" } })).toBe(false);
  expect(isSame([1, 2], [1])).toBe(false);
  expect(isSame({}, [])).toBe(false);
  expect(isSame(undefined, null)).toBe(true);
});

test("a selection as large as the table is all of it, else the ids that are known", () => {
  const selection = (row_ids: Json[], count: number) => ({
    ...TABLE_STATE,
    selection: { row_ids, count },
  });
  const rows = [{}, {}, {}];
  expect(selectedKeys(body({ rows, state: selection([0], 3) }))).toBeNull();
  expect(selectedKeys(body({ rows, state: selection([0], 2) }))).toEqual(new Set(["0"]));
  expect(selectedKeys(body({ rows, state: selection(["0"], 1) }))).toEqual(new Set(['"0"']));
});

test("what is sent of a selection fits into an event, and its number is true", () => {
  const many = Array.from({ length: 2_000 }, (_, n) => rowOf(n, { n }));
  expect(selectedIds(many)).toMatchObject({ count: 2_000 });
  expect(selectedIds(many).row_ids).toHaveLength(1_000);
  // A page of events has 32 KiB.
  const wide = Array.from({ length: 100 }, (_, n) => rowOf(n, { text: "ü".repeat(2_000) }));
  const event = selectionOf({ getSelectedRows: () => wide } as never);
  expect(new TextEncoder().encode(JSON.stringify(event)).length).toBeLessThan(32 * 1024);
  expect(event["rows"]).toHaveLength(5);
  expect(event["count"]).toBe(100);
});

test("rows to update are found by their ids", () => {
  const rows = [{ id: 1 }, { id: "1" }, { id: 2 }];
  expect(positionsOf(body({ row_id: "id", rows }), [{ id: 2 }, { id: "1" }])).toEqual([1, 2]);
});

test("CSV quotes what it has to and defuses formulas", () => {
  const columns = [
    { field: "a", type: "text" as const, title: "A, b" },
    { field: "n", type: "number" as const },
  ];
  const rows = [
    { a: 'say "x"', n: -1 },
    { a: "=HYPERLINK()", n: null },
    { a: "-5", n: 2.5 },
    { a: "@x,y", n: 0 },
    { a: [1], n: 1 },
  ];
  expect(csvOf(columns, rows)).toBe(
    '"A, b",n\r\n"say ""x""",-1\r\n\'=HYPERLINK(),\r\n-5,2.5\r\n"\'@x,y",0\r\n[1],1\r\n',
  );
});

test("a path leads to what is inside objects, and nowhere else", () => {
  const row = { "a.b": 1, a: { b: { c: "deep" } }, list: [{ c: 2 }], text: "x" };
  const value = (field: string) =>
    csvOf([{ field, type: "text", path: true }], [row]).split("\r\n")[1];
  expect(value("a.b.c")).toBe("deep");
  expect(value("a.b")).toBe('"{""c"":""deep""}"');
  for (const field of ["a.c", "a.b.c.d", "list.0", "text.length", "a.toString", "__proto__.a"]) {
    expect(value(field)).toBe("");
  }
  expect(csvOf([{ field: "a.b", type: "number" }], [row])).toBe("a.b\r\n1\r\n");
});

test("only an editable value has an editor, and an edit leaves the document's row alone", () => {
  const column = (type: ColumnType, editable: boolean) => editing({ field: "f", type, editable });
  expect(column("text", false)).toEqual({ editable: false });
  expect(column("object", true)).toEqual({ editable: false });
  const row = { f: 1 };
  const data = rowOf(0, row);
  const set = column("number", true).valueSetter as (params: object) => boolean;
  expect(set({ data, newValue: 2 })).toBe(true);
  expect([data.row, row]).toEqual([{ f: 2 }, { f: 1 }]);
});

test("a text of several lines, or a long one, has an editor that keeps them", () => {
  const select = editing({ field: "f", type: "text", editable: true }).cellEditorSelector;
  const editor = (value: Json) => select?.({ value } as never)?.component as unknown;
  for (const value of ["short", null, 5]) expect(editor(value)).toBe("agTextCellEditor");
  for (const value of ["two\nlines", "long ".repeat(20)]) {
    expect(editor(value)).toBe("agLargeTextCellEditor");
  }
});

test("typed text keeps the type of its column", () => {
  const parse = (type: ColumnType, oldValue: Json, newValue: string | null) =>
    (editing({ field: "f", type, editable: true }).valueParser as (params: object) => unknown)({
      oldValue,
      newValue,
    });
  expect(parse("text", null, "")).toBeNull();
  expect(parse("text", "x", "")).toBe("");
  expect([parse("text", 5, "6"), parse("text", 5, "six"), parse("text", "5", "6")]).toEqual([
    6,
    "six",
    "6",
  ]);
  expect(parse("date", "2026-01-05", "soon")).toBe("2026-01-05");
  expect(parse("date", "2026-01-05", "2026-13-45")).toBe("2026-01-05");
  expect(parse("date", "2026-01-05", " 2026-02-03 ")).toBe("2026-02-03");
  expect(parse("date", "2026-01-05", "")).toBeNull();
});

test("all rows are fetched part by part, or none when they change meanwhile", async () => {
  const asked: RowsRequest[] = [];
  let changedAt = Infinity;
  let there = 12_000;
  const page = {
    rows: async (request: RowsRequest) => {
      asked.push(request);
      const length = Math.max(0, Math.min(request.end, there) - request.start);
      const positions = Array.from({ length }, (_, n) => request.start + n);
      const revision = request.start >= changedAt ? 2 : 1;
      return { count: 12_000, revision, positions, rows: positions.map((n) => ({ n })) };
    },
  } as unknown as BodyPage;
  const paged = new PagedRows(
    page,
    () => body({ paged: 12_000 }),
    () => {},
  );
  const rows = await paged.all([], {});
  expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 12_000 }, (_, n) => n));
  expect(asked.map(({ start }) => start)).toEqual([0, 5_000, 10_000]);
  changedAt = 5_000;
  await expect(paged.all([], {})).rejects.toThrow("changed meanwhile");
  [changedAt, there] = [Infinity, 6_000];
  await expect(paged.all([], {})).rejects.toThrow("missing");
});

test("rows that cannot be fetched are asked for again, and at last said to the person", async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.useFakeTimers();
  for (const answer of [Promise.reject(new Error("away")), Promise.resolve({ rows: 3 })]) {
    const notices: string[] = [];
    const rows = vi.fn(() => answer);
    const page = { rows, notice: (text: string) => notices.push(text) };
    const paged = new PagedRows(
      page as unknown as BodyPage,
      () => body({}),
      () => {},
    );
    const failCallback = vi.fn();
    const params = { startRow: 0, endRow: 9, sortModel: [], filterModel: {}, failCallback };
    paged.getRows(params as never);
    await vi.advanceTimersByTimeAsync(200);
    expect(failCallback).not.toHaveBeenCalled();
    await vi.runAllTimersAsync();
    expect(failCallback).toHaveBeenCalledTimes(1);
    expect([notices.length, rows.mock.calls.length]).toEqual([1, 8]);
  }
  vi.useRealTimers();
});

test("an answer to an earlier filter that comes late does not count", async () => {
  const answers: ((answer: object) => void)[] = [];
  const page = { rows: () => new Promise<object>((resolve) => answers.push(resolve)) };
  const counts: number[] = [];
  const paged = new PagedRows(
    page as unknown as BodyPage,
    () => body({}),
    (count) => counts.push(count),
  );
  const ask = (filterModel: object) =>
    new Promise<void>((successCallback) => {
      const params = { startRow: 0, endRow: 9, sortModel: [], filterModel, successCallback };
      paged.getRows(params as never);
    });
  const both = [ask({}), ask({ price: { filter: 1 } })];
  answers[1]?.({ count: 150, revision: 1, positions: [], rows: [] });
  answers[0]?.({ count: 150_000, revision: 1, positions: [], rows: [] });
  await Promise.all(both);
  expect(counts).toEqual([150]);
});
