/** Edits of elements: a page that opens late shows what one shows that was open all along. */

import { expect, test } from "vitest";
import type { ElementEdit, Op } from "../src/wire/document";
import { applyOp } from "../src/view/model/reducer";
import { localDocument, wireDocument, type TestDocument } from "./document";
import { drawPage, element, seen } from "./view_page";

const HTML =
  "<div id=panel><b id=count>1</b><p id=text>x <i id=note>a</i></p></div>" +
  "<ul id=log><li id=line>0</li></ul><table><tbody id=rows></tbody></table>";

const edit = (component_id: string, edit: ElementEdit): Op => ({
  type: "edit_element",
  component_id,
  edit,
});
const content = (component_id: string, content: { text: string } | { html: string }): Op => ({
  type: "set_content",
  component_id,
  content,
});

/** The document after operations, as the server sends it. */
function after(body: TestDocument["body"] & object, ops: readonly Op[]): TestDocument {
  const before = localDocument({ body });
  const document = ops.reduce(
    (current, op, index) => applyOp(current, { revision: index + 2, op }).document,
    before,
  );
  return { body, contents: structuredClone(document.contents) as never };
}

/** Random numbers that are the same in each run (xorshift32). */
class Random {
  constructor(private state: number) {}

  below(bound: number): number {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return Math.abs(this.state) % bound;
  }

  oneOf<T>(all: readonly T[]): T {
    return all[this.below(all.length)] as T;
  }
}

const IDS = ["panel", "count", "text", "note", "log", "line", "rows", "row", "cell", "extra"];

/** Ids that no element of the page has, and no other that is made with them. */
function free(): string[] {
  return IDS.filter((id) => document.getElementById(id) === null);
}

function markup(random: Random, ids: string[]): string {
  let html = `t${random.below(100)}`;
  for (let count = random.below(3); count > 0 && ids.length > 0; count -= 1) {
    const [id] = ids.splice(random.below(ids.length), 1);
    const tag = random.oneOf(["span", "div", "li", "section"]);
    html += `<${tag} id=${id}>${random.below(2) === 0 ? markup(random, ids) : "7"}</${tag}>`;
  }
  return html;
}

function anyOp(random: Random): Op {
  const there = IDS.filter((id) => !free().includes(id));
  const target = random.oneOf(there);
  const inside = [...element(target).querySelectorAll("[id]")].map(({ id }) => id);
  switch (random.below(9)) {
    case 0:
      return content(target, { text: String(random.below(50)) });
    case 1:
      return content(target, { html: markup(random, [...free(), ...inside]) });
    case 2:
      return edit(target, { prepend: markup(random, free()) });
    case 3:
      return edit(target, { before: markup(random, free()) });
    case 4:
      return edit(target, { after: markup(random, free()) });
    case 5:
      return there.length > 3 ? edit(target, "remove") : edit(target, { append: "last" });
    case 6:
      return edit(target, { classes: { [random.oneOf(["a", "b"])]: random.below(2) === 0 } });
    case 7:
      return edit(target, { attributes: { title: random.oneOf(["a", "b", null]) } });
    default:
      return edit(target, { append: markup(random, free()) });
  }
}

test.each(Array.from({ length: 60 }, (_, seed) => seed + 1))(
  "a page that opens late shows the same, seed %i",
  async (seed) => {
    const body = { kind: "html" as const, html: HTML };
    const { page } = await drawPage({ body });
    const random = new Random(seed * 7_919);
    const ops: Op[] = [];
    // Once every element is gone there is nothing to change.
    for (let count = 0; count < 40 && free().length < IDS.length; count += 1) {
      const op = anyOp(random);
      expect(await page.apply({ revision: ops.length + 2, op })).toEqual([]);
      ops.push(op);
      const reached = seen();
      // Drawn again it stays as it is.
      if (count % 10 === 9) await page.draw(wireDocument(after(body, ops)));
      expect(seen(), JSON.stringify(ops)).toBe(reached);
    }
    const early = seen();
    await drawPage(after(body, ops));
    expect(seen(), JSON.stringify(ops)).toBe(early);
  },
);

test("a page that is far behind draws only what is later", async () => {
  const body = { kind: "html" as const, html: "<input id=field><ul id=log></ul>" };
  const ops = [edit("log", { append: "<li>1</li>" }), edit("log", { append: "<li>2</li>" })];
  const { page } = await drawPage({ body });
  await page.apply({ revision: 2, op: ops[0] as Op });
  element<HTMLInputElement>("field").value = "typed";
  await page.draw(wireDocument(after(body, ops)));
  expect(element("log").innerHTML).toBe("<li>1</li><li>2</li>");
  expect(element<HTMLInputElement>("field").value).toBe("typed");
});

test("rows go into a table, and what is put in can be operated", async () => {
  const body = { kind: "html" as const, html: HTML };
  const { page } = await drawPage({ body });
  const row = '<tr id=row><td><a data-event="row:open">Open</a></td></tr>';
  await page.apply({ revision: 2, op: edit("rows", { append: row }) });
  expect(element("row").parentElement).toBe(element("rows"));
  expect(element("row").querySelector("a")?.tabIndex).toBe(0);
  expect(await page.apply({ revision: 3, op: edit("rom", "remove") })).toEqual([
    "no element #rom; did you mean #row?",
  ]);
});

test("HTML that is put in by any change can be operated", async () => {
  const { page } = await drawPage({
    body: { kind: "html", html: "<ul id=list></ul><i id=it></i>" },
  });
  const html = '<li id=row data-event="row:open">Row</li>';
  const op = { type: "set_content", component_id: "list", content: { html } } as const;
  await page.apply({ revision: 2, op });
  const role = (id: string) => [element(id).getAttribute("role"), element(id).tabIndex];
  expect(role("row")).toEqual(["button", 0]);
  await page.apply({ revision: 3, op: edit("it", { attributes: { "data-event": "it:open" } }) });
  expect(role("it")).toEqual(["button", 0]);
});

test("an attribute shows in a field that the person has used", async () => {
  const html = "<input id=done type=checkbox><input id=name><option id=one></option>";
  const { page } = await drawPage({ body: { kind: "html", html } });
  const [done, name] = [element<HTMLInputElement>("done"), element<HTMLInputElement>("name")];
  done.click();
  name.value = "typed";
  const set = (id: string, attributes: Record<string, string | null>) =>
    page.apply({ revision: 2, op: edit(id, { attributes }) });
  await set("done", { checked: null });
  await set("name", { value: "given" });
  expect([done.checked, name.value]).toEqual([false, "given"]);
  await set("done", { checked: "" });
  expect(done.checked).toBe(true);
});

test("a log that is scrolled to its end stays there, another stays where it is", async () => {
  const body = { kind: "html" as const, html: "<ul id=log style='overflow-y: auto'></ul>" };
  const { page } = await drawPage({ body });
  const log = element("log");
  let top = 0;
  const scrolled: unknown[] = [];
  Object.defineProperties(log, {
    scrollHeight: { get: () => 100 + 20 * log.children.length },
    clientHeight: { get: () => 100 },
    scrollTop: { get: () => top },
    scrollTo: { value: (to: { top: number }) => scrolled.push((top = to.top - 100)) },
  });
  const line = (revision: number) => page.apply({ revision, op: edit("log", { append: "<li>x" }) });
  await line(2);
  await line(3);
  expect(scrolled).toEqual([20, 40]);
  top = 10;
  await line(4);
  expect(scrolled).toHaveLength(2);
});
