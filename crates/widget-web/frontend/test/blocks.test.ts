import { expect, test } from "vitest";
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
  expect(problems).toEqual(["this page draws no charts"]);
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
