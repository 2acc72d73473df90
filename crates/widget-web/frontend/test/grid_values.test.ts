import { expect, test } from "vitest";
import type { ColDef } from "ag-grid-community";
import fixture from "../../../widget-state/tests/fixtures/column_traits.json";
import { barRange } from "../src/grid/look";
import { areDrawnAlike, columnsOf, displayedColumns, keyOf } from "../src/grid/columns";
import { fieldOf } from "../src/grid/column_id";
import { isAddress, LinkCell } from "../src/grid/link_cell";
import { orderOf } from "../src/grid/order";
import { gridRows, type GridRow } from "../src/grid/rows";
import { readRows, type TableBody } from "../src/view/model/document";
import type { Column, ColumnTrait } from "../src/wire/document";
import type { Json } from "../src/wire/json";
import { TABLE_STATE } from "./document";

function table(
  rows: TableBody["rows"],
  columns: Column[],
  row_id: string | null = null,
): TableBody {
  return {
    kind: "table",
    revision: 1,
    fetched: 1,
    columns,
    row_id,
    page_size: null,
    state: TABLE_STATE,
    rows,
    firstOf: null,
    paged: null,
  };
}

/** A column as AG Grid gets it. */
function made(column: Column): ColDef<GridRow, Json> {
  const [one] = columnsOf(table([], [column]));
  if (one === undefined) throw new Error("no column");
  return one;
}

/** The values of a column as they are shown. */
function shownIn(column: Partial<Column>, values: Json[]): string[] {
  const format = made({ field: "v", type: "text", ...column }).valueFormatter;
  return values.map((value) => (format as (params: object) => string)({ value }));
}

test.each(fixture)("values sort as on the server: $rows", ({ rows, column, order }) => {
  const values = readRows(rows).map(({ v }) => v ?? null);
  const positions = [...values.keys()];
  const compare = orderOf(column as Column);
  expect(positions.sort((a, b) => compare(values[a], values[b]))).toEqual(order);
});

test("a column may be in another language than the reader's", () => {
  const german = { type: "number", locale: "de" } as const;
  const euros = { currency: "EUR", grouped: true };
  expect(shownIn({ ...german, format: euros }, [1234.5])).toEqual(["1.234,50\u00a0€"]);
  expect(shownIn({ ...german, decimals: 1, traits: ["amounts"] }, [12345.5])).toEqual(["12.345,5"]);
  const date = { type: "date", time_format: "%-d %B %Y" } as const;
  expect(shownIn({ ...date, locale: "de" }, ["2026-03-01"])).toEqual(["1 März 2026"]);
  expect(shownIn(date, ["2026-03-01"])).toEqual(["1 March 2026"]);
  // A tag that the browser does not take is no reason to show nothing.
  expect(shownIn({ type: "number", locale: "de-1996-1996", format: euros }, [5])).toEqual([
    "€5.00",
  ]);
});

test("large integers are shown, filtered and edited by their digits", () => {
  const rows = readRows('[{"v":9007199254740993},{"v":9007199254740992},{"v":7}]');
  const values = rows.map(({ v }) => v ?? null);
  const column: Column = { field: "v", type: "number", traits: ["exact"], editable: true };
  const { filterValueGetter, valueParser } = made(column);
  expect(shownIn(column, values)).toEqual(["9007199254740993", "9007199254740992", "7"]);
  const filtered = filterValueGetter as (params: object) => Json;
  expect(filtered({ data: { row: rows[0] } })).toBe("9007199254740993");
  const parse = valueParser as (params: object) => Json;
  expect(parse({ newValue: " 09007199254740995 ", oldValue: 1 })).toBe("9007199254740995");
  expect(parse({ newValue: "12", oldValue: 1 })).toBe(12);
  expect(parse({ newValue: "x", oldValue: 1 })).toBe(1);
  const body = table(rows, [], "v");
  expect(gridRows(body, rows).map(({ id }) => id)).toEqual([...values]);
});

