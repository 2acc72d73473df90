import { beforeEach, expect, test, vi } from "vitest";
import { button, control, counted, drawn, enter, expense, fill, said } from "./form_page";
import { drawPage, element, fillIn, listen } from "./view_page";

beforeEach(() => {
  vi.useFakeTimers();
  fillIn();
});

test("the button to leave a form sends its event, whatever is in the fields", async () => {
  for (const [more, event] of [
    [{}, "form:cancel"],
    [{ event: "trip:send" }, "trip:cancel"],
    [{ submit: false }, "form:cancel"],
  ] as const) {
    const { events } = await drawn({ cancel: "Not now", ...more });
    const buttons = [...document.querySelectorAll<HTMLElement>(".widget-form-foot button")];
    expect(buttons.map(({ textContent }) => textContent)).toEqual(
      "submit" in more ? ["Not now"] : ["Hand in", "Not now"],
    );
    buttons.at(-1)?.click();
    expect(events()).toEqual([[event, { componentId: "expense" }, "Not now"]]);
  }
  await drawn();
  expect(document.querySelectorAll(".widget-form-foot button")).toHaveLength(1);
});

test("a button beside a form hands it in, held back as its own button is", async () => {
  const row = (id: string, ...blocks: object[]) => ({ type: "row", id, blocks });
  const { events } = await drawPage({
    blocks: [
      row("one", expense(), button("trip:send"), button("trip:cancel")),
      button("page:send"),
    ],
  });
  enter("amount", "900");
  const sent = () => events().filter(([name]) => name !== "widget:draft");
  for (const id of ["trip:send", "trip:cancel", "page:send"]) element(id).click();
  expect(document.activeElement).toBe(control("what"));
  expect(said("amount")).not.toBe("");
  expect(sent().map(([name]) => name)).toEqual(["trip:cancel", "page:send"]);
  enter("what", "Tea");
  enter("amount", "9");
  element("trip:send").click();
  const values = { expense: { what: "Tea", amount: 9, kind: null } };
  expect(sent().slice(2)).toEqual([["trip:send", { componentId: "trip:send", values }, ""]]);
});

test("a button in another part of a row is about none of its forms", async () => {
  const card = { type: "card", id: "sales", title: "Sales", blocks: [button("sales:refresh")] };
  const column = { type: "column", id: "more", blocks: [button("more:show")] };
  const { events } = await drawPage({
    blocks: [{ type: "row", id: "r", blocks: [expense(), card, column] }],
  });
  for (const id of ["sales:refresh", "more:show"]) element(id).click();
  const sent = events().map(([name, data]) => [name, Object.hasOwn(data as object, "values")]);
  expect(sent).toEqual([
    ["sales:refresh", false],
    ["more:show", false],
  ]);
});

test("a form without a button is handed in by the buttons near it", async () => {
  const card = (id: string, ...blocks: object[]) => ({ type: "card", id, title: id, blocks });
  const toolbars = [{ position: "top" as const, items: [button("bar:send")] }];
  for (const [blocks, sending] of [
    [[expense({ submit: false }), button("list:send")], "list:send"],
    [[card("c", expense({ submit: false })), button("below:send")], "below:send"],
    [[card("c", expense({ submit: false }), button("card:send"))], "card:send"],
  ] as [object[], string][]) {
    const { events } = await drawPage({ blocks, toolbars });
    const others = sending === "card:send" ? [] : ["bar:send"];
    for (const id of [sending, ...others]) element(id).click();
    expect(events(), sending).toEqual([]);
    expect(document.activeElement).toBe(control("what"));
    fill("Tea", "9");
    element(sending).click();
    const [, data] = events().find(([name]) => name === sending) ?? [];
    expect(data).toMatchObject({ values: { expense: { what: "Tea", amount: 9 } } });
  }
});

