import { beforeEach, expect, test, vi } from "vitest";
import { CellDialog, wholeText } from "../src/grid/cell_dialog";
import { opensCells } from "../src/grid/options";
import type { Json } from "../src/wire/json";

beforeEach(() => {
  // jsdom knows no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
});

test("a dialog holds the whole of a value as text, an address as a link", () => {
  const dialog = new CellDialog();
  document.body.append(dialog.element);
  const text = () => dialog.element.querySelector("pre")?.innerHTML;
  dialog.open("Note", "<b>one</b>\ntwo");
  expect(dialog.element.open).toBe(true);
  expect(dialog.element.querySelector("h2")?.textContent).toBe("Note");
  expect(text()).toBe("&lt;b&gt;one&lt;/b&gt;\ntwo");
  dialog.open("Place", "https://example.com/?a=b");
  expect(text()).toContain('<a href="https://example.com/?a=b"');
  dialog.open("Code", "javascript:alert(1)");
  expect(dialog.element.querySelector("a")).toBeNull();
});

test("a structure is written over several lines, and all else as it is", () => {
  expect(wholeText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(wholeText(1234567.891)).toBe("1234567.891");
  expect(wholeText("2026-01-05T10:00:00Z")).toBe("2026-01-05T10:00:00Z");
});

test("the text is copied where the page may, else the person is told how", () => {
  const dialog = new CellDialog();
  document.body.append(dialog.element);
  dialog.open("Note", "text");
  const copy = [...dialog.element.querySelectorAll("button")].find(
    (button) => button.textContent === "Copy",
  );
  let copied = "";
  const answer = (execCommand: () => boolean) => Object.assign(document, { execCommand });
  answer(() => {
    copied = String(getSelection());
    return true;
  });
  copy?.click();
  expect([copied, copy?.textContent]).toEqual(["text", "Copied"]);
  answer(() => false);
  copy?.click();
  expect(copy?.textContent).toBe("Press Ctrl+C");
});

test.each<[string, { value?: Json; editable?: boolean; key?: string; own?: boolean }, boolean]>([
  ["a value", {}, true],
  ["nothing", { value: null }, false],
  ["an empty text", { value: "" }, false],
  ["zero", { value: 0 }, true],
  ["what can be edited", { editable: true }, false],
  ["another key", { key: "ArrowDown" }, false],
  ["the checkbox of a row", { own: true }, false],
])("Enter opens a cell: %s", (_, given, isOpened) => {
  const { value = "text", editable = false, key = "Enter", own = false } = given;
  const opened = vi.fn();
  const event = new KeyboardEvent("keydown", { key, cancelable: true });
  const column = {
    getColId: () => (own ? "ag-Grid-SelectionColumn" : "v"),
    getColDef: () => ({ headerName: "V" }),
    isCellEditable: () => editable,
  };
  opensCells(opened).onCellKeyDown?.({ column, node: {}, value, event } as never);
  expect(opened.mock.calls).toEqual(isOpened ? [["V", value]] : []);
  expect(event.defaultPrevented).toBe(isOpened);
});
