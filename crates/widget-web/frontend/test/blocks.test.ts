import { expect, test, vi } from "vitest";
import { arrange } from "../src/view/blocks/arrange";
import { wireDocument } from "./document";
import { drawPage, element } from "./view_page";

const dashboard = (title: string, more: object[] = []) => [
  {
    type: "row",
    id: "bar",
    gap: "small",
    blocks: [{ type: "text", id: "name", component_id: "name" }],
  },
  {
    type: "card",
    id: "sum",
    title,
    actions: [{ type: "button", component_id: "go", label: "Go" }],
    blocks: [{ type: "html", id: "html-1", html: "<b id=total>1</b>" }, ...more],
  },
];

test("blocks stand in each other, with their ids, titles and components", async () => {
  const blocks = [...dashboard("Sum"), { type: "divider", id: "line", label: "More" }];
  const { problems, events } = await drawPage({ blocks });
  expect(problems).toEqual([]);
  expect(element("sum").contains(element("total"))).toBe(true);
  expect(element("sum").querySelector("h3")?.textContent).toBe("Sum");
  expect(element("bar").dataset["gap"]).toBe("small");
  expect(element("line").textContent).toBe("More");
  element("go").click();
  expect(events()).toEqual([["button:click", { componentId: "go" }, "Go"]]);
});

test("blocks that stay keep their elements, and what was typed", async () => {
  const { page } = await drawPage({ blocks: dashboard("Sum") });
  const [name, total] = [element<HTMLInputElement>("name"), element("total")];
  name.value = "Ada";
  name.dispatchEvent(new Event("input", { bubbles: true }));
  const more = [{ type: "divider", id: "line" }];
  await page.draw(wireDocument({ blocks: dashboard("Total", more).reverse() }));
  expect(element("total")).toBe(total);
  expect(element<HTMLInputElement>("name")).toBe(name);
  expect(name.value).toBe("Ada");
  expect(element("sum").querySelector("h3")?.textContent).toBe("Total");
  expect(element("line").parentElement?.lastElementChild).toBe(element("line"));
  await page.draw(wireDocument({ blocks: dashboard("Total").slice(0, 1) }));
  expect(document.getElementById("sum")).toBeNull();
  const unknown = await page.apply({
    revision: 2,
    op: { type: "set_value", component_id: "go", value: 1 },
  });
  expect(unknown[0]).toContain("no element #go");
});

test("common properties are put on and taken off again", async () => {
  const card = (parts: object) => ({ blocks: [{ type: "card", id: "c", ...parts }] });
  const style = { color: "red", backgroundColor: "blue" };
  const all = { class_name: "own two", style, height: 90, span: 2, hidden: true, disabled: true };
  const { page } = await drawPage(card({ ...all, sticky: true }));
  const drawn = element("c");
  expect(drawn.className).toContain("own two");
  expect([drawn.style.color, drawn.style.height, drawn.hidden]).toEqual(["red", "90px", true]);
  expect(drawn.style.getPropertyValue("background-color")).toBe("blue");
  expect(drawn.getAttribute("aria-disabled")).toBe("true");
  await page.draw(wireDocument(card({})));
  expect(element("c")).toBe(drawn);
  expect(drawn.className).toBe("widget-block widget-block-card");
  expect([drawn.style.cssText, drawn.hidden, drawn.hasAttribute("aria-disabled")]).toEqual([
    "",
    false,
    false,
  ]);
});

