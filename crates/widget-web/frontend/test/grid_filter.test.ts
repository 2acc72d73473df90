import { expect, test } from "vitest";
import { GivenFilter } from "../src/grid/given_filter";
import { create } from "../src/grid/main";
import type { BodyPage } from "../src/view/body/body";
import type { TableBody } from "../src/view/model/document";
import type { Column } from "../src/wire/document";
import type { Json, JsonObject } from "../src/wire/json";
import { TABLE_STATE } from "./document";
import { fillIn } from "./view_page";

fillIn();

const COLUMNS: Column[] = [
  { field: "zip", type: "text" },
  { field: "n", type: "number" },
  { field: "day", type: "date", traits: ["days"] },
  { field: "id", type: "number", traits: ["exact"] },
];

const table = (filter: Json): TableBody => ({
  kind: "table",
  revision: 1,
  fetched: 1,
  columns: COLUMNS,
  row_id: null,
  page_size: null,
  state: { ...TABLE_STATE, filter } as TableBody["state"],
  rows: [
    { zip: "10115", n: 1, day: "2026-01-05", id: "9007199254740992" },
    { zip: "20095", n: 2, day: "2026-01-06", id: "9007199254740993" },
  ],
  firstOf: null,
  paged: null,
});

/** A table in a page whose document gets a filter, the rows it shows, and the events it sends. */
async function filtered(filter: Json) {
  const emitted: unknown[] = [];
  const page = {
    emit: (type: string, data: Json) => void emitted.push([type, data]),
    isSettled: () => true,
  } as unknown as BodyPage;
  const container = document.createElement("div");
  document.body.append(container);
  const view = create(container, page, {});
  await view.draw(table({}));
  await view.update(table(filter), { kind: "state" });
  const footer = container.querySelector(".widget-grid-footer span");
  // AG Grid tells of a change a task later.
  await new Promise((done) => setTimeout(done));
  const shown = footer?.textContent;
  view.dispose();
  return { emitted, shown };
}

test.each<Json>([
  { zip: { filterType: "number", type: "equals", filter: 10115 } },
  { n: { filterType: "text", type: "contains", filter: "2" } },
  { n: { filterType: "number", type: "contains", filter: 2 } },
  { day: { filterType: "number", type: "greaterThan", filter: 3 } },
  { id: { filterType: "number", type: "equals", filter: 1 } },
])("a filter that a column cannot have is passed over, without an event: %j", async (filter) => {
  expect(await filtered(filter)).toEqual({ emitted: [], shown: "2 rows" });
});

const isBetween = { filterType: "number", type: "greaterThan", filter: 0 };

test.each<Json>([
  { zip: { filterType: "text", type: "equals", filter: "10115" } },
  { day: { filterType: "date", type: "greaterThanOrEqual", dateFrom: "2026-01-06" } },
  { id: { filterType: "text", type: "equals", filter: "9007199254740993" } },
  {
    n: {
      filterType: "number",
      operator: "AND",
      conditions: [isBetween, isBetween, { ...isBetween, filter: 1 }],
    },
  },
])("a filter of the document is shown and is no act of the person: %j", async (filter) => {
  expect(await filtered(filter)).toEqual({ emitted: [], shown: "1 of 2 rows" });
});

test("what AG Grid makes of a filter that the page gave is not the person's", () => {
  let model: JsonObject = {};
  const api = {
    getFilterModel: () => model,
    setFilterModel: () => void (model = { a: "corrected" }),
  };
  const given = new GivenFilter();
  given.give(api, {});
  expect(given.isOfPerson(api)).toBe(false);
  model = { a: "of the person" };
  expect(given.isOfPerson(api)).toBe(true);
  // The same as before, and of the person all the same.
  model = { a: "corrected" };
  expect(given.isOfPerson(api)).toBe(true);
});
