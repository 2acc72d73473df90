import { expect, test } from "vitest";
import type { BlockState, Op } from "../src/wire/document";
import { BODY, readChange } from "../src/wire/document";
import { contentOf } from "../src/view/model/contents";
import type { Document } from "../src/view/model/document";
import { applyOp, withAllRows, type PageChange } from "../src/view/model/reducer";
import { bodyOf, localDocument, TABLE_STATE } from "./document";

const grid = (row_id: string | null, rows: object[], revision = 1) =>
  localDocument({
    body: {
      kind: "table",
      columns: [],
      row_id,
      page_size: null,
      state: TABLE_STATE,
      data: { revision, json: JSON.stringify(rows) },
    },
  });
/** A change as the server logs it. */
const apply = (document: Document, revision: number, op: object, after?: BlockState) =>
  applyOp(document, { revision, op: op as Op, ...(after === undefined ? {} : { after }) });
const rowsOp = (strategy: "set" | "append" | "update", rows: object[]) => ({
  type: "grid_rows",
  block_id: BODY,
  strategy,
  json: JSON.stringify(rows),
});
const rowsOf = (document: Document) => {
  const body = bodyOf(document);
  return body.kind === "table" ? body.rows : null;
};
/** The part of a change that is about the figure or the rows. */
const inBody = (change: PageChange) => (change.kind === "body" ? change.change : null);

test("content and values are replaced and the document before stays as it was", () => {
  const before = localDocument();
  const set = apply(before, 2, {
    type: "set_content",
    component_id: "a",
    content: { text: "5" },
  });
  const { document } = apply(set.document, 3, { type: "set_value", component_id: "c", value: 1 });
  expect(contentOf(document.contents, "a")).toEqual({ text: "5" });
  expect(document.values.get("c")).toBe(1);
  expect(before.contents).toEqual([]);
});

test("rows are set, appended, and updated by their id as a whole", () => {
  let document = grid("id", [
    { id: 1, v: "a", w: 1 },
    { id: "1", v: "b" },
  ]);
  document = apply(document, 2, rowsOp("append", [{ id: 2, v: "c" }])).document;
  document = apply(document, 3, rowsOp("update", [{ id: 1, v: "A" }])).document;
  expect(rowsOf(document)).toEqual([
    { id: 1, v: "A" },
    { id: "1", v: "b" },
    { id: 2, v: "c" },
  ]);
  document = apply(document, 4, rowsOp("set", [{ id: 9 }])).document;
  expect(rowsOf(document)).toEqual([{ id: 9 }]);
});

test("an operation that names columns replaces them, another keeps them", () => {
  const columns = [{ field: "id", type: "number" as const }];
  const named = apply(grid(null, []), 2, rowsOp("append", [{ id: 1 }]), { columns });
  expect(bodyOf(named.document)).toMatchObject({ columns });
  const kept = apply(named.document, 3, rowsOp("append", [{ id: 2 }]));
  expect(bodyOf(kept.document)).toMatchObject({ columns, revision: 3 });
});

test("fetched data that holds later operations is not changed by them again", () => {
  const fetched = grid(null, [{ v: 1 }, { v: 2 }], 7);
  const { document, change } = apply(fetched, 7, rowsOp("append", [{ v: 2 }]));
  expect(inBody(change)?.kind).toBe("columns");
  expect(rowsOf(document)).toHaveLength(2);
  expect(rowsOf(apply(document, 8, rowsOp("append", [{ v: 3 }])).document)).toHaveLength(3);
});

test("what the server says of a block after an operation is taken over", () => {
  const view = { layout: { "xaxis.range[0]": 1 }, visible: {} };
  const op = { type: "edit_chart", block_id: BODY, edit: { reset_zoom: true } };
  const change = readChange({ revision: 2, op, after: { view } });
  const body = { kind: "chart" as const, view: { layout: {}, visible: {} } };
  const before = localDocument({ body: { ...body, data: { revision: 1, json: '{"data":[]}' } } });
  expect(bodyOf(applyOp(before, change).document)).toMatchObject({ view });
  for (const malformed of [{ op }, { revision: 2, op: {} }, { revision: 2 }, null]) {
    expect(() => readChange(malformed)).toThrow("malformed change");
  }
});

test("reloaded data counts with its own revision", () => {
  const data = { revision: 9, json: '[{"v":1}]' };
  const op = { type: "reload_data", block_id: BODY, data };
  const { document } = apply(grid(null, []), 5, op);
  expect(bodyOf(document)).toMatchObject({ revision: 9, rows: [{ v: 1 }] });
  expect(apply(document, 9, rowsOp("append", [{ v: 2 }])).change).toMatchObject({
    change: { kind: "columns" },
  });
});