test("a grid has exactly its columns where blocks span them, and twelfths for a wide span", async () => {
  const grid = (columns: object, ...spans: (number | undefined)[]) => {
    const blocks = spans.map((span, at) => ({
      type: "divider",
      id: `line-${at}`,
      ...(span === undefined ? {} : { span }),
    }));
    return { blocks: [{ type: "grid", id: "g", ...columns, blocks }] };
  };
  const { page } = await drawPage(grid({ columns: 3 }, undefined, undefined));
  const drawn = element("g");
  const shape = () => [
    drawn.style.getPropertyValue("--columns"),
    drawn.classList.contains("widget-counted"),
    drawn.classList.contains("widget-spanned"),
  ];
  expect(shape()).toEqual(["3", true, false]);
  await page.draw(wireDocument(grid({ columns: 3 }, 2, undefined)));
  expect(shape()).toEqual(["3", false, true]);
  await page.draw(wireDocument(grid({}, 8, 4)));
  expect(shape()).toEqual(["12", false, true]);
  for (const spans of [
    [3, 3, 3],
    [4, 4],
    [4, 4, 4, 4],
    [3, 3, 3, 3],
    [3, 3, undefined],
  ]) {
    await page.draw(wireDocument(grid({}, ...spans)));
    expect(shape()).toEqual(["12", false, true]);
  }
  await page.draw(wireDocument(grid({ columns: 12 }, 8, 4, undefined)));
  const ownSpan = () => drawn.style.getPropertyValue("--own-span");
  expect([...shape(), ownSpan()]).toEqual(["12", false, true, "12"]);
  await page.draw(wireDocument(grid({ columns: 12 }, undefined, undefined)));
  expect([...shape(), ownSpan()]).toEqual(["12", true, false, "1"]);
  for (const spans of [
    [3, undefined, 3, undefined],
    [2, undefined],
    [2, 1, 1],
    [3, undefined, undefined],
    [undefined],
  ]) {
    await page.draw(wireDocument(grid({}, ...spans)));
    expect(shape()).toEqual(["", false, false]);
  }
});

test("a tab is chosen by click, key and value", async () => {
  const tab = (id: string) => ({ type: "tab", id, title: id.toUpperCase(), blocks: [] });
  const blocks = [{ type: "tabs", id: "views", selected: "b", blocks: [tab("a"), tab("b")] }];
  const { page, events } = await drawPage({ blocks });
  const shown = () => document.querySelector(".widget-tab-shown")?.id;
  expect(shown()).toBe("b");
  const [first] = document.querySelectorAll<HTMLElement>("[role=tab]");
  first?.click();
  expect(shown()).toBe("a");
  first?.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
  expect(shown()).toBe("b");
  const data = (value: string) => ({ value, componentId: "views" });
  expect(events()).toEqual([
    ["tabs:change", data("a"), "A"],
    ["tabs:change", data("b"), "B"],
  ]);
  // The person's own choice is not undone by a value that is older.
  await page.apply({ revision: 2, op: { type: "set_value", component_id: "views", value: "a" } });
  expect(shown()).toBe("b");
});

test("a tab takes another title, is hidden and takes no input, and keeps the focus", async () => {
  const tab = (id: string, more: object = {}) => ({
    type: "tab",
    id,
    title: id,
    blocks: [],
    ...more,
  });
  const tabs = (...blocks: object[]) => ({ blocks: [{ type: "tabs", id: "views", blocks }] });
  const { page } = await drawPage(tabs(tab("a"), tab("b"), tab("c")));
  const buttons = () => [...document.querySelectorAll<HTMLElement>("[role=tab]")];
  const shown = () => document.querySelector(".widget-tab-shown")?.id;
  const [first] = buttons();
  first?.focus();
  const next = tabs(
    tab("a", { title: "A (3)", disabled: true }),
    tab("b", { hidden: true }),
    tab("c"),
  );
  await page.draw(wireDocument(next));
  expect(document.activeElement).toBe(first);
  expect(buttons().map(({ textContent, hidden }) => [textContent, hidden])).toEqual([
    ["A (3)", false],
    ["b", true],
    ["c", false],
  ]);
  expect([shown(), element("a").inert]).toEqual(["a", true]);
  first?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  expect(shown()).toBe("c");
  await page.draw(wireDocument(tabs(tab("a"), tab("b"), tab("c", { hidden: true }))));
  expect([shown(), element("a").inert]).toEqual(["a", false]);
});

