import { beforeEach, expect, test, vi } from "vitest";
import type { Op } from "../src/wire/document";
import { BODY } from "../src/wire/document";
import type { WholeData } from "../src/wire/fill";
import { TABLE_STATE, wireDocument } from "./document";
import { drawPage, element } from "./view_page";

beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => {}));

const html = (text: string) => ({ body: { kind: "html" as const, html: text } });
const content = (component_id: string, value: { text: string } | { html: string }): Op => ({
  type: "set_content",
  component_id,
  content: value,
});

test("contents of the document are shown over the agent's HTML", async () => {
  const { problems } = await drawPage({
    ...html("<b id=total>0</b><input id=field>"),
    contents: [
      { component_id: "total", revision: 2, content: { text: "5" } },
      { component_id: "field", revision: 2, content: { text: "x" } },
    ],
  });
  expect(element("total").textContent).toBe("5");
  expect(element<HTMLInputElement>("field").value).toBe("x");
  expect(problems).toEqual([]);
});

test("a select keeps its options when its value is part of the document", async () => {
  const select = "<select id=s><option>a</option><option>b</option></select>";
  const value = { component_id: "s", revision: 2, content: { text: "b" } };
  for (const [body, contents] of [
    [select, [value]],
    [
      "<div id=box></div>",
      [{ component_id: "box", revision: 2, content: { html: select } }, value],
    ],
  ] as const) {
    await drawPage({ ...html(body), contents: [...contents] });
    expect([element<HTMLSelectElement>("s").value, element("s").children.length]).toEqual(["b", 2]);
  }
});

test("text is not read as HTML and the scripts of HTML do not run", async () => {
  const { page } = await drawPage(html("<div id=box></div>"));
  await page.apply({ revision: 2, op: content("box", { text: "<i>5</i>" }) });
  expect(element("box").textContent).toBe("<i>5</i>");
  await page.apply({
    revision: 3,
    op: content("box", { html: "<i>5</i><script>window.ran = true</script>" }),
  });
  expect(element("box").querySelector("i")?.textContent).toBe("5");
  expect(document.defaultView).not.toHaveProperty("ran");
});

test("an element that is not there is a failure that names the nearest", async () => {
  const { page } = await drawPage(html("<b id=total></b>"));
  expect(await page.apply({ revision: 2, op: content("totl", { text: "" }) })).toEqual([
    "no element #totl; did you mean #total?",
  ]);
  expect(await page.apply({ revision: 3, op: content('x"] *', { text: "" }) })).toEqual([
    'no element #x"] *',
  ]);
});

test("the scripts of the page run in order, and one that fails does not stop the next", async () => {
  const { problems } = await drawPage(
    html(
      "<script>var note = (text) => document.body.append(text)</script>" +
        "<script>note('1'); nothing.here</script>" +
        "<script>note('2'); document.addEventListener('DOMContentLoaded', () => note('3'))</script>",
    ),
  );
  expect(document.body.lastChild?.textContent).toBe("3");
  expect(document.body.textContent).toMatch(/123$/);
  expect(problems.join()).toContain("nothing is not defined");
});

test("a signal reaches its listeners, and what goes wrong is a failure", async () => {
  const { page, signals } = await drawPage({});
  const emit = (event_type: string) =>
    page.apply({ revision: 2, op: { type: "emit", event_type, data: { x: 1 } } });
  expect(await emit("a:b")).toEqual(['nothing in the page listens for "a:b"']);
  const heard: unknown[] = [];
  const stop = signals.on("a:b", (data) => heard.push(data));
  expect(await emit("a:b")).toEqual([]);
  expect(heard).toEqual([{ x: 1 }]);
  stop();
  signals.on("a:c", () => {
    throw new Error("broken");
  });
  expect(await emit("a:c")).toEqual(['a listener for "a:c" failed: broken']);
});

test("a document that cannot be drawn says so in the page and to the agent", async () => {
  const body = {
    kind: "table" as const,
    columns: [],
    row_id: null,
    page_size: null,
    state: TABLE_STATE,
    data: { revision: 1, json: "[1]" },
  };
  const { problems } = await drawPage({ body });
  expect(problems).toEqual(["the rows are no objects"]);
  expect(document.querySelector(".widget-problem")?.textContent).toContain(
    "the rows are no objects",
  );
});

