import { beforeEach, expect, test, vi } from "vitest";
import { LinkDialog } from "../src/shell/link_dialog";

/** jsdom has no modal dialogs. */
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
});

test("an address is shown in full and opened by the person alone", () => {
  const open = vi.fn();
  const dialog = new LinkDialog(open);
  const url = `https://example.com/?typed=${"x".repeat(500)}`;
  expect(dialog.ask(url)).toBe(true);
  expect(open).not.toHaveBeenCalled();
  expect(dialog.element.textContent).toContain(url);
  dialog.element.querySelector<HTMLButtonElement>("button.open")?.click();
  expect(open).toHaveBeenCalledExactlyOnceWith(url);
  expect(dialog.element.open).toBe(false);
});

test("only one question is asked at a time, and it is not exchanged", () => {
  const dialog = new LinkDialog(vi.fn());
  dialog.ask("https://one.example/");
  expect(dialog.ask("https://two.example/")).toBe(false);
  expect(dialog.element.textContent).toContain("one.example");
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "mailto:a@example.com",
  "/relative",
  "",
  `https://example.com/${"x".repeat(9_000)}`,
])("%s is refused", (url) => {
  const dialog = new LinkDialog(vi.fn());
  expect(dialog.ask(url)).toBe(false);
  expect(dialog.element.open).toBe(false);
});

test("markup in an address is text", () => {
  const dialog = new LinkDialog(vi.fn());
  dialog.ask("https://example.com/#<img src=x>");
  expect(dialog.element.querySelector("img")).toBeNull();
});