test("blocks stand in a dialog that is opened, left and looks as the document says", async () => {
  const inside = { type: "markdown", id: "note", markdown: "words" };
  const modal = { type: "modal", id: "ask", title: "Ask", size: "lg", blocks: [inside] };
  const { page, events, outbox } = await drawPage({ blocks: [modal] });
  const dialog = element<HTMLDialogElement>("ask");
  const set = (revision: number, value: boolean) =>
    page.apply({ revision, op: { type: "set_value", component_id: "ask", value } });
  expect([dialog.open, dialog.contains(element("note"))]).toEqual([false, true]);
  expect(dialog.matches(".widget-block.widget-modal.widget-modal-lg")).toBe(true);
  await set(2, true);
  expect([dialog.open, dialog.getAttribute("aria-label")]).toEqual([true, "Ask"]);
  dialog.querySelector<HTMLElement>(".widget-close")?.click();
  expect(dialog.open).toBe(false);
  expect(events()).toEqual([["modal:close", { componentId: "ask" }, "Ask"]]);
  await set(3, false);
  page.settled(outbox.settle(1, []), []);
  await page.draw(wireDocument({ blocks: [{ ...modal, title: "Now", open: true }] }));
  expect(element("ask")).toBe(dialog);
  expect([dialog.open, dialog.querySelector("h2")?.textContent]).toEqual([true, "Now"]);
});

test("a block that this page does not know is told and the rest is drawn", async () => {
  const blocks = [
    { type: "hologram", id: "h" },
    { type: "divider", id: "line" },
  ];
  const { problems } = await drawPage({ blocks });
  expect(problems).toEqual(['this page cannot draw a block of type "hologram"; reload it']);
  element("line");
});

test("a chart that cannot be drawn says so in its place", async () => {
  const data = { revision: 1, json: '{"data":[]}' };
  const blocks = [
    { type: "chart", id: "c", data },
    { type: "divider", id: "line" },
  ];
  const { problems } = await drawPage({ blocks });
  expect(problems).toEqual(["this page draws no charts; a browser does"]);
  expect(element("c").querySelector("[role=alert]")?.textContent).toContain("draws no charts");
});

test("elements in an order are moved no more than needed", () => {
  const parent = document.createElement("div");
  const make = (name: string): Element => document.createElement(name);
  const [a, b, c] = [make("a"), make("b"), make("c")] as const;
  const names = () => [...parent.children].map(({ localName }) => localName).join("");
  for (const [order, expected] of [
    [[a, b, c], "abc"],
    [[c, a], "ca"],
    [[b, c, a], "bca"],
    [[], ""],
  ] as const) {
    arrange(parent, order);
    expect(names()).toBe(expected);
  }
});

test.each([
  [0, [1, 0, 2]],
  [1, [1, 0, 2]],
  [2, [3, 2, 1, 0]],
  [0, [1, 2, 3, 0]],
])("the element with the focus stays, here %i in %j", (focused, order) => {
  const parent = document.createElement("div");
  document.body.replaceChildren(parent);
  const inputs = [0, 1, 2, 3].map(() => document.createElement("input"));
  const all = order.map((index) => inputs[index] as HTMLElement);
  arrange(parent, inputs);
  inputs[focused]?.focus();
  arrange(parent, all);
  expect(document.activeElement).toBe(inputs[focused]);
  expect([...parent.children]).toEqual(all);
});

test("blocks stand in the places of HTML, with the classes and the style of the place", async () => {
  const html = `<h1>Q3</h1><div class=grid><widget-block id=sum class="wide big" style="color: red">
    </widget-block></div><div id=box><widget-block id="line" /><p id=after>x</p></div>`;
  const blocks = [
    { type: "metric", id: "sum", label: "Sum", value: 1200, class_name: "own" },
    { type: "divider", id: "line", label: "More" },
  ];
  const { page, problems } = await drawPage({ blocks: [{ type: "html", id: "h", html, blocks }] });
  expect(problems).toEqual([]);
  const sum = element("sum");
  expect(sum.parentElement?.className).toBe("grid");
  expect(sum.className).toBe("widget-block widget-block-metric wide big own");
  expect(sum.style.color).toBe("red");
  expect(document.querySelector("widget-block")).toBeNull();
  // What follows a tag that ends itself is not lost.
  expect(element("line").nextElementSibling).toBe(element("after"));
  const place = (id: string) => ({ html: `<i>new</i><widget-block id=${id}></widget-block>` });
  const put = { type: "set_content", component_id: "box", content: place("sum") } as const;
  expect(await page.apply({ revision: 2, op: put })).toEqual([]);
  expect(element("box").textContent).toContain("newSum");
  expect(element("sum")).toBe(sum);
});

