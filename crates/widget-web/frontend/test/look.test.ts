import { expect, test } from "vitest";
import { barRange, lookOf, passes } from "../src/grid/look";
import { shown } from "../src/grid/shown";
import { timeText } from "../src/grid/time_text";
import type { CellTest, Column } from "../src/wire/document";
import type { Json } from "../src/wire/json";
import type { TableBody } from "../src/view/model/document";

const column = (more: Partial<Column>): Column => ({ field: "n", type: "number", ...more });
const body = (values: Json[], more: object = {}) =>
  ({
    rows: values.map((n) => ({ n })),
    paged: null,
    firstOf: null,
    ...more,
  }) as unknown as TableBody;

function styleOf(of: Column, values: Json[], value: Json): unknown {
  const { cellStyle } = lookOf(of, barRange(of, body(values)));
  return typeof cellStyle === "function" ? cellStyle({ value } as never) : cellStyle;
}

test.each<[Json, CellTest, boolean]>([
  [5, { lt: 5 }, false],
  [5, { lte: 5, gte: 5 }, true],
  ["1,200", { gt: 1000 }, true],
  ["n/a", { gt: 1000 }, false],
  ["n/a", { lt: "z" }, true],
  [null, { lt: 5 }, false],
  [null, { eq: null }, true],
  [null, { ne: "x" }, true],
  ["2026-02-01", { gte: "2026-01-31" }, true],
  ["Late", { contains: "LA" }, true],
  [true, { eq: true }, true],
  [3, { in: ["1", "3"] }, true],
  [4, { in: [1, 3] }, false],
  ["anything", {}, true],
])("%j passes %j: %s", (value, check, expected) => {
  expect(passes(value, check)).toBe(expected);
});

test("the style of a cell is that of every test it passes, and takes back what it does not", () => {
  const styles = [
    { when: { lt: 0 }, style: { color: "red", "font-weight": "bold" } },
    { when: { lt: -10 }, style: { color: "purple" } },
  ];
  const of = column({ styles });
  expect(styleOf(of, [], -20)).toEqual({ color: "purple", "font-weight": "bold" });
  expect(styleOf(of, [], -1)).toEqual({ color: "red", "font-weight": "bold" });
  expect(styleOf(of, [], 1)).toEqual({ color: "", "font-weight": "" });
  expect(lookOf(column({}), null).cellStyle).toBeUndefined();
});

test("a bar goes from zero to its number, in the range of the rows or as it is said", () => {
  const stops = (of: Column, values: Json[], value: Json) => {
    const { background } = styleOf(of, values, value) as { background: string };
    return [...background.matchAll(/transparent\) ([\d.]+%)/g)].map(([, stop]) => stop).slice(0, 2);
  };
  const bar = column({ cells: "bar" });
  expect(stops(bar, [10, 40, null, "n/a"], 10)).toEqual(["0%", "25%"]);
  expect(stops(bar, [-10, 30], -10)).toEqual(["0%", "25%"]);
  expect(stops(bar, [-10, 30], 30)).toEqual(["25%", "100%"]);
  expect(stops(column({ cells: "bar", min: 50, max: 100 }), [75], 75)).toEqual(["0%", "50%"]);
  expect(stops(column({ cells: "bar", max: 100 }), [400], 400)).toEqual(["0%", "100%"]);
  expect(stops(bar, [0], 0)).toEqual([]);
  expect(barRange(bar, body([1], { paged: 200_000 }))).toBeNull();
  const said = column({ cells: "bar", max: 9 });
  expect(barRange(said, body([70], { paged: 200_000 }))).toEqual({ min: 0, max: 9 });
});

test("a date is written as its format says, by the clock that it was written by", () => {
  const date = column({ type: "date", time_format: "%-d %b %Y, %H:%M" });
  expect(shown("2026-11-27T23:30:00-08:00", date)).toBe("27 Nov 2026, 23:30");
  expect(shown("2026-11-27", date)).toBe("27 Nov 2026, 00:00");
  expect(shown("soon", date)).toBe("soon");
  const epoch = column({ type: "number", time_format: "%Y-%m-%d %H:%M" });
  expect([1_717_245_296_000, 1_717_245_296].map((time) => shown(time, epoch))).toEqual([
    "2024-06-01 12:34",
    "2024-06-01 12:34",
  ]);
  const text = column({ type: "text", traits: ["dates"], time_format: "%d.%m.%y" });
  expect(shown("Jun 12 1998", text)).toBe("12.06.98");
  expect(timeText(0, "%A %% %p")).toBe("Thursday % AM");
});

test("numbers that are text are written as they came, and a picture has no text", () => {
  expect(shown(1234567, column({ traits: ["amounts"], cells: "text" }))).toBe("1234567");
  const picture = column({ type: "text", cells: "image" });
  expect(shown("data:image/png;base64,AA==", picture)).toBe("");
  expect(shown("https://e.example/a.png", picture)).toBe("https://e.example/a.png");
  expect(lookOf(column({ cells: "text" }), null).type).toBeUndefined();
  expect(lookOf(column({}), null).type).toBe("rightAligned");
  expect(lookOf(column({ align: "center" }), null).headerClass).toBe("widget-centered");
});
