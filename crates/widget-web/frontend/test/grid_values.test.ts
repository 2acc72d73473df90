import { expect, test } from "vitest";
import { columnsOf } from "../src/grid/columns";
import { fieldOf } from "../src/grid/column_id";
import { editing } from "../src/grid/editors";
import { isAddress, LinkCell } from "../src/grid/link_cell";
import { orderOf } from "../src/grid/order";
import { profileOf } from "../src/grid/profile";
import { gridRows } from "../src/grid/rows";
import { readRows, type GridBody } from "../src/view/model/document";
import type { Column } from "../src/wire/document";
import type { Json } from "../src/wire/json";
import { GRID_STATE } from "./document";

function table(rows: GridBody["rows"], columns: Column[], row_id: string | null = null): GridBody {
  return {
    kind: "grid",
    revision: 1,
    columns,
    row_id,
    page_size: null,
    state: GRID_STATE,
    rows,
    firstOf: null,
    paged: null,
  };
}

/** A column of these values: how it is shown, and how it sorts. */
function column(type: Column["type"], values: Json[], more: Partial<Column> = {}) {
  const named: Column = { field: "v", type, ...more };
  const rows = values.map((value) => ({ [named.field]: value }));
  const body = table(rows, [named]);
  const [made] = columnsOf(body);
  const format = made?.valueFormatter as (params: object) => string;
  const sorted = values.toSorted(orderOf(profileOf(body, named)));
  return { made, sorted, shown: values.map((value) => format({ value })) };
}

test("large integers are shown, sorted, filtered and edited by their digits", () => {
  const rows = readRows('[{"v":9007199254740993},{"v":9007199254740992},{"v":7}]');
  const values = rows.map(({ v }) => v ?? null);
  const { made, sorted, shown } = column("number", values);
  expect(shown).toEqual(["9007199254740993", "9007199254740992", "7"]);
  expect(sorted).toEqual([7, "9007199254740992", "9007199254740993"]);
  const filtered = made?.filterValueGetter as (params: object) => Json;
  expect(filtered({ data: { row: rows[0] } })).toBe("9007199254740993");
  const { valueParser } = editing({ field: "v", type: "number", editable: true }, true);
  const parse = valueParser as (params: object) => Json;
  expect(parse({ newValue: " 09007199254740995 ", oldValue: 1 })).toBe("9007199254740995");
  expect(parse({ newValue: "12", oldValue: 1 })).toBe(12);
  expect(parse({ newValue: "x", oldValue: 1 })).toBe(1);
  const body = table(rows, [], "v");
  expect(gridRows(body, rows).map(({ id }) => id)).toEqual([...values]);
});

test("a number of a large table is edited by its digits: its rows are not looked through", () => {
  const named = { field: "v", type: "number", editable: true } as const;
  const [whole] = columnsOf(table([], [named]));
  const [paged] = columnsOf({ ...table([], [named]), paged: 200_000 });
  expect(whole?.cellEditor).toBe("agNumberCellEditor");
  expect(paged?.cellEditor).toBe("agTextCellEditor");
  const parse = paged?.valueParser as (params: object) => Json;
  expect(parse({ newValue: "9007199254740993", oldValue: 1 })).toBe("9007199254740993");
});

test("a field may have any name", () => {
  const names = ["__proto__", "constructor", "5", "toString", "=x", "ag-Grid-y", "plain"];
  const rows = readRows('[{"__proto__": 1, "5": "five"}, {}]');
  const made = columnsOf(
    table(
      rows,
      names.map((field) => ({ field, type: "text" as const })),
    ),
  );
  const value = (index: number, row: number) =>
    (made[index]?.valueGetter as (params: object) => Json)({ data: { row: rows[row] } });
  expect(names.map((_, index) => value(index, 0))).toEqual([
    1,
    null,
    "five",
    ...Array<null>(4).fill(null),
  ]);
  expect(names.map((_, index) => value(index, 1))).toEqual(Array<null>(7).fill(null));
  expect(made.map(({ colId }) => fieldOf(colId ?? ""))).toEqual(names);
  expect(fieldOf("ag-Grid-SelectionColumn")).toBeNull();
  expect(made.some(({ colId }) => (colId ?? "") in {})).toBe(false);
});

test("times of several zones sort by the instant and show their zone", () => {
  const { shown, sorted } = column("date", [
    "2024-03-31T01:30:00+01:00",
    "2024-03-31T00:45:00Z",
    "2024-03-30T20:00:00-05:00",
  ]);
  expect(shown).toEqual([
    "2024-03-31 01:30:00 +01:00",
    "2024-03-31 00:45:00 UTC",
    "2024-03-30 20:00:00 -05:00",
  ]);
  expect(sorted.map((value) => String(value).slice(8, 13))).toEqual(["31T01", "31T00", "30T20"]);
});

test("times that are all midnight show the day", () => {
  const days = ["2024-01-01T00:00:00.000Z", "2024-06-01T00:00:00Z", null];
  expect(column("date", days).shown).toEqual(["2024-01-01", "2024-06-01", ""]);
  const mixed = column("date", [...days, "2023-12-31T23:59:59.990Z"]).shown;
  expect(mixed).toEqual([
    "2024-01-01 00:00:00",
    "2024-06-01 00:00:00",
    "",
    "2023-12-31 23:59:59.99",
  ]);
});

test.each<[string, Json[]]>([
  ["months first", ["Dec 1 2023", "Jan 5 2024", "Jun 12, 2024"]],
  ["days first", ["1 Dec 2023", "05-Jan-2024", "12 June 2024"]],
  ["numbers", ["12/01/2023", "01/02/2025", "3/4/2026"]],
  ["days that no month has", ["01/02/2023", "31/01/2024", "02/02/2024"]],
  ["times", ["Jan 5 2024 9:05 AM", "Jan 5 2024 12:30 PM", "Jan 5 2024 1:00 PM"]],
  ["numbers as text", ["-64.7", "7.138", "1,000", "2e3"]],
  ["percent", ["-5%", "0.5%", "12%"]],
])("text that is all of one kind sorts as that: %s", (_, ordered) => {
  const { sorted, shown } = column("text", ordered.toReversed());
  expect(sorted).toEqual(ordered);
  expect(shown).toEqual(ordered.toReversed());
});

test("one text that is something else leaves a column text", () => {
  expect(column("text", ["10", "9", "n/a", "-1"]).sorted).toEqual(["-1", "9", "10", "n/a"]);
  expect(column("text", ["Jan 5 2024", "soon"]).sorted).toEqual(["Jan 5 2024", "soon"]);
});

test.each<[string, Json[], Partial<Column>, string]>([
  ["amounts", [1234567, 12], {}, "1,234,567"],
  ["decimals", [12345.5, 7], { decimals: 2 }, "12,345.50"],
  ["years", [2024, 1999, 1], {}, "2024"],
  ["quarters", [2024.25, 1999.5], { decimals: 2 }, "2024.25"],
  ["numbers that follow one another", [10023, 10024], {}, "10023"],
  ["named as an id", [123456, 7], { field: "order_id" }, "123456"],
  ["named as an id in its title", [123456, 7], { title: "ZIP code" }, "123456"],
  ["a place", [41052.5, 7.25], { field: "latitude" }, "41052.5"],
])("thousands are separated where they are amounts: %s", (_, values, more, first) => {
  expect(column("number", values, more).shown[0]).toBe(first);
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
  expect(column("text", ["https://a.example/"]).made?.cellRenderer).toBe(LinkCell);
  expect(column("text", ["a"]).made?.cellRenderer).toBeUndefined();
});