test("a metric shows its number, its change and the values before", async () => {
  const metric = {
    type: "metric",
    id: "m",
    label: "Revenue",
    value: 1240000,
    format: { currency: "EUR", grouped: true },
    reference: 1000000,
    caption: "against May",
    trend: [1, 3, 2],
  };
  const { page } = await drawPage({ blocks: [metric] });
  const text = (name: string) => element("m").querySelector(`.widget-metric-${name}`)?.textContent;
  expect(element("m").getAttribute("aria-label")).toBe("Revenue");
  expect(text("value")).toBe("€1,240,000");
  expect(text("note")).toBe("+24.0%against May");
  const change = element("m").querySelector<HTMLElement>(".widget-metric-change");
  expect(change?.dataset).toMatchObject({ direction: "up", tone: "good" });
  const line = element("m").querySelector(".widget-metric-line");
  expect(line?.getAttribute("d")).toBe("M0,26L50,2L100,14");
  const set = (content: string) =>
    page.apply({
      revision: 2,
      op: { type: "set_content", component_id: "m", content: { text: content } },
    });
  expect(await set("750000.5")).toEqual([]);
  expect([text("value"), change?.textContent]).toEqual(["€750,000.50", "-25.0%"]);
  expect(change?.dataset).toMatchObject({ direction: "down", tone: "bad" });
  await set("closed");
  expect([text("value"), change?.textContent]).toEqual(["closed", ""]);
  // A document that comes again brings the text with it.
  const contents = [{ component_id: "m", revision: 2, content: { text: "8" } }];
  const blocks = [{ ...metric, change: "−3 seats", good: "down", reference: null, format: null }];
  await page.draw(wireDocument({ blocks, contents }));
  expect([text("value"), change?.textContent]).toEqual(["8", "−3 seats"]);
  expect(change?.dataset).toMatchObject({ direction: "down", tone: "good" });
  expect(element("m").childElementCount).toBe(4);
  const shown = async (properties: object) => {
    await page.draw(wireDocument({ blocks: [{ ...metric, ...properties }] }));
    const said = element("m").querySelector<HTMLElement>(".widget-metric-change");
    return [said?.textContent, said?.dataset["direction"], said?.dataset["tone"]];
  };
  expect(await shown({ change: "0.0 %" })).toEqual(["0.0 %", "level", "none"]);
  for (const arrow of ["▼", "▽", "↓", "↘", "⬇", "⬇\ufe0f"]) {
    expect(await shown({ change: `${arrow} 4.8%` })).toEqual(["4.8%", "down", "bad"]);
  }
  expect(await shown({ change: "⬆ 4.8%" })).toEqual(["4.8%", "up", "good"]);
  // A number is written as the value is, of a percentage in points.
  expect(await shown({ change: 24000 })).toEqual(["+€24,000", "up", "good"]);
  expect(await shown({ change: -0.5, format: null })).toEqual(["-0.5", "down", "bad"]);
  expect(await shown({ change: 5200, format: null })).toEqual(["+5,200", "up", "good"]);
  const share = { value: 0.31, format: { percent: true } };
  expect(await shown({ ...share, change: 0.02 })).toEqual(["+2.0\u00a0pp", "up", "good"]);
  expect(await shown({ ...share, change: 0 })).toEqual(["0.0\u00a0pp", "level", "none"]);
});

