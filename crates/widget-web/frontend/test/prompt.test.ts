import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askToSave } from "../src/shell/download";
import { GUARD_MS } from "../src/shell/guarded_button";
import { askToOpen } from "../src/shell/link";
import { line, PromptDialog } from "../src/shell/prompt";
import { Refusals } from "../src/shell/refusals";
import { WIDGET } from "./document";
import { fillIn } from "./view_page";

const asker = { widgetId: WIDGET, title: "<b>Cars" };
let dialog: PromptDialog;

beforeEach(() => {
  vi.useFakeTimers();
  fillIn();
  dialog = new PromptDialog();
  document.body.replaceChildren(dialog.element);
});
afterEach(() => vi.useRealTimers());

const accept = () => dialog.element.querySelector("button.open") as HTMLButtonElement;
const refuse = () => dialog.element.querySelector("button:not(.open)") as HTMLButtonElement;
const prompt = (more: object = {}) => ({
  heading: "Do it?",
  body: [line("a <i>text")],
  accept: "Do it",
  refuse: "Leave it",
  ...more,
});

test("the widget is named, and what it says is text", () => {
  expect(dialog.ask(asker, prompt())).toBe(true);
  expect(dialog.element.textContent).toContain("<b>Cars");
  expect(dialog.element.textContent).toContain("a <i>text");
  expect(dialog.element.querySelector("b, i")).toBeNull();
});

test("a click that was meant for what stood there before accepts nothing", () => {
  const onAccept = vi.fn();
  dialog.ask(asker, prompt({ onAccept }));
  accept().click();
  vi.advanceTimersByTime(GUARD_MS - 1);
  accept().click();
  expect(onAccept).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  accept().click();
  expect(onAccept).toHaveBeenCalledOnce();
  expect(dialog.element.open).toBe(false);
});

test.each([
  ["the focus has left", () => window.dispatchEvent(new Event("blur"))],
  ["the focus has come", () => window.dispatchEvent(new Event("focus"))],
  ["the tab was elsewhere", () => document.dispatchEvent(new Event("visibilitychange"))],
])("the button is dead again when %s", (_, happen) => {
  const onAccept = vi.fn();
  dialog.ask(asker, prompt({ onAccept }));
  vi.advanceTimersByTime(GUARD_MS);
  happen();
  accept().click();
  expect(onAccept).not.toHaveBeenCalled();
  vi.advanceTimersByTime(GUARD_MS);
  accept().click();
  expect(onAccept).toHaveBeenCalledOnce();
});

test("one question at a time, and it is not exchanged", () => {
  dialog.ask(asker, prompt());
  expect(dialog.ask({ ...asker, widgetId: "c".repeat(32) }, prompt({ heading: "Other" }))).toBe(
    false,
  );
  expect(dialog.element.textContent).toContain("Do it?");
});

test("after each refusal the pause grows, for the widget that was refused", () => {
  let now = 0;
  const refusals = new Refusals(() => now);
  const asking = new PromptDialog(refusals);
  document.body.replaceChildren(asking.element);
  const onRefuse = vi.fn();
  const cancel = () =>
    asking.element.querySelector<HTMLButtonElement>("button:not(.open)")?.click();
  for (const pause of [1_000, 2_000, 4_000]) {
    expect(asking.ask(asker, prompt({ onRefuse }))).toBe(true);
    cancel();
    now += pause - 1;
    expect(asking.mayAsk(asker)).toBe(false);
    expect(asking.mayAsk({ ...asker, widgetId: "c".repeat(32) })).toBe(true);
    now += 1;
  }
  expect(onRefuse).toHaveBeenCalledTimes(3);
});

test("the late event of a question that has ended does not end the next", () => {
  const { element } = dialog;
  element.close = () => {
    element.open = false;
    setTimeout(() => element.dispatchEvent(new Event("close")), 100);
  };
  const answers = [vi.fn(), vi.fn()];
  for (const onAccept of answers) {
    expect(dialog.ask(asker, prompt({ onAccept }))).toBe(true);
    vi.advanceTimersByTime(GUARD_MS);
    accept().click();
  }
  vi.runAllTimers();
  for (const onAccept of answers) expect(onAccept).toHaveBeenCalledOnce();
  expect(dialog.mayAsk(asker)).toBe(true);
});

test("a prompt that is dismissed was not refused", () => {
  const onRefuse = vi.fn();
  const shown = prompt({ onRefuse, accept: null });
  dialog.ask(asker, shown);
  expect(accept().hidden).toBe(true);
  dialog.dismiss(prompt());
  expect(dialog.element.open).toBe(true);
  dialog.dismiss(shown);
  expect([dialog.element.open, dialog.mayAsk(asker)]).toEqual([false, true]);
  expect(onRefuse).not.toHaveBeenCalled();
});

test("an address is shown with its host first, and opened by the person alone", () => {
  const open = vi.fn();
  const url = `https://example.com:8443/?typed=${"x".repeat(500)}#<img src=x>`;
  expect(askToOpen(dialog, asker, url, open)).toBe(true);
  expect(open).not.toHaveBeenCalled();
  expect(dialog.element.querySelector(".host")?.textContent).toBe("example.com:8443");
  expect(dialog.element.querySelector(".address")?.textContent).toBe(new URL(url).href);
  expect(dialog.element.querySelector("img")).toBeNull();
  vi.advanceTimersByTime(GUARD_MS);
  accept().click();
  expect(open).toHaveBeenCalledExactlyOnceWith(new URL(url).href);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "mailto:a@example.com",
  "/relative",
  "",
  `https://example.com/${"x".repeat(9_000)}`,
  `https://accounts.google.com%2Fsignin${"x".repeat(2_000)}@evil.example/`,
  "https://:password@evil.example/",
])("%s is refused", (url) => {
  expect(() => askToOpen(dialog, asker, url, vi.fn())).toThrow("only http and https");
  expect(dialog.element.open).toBe(false);
});

test("nothing is saved before the person agrees", () => {
  const save = vi.fn();
  const resource = { uri: "file:///chart.csv", mimeType: "text/csv", text: "a,b" };
  const params = { contents: [{ type: "resource", resource }] };
  expect(() => askToSave(dialog, asker, { contents: [] }, save)).toThrow("txt, csv, md");
  expect(askToSave(dialog, asker, params, save)).toBe(true);
  expect(dialog.element.textContent).toContain("chart.csv (1 kB)");
  refuse().click();
  expect(save).not.toHaveBeenCalled();
  expect(askToSave(dialog, asker, params, save)).toBe(false);
  vi.advanceTimersByTime(1_000);
  askToSave(dialog, asker, params, save);
  vi.advanceTimersByTime(GUARD_MS);
  accept().click();
  expect(save).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: "chart.csv" }));
});