test("a column of a large table is drawn as the server knows it: its rows are not here", () => {
  const traits: ColumnTrait[] = ["amounts"];
  const body = table([], [{ field: "v", type: "number", traits, editable: true }]);
  const [paged] = columnsOf({ ...body, paged: 200_000 });
  expect((paged?.valueFormatter as (params: object) => string)({ value: 52000 })).toBe("52,000");
  expect(paged?.cellEditor).toBe("agNumberCellEditor");
});

test("bars are drawn when all rows of a table are here, or their range is given", () => {
  const rows = readRows('[{"v":5},{"v":10}]');
  const column: Column = { field: "v", type: "number", cells: "bar" };
  const range = (more: object, given = column) => barRange(given, { ...table(rows, []), ...more });
  expect(range({})).toEqual({ min: 0, max: 10 });
  for (const part of [{ firstOf: 500 }, { paged: 500 }]) {
    expect(range(part)).toBeNull();
    expect(range(part, { ...column, max: 40 })).toEqual({ min: 0, max: 40 });
  }
});

test("columns that nearly fit into a table are narrower", () => {
  const rows = readRows('[{"a":"some text","b":"some text","c":"some text","d":"x"}]');
  const columns: Column[] = ["a", "b", "c"].map((field) => ({ field, type: "text" }));
  const body = { ...table(rows, [...columns, { field: "d", type: "text", hidden: true }]) };
  const widths = (room: number, more: object = {}) =>
    columnsOf({ ...body, ...more }, room)
      .slice(0, 3)
      .map(({ minWidth = 0 }) => minWidth);
  const all = widths(0);
  const wanted = all.reduce((sum, width) => sum + width, 0);
  expect(widths(wanted + 60)).toEqual(all);
  const sum = (room: number, more?: object) => widths(room, more).reduce((a, b) => a + b, 0);
  expect(sum(wanted + 40)).toBeLessThanOrEqual(wanted - 12);
  expect(sum(wanted - 5, { selectable: false })).toBeLessThanOrEqual(wanted - 7);
  // Half as wide they would have no room for their text.
  expect(widths(wanted / 2)).toEqual(all);
});

test("a field may have any name", () => {
  const names = ["__proto__", "constructor", "5", "toString", "=x", "ag-Grid-y", "plain"];
  const rows = readRows('[{"__proto__": 1, "5": "five"}, {}]');
  const all = columnsOf(
    table(
      rows,
      names.map((field) => ({ field, type: "text" as const })),
    ),
  );
  const value = (index: number, row: number) =>
    (all[index]?.valueGetter as (params: object) => Json)({ data: { row: rows[row] } });
  expect(names.map((_, index) => value(index, 0))).toEqual([
    1,
    null,
    "five",
    ...Array<null>(4).fill(null),
  ]);
  expect(names.map((_, index) => value(index, 1))).toEqual(Array<null>(7).fill(null));
  expect(all.map(({ colId }) => fieldOf(colId ?? ""))).toEqual(names);
  expect(fieldOf("ag-Grid-SelectionColumn")).toBeNull();
  expect(all.some(({ colId }) => (colId ?? "") in {})).toBe(false);
});

test("a field without a name is not the column of the checkboxes", () => {
  const body = table([], [{ field: "", type: "text" }]);
  const ids = ["ag-Grid-SelectionColumn", ""];
  const api = { getAllDisplayedColumns: () => ids.map((id) => ({ getColId: () => id })) };
  expect(displayedColumns(api as never, body)).toEqual(body.columns);
});

test("times of several zones show their zone, days no time", () => {
  const times = ["2024-03-31T01:30:00+01:00", "2024-03-31T00:45:00Z", "2023-12-31T23:59:59.990Z"];
  expect(shownIn({ type: "date", traits: ["zones"] }, times)).toEqual([
    "2024-03-31 01:30:00 +01:00",
    "2024-03-31 00:45:00 UTC",
    "2023-12-31 23:59:59.99 UTC",
  ]);
  const midnight = ["2024-01-01T00:00:00.000Z", null];
  expect(shownIn({ type: "date", traits: ["days"] }, midnight)).toEqual(["2024-01-01", ""]);
  expect(shownIn({ type: "date" }, midnight)).toEqual(["2024-01-01 00:00:00", ""]);
});