test.each([
  ["+3 %", "up"],
  ["3 more", "up"],
  ["(3.1%)", "down"],
  ["(+3.1 %)", "up"],
  ["(12 new)", "up"],
  ["(-3 %)", "down"],
  ["▼", "down"],
  ["down 3%", "down"],
  ["↘ 2 %", "down"],
  ["unchanged", "level"],
  ["n/a", "level"],
  ["٣", "up"],
])("a change of %s goes %s", async (change, direction) => {
  await drawPage({ blocks: [{ type: "metric", id: "m", value: 1, change }] });
  const shown = element("m").querySelector<HTMLElement>(".widget-metric-change");
  expect(shown?.dataset["direction"]).toBe(direction);
});

test.each([
  [{ value: 2026 }, "2026", "large", ""],
  [{ value: 12026 }, "12,026", "large", ""],
  [{ value: 2026, format: { grouped: true } }, "2,026", "large", ""],
  [{ value: 5, reference: 0 }, "5", "large", "+5"],
  [{ value: 0.3, reference: 0, format: { percent: true } }, "30%", "large", "+30.0\u00a0pp"],
  [
    { value: 0.034, reference: 0.029, format: { percent: true, decimals: 1 } },
    "3.4%",
    "large",
    "+0.5\u00a0pp",
  ],
  [
    { value: 0.034, change: -0.0025, format: { percent: true, decimals: 2 }, locale: "de" },
    "3,40\u00a0%",
    "large",
    "-0,25\u00a0pp",
  ],
  [{ value: -5, reference: 0, format: { currency: "EUR" } }, "-€5", "large", "-€5"],
  [{ value: 0.001, reference: 0, format: { currency: "EUR" } }, "€0.00", "large", "€0.00"],
  [{ value: 999.9, reference: 1000, format: null }, "999.9", "large", "0.0%"],
  [
    { value: 123456789.12, format: { currency: "EUR", grouped: true } },
    "€123,456,789.12",
    "medium",
    "",
  ],
  [{ value: 5e6, format: { currency: "EUR", compact: true } }, "€5M", "large", ""],
  [{ value: "a text that is long" }, "a text that is long", "small", ""],
  [{ value: "1240000" }, "1240000", "large", ""],
  [{ value: 12400.5, locale: "de", reference: 10_000 }, "12.400,5", "large", "+24,0\u00a0%"],
  [{ value: "1240000", format: { grouped: true } }, "1,240,000", "large", ""],
  [{ value: "n/a", format: { grouped: true } }, "n/a", "large", ""],
])("a metric with %j says %s", async (properties, value, size, change) => {
  await drawPage({ blocks: [{ type: "metric", id: "m", ...properties }] });
  const part = (name: string) => element("m").querySelector<HTMLElement>(`.widget-metric-${name}`);
  expect(part("value")?.textContent).toBe(value);
  expect(part("value")?.dataset["size"]).toBe(size);
  expect(part("change")?.textContent).toBe(change);
  expect(part("change")?.dataset["direction"] === "level").toBe(!/[1-9]/.test(change));
});

test("a metric is as large as its room lets it be", async () => {
  const before = globalThis.ResizeObserver;
  let resized: ResizeObserverCallback = () => {};
  globalThis.ResizeObserver = class extends before {
    constructor(private readonly call: ResizeObserverCallback) {
      super(call);
    }
    override observe(target: Element): void {
      if (target.matches(".widget-metric-value")) resized = this.call;
    }
  };
  const format = { currency: "EUR", decimals: 0, grouped: true };
  await drawPage({ blocks: [{ type: "metric", id: "m", value: 13_133_825, format }] });
  globalThis.ResizeObserver = before;
  const value = element("m").querySelector<HTMLElement>(".widget-metric-value");
  const sizes = [140, 327, 120].map((width) => {
    resized([{ contentRect: { width } } as ResizeObserverEntry], {} as ResizeObserver);
    return value?.dataset["size"];
  });
  expect(sizes).toEqual(["medium", "large", "medium"]);
});

