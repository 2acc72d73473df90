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

test("a block that goes to a list leaves what stands beside it, live and in a later page", async () => {
  const contents = [
    edit("one", 2, { before: "<i id=note>n</i>" }),
    edit("one", 3, { after: "<i id=end>e</i>" }),
    edit("one", 4, "remove"),
  ];
  const inner = (...blocks: object[]) => ({ type: "html", id: "inner", html, blocks });
  const later = { blocks: [inner(), metric("one")], contents };
  const expected = ["inner>a a>note a>end inner>b", "widget-blocks"];
  const seen = () => [outline(), element("one").parentElement?.classList[0] ?? ""];
  const { page } = await drawPage({ blocks: [inner(metric("one"))] });
  const one = element("one");
  await page.draw(wireDocument(later));
  expect(seen()).toEqual(expected);
  expect(element("one")).toBe(one);
  await drawPage(later);
  expect(seen()).toEqual(expected);
  // And back, to another place.
  const back = [...contents, edit("b", 5, { append: place("one") })];
  await drawPage({ blocks: [inner(metric("one"))], contents: back });
  expect(outline()).toBe("inner>a a>note a>end inner>b b>one");
});

test("a block takes nothing of its place along", async () => {
  const dressed = `<widget-block id=one class="wide" style="width: 50%"></widget-block>`;
  const inner = (...blocks: object[]) => ({ type: "html", id: "inner", html: dressed, blocks });
  const { page } = await drawPage({ blocks: [inner(metric("one"))] });
  const one = element("one");
  expect([one.classList.contains("wide"), one.style.width]).toEqual([true, "50%"]);
  const contents = [edit("one", 2, "remove")];
  await page.draw(wireDocument({ blocks: [inner(), metric("one")], contents }));
  expect([one.classList.contains("wide"), one.style.width]).toEqual([false, ""]);
  expect(element("one")).toBe(one);
});

test("what a block says of itself counts over its place, which counts again without it", async () => {
  const dressed = `<widget-block id=one class=wide style="width: 50%; height: 320px !important">
    </widget-block>`;
  const drawn = (properties: object, html = dressed) => ({
    blocks: [{ type: "html", id: ":body", html, blocks: [{ ...metric("one"), ...properties }] }],
  });
  const { page } = await drawPage(drawn({}));
  const one = element("one");
  const look = () => [one.classList.contains("wide"), one.style.width, one.style.height];
  await page.draw(
    wireDocument(drawn({ height: 480, class_name: "wide", style: { width: "30%" } })),
  );
  expect(look()).toEqual([true, "30%", "480px"]);
  await page.draw(wireDocument(drawn({})));
  expect(look()).toEqual([true, "50%", "320px"]);
  // Other HTML has other places.
  await page.draw(wireDocument(drawn({}, `<p>x</p>${place("one")}`)));
  expect(look()).toEqual([false, "", ""]);
  expect(element("one")).toBe(one);
});

test("a block has the look of its place, and of no place before", async () => {
  const html = "<widget-block id=one class=wide></widget-block><div id=a></div>";
  const { page } = await drawPage({
    blocks: [{ type: "html", id: ":body", html, blocks: [{ type: "divider", id: "one" }] }],
  });
  let revision = 1;
  const append = (place: string) => {
    const edit = { append: `<widget-block id=one ${place}></widget-block>` };
    return page.apply({
      revision: ++revision,
      op: { type: "edit_element", component_id: "a", edit },
    });
  };
  await append("class=narrow");
  expect(element("one").className).toContain("narrow");
  expect(element("one").className).not.toContain("wide");
  await append("");
  expect(element("one").className).not.toContain("narrow");
});

test("a change is not of HTML that came later", async () => {
  const part = { type: "html", id: "part", html: "<i id=a>new</i>", revision: 3 };
  const html = "<i id=a>old</i><widget-block id=part></widget-block>";
  const contents = [{ revision: 2, component_id: "a", edit: "remove" as const }];
  await drawPage({ blocks: [{ type: "html", id: ":body", html, blocks: [part] }], contents });
  const texts = [...document.querySelectorAll("#a")].map(({ textContent }) => textContent);
  expect(texts).toEqual(["new"]);
});

test("a block that went to a list stays when what it stood in is emptied later", async () => {
  const box = `<div id=box><b id=in></b></div>`;
  const inner = (...blocks: object[]) => ({ type: "html", id: "inner", html: box, blocks });
  const contents = [
    edit("in", 2, { append: place("one") }),
    { component_id: "box", revision: 3, content: { text: "x" } },
    edit("one", 4, "remove"),
  ];
  await drawPage({ blocks: [inner(), metric("one")], contents });
  expect(element("one").parentElement?.classList[0]).toBe("widget-blocks");
  expect(element("box").textContent).toBe("x");
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
