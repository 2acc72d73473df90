import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ComponentSpec } from "../src/wire/document";
import type { Json } from "../src/wire/json";
import { drawPage, element } from "./view_page";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const draw = (...items: ComponentSpec[]) => drawPage({ toolbars: [{ position: "top", items }] });
const inputs = (css: string) => [...document.querySelectorAll<HTMLInputElement>(css)];

function give(control: HTMLInputElement, value: string): void {
  control.value = value;
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

function leave(control: HTMLElement): void {
  control.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
}

const press = (control: Element, key: string) =>
  control.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

const options = ["a", "b", "c"].map((value) => ({ label: value.toUpperCase(), value }));

test("a number is sent as a number, an emptied field as null, and a wrong one not at all", async () => {
  const { events } = await draw({ type: "number", component_id: "n", label: "N", min: 0, max: 9 });
  const control = element<HTMLInputElement>("n");
  for (const text of ["5", "", "12", "0"]) {
    give(control, text);
    leave(control);
    expect(control.hasAttribute("aria-invalid")).toBe(text === "12");
  }
  expect(events().map(([, data]) => (data as { value: Json }).value)).toEqual([5, null, 0]);
});

const number = { type: "number", component_id: "n", label: "N", max: 9 };
const button = (event: string) => ({ type: "button", component_id: event, label: "Go", event });

test("a button beside a wrong value waits for a right one and shows where it is", async () => {
  // No "seats" is there to be closed: that is a word to the agent.
  const names = ["seats:send", "seats:close", "seats:cancel", "box:reset"];
  const items = [number, ...names.map(button)];
  const { events } = await drawPage({
    toolbars: [{ position: "top", items: [button("page:else")] }],
    modals: [{ type: "modal", component_id: "box", open: true, items }],
  });
  const control = element<HTMLInputElement>("n");
  give(control, "12");
  leave(control);
  for (const id of [...names, "page:else"]) element(id).click();
  expect(document.activeElement).toBe(control);
  expect(events().map(([name]) => name)).toEqual(["seats:cancel", "box:reset", "page:else"]);
  give(control, "9");
  leave(control);
  element("seats:send").click();
  element("seats:close").click();
  expect(events().slice(3)).toEqual([
    ["toolbar:change", { value: 9, componentId: "n" }, "N"],
    ["seats:send", { componentId: "seats:send", values: { n: 9 } }, "Go"],
    ["seats:close", { componentId: "seats:close", values: { n: 9 } }, "Go"],
  ]);
});

test("a button among blocks carries the components near it, and none while one is wrong", async () => {
  const block = <S extends { component_id: string }>(spec: S) => ({
    ...spec,
    id: spec.component_id,
  });
  const seats = (id: string) => block({ ...number, component_id: id });
  const card = (id: string, ...blocks: object[]) => ({ type: "card", id, title: id, blocks });
  const go = (id: string) => block(button(id));
  const sending = ["card:go", "page:go", "bar:go"];
  const find = { type: "text", component_id: "find", label: "Find" };
  const { events } = await drawPage({
    blocks: [
      seats("a"),
      card("with", { type: "grid", id: "g", blocks: [seats("b")] }, go("card:go")),
      card("without", seats("c")),
      go("page:go"),
    ],
    toolbars: [{ position: "top", items: [find, go("bar:go")] }],
    values: { a: 1, b: 2, c: 3 },
  });
  const control = element<HTMLInputElement>("b");
  const enter = (text: string) => {
    give(control, text);
    leave(control);
    for (const id of sending) element(id).click();
  };
  enter("12");
  expect(document.activeElement).toBe(control);
  enter("9");
  const sent = events().filter(([, , label]) => label === "Go");
  const others = [
    ["page:go", { a: 1, c: 3 }],
    ["bar:go", { find: "" }],
  ];
  expect(sent.map(([name, data]) => [name, (data as { values: Json }).values])).toEqual([
    ...others,
    ["card:go", { b: 9 }],
    ...others,
  ]);
});

test("a wrong component on a tab that is not shown is shown", async () => {
  const tab = (id: string, ...blocks: object[]) => ({ type: "tab", id, title: id, blocks });
  const seats = { ...number, id: "n" };
  const tabs = { type: "tabs", id: "tabs", blocks: [tab("one", seats), tab("two")] };
  const { page, events } = await drawPage({
    blocks: [tabs, { ...button("page:go"), id: "page:go" }],
  });
  const control = element<HTMLInputElement>("n");
  give(control, "12");
  leave(control);
  const show = { type: "set_value", component_id: "tabs", value: "two" } as const;
  await page.apply({ revision: 2, op: show });
  expect(element("one").inert).toBe(true);
  element("page:go").click();
  expect([element("one").inert, document.activeElement]).toEqual([false, control]);
  expect(events().map(([name]) => name)).not.toContain("page:go");
});

test("a button in a modal hands in all that is entered in it, typed", async () => {
  const items = [
    number,
    { type: "checkbox", component_id: "c", label: "C", value: true },
    {
      type: "div",
      component_id: "d",
      children: [
        { type: "multiselect", component_id: "m", label: "M", options, selected: ["a"] },
        { type: "select", component_id: "s", label: "S", options },
      ],
    },
    { ...button("box:send"), data: { step: 2 } },
    button("box:cancel"),
  ];
  const outside = { type: "number", component_id: "other", label: "Other" };
  const { events } = await drawPage({
    toolbars: [{ position: "top", items: [outside] }],
    modals: [{ type: "modal", component_id: "box", open: true, items }],
    values: { c: false },
  });
  const control = element<HTMLInputElement>("n");
  give(control, "7");
  element("box:send").focus();
  leave(control);
  element("box:send").click();
  element("box:cancel").click();
  expect(events().slice(1)).toEqual([
    [
      "box:send",
      { componentId: "box:send", values: { n: 7, c: false, m: ["a"], s: "a" }, step: 2 },
      "Go",
    ],
    ["box:cancel", { componentId: "box:cancel" }, "Go"],
  ]);
});

test("a field that was emptied stays empty and is handed in as null", async () => {
  const items = [{ ...number, value: 5 }, button("box:send")];
  const modals = [{ type: "modal", component_id: "box", open: true, items }] as const;
  const send = async (values: Record<string, Json>, texts: string[]) => {
    const { events } = await drawPage({ modals: [...modals], values });
    const control = element<HTMLInputElement>("n");
    const shown = control.value;
    for (const text of texts) {
      give(control, text);
      leave(control);
    }
    element("box:send").click();
    return [shown, events().at(-1)?.[1]];
  };
  const sent = (n: Json) => ({ componentId: "box:send", values: { n } });
  expect(await send({}, [])).toEqual(["5", sent(5)]);
  expect(await send({ n: null }, [])).toEqual(["", sent(null)]);
  expect(await send({}, ["7", ""])).toEqual(["5", sent(null)]);
});

test("a wrong value in a toolbar holds back the buttons of all toolbars", async () => {
  const { events } = await drawPage({
    toolbars: [
      { position: "top", items: [number] },
      { position: "bottom", items: [button("seats:book"), button("count:increment")] },
    ],
    body: { kind: "html", html: "<b id=count>1</b>" },
  });
  const control = element<HTMLInputElement>("n");
  give(control, "12");
  leave(control);
  for (const id of ["seats:book", "count:increment"]) element(id).click();
  expect(document.activeElement).toBe(control);
  expect(events().map(([name]) => name)).toEqual(["count:increment"]);
  give(control, "3");
  leave(control);
  for (const id of ["seats:book", "count:increment"]) element(id).click();
  expect(events().slice(2)).toEqual([
    ["seats:book", { componentId: "seats:book", values: { n: 3 } }, "Go"],
    ["count:increment", { componentId: "count:increment" }, "Go"],
  ]);
});

test("a value of the agent takes the hint about a wrong one away", async () => {
  const { page } = await draw({ type: "number", component_id: "n", max: 9 });
  const control = element<HTMLInputElement>("n");
  give(control, "12");
  leave(control);
  expect(document.querySelector(".widget-hint")?.textContent).not.toBe("");
  await page.apply({ revision: 2, op: { type: "set_value", component_id: "n", value: 0 } });
  expect(control.value).toBe("0");
  expect(document.querySelector(".widget-hint")?.textContent).toBe("");
});

test("a date is sent as YYYY-MM-DD when the person has stopped typing", async () => {
  const { events } = await draw({ type: "date", component_id: "d", value: "2026-01-02" });
  const control = element<HTMLInputElement>("d");
  expect(control.value).toBe("2026-01-02");
  give(control, "0002-01-02");
  await vi.advanceTimersByTimeAsync(500);
  give(control, "2027-01-02");
  await vi.advanceTimersByTimeAsync(600);
  expect(events()).toEqual([["toolbar:change", { value: "2027-01-02", componentId: "d" }, ""]]);
});

test("a slider shows and sends its number, zero included", async () => {
  const { events } = await draw({ type: "slider", component_id: "s", min: -5, max: 5, value: 3 });
  const control = element<HTMLInputElement>("s");
  expect(document.querySelector("output")?.textContent).toBe("3");
  give(control, "0");
  expect(document.querySelector("output")?.textContent).toBe("0");
  await vi.advanceTimersByTimeAsync(150);
  expect(events()[0]?.[1]).toEqual({ value: 0, componentId: "s" });
});

test("a slider without its value shown is still named", async () => {
  await draw({ type: "slider", component_id: "s", show_value: false });
  expect(document.querySelector("output")).toBeNull();
  expect(element("s").getAttribute("aria-label")).toBe("s");
});

test("the ends of a range push against each other and go together", async () => {
  const { events } = await draw({
    type: "range",
    component_id: "r",
    label: "R",
    start: 0,
    end: 25,
  });
  const [start, end] = inputs("#r input") as [HTMLInputElement, HTMLInputElement];
  expect([start.value, end.value]).toEqual(["0", "25"]);
  expect(start.getAttribute("aria-label")).toBe("R, from");
  give(start, "40");
  expect(start.value).toBe("25");
  await vi.advanceTimersByTimeAsync(150);
  expect(events()[0]?.[1]).toEqual({ start: 25, end: 25, componentId: "r" });
});

test("a textarea takes Enter as a new line and has its size", async () => {
  const { events } = await draw({
    type: "textarea",
    component_id: "t",
    rows: 7,
    cols: 20,
    resize: "none",
  });
  const control = element<HTMLTextAreaElement>("t");
  expect([control.rows, control.cols, control.style.resize]).toEqual([7, 20, "none"]);
  control.value = "a\nb";
  control.dispatchEvent(new Event("input", { bubbles: true }));
  press(control, "Enter");
  expect(events()).toEqual([]);
  leave(control);
  expect(events()).toHaveLength(1);
});

test("a checkbox and a radio say what was chosen", async () => {
  const { events } = await draw(
    { type: "checkbox", component_id: "c", label: "C" },
    { type: "radio", component_id: "r", label: "R", options, selected: "a" },
  );
  element<HTMLInputElement>("c").click();
  inputs("#r input")[1]?.click();
  expect(element("r").getAttribute("role")).toBe("radiogroup");
  expect(events().map(([, data]) => data)).toEqual([
    { value: true, componentId: "c" },
    { value: "b", componentId: "r" },
  ]);
});

test("tabs: one is reached by Tab, arrows choose, and the chosen one is not chosen again", async () => {
  const { events } = await draw({ type: "tabs", component_id: "t", options });
  const tabs = [...element("t").querySelectorAll<HTMLElement>("[role=tab]")];
  const selected = () => tabs.map((tab) => [tab.tabIndex, tab.getAttribute("aria-selected")]);
  press(tabs[0] as Element, "ArrowLeft");
  expect(document.activeElement).toBe(tabs[2]);
  expect(selected()).toEqual([
    [-1, "false"],
    [-1, "false"],
    [0, "true"],
  ]);
  press(tabs[2] as Element, "Home");
  tabs[0]?.click();
  press(tabs[0] as Element, "x");
  expect(events().map(([, data]) => (data as { value: Json }).value)).toEqual(["c", "a"]);
});

test("a multiselect says its choice in the order of the options", async () => {
  const { events } = await draw({
    type: "multiselect",
    component_id: "m",
    label: "M",
    options,
    selected: ["c"],
  });
  const boxes = inputs(".widget-popup input");
  expect(element("m").textContent).toBe("C");
  boxes[0]?.click();
  expect(element("m").getAttribute("aria-label")).toBe("M: A, C");
  expect(events()[0]?.[1]).toEqual({ values: ["a", "c"], componentId: "m" });
});

test("a searchable select narrows its options, and what is only typed is not a value", async () => {
  const { events } = await draw({
    type: "select",
    component_id: "s",
    searchable: true,
    options: [...options, { label: "Last", value: "z", description: "of all" }],
  });
  const control = element<HTMLInputElement>("s");
  const visible = () =>
    [...document.querySelectorAll<HTMLElement>("[role=option]")]
      .filter((option) => !option.hidden)
      .map((option) => option.firstElementChild?.firstChild?.textContent);
  expect(control.value).toBe("A");
  give(control, "of all");
  expect(visible()).toEqual(["Last"]);
  expect(control.getAttribute("aria-activedescendant")).toBe("widget-list-s-3");
  press(control, "Escape");
  expect([control.value, control.getAttribute("aria-expanded")]).toEqual(["A", "false"]);
  give(control, "nothing like it");
  press(control, "Enter");
  control.dispatchEvent(new FocusEvent("blur"));
  expect(control.value).toBe("A");
  expect(events()).toEqual([]);
  press(control, "ArrowDown");
  press(control, "ArrowDown");
  press(control, "Enter");
  expect(events()[0]?.[1]).toEqual({ value: "b", componentId: "s" });
});

test("a searchable select that is left shows what the agent has set meanwhile", async () => {
  const { page, events } = await draw({
    type: "select",
    component_id: "s",
    searchable: true,
    options,
  });
  const control = element<HTMLInputElement>("s");
  give(control, "");
  await page.apply({ revision: 2, op: { type: "set_value", component_id: "s", value: "b" } });
  expect(control.value).toBe("");
  press(control, "Escape");
  expect([control.value, events()]).toEqual(["B", []]);
});

test("a secret emits the reference that the host answers, and nothing when there is none", async () => {
  const { events } = await drawPage(
    { toolbars: [{ position: "top", items: [{ type: "secret", component_id: "s", label: "S" }] }] },
    { askSecret: vi.fn(async () => "c".repeat(32)).mockResolvedValueOnce(null as never) },
  );
  element("s").click();
  await vi.advanceTimersByTimeAsync(0);
  expect(events()).toEqual([]);
  element("s").click();
  await vi.advanceTimersByTimeAsync(0);
  expect(events()).toEqual([
    ["toolbar:change", { secret_ref: "c".repeat(32), componentId: "s" }, "S"],
  ]);
  expect(document.querySelectorAll("input")).toHaveLength(0);
});

test("where the host keeps no secrets none is asked for, and a failure is told", async () => {
  const items = [{ type: "secret", component_id: "s" }];
  await drawPage({ toolbars: [{ position: "top", items }] }, { keepsSecrets: () => false });
  expect(element<HTMLButtonElement>("s").disabled).toBe(true);
  expect(document.querySelector(".widget-hint")?.textContent).toContain("in a browser");
  const askSecret = async () => Promise.reject(new Error("too long"));
  await drawPage({ toolbars: [{ position: "top", items }] }, { askSecret });
  element("s").click();
  await vi.advanceTimersByTimeAsync(0);
  expect(document.querySelector(".widget-toast")?.textContent).toContain("Not kept: too long");
});
