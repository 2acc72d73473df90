import { beforeEach, expect, test, vi } from "vitest";
import type { Json } from "../src/wire/json";
import { OfflineServer } from "../src/offline/server";
import { sentDocument, VIEWER, WIDGET } from "./document";
import { drawPage, element, fillIn } from "./view_page";

const expense = (more: object = {}) => ({
  type: "form",
  id: "expense",
  title: "Expense",
  submit: "Hand in",
  fields: [
    { name: "what", type: "text", label: "What for", required: true, pattern: "[A-Z].*" },
    { name: "amount", type: "number", label: "Amount", help: "In EUR", min: 1, max: 500 },
    { name: "kind", type: "select", options: [{ label: "A meal", value: "meal" }] },
  ],
  sections: [
    {
      title: "The meal",
      show_if: { kind: "meal" },
      fields: [
        { name: "guests", type: "number", value: 2 },
        { name: "vegan", type: "toggle" },
        { name: "days", type: "multiselect", options: options("mon", "tue"), required: true },
        { name: "room", type: "radio", options: options("a", "b"), show_if: { vegan: true } },
      ],
    },
  ],
  ...more,
});

function options(...values: string[]): object[] {
  return values.map((value) => ({ label: value, value }));
}

const control = <E extends HTMLElement = HTMLInputElement>(name: string) =>
  element<E>(`expense:${name}`);
const said = (name: string) => element(`expense:${name}:error`).textContent;
const status = () => document.querySelector(".widget-form-status")?.textContent;
const send = () => document.querySelector<HTMLElement>(".widget-form-foot button")?.click();
const drawn = (more: object = {}, parts: object = {}) =>
  drawPage({ blocks: [expense(more)], ...parts });

