import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readDocument, type ComponentSpec, type Op } from "../src/wire/document";
import { wireDocument } from "./document";
import { drawPage, element } from "./view_page";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const item = (ticker: string, more: object = {}): ComponentSpec => ({
  type: "ticker_item",
  component_id: `item-${ticker}`,
  ticker,
  ...more,
});
const news = (more: object = {}): ComponentSpec => ({
  type: "marquee",
  component_id: "news",
  items: [item("A", { text: "<i>1" }), item("B", { html: "<b>2</b>" })],
  ...more,
});
const top = (...items: ComponentSpec[]) => ({ toolbars: [{ position: "top" as const, items }] });
const texts = (css: string) =>
  [...document.querySelectorAll(css)].map((found) => found.textContent ?? "");
const op = (value: object) => value as Op;
/** A toast as the server sends it: with all that has a default. */
const toast = (parts: object) =>
  op({ type: "toast", kind: "info", duration_ms: 0, position: "top-right", ...parts });
const toasts = () => [...document.querySelectorAll<HTMLElement>(".widget-toast")];

const box = (more: object = {}): ComponentSpec => ({
  type: "modal",
  component_id: "box",
  title: "Box",
  items: [{ type: "checkbox", component_id: "in", label: "In" }],
  ...more,
});
const open = (value: boolean) => op({ type: "set_value", component_id: "box", value });

test("a marquee shows its items, text as text, and is clicked when it may be", async () => {
  const { events, page } = await drawPage(top(news({ clickable: true, separator: "|" })));
  expect(texts("#news [data-ticker]")).toEqual(["<i>1", "2"]);
  expect(texts("#news .widget-separator")).toEqual(["|", "|"]);
  document.querySelector<HTMLElement>("#news [data-ticker=B] b")?.click();
  expect(events()).toEqual([["marquee:click", { value: "B", componentId: "news" }, ""]]);
  await page.draw(wireDocument(top(news())));
  document.querySelector<HTMLElement>("#news [data-ticker=B] b")?.click();
  expect(events()).toHaveLength(1);
});

test("a ticker item changes in every marquee, in a div and alone", async () => {
  const div = { type: "div", component_id: "d", children: [item("A", { text: "1" })] };
  const { page } = await drawPage(top(news(), div));
  const update = { type: "update_ticker", ticker: "A", content: { html: "<u>9</u>" }, style: {} };
  expect(await page.apply({ revision: 2, op: op({ ...update, class_name: "up" }) })).toEqual([]);
  expect(texts(".up u")).toEqual(["9", "9"]);
  expect(texts("#news [data-ticker=B]")).toEqual(["2"]);
  const restyle = { type: "update_ticker", ticker: "A", style: { color: "red" } };
  await page.apply({ revision: 3, op: op(restyle) });
  expect(texts(".up u")).toEqual(["9", "9"]);
  expect(document.querySelector<HTMLElement>("#item-A")?.style.color).toBe("red");
});

test("a marquee takes another content", async () => {
  const { page } = await drawPage(top(news()));
  const set = (more: object) =>
    page.apply({ revision: 2, op: op({ type: "set_marquee", component_id: "news", ...more }) });
  await set({ text: "<b>Text" });
  expect(texts("#news .widget-ticker")).toEqual(["<b>Text"]);
  await set({ items: [item("C")] });
  expect(texts("#news .widget-ticker")).toEqual(["C"]);
});

test("a modal opens and closes as the document says, without an event", async () => {
  const { events, page } = await drawPage({ modals: [box()] });
  const dialog = element<HTMLDialogElement>("box");
  expect(dialog.open).toBe(false);
  await page.apply({ revision: 2, op: open(true) });
  expect(dialog.open).toBe(true);
  await page.apply({ revision: 3, op: open(false) });
  expect(dialog.open).toBe(false);
  expect(events()).toEqual([]);
});

test("a modal that the person closes says so once and stays closed", async () => {
  const { events, page, outbox } = await drawPage({ modals: [box({ open: true })] });
  const dialog = element<HTMLDialogElement>("box");
  expect(dialog.open).toBe(true);
  dialog.querySelector<HTMLElement>(".widget-close")?.click();
  expect(events()).toEqual([["modal:close", { componentId: "box" }, ""]]);
  await page.apply({
    revision: 2,
    op: op({ type: "set_content", component_id: "text", content: { text: "" } }),
  });
  expect(dialog.open).toBe(false);
  await page.apply({ revision: 3, op: open(false) });
  page.settled(outbox.settle(1, []), []);
  expect(dialog.open).toBe(false);
});

test("Escape and a click beside a modal close it only if they may", async () => {
  await drawPage({
    modals: [box({ open: true, close_on_escape: false, close_on_overlay: false })],
  });
  const dialog = element<HTMLDialogElement>("box");
  const escape = new KeyboardEvent("keydown", { key: "Escape", cancelable: true });
  dialog.dispatchEvent(escape);
  expect(escape.defaultPrevented).toBe(true);
  const beside = { clientX: -5, clientY: -5, bubbles: true };
  dialog.dispatchEvent(new MouseEvent("pointerdown", beside));
  expect(dialog.open).toBe(true);
  await drawPage({ modals: [box({ open: true })] });
  element("box").dispatchEvent(new MouseEvent("pointerdown", beside));
  expect(element<HTMLDialogElement>("box").open).toBe(false);
});

test("closing a modal forgets what was set in it, if it is to", async () => {
  for (const reset of [true, false]) {
    const { page } = await drawPage({ modals: [box({ open: true, reset_on_close: reset })] });
    await page.apply({
      revision: 2,
      op: op({ type: "set_value", component_id: "in", value: true }),
    });
    await page.apply({ revision: 3, op: open(false) });
    expect(element<HTMLInputElement>("in").checked).toBe(!reset);
  }
});

