import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GUARD_MS } from "../src/shell/guarded_button";
import { PromptDialog } from "../src/shell/prompt";
import { requestSecret } from "../src/shell/secret_request";
import { SecretForm } from "../src/secret/secret_form";
import { channelOf, readSecretMessage, readSecretPage } from "../src/wire/secret";
import { WIDGET } from "./document";
import { fillIn } from "./view_page";

const asker = { widgetId: WIDGET, title: "Cars" };
const prompt = {
  component_id: "token",
  label: "<b>Tok\u202een",
  placeholder: "None",
  show_toggle: true,
  show_copy: false,
};
const REFERENCE = "c".repeat(32);
const ADDRESS = `/widget/${WIDGET}/secret/token`;

let dialog: PromptDialog;
beforeEach(() => {
  fillIn();
  dialog = new PromptDialog();
  document.body.replaceChildren(dialog.element);
});
afterEach(() => void vi.useRealTimers());

const accept = () => dialog.element.querySelector("button.open") as HTMLButtonElement;
const refuse = () => dialog.element.querySelector("button:not(.open)") as HTMLButtonElement;

/** Asks, and has the person continue. Answers what the page was opened with. */
function continued() {
  vi.useFakeTimers();
  const opened: string[] = [];
  const answer = requestSecret(dialog, asker, prompt, ADDRESS, (url) => void opened.push(url));
  vi.advanceTimersByTime(GUARD_MS);
  vi.useRealTimers();
  accept().click();
  const page = readSecretPage(opened[0]?.split("#")[1] ?? "");
  if (answer === undefined || page === null) throw new Error("the person was not asked");
  return { answer, page, url: opened[0] ?? "" };
}

test("nothing is typed in the page of the widget, and the reference comes from the other", async () => {
  const { answer, page, url } = continued();
  expect(dialog.element.querySelector("input")).toBeNull();
  expect(url.startsWith(`${ADDRESS}#`)).toBe(true);
  expect(page).toMatchObject({ title: "Cars", label: "<b>Tok en", placeholder: "None" });
  new BroadcastChannel(channelOf(page.ticket)).postMessage({ kind: "kept", secret_ref: REFERENCE });
  expect(await answer).toBe(REFERENCE);
  expect(dialog.element.open).toBe(false);
});

test("the page of a secret is answered as long as its question waits", async () => {
  const { answer, page } = continued();
  const said: unknown[] = [];
  const other = new BroadcastChannel(channelOf(page.ticket));
  other.addEventListener("message", ({ data }) => said.push(readSecretMessage(data)?.kind));
  other.postMessage({ kind: "opened" });
  await vi.waitFor(() => expect(said).toEqual(["waiting"]));
  window.dispatchEvent(new Event("pagehide"));
  await vi.waitFor(() => expect(said).toEqual(["waiting", "withdrawn"]));
  refuse().click();
  expect(await answer).toBeNull();
  other.postMessage({ kind: "opened" });
  new BroadcastChannel(channelOf(page.ticket)).postMessage({ kind: "left" });
  await vi.waitFor(() => expect(said).toEqual(["waiting", "withdrawn", "withdrawn", "left"]));
});

test("leaving the other page gives none, and so does a refusal of either kind", async () => {
  const { answer, page } = continued();
  new BroadcastChannel(channelOf(page.ticket)).postMessage({ kind: "left" });
  expect(await answer).toBeNull();
  expect(dialog.mayAsk(asker)).toBe(false);

  dialog = new PromptDialog();
  document.body.replaceChildren(dialog.element);
  const second = continued();
  const withdrawn = new Promise((resolve) => {
    new BroadcastChannel(channelOf(second.page.ticket)).addEventListener("message", ({ data }) =>
      resolve(readSecretMessage(data)),
    );
  });
  refuse().click();
  expect(await second.answer).toBeNull();
  expect(await withdrawn).toEqual({ kind: "withdrawn" });
  // There is a pause now.
  expect(requestSecret(dialog, asker, prompt, ADDRESS)).toBeUndefined();
});

test("what does not come from our own page is passed over", () => {
  for (const value of [null, 3, { kind: "kept" }, { kind: "kept", secret_ref: "x" }, { kind: "x" }])
    expect(readSecretMessage(value)).toBeNull();
  for (const hash of ["", "#%zz", "#{}", '#{"ticket":"x"}'])
    expect(readSecretPage(hash)).toBeNull();
});

function form(keep: (secret: string) => Promise<string>, show_copy = false) {
  const kept: string[] = [];
  const copied: string[] = [];
  const left = vi.fn();
  const page = { ...prompt, show_copy, ticket: REFERENCE, title: "<i>Cars" };
  const parts = {
    keep,
    kept: (reference: string) => kept.push(reference),
    left,
    copy: async (text: string) => void copied.push(text),
  };
  const made = new SecretForm(page, parts);
  document.body.replaceChildren(made.element);
  const input = document.querySelector("input") as HTMLInputElement;
  const button = (text: string) =>
    [...document.querySelectorAll("button")].find((one) => one.textContent === text);
  return { kept, copied, left, input, press: (text: string) => button(text)?.click(), button };
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

test("the secret goes to the server and leaves the page", async () => {
  const keep = vi.fn(async () => "r");
  const { kept, input, press } = form(keep);
  expect(document.querySelector("b, i")).toBeNull();
  expect([input.type, input.placeholder]).toEqual(["password", "None"]);
  press("Save");
  expect(keep).not.toHaveBeenCalled();
  input.value = "hunter2";
  press("Save");
  await settle();
  expect(keep).toHaveBeenCalledExactlyOnceWith("hunter2");
  expect([kept, input.value]).toEqual([["r"], ""]);
});

test("what the server refuses is shown, and the person can continue", async () => {
  const keep = vi.fn(async () => "r").mockRejectedValueOnce(new Error("the secret is too large"));
  const { kept, input, press } = form(keep);
  input.value = "abc";
  press("Save");
  await settle();
  expect(document.querySelector(".problem")?.textContent).toBe(
    "Not saved: the secret is too large",
  );
  expect(input.value).toBe("abc");
  press("Save");
  await settle();
  expect(kept).toEqual(["r"]);
});

test("it is shown and copied only where it may be", async () => {
  const first = form(async () => "r");
  expect([first.button("Show")?.hidden, first.button("Copy")?.hidden]).toEqual([false, true]);
  first.press("Show");
  expect(first.input.type).toBe("text");
  const second = form(async () => "r", true);
  second.input.value = "abc";
  second.press("Copy");
  await settle();
  expect(second.copied).toEqual(["abc"]);
  second.press("Cancel");
  expect(second.left).toHaveBeenCalledOnce();
});