test("a button of the agent's HTML hands in a form without one", async () => {
  const own = (event: string) => `<button id="${event}" data-event="${event}">Send</button>`;
  const html = `<widget-block id="expense"></widget-block>${own("own:send")}${own("own:cancel")}`;
  const inHtml = { type: "html", id: "page", html, blocks: [expense({ submit: false })] };
  const sent: unknown[] = [];
  listen([], (name, data) => sent.push([name, data]));
  await drawPage({ blocks: [inHtml] });
  for (const event of ["own:send", "own:cancel"]) element(event).click();
  vi.runAllTimers();
  expect(sent).toEqual([["own:cancel", {}]]);
  expect(document.activeElement).toBe(control("what"));
  fill("Tea", "9");
  element("own:send").click();
  vi.runAllTimers();
  const values = { expense: { what: "Tea", amount: 9, kind: null } };
  expect(sent[1]).toEqual(["own:send", { values }]);
});

test("a part with a button of its own leaves its form to no other", async () => {
  for (const type of ["card", "row"]) {
    const part = { type, id: "part", blocks: [expense({ submit: false }), button("part:send")] };
    const { events } = await drawPage({ blocks: [part, button("page:send")] });
    element("page:send").click();
    expect(counted(events, "page:send")).toBe(1);
  }
});

test("parts of the agent's HTML bound what a button is about", async () => {
  const own = (event: string) => `<button id="${event}" data-event="${event}">Go</button>`;
  const form = `<widget-block id="expense"></widget-block>`;
  const html = `<div class="card">${form}${own("a:send")}</div><section>${own("b:other")}</section>
    ${own("c:far")}`;
  const sent: string[] = [];
  listen([], (name) => sent.push(name));
  const blocks = [{ type: "html", id: "page", html, blocks: [expense({ submit: false })] }];
  await drawPage({ blocks });
  for (const event of ["a:send", "b:other", "c:far"]) element(event).click();
  vi.runAllTimers();
  expect(sent).toEqual(["b:other", "c:far"]);
});

test("a button in a part of a row is about that part, one outside a dialog about none in it", async () => {
  const column = { type: "column", id: "c", blocks: [expense(), button("trip:send")] };
  const row = { type: "row", id: "r", blocks: [column] };
  const { events } = await drawPage({ blocks: [row] });
  element("trip:send").click();
  expect(events()).toEqual([]);
  const inside = { type: "column", id: "c", blocks: [expense({ submit: false })] };
  const modal = { type: "modal", id: "m", blocks: [inside, button("trip:save")] };
  const page = await drawPage({ blocks: [modal, button("page:send")] });
  for (const id of ["page:send", "trip:save"]) element(id).click();
  expect(page.events().map(([name]) => name)).toEqual(["page:send"]);
});

test("a form that is not offered holds no button back, one on another tab is shown", async () => {
  const row = (...blocks: object[]) => ({ type: "row", id: "r", blocks });
  for (const common of [{ hidden: true }, { disabled: true }]) {
    const { events } = await drawPage({ blocks: [row(expense(common), button("trip:send"))] });
    element("trip:send").click();
    expect(events().at(-1)).toEqual(["trip:send", { componentId: "trip:send" }, ""]);
  }
  const tab = (id: string, ...blocks: object[]) => ({ type: "tab", id, title: id, blocks });
  const tabs = { type: "tabs", id: "t", tabs: [], blocks: [tab("one"), tab("two", expense())] };
  const { events } = await drawPage({ blocks: [row(tabs, button("trip:send"))] });
  element("trip:send").click();
  expect(counted(events, "trip:send")).toBe(0);
  expect(document.querySelector(".widget-tab-shown")?.id).toBe("two");
  expect(document.activeElement).toBe(control("what"));
});

test("a form may leave its button to another", async () => {
  const { events } = await drawn({ submit: false });
  enter("what", "Tea");
  expect(document.querySelector(".widget-form-foot button")).toBeNull();
  control("what").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  vi.advanceTimersByTime(1_000);
  expect(events().map(([name]) => name)).toEqual(["widget:draft"]);
});

test("a message does not move a button beside the form, either", async () => {
  const button = { type: "button", id: "next", component_id: "next", event: "page:next" };
  await drawPage({ blocks: [expense(), button] });
  enter("amount", "900");
  element("next").dispatchEvent(new Event("pointerdown", { bubbles: true }));
  control("amount").dispatchEvent(new Event("change", { bubbles: true }));
  expect(said("amount")).toBe("");
  document.dispatchEvent(new Event("pointerup"));
  vi.advanceTimersByTime(1);
  expect(said("amount")).not.toBe("");
});