/** A program of Markdown that is loaded, and draws so. Returns what takes it out. */
function loadMarkdown(drawn: HTMLElement, update: (text: string) => void): () => void {
  window.WidgetMarkdown = {
    create: () =>
      ({
        element: drawn,
        update: async (text: string) => update(text),
        themeChanged: async () => {},
        dispose() {},
      }) as never,
  };
  const program = document.createElement("script");
  program.dataset["program"] = "data:,";
  program.dataset["loaded"] = "";
  document.head.append(program);
  return () => program.remove();
}

test("Markdown is drawn by its program, with the text that replaced it", async () => {
  const texts: string[] = [];
  const drawn = document.createElement("p");
  const unload = loadMarkdown(drawn, (text) => texts.push((drawn.textContent = text)));
  const blocks = [{ type: "markdown", id: "notes", markdown: "# A" }];
  const { page, problems } = await drawPage({ blocks }, { assets: { markdown: "data:," } });
  expect([problems, texts]).toEqual([[], ["# A"]]);
  const content = { text: "# B" };
  await page.apply({ revision: 2, op: { type: "set_content", component_id: "notes", content } });
  await page.draw(
    wireDocument({ blocks, contents: [{ revision: 2, component_id: "notes", content }] }),
  );
  // The same text is not drawn twice, and nothing clears the block.
  expect([texts, element("notes").textContent]).toEqual([["# A", "# B"], "# B"]);
  unload();
});

test.each([
  ["that became longer opens at its end", "# A", "# A\n\nmore", 1],
  ["that began empty opens at its end", "", "more", 1],
  ["that is another opens at its beginning", "# A", "# B", 0],
])("Markdown %s", async (_, markdown, text, times) => {
  const unload = loadMarkdown(document.createElement("p"), () => {});
  const scrollTo = vi.spyOn(HTMLElement.prototype, "scrollTo");
  const style = { "overflow-y": "auto" };
  const blocks = [{ type: "markdown", id: "notes", markdown, style }];
  const contents = [{ revision: 2, component_id: "notes", content: { text } }];
  await drawPage({ blocks, contents }, { assets: { markdown: "data:," } });
  const isScrolled = scrollTo.mock.contexts.includes(element("notes"));
  expect(Number(isScrolled)).toBe(times);
  scrollTo.mockRestore();
  unload();
});

test("what takes its time is drawn when the changes of the page are made", async () => {
  const then: (string | null)[] = [];
  const look = () => then.push(element("state").textContent);
  const unload = loadMarkdown(document.createElement("p"), look);
  const notes = { type: "markdown", id: "notes", markdown: "# A" };
  const html = "<widget-block id=notes></widget-block><b id=state>open</b>";
  const blocks = [{ type: "html", id: ":body", html, blocks: [notes] }];
  const contents = [{ revision: 2, component_id: "state", content: { text: "done" } }];
  const { problems } = await drawPage({ blocks, contents }, { assets: { markdown: "data:," } });
  expect([problems, then]).toEqual([[], ["done"]]);
  unload();
});

test("a picture has its words and its caption, and one that is none says so", async () => {
  const decode = vi.fn<() => Promise<void>>().mockResolvedValue();
  HTMLImageElement.prototype.decode = decode;
  const src = "data:image/png;base64,iVBORw0KGgo=";
  const image = { type: "image", id: "logo", src, alt: "<b>A logo</b>", caption: "<i>New</i>" };
  const { page, problems } = await drawPage({ blocks: [{ ...image, width: 40 }] });
  expect(problems).toEqual([]);
  const picture = element("logo").querySelector("img");
  expect([picture?.src, picture?.alt, picture?.style.width]).toEqual([src, image.alt, "40px"]);
  expect(element("logo").querySelector("figcaption")?.textContent).toBe("<i>New</i>");
  decode.mockRejectedValue(new Error("no picture"));
  const wrong = await page.draw(wireDocument({ blocks: [{ ...image, caption: undefined }] }));
  expect(wrong).toEqual([expect.stringContaining('the picture "logo" cannot be shown')]);
  expect(element("logo").querySelector("[role=alert]")?.textContent).toContain("cannot be shown");
});