function enter(name: string, value: string): void {
  const input = control(name);
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

beforeEach(() => {
  vi.useFakeTimers();
  fillIn();
});

test("nothing is sent while a field is wrong, and the first of them has the focus", async () => {
  const { events } = await drawn();
  enter("amount", "900");
  vi.advanceTimersByTime(1_000);
  send();
  const sent = () => events().filter(([name]) => name === "form:submit");
  expect(sent()).toEqual([]);
  expect(document.activeElement).toBe(control("what"));
  expect([said("what") !== "", said("amount") !== ""]).toEqual([true, true]);
  expect(control("amount").getAttribute("aria-invalid")).toBe("true");
  const described = control("amount").getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(described.map((id) => element(id).textContent)).toEqual(["In EUR", said("amount")]);
  enter("amount", "9");
  expect([said("amount"), control("amount").hasAttribute("aria-invalid")]).toEqual(["", false]);
});

test("a message does not move the button while it is pressed", async () => {
  await drawn();
  enter("amount", "900");
  element("expense").dispatchEvent(new Event("pointerdown"));
  control("amount").dispatchEvent(new Event("change", { bubbles: true }));
  expect(said("amount")).toBe("");
  document.dispatchEvent(new Event("pointerup"));
  vi.advanceTimersByTime(1);
  expect(said("amount")).not.toBe("");
  enter("amount", "9");
  enter("amount", "901");
  control("amount").dispatchEvent(new Event("change", { bubbles: true }));
  expect(said("amount")).not.toBe("");
});

test("all that is shown is sent once, with its types, and what is not is left out", async () => {
  const { events } = await drawn();
  enter("what", "Tea");
  enter("amount", "12.50");
  send();
  send();
  const sent = () => events().filter(([name]) => name === "form:submit");
  const values: Json = { what: "Tea", amount: 12.5, kind: null };
  expect(sent()).toEqual([["form:submit", { values, componentId: "expense" }, "Hand in"]]);
  expect(status()).toContain("Waiting");
});

test("conditions show fields, whose values are sent then", async () => {
  const { events } = await drawn({ event: "expense:handed-in" });
  const shown = (name: string) => element(`expense:${name}:label`).closest("[hidden]") === null;
  expect([shown("guests"), shown("room")]).toEqual([false, false]);
  enter("what", "Tea");
  const kind = control<HTMLSelectElement>("kind");
  kind.selectedIndex = 1;
  kind.dispatchEvent(new Event("input", { bubbles: true }));
  expect([shown("guests"), shown("room")]).toEqual([true, false]);
  control("vegan").click();
  expect(shown("room")).toBe(true);
  send();
  expect(said("days")).not.toBe("");
  const days = element("expense:days:label").parentElement;
  days?.querySelectorAll("input")[1]?.click();
  send();
  const [event] = events().filter(([name]) => name === "expense:handed-in");
  expect(event?.[1]).toEqual({
    values: {
      what: "Tea",
      amount: null,
      kind: "meal",
      guests: 2,
      vegan: true,
      days: ["tue"],
      room: null,
    },
    componentId: "expense",
  });
});

test("what is entered becomes the draft after a pause, and when it is left", async () => {
  const { events, page } = await drawn();
  enter("what", "T");
  enter("what", "Te");
  vi.advanceTimersByTime(500);
  enter("amount", "3");
  control("amount").dispatchEvent(new Event("focusout", { bubbles: true }));
  enter("what", "Tea");
  page.flush();
  expect(events().map(([name, data]) => [name, (data as { values: Json }).values])).toEqual([
    ["widget:draft", { what: "Te" }],
    ["widget:draft", { amount: 3 }],
    ["widget:draft", { what: "Tea" }],
  ]);
});

test("a draft, errors and a message of the document are shown", async () => {
  const value = {
    values: { what: "Tea", kind: "meal", days: ["mon"], vegan: true, room: "b" },
    errors: { what: "Already paid", guests: "Too many" },
    message: "Look again.",
  };
  const { page } = await drawn({}, { values: { expense: value } });
  expect([control("what").value, said("what"), said("guests")]).toEqual([
    "Tea",
    "Already paid",
    "Too many",
  ]);
  expect(status()).toBe("Look again.");
  const days = element("expense:days:label").parentElement;
  expect([...(days?.querySelectorAll("input") ?? [])].map(({ checked }) => checked)).toEqual([
    true,
    false,
  ]);
  const next = { values: { ...value.values, kind: null }, errors: { guests: "Too many" } };
  const op = { type: "set_value" as const, component_id: "expense", value: next };
  await page.apply({ revision: 2, op });
  expect([said("what"), status()]).toEqual(["", "guests: Too many"]);
});

test("it is busy until the agent answers, but not for ever", async () => {
  const { page, outbox } = await drawn();
  const answer = async (value: Json, revision: number) => {
    outbox.settle(10, []);
    await page.apply({ revision, op: { type: "set_value", component_id: "expense", value } });
  };
  const isBusy = () => element("expense").getAttribute("aria-busy");
  enter("what", "Tea");
  send();
  expect(isBusy()).toBe("true");
  const values = { what: "Tea", amount: null, kind: null };
  await answer({ values, busy: true }, 2);
  vi.advanceTimersByTime(29_000);
  expect(isBusy()).toBe("true");
  vi.advanceTimersByTime(2_000);
  expect([isBusy(), status()]).toEqual(["false", expect.stringContaining("no answer yet")]);
  send();
  await answer({ values, busy: true, message: "Checking …" }, 3);
  expect([isBusy(), status()]).toEqual(["true", "Checking …"]);
  await answer({ values, errors: { amount: "Give one" } }, 4);
  expect([isBusy(), said("amount")]).toEqual(["false", "Give one"]);
  expect(document.activeElement).toBe(control("amount"));
});

test("a pattern that is none is not used, and said", async () => {
  const fields = [{ name: "what", type: "text", label: "<img src=x>", pattern: "[" }];
  const { problems, events } = await drawn({ fields, sections: [] });
  expect(problems).toEqual([expect.stringContaining('the pattern of the field "what"')]);
  expect(element("expense").querySelector("img")).toBeNull();
  enter("what", "Tea");
  send();
  expect(events().at(-1)?.[0]).toBe("form:submit");
});

test("a value of a name that every object has is no value", async () => {
  const fields = [
    { name: "constructor", type: "text" },
    { name: "toString", type: "number" },
  ];
  const { events } = await drawn({ fields, sections: [] });
  expect([control("constructor").value, said("toString")]).toEqual(["", ""]);
  send();
  const [[, data]] = events() as [[string, { values: object }]];
  expect(Object.entries(data.values)).toEqual([
    ["constructor", ""],
    ["toString", null],
  ]);
});

test("an exported page keeps a draft and says that nothing can be sent", async () => {
  const server = new OfflineServer(sentDocument({ blocks: [expense()] }), {});
  const call = (n: number, event_type: string, values: Json) =>
    server.sync({
      widget_id: WIDGET,
      viewer_id: VIEWER,
      revision: 1,
      failures: [],
      events: [{ n, event_type, data: { values, componentId: "expense" }, label: "" }],
      answers: [],
      wait_ms: 0,
    });
  const draft = await call(1, "widget:draft", { what: "Tea" });
  expect(JSON.stringify(draft)).toContain('"what":"Tea"');
  expect(draft).toMatchObject({ acked: 1, rejected: [] });
  const submit = await call(2, "form:submit", { what: "Tea" });
  const reason = expect.stringContaining("a saved copy") as string;
  expect(submit).toMatchObject({ acked: 2, rejected: [{ n: 2, reason }], revision: 2 });
});