test("the title goes nowhere as HTML", async () => {
  await drawPage({ title: "</title><script>alert(1)</script>" });
  expect(document.title).toBe("</title><script>alert(1)</script>");
  expect(document.querySelectorAll("script")).toHaveLength(0);
});

test("a redrawn document keeps the agent's HTML with what was typed into it", async () => {
  const parts = html("<input id=field>");
  const { page } = await drawPage(parts);
  element<HTMLInputElement>("field").value = "typed";
  await page.draw(wireDocument(parts));
  expect(element<HTMLInputElement>("field").value).toBe("typed");
});

test("data that was left out of a document is that which is there", async () => {
  const table = (revision: number, json?: string) => ({
    kind: "table" as const,
    columns: [],
    row_id: null,
    page_size: null,
    state: TABLE_STATE,
    data: { revision, ...(json === undefined ? {} : { json }) },
  });
  const { page } = await drawPage({ body: table(4, '[{"n":1}]') });
  expect([3, 4, 5].map((revision) => page.hasData(":body", revision))).toEqual([true, true, false]);
  expect(page.hasData("other", 1)).toBe(false);
  const again = await page.draw(wireDocument({ body: table(4), title: "New" }));
  expect(again.filter((problem) => problem.includes("left out"))).toEqual([]);
  expect(document.title).toBe("New");
  expect(await page.draw(wireDocument({ body: table(5) }))).toEqual(["the host left out the data"]);
});

test("what is in a component stays as it is when another block changes", async () => {
  const div = { type: "div", component_id: "box", content: "<b id=inner>0</b><input id=typed>" };
  const toolbars = [{ position: "top" as const, items: [div] }];
  const set = (component_id: string, revision: number, content: object) => ({
    component_id,
    revision,
    content,
  });
  const contents = [
    set("box", 2, { html: "<b id=inner>idle</b><input id=typed>" }),
    set("inner", 3, { text: "running" }),
  ] as never;
  const { page } = await drawPage({ toolbars, contents });
  expect(element("inner").textContent).toBe("running");
  element<HTMLInputElement>("typed").value = "mine";
  await page.draw(wireDocument({ toolbars, contents, title: "Other" }));
  expect(element("inner").textContent).toBe("running");
  expect(element<HTMLInputElement>("typed").value).toBe("mine");
  // Drawn again it gets all of that again.
  const wider = [{ position: "top" as const, items: [{ ...div, style: "width: 9em" }] }];
  await page.draw(wireDocument({ toolbars: wider, contents }));
  expect(element("inner").textContent).toBe("running");
  expect(element<HTMLInputElement>("typed").value).toBe("");
});

test("a rejected event is shown to the person, and the end as well", async () => {
  const { page } = await drawPage({});
  page.settled(new Set(), [{ n: 1, reason: "the event has 70000 bytes" }]);
  expect(document.querySelector(".widget-toast")?.textContent).toContain("70000 bytes");
  page.destroyed();
  expect(document.querySelector(".widget-problem")?.textContent).toContain("closed this widget");
});

test("a malformed event name is an error for the caller, and data is copied", async () => {
  const { emitter, events } = await drawPage({});
  for (const name of ["", "click", "a:b:c", "a b:c", `a:${"x".repeat(65)}`]) {
    expect(() => emitter.emit(name, {})).toThrow("is not an event name");
  }
  const data = { row: 1 };
  emitter.emit("rowCount:increment", data);
  data.row = 2;
  expect(events()).toEqual([["rowCount:increment", { row: 1 }, ""]]);
});

test("operations wait for the rows of which the first are drawn", async () => {
  let arrive: (data: WholeData) => void = () => {};
  const arrived = new Promise<WholeData>((resolve) => (arrive = resolve));
  const table = { kind: "table" as const, columns: [], row_id: null, page_size: null };
  const data = { revision: 1, json: '[{"n":1}]', count: 2 };
  const body = { ...table, state: TABLE_STATE, data };
  const { page } = await drawPage({ body }, { data: () => arrived });
  const json = '[{"n":3}]';
  const append = { type: "grid_rows", strategy: "append", block_id: BODY, json, columns: [] };
  const applied = vi.fn();
  const applying = page.apply({ revision: 2, op: append as Op }).then(applied);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(applied).not.toHaveBeenCalled();
  arrive({ revision: 1, json: '[{"n":1},{"n":2}]' });
  await applying;
  // There is no AG Grid here; the document took it.
  expect(String(applied.mock.calls)).not.toContain("only the first rows");
});
