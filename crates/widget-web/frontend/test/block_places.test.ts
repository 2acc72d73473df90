import { expect, test } from "vitest";
import { fromWire, withSameBodies } from "../src/view/model/document";
import type { ElementEdit } from "../src/wire/document";
import { wireDocument } from "./document";
import { drawPage, element } from "./view_page";

const place = (id: string) => `<widget-block id=${id}></widget-block>`;
const metric = (id: string, value = 1) => ({ type: "metric", id, label: id, value });
const html = `<div id=a>${place("one")}</div><div id=b></div>`;
const body = (...blocks: object[]) => ({
  blocks: [{ type: "html", id: ":body", html, blocks }],
});
const edit = (component_id: string, revision: number, change: ElementEdit) => ({
  component_id,
  revision,
  edit: change,
});

/** The ids and texts in the page, each element in brackets. */
const outline = () =>
  [...document.querySelectorAll(".widget-content [id]")]
    .map(({ id, parentElement }) => `${parentElement?.id ?? ""}>${id}`)
    .join(" ");

test("a block that comes with later HTML is drawn when it has a place", async () => {
  const { page, problems } = await drawPage(body(metric("one")));
  const one = element("one");
  const contents = [edit("b", 2, { append: place("two") })];
  const more = await page.draw(
    wireDocument({ ...body(metric("one"), metric("two", 7)), contents }),
  );
  expect([problems, more]).toEqual([[], []]);
  expect(element("two").textContent).toContain("7");
  expect(element("one")).toBe(one);
  expect(outline()).toBe(">a a>one >b b>two");
});

test("a block that is gone leaves what was put beside it, live and in a later page", async () => {
  const contents = [
    edit("b", 2, { append: place("one") }),
    edit("one", 3, { after: "<i id=note>n</i>" }),
    edit("one", 4, "remove"),
  ];
  const { page } = await drawPage({ ...body(metric("one")), contents: contents.slice(0, 2) });
  expect(outline()).toBe(">a >b b>one b>note");
  await page.draw(wireDocument({ ...body(), contents }));
  expect(outline()).toBe(">a >b b>note");
  await drawPage({ ...body(), contents });
  expect(outline()).toBe(">a >b b>note");
  // Another of its id is not emptied by that.
  const again = [...contents, edit("b", 5, { append: place("one") })];
  await drawPage({ ...body(metric("one", 8)), contents: again });
  expect(outline()).toBe(">a >b b>note b>one");
  expect(element("one").textContent).toContain("8");
});

test("figures and rows that are the same stay as they are drawn", () => {
  const chart = (revision: number, visible = {}) => ({
    type: "chart",
    id: "c",
    data: { revision, json: '{"data":[]}' },
    view: { layout: {}, visible },
  });
  const document = (spec: object) => fromWire(wireDocument({ blocks: [spec] }));
  const before = document(chart(3));
  const after = (spec: object) => withSameBodies(document(spec), before).bodies.get("c");
  expect(after(chart(3))).toBe(before.bodies.get("c"));
  expect(after(chart(4))).not.toBe(before.bodies.get("c"));
  expect(after(chart(3, { "0": false }))).not.toBe(before.bodies.get("c"));
});
