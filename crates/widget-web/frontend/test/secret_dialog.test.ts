import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SecretDialog } from "../src/shell/secret_dialog";
import { fillIn } from "./view_page";

const question = {
  component_id: "token",
  label: "<b>Token",
  placeholder: "None",
  show_toggle: true,
  show_copy: false,
};
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

let dialog: SecretDialog;
const copied: string[] = [];

beforeEach(() => {
  fillIn();
  copied.length = 0;
  dialog = new SecretDialog(async (text) => void copied.push(text));
  document.body.replaceChildren(dialog.element);
});
afterEach(() => void vi.restoreAllMocks());

const input = () => document.querySelector("input") as HTMLInputElement;
const press = (text: string) =>
  [...document.querySelectorAll("button")].find((button) => button.textContent === text)?.click();

test("the secret goes to the server and its reference comes back", async () => {
  const keep = vi.fn(async () => "r");
  const answer = dialog.ask(question, keep);
  expect(document.querySelector("label")?.textContent).toBe("<b>Token");
  expect([input().type, input().placeholder]).toEqual(["password", "None"]);
  input().value = "hunter2";
  press("Save");
  expect(await answer).toBe("r");
  expect(keep).toHaveBeenCalledWith("token", "hunter2");
  expect([input().value, dialog.element.open]).toEqual(["", false]);
});

test("an empty secret is not sent, and leaving gives none", async () => {
  const keep = vi.fn(async () => "r");
  const answer = dialog.ask(question, keep);
  press("Save");
  await settle();
  input().value = "abc";
  press("Cancel");
  expect(await answer).toBeNull();
  expect(keep).not.toHaveBeenCalled();
  expect(input().value).toBe("");
});

test("what the server refuses is shown, and the person can continue", async () => {
  const keep = vi.fn(async () => "r").mockRejectedValueOnce(new Error("the secret is too large"));
  const answer = dialog.ask(question, keep);
  input().value = "abc";
  press("Save");
  await settle();
  expect(document.querySelector(".problem")?.textContent).toBe(
    "Not saved: the secret is too large",
  );
  expect(input().value).toBe("abc");
  press("Save");
  expect(await answer).toBe("r");
});

test("one question at a time, and it is shown and copied only where it may be", async () => {
  const first = dialog.ask(question, async () => "r");
  await expect(dialog.ask(question, async () => "r")).rejects.toThrow("another secret");
  const hidden = (text: string) =>
    [...document.querySelectorAll("button")].find((one) => one.textContent === text)?.hidden;
  expect([hidden("Show"), hidden("Copy")]).toEqual([false, true]);
  press("Show");
  expect(input().type).toBe("text");
  press("Cancel");
  await first;
  const second = dialog.ask({ ...question, show_copy: true }, async () => "r");
  expect(input().type).toBe("password");
  input().value = "abc";
  press("Copy");
  await settle();
  expect(copied).toEqual(["abc"]);
  press("Cancel");
  await second;
});