test("a toast is text, goes after its time, and stays while it is hovered or focused", async () => {
  const { page } = await drawPage({});
  const show = (more: object) =>
    page.apply({ revision: 2, op: toast({ message: "<b>x", ...more }) });
  await show({ duration_ms: 1_000, kind: "error", title: "T" });
  await show({ duration_ms: 0, position: "top" });
  expect(texts(".widget-toast-text")).toEqual(["T<b>x", "<b>x"]);
  const [soon, forever] = toasts() as [HTMLElement, HTMLElement];
  expect(soon.getAttribute("role")).toBe("alert");
  soon.dispatchEvent(new Event("mouseenter"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(toasts()).toHaveLength(2);
  soon.dispatchEvent(new Event("mouseleave"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(toasts()).toEqual([forever]);
  forever.querySelector<HTMLElement>(".widget-close")?.click();
  expect(toasts()).toEqual([]);
});

test("a question waits for its answer, whatever comes after it", async () => {
  const { page, events } = await drawPage({});
  const confirm = { event: "rows:delete", confirm_label: "Yes", cancel_label: "No" };
  await page.apply({ revision: 2, op: toast({ message: "Sure?", duration_ms: 1, confirm }) });
  for (let n = 0; n < 10; n++) await page.apply({ revision: 3, op: toast({ message: `${n}` }) });
  await vi.advanceTimersByTimeAsync(100_000);
  const question = document.querySelector("[role=alertdialog]");
  expect(toasts()).toHaveLength(5);
  question?.querySelectorAll<HTMLElement>("button")[1]?.click();
  expect(events()).toEqual([["rows:delete", { confirmed: true }, "Sure?"]]);
  expect(document.querySelector("[role=alertdialog]")).toBeNull();
});

test("a question is there once, and goes when another viewer answers it", async () => {
  const { page, events } = await drawPage({});
  const confirm = { event: "rows:delete", confirm_label: "Yes", cancel_label: "No" };
  const ask = (message: string) => toast({ message, confirm });
  for (const revision of [2, 2, 3]) await page.apply({ revision, op: ask(`${revision}?`) });
  expect(texts(".widget-toast-text")).toEqual(["2?", "3?"]);
  await page.apply({ revision: 4, op: op({ type: "close_question", question: 2 }) });
  await page.apply({ revision: 5, op: op({ type: "close_question", question: 9 }) });
  expect(texts(".widget-toast-text")).toEqual(["3?"]);
  expect(events()).toEqual([]);
});

test("a toolbar folds away and comes back, and grows by the arrow keys", async () => {
  const items = [{ type: "button", component_id: "b", label: "B" }];
  await drawPage({ toolbars: [{ position: "left", items, collapsible: true, resizable: true }] });
  const fold = document.querySelector<HTMLElement>(".widget-fold");
  const content = document.querySelector<HTMLElement>(".widget-toolbar-items");
  fold?.click();
  expect([content?.hidden, fold?.getAttribute("aria-expanded")]).toEqual([true, "false"]);
  fold?.click();
  expect([content?.hidden, fold?.getAttribute("aria-label")]).toEqual([false, "Hide toolbar"]);
  const edge = document.querySelector("[role=separator]");
  edge?.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", cancelable: true }));
  // jsdom lays nothing out: the smallest size there is.
  expect(document.querySelector<HTMLElement>(".widget-toolbar")?.style.width).toBe("48px");
});

test("what the server sends about them is read with care", () => {
  const wire = { blocks: [], modals: [{ component_id: "m" }] };
  expect(readDocument(wire).modals).toEqual([{ type: "modal", component_id: "m" }]);
  expect(readDocument({ blocks: [] }).modals).toEqual([]);
  expect(() => readDocument({ ...wire, modals: [{}] })).toThrow("malformed modal");
});

test("a question that was answered meanwhile goes with the next document, and open ones stay", async () => {
  const { page } = await drawPage({});
  const confirm = { event: "rows:delete", confirm_label: "Yes", cancel_label: "No" };
  const ask = (message: string) => toast({ message, confirm });
  const [one, other] = [ask("One?"), ask("Other?")];
  await page.apply({ revision: 2, op: one });
  await page.apply({ revision: 3, op: other });
  await page.apply({ revision: 4, op: toast({ message: "Only told" }) });
  await page.draw(wireDocument({}), [{ revision: 3, op: other }]);
  expect(texts(".widget-toast-text")).toEqual(["Other?", "Only told"]);
});

test("toasts come back when the dialog that they stood in is removed", async () => {
  const modal = { type: "modal", id: "box", title: "Box", open: true, blocks: [] };
  const { page } = await drawPage({ blocks: [modal, { type: "divider", id: "line" }] });
  await page.apply({ revision: 2, op: toast({ message: "Told" }) });
  await page.draw(wireDocument({ blocks: [{ type: "divider", id: "line" }] }));
  expect(texts(".widget-toast-text")).toEqual(["Told"]);
});

test("toolbars stay when a marquee in them has changed before", async () => {
  const parts = (text?: string) =>
    top(news(text === undefined ? {} : { items: undefined, text, speed: "slow" }), {
      type: "search",
      component_id: "find",
    });
  const { page } = await drawPage(parts("old"));
  const find = element("find");
  const set = { type: "set_marquee", component_id: "news", text: "new" };
  await page.apply({ revision: 2, op: op(set) });
  await page.draw(wireDocument(parts("new")));
  expect(element("find")).toBe(find);
});
