import { expect, test } from "vitest";
import { SummaryDialog } from "../src/grid/summary_dialog";
import { summaryOf } from "../src/grid/summary";
import type { Column } from "../src/wire/document";
import type { Json } from "../src/wire/json";

const column = (more: Partial<Column>): Column => ({ field: "v", type: "number", ...more });
const of = (more: Partial<Column>, values: Json[]) =>
  summaryOf(
    column(more),
    values.map((v) => ({ v })),
  );

test("numbers have a range, a mean and a histogram, and what is empty is missing", () => {
  const summary = of({}, [1, 2, 2, 7, null, ""]);
  expect(summary).toMatchObject({ filled: 4, missing: 2, distinct: 3, mean: "3" });
  expect(summary.range).toEqual({ least: "1", greatest: "7" });
  expect(summary.bars).toEqual([3, 0, 1]);
  expect(of({ format: { percent: true, decimals: 1 } }, [0.1, 0.2]).mean).toBe("15.0%");
  expect(of({}, [1e-9, 3e-9]).mean).toBe(of({}, [2e-9]).range?.least);
  expect(of({ traits: ["exact"] }, ["9007199254740993", 1]).range?.greatest).toBe(
    "9007199254740993",
  );
});

test("texts that are numbers or dates are summed up as such, others by what is frequent", () => {
  const texts = { type: "text" as const };
  const numbers = of({ ...texts, traits: ["numbers"] }, ["10", "9", "1,000"]);
  expect(numbers.range).toEqual({ least: "9", greatest: "1,000" });
  const dates = of({ type: "date" }, ["2026-02-01", "2025-12-31T23:00:00-05:00"]);
  expect(dates.range?.least).toContain("2025-12-31");
  expect([dates.mean, dates.frequent]).toEqual([null, []]);
  const words = of(texts, ["a", "b", "b", "c", "d", "b"]);
  expect(words.range).toBeNull();
  expect(words.frequent).toHaveLength(3);
  expect(words.frequent[0]).toEqual({ text: "b", count: 3 });
  expect(of({ ...texts, cells: "image" }, ["data:image/png;base64,AA=="]).frequent).toEqual([]);
  expect(of(texts, [])).toMatchObject({ filled: 0, distinct: 0, frequent: [], bars: [] });
});

test("the dialog has a line for each column", () => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  const dialog = new SummaryDialog();
  document.body.append(dialog.element);
  dialog.open("6 rows", [of({ title: "Amount" }, [1, 3, null]), of({ type: "text" }, ["x"])]);
  const texts = [...dialog.element.querySelectorAll("tr")].map((line) =>
    [...line.children].slice(0, 5).map((cell) => cell.textContent),
  );
  expect(texts.slice(1)).toEqual([
    ["Amount", "2", "1", "2", "1 – 3, mean 2"],
    ["v", "1", "0", "1", "x (1)"],
  ]);
  expect(dialog.element.querySelectorAll("svg")).toHaveLength(1);
});