test("a cell is set by id or by position, and the row before stays as it was", () => {
  const cell = (row_id: unknown) => ({ type: "grid_cell", row_id, field: "v", value: 5 });
  const before = grid("id", [
    { id: 1, v: 1 },
    { id: "1", v: 2 },
  ]);
  const { document, change } = apply(before, 2, cell("1"));
  expect(inBody(change)).toEqual({ kind: "row", position: 1 });
  expect(rowsOf(document)?.[1]).toEqual({ id: "1", v: 5 });
  expect(rowsOf(before)?.[1]).toEqual({ id: "1", v: 2 });
  expect(rowsOf(apply(grid(null, [{}, {}]), 2, cell(1)).document)).toEqual([{}, { v: 5 }]);
  for (const id of [7, null]) expect(() => apply(before, 2, cell(id))).toThrow("no row");
});

test("columns and state are replaced whatever the rows hold already", () => {
  const columns = [{ field: "v", type: "number" as const, title: "V", editable: true }];
  const fetched = grid(null, [{ v: 1 }], 9);
  const named = apply(fetched, 2, { type: "grid_columns" }, { columns }).document;
  expect(bodyOf(named)).toMatchObject({ columns, revision: 9 });
  const late = apply(fetched, 3, rowsOp("append", [{ v: 2 }]), { columns });
  expect(bodyOf(late.document)).toMatchObject({ columns, rows: [{ v: 1 }] });
  const state = { ...TABLE_STATE, sort: [{ field: "v", direction: "asc" as const }] };
  const looked = apply(fetched, 4, { type: "grid_state", state });
  expect(bodyOf(looked.document)).toMatchObject({ state });
  expect(inBody(looked.change)?.kind).toBe("state");
});

test("operations of one revision are all applied, but for those that fetched data holds", () => {
  let document = grid(null, [{ v: 1 }], 1);
  for (const v of [2, 3]) {
    document = apply(document, 2, rowsOp("append", [{ v }])).document;
  }
  expect(rowsOf(document)).toEqual([{ v: 1 }, { v: 2 }, { v: 3 }]);
  const data = { revision: 3, json: '[{"v":4},{"v":5}]' };
  const ops = [{ type: "reload_data", block_id: BODY, data }, rowsOp("append", [{ v: 5 }])];
  for (const op of ops) document = apply(document, 3, op).document;
  expect(rowsOf(document)).toEqual([{ v: 4 }, { v: 5 }]);
});

test("a table becomes paged and comes back whole", () => {
  const pages = { revision: 4, count: 100_001 };
  const paged = apply(grid(null, [{}]), 4, { type: "reload_pages", pages });
  expect(bodyOf(paged.document)).toMatchObject({ paged: 100_001, rows: [], revision: 4 });
  const whole = apply(paged.document, 5, rowsOp("set", [{ v: 1 }]));
  expect(bodyOf(whole.document)).toMatchObject({ paged: null, rows: [{ v: 1 }], revision: 5 });
});

test("first rows wait for the others, which may hold later operations", () => {
  const data = { revision: 1, json: '[{"v":1}]', count: 3 };
  const body = { kind: "table" as const, columns: [], row_id: null, page_size: null };
  const first = localDocument({ body: { ...body, state: TABLE_STATE, data } });
  expect(bodyOf(first)).toMatchObject({ firstOf: 3, rows: [{ v: 1 }] });
  expect(() => apply(first, 2, rowsOp("append", [{ v: 4 }]))).toThrow("only the first rows");
  const json = '[{"v":1},{"v":2},{"v":3}]';
  const { document, change } = withAllRows(first, BODY, { revision: 5, json });
  expect(bodyOf(document)).toMatchObject({ firstOf: null, revision: 5 });
  expect(rowsOf(document)).toHaveLength(3);
  expect(inBody(change)).toMatchObject({ kind: "rows", strategy: "set" });
  expect(rowsOf(apply(document, 5, rowsOp("append", [{ v: 4 }])).document)).toHaveLength(3);
  expect(rowsOf(apply(document, 6, rowsOp("append", [{ v: 4 }])).document)).toHaveLength(4);
});

test("what the document cannot take is refused with the reason", () => {
  const figure = { type: "set_figure", block_id: BODY, json: '{"data":[]}' };
  expect(() => apply(localDocument(), 2, figure)).toThrow("no figure");
  expect(() => apply(grid(null, []), 2, figure)).toThrow("a table has no figure");
  expect(() => apply(grid(null, []), 2, rowsOp("update", [{}]))).toThrow("no row id");
  expect(() => apply(localDocument(), 2, { type: "twirl" })).toThrow('"twirl"');
});

test("ids that are names of object members are ids like others", () => {
  const contents = [{ component_id: "__proto__", revision: 2, content: { text: "x" } }];
  const document = localDocument({ contents });
  expect(contentOf(document.contents, "__proto__")).toEqual({ text: "x" });
  expect(document.values.get("constructor")).toBeUndefined();
});