test("thousands are separated where they are amounts", () => {
  const traits: ColumnTrait[] = ["amounts"];
  expect(shownIn({ type: "number", traits }, [1234567, 12])).toEqual(["1,234,567", "12"]);
  expect(shownIn({ type: "number", traits, decimals: 2 }, [12345.5])).toEqual(["12,345.50"]);
  expect(shownIn({ type: "number" }, [1234567])).toEqual(["1234567"]);
});

test("times of a large table have room, though its rows are not here", () => {
  const time: Column = { field: "t", type: "date" };
  const width = (column: Column, paged: number | null) =>
    columnsOf({ ...table([{ t: "2024-01-01T10:00:00" }], [column]), paged })[0]?.minWidth;
  expect(width(time, 200_000)).toBe(width(time, null));
  expect(width({ ...time, traits: ["days"] }, 200_000)).toBeLessThan(width(time, null) ?? 0);
});

test("a column is drawn otherwise when what is known of it or the first rows are others", () => {
  const rows = [{ v: 1 }, { v: 2 }];
  const column: Column = { field: "v", type: "number" };
  const before = table(rows, [column]);
  expect(areDrawnAlike(before, table([...rows], [{ ...column }]))).toBe(true);
  const others = [
    table(rows, [{ ...column, traits: ["amounts"] }]),
    table([...rows, { v: 3 }], [column]),
    table([{ v: 1 }, { v: 3 }], [column]),
  ];
  for (const after of others) expect(areDrawnAlike(before, after)).toBe(false);
  const many = Array.from({ length: 100 }, () => ({ v: 1 }));
  expect(areDrawnAlike(table(many, [column]), table([...many, { v: 3 }], [column]))).toBe(true);
  const key = (body: TableBody) => keyOf(body, columnsOf(body));
  expect(key(table(rows, [column]))).toBe(key(table([...rows, { v: 3 }], [column])));
  expect(key(table(rows, [column]))).not.toBe(key(table([{ v: "long".repeat(9) }], [column])));
});

test("an address is a link, and nothing else is", () => {
  expect(isAddress("https://example.com/a?b=c")).toBe(true);
  for (const text of ["javascript:alert(1)", "https://a b", "see https://a", 5, null]) {
    expect(isAddress(text)).toBe(false);
  }
  const drawn = (value: string) => {
    const cell = new LinkCell();
    cell.init({ value, valueFormatted: value } as never);
    return cell.getGui().outerHTML;
  };
  expect(drawn("https://a.example/?<b>")).toBe(
    '<a href="https://a.example/?<b>" rel="noopener noreferrer">https://a.example/?&lt;b&gt;</a>',
  );
  expect(drawn("<b>x</b>")).toBe("<span>&lt;b&gt;x&lt;/b&gt;</span>");
  expect(made({ field: "v", type: "text", traits: ["links"] }).cellRenderer).toBe(LinkCell);
  expect(made({ field: "v", type: "text" }).cellRenderer).toBeUndefined();
});

test("the numbers of a column have the same decimals, in every format", () => {
  const column = { type: "number", decimals: 3 } as const;
  const values = [0.412, 0.391, 0.37, 1];
  const percents = ["41.2%", "39.1%", "37.0%", "100.0%"];
  expect(shownIn({ ...column, format: { percent: true } }, values)).toEqual(percents);
  const numbers = ["0.412", "0.391", "0.370", "1.000"];
  expect(shownIn({ ...column, format: { grouped: true } }, values)).toEqual(numbers);
  expect(shownIn({ type: "number", format: { percent: true } }, [1, 2])).toEqual(["100%", "200%"]);
  // Of a column of texts and numbers nothing is known.
  expect(shownIn({ type: "text", format: { percent: true } }, [0.412])).toEqual(["41.2%"]);
});
