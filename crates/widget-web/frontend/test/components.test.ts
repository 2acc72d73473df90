import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ComponentSpec } from "../src/wire/document";
import type { Json } from "../src/wire/json";
import { wireDocument } from "./document";
import { drawPage, element } from "./view_page";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const draw = (...items: ComponentSpec[]) => drawPage({ toolbars: [{ position: "top", items }] });

const colour: ComponentSpec = {
  type: "select",
  component_id: "colour",
  label: "Colour",
  options: [
    { label: "Red", value: "red" },
    { label: "<b>Blue", value: "blue" },
  ],
};
const name: ComponentSpec = {
  type: "text",
  component_id: "name",
  label: "Name",
  event: "form:name",
};

function type(control: HTMLInputElement, text: string): void {
  control.value = text;
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

test("a button emits its event with its data, or button:click", async () => {
  const { events } = await draw(
    { type: "button", component_id: "go", label: "Go", event: "app:go", data: { row: 7 } },
    { type: "button", component_id: "plain", label: "Plain" },
    { type: "button", component_id: "off", label: "Off", disabled: true },
  );
  for (const id of ["go", "plain", "off"]) element(id).click();
  expect(events()).toEqual([
    ["app:go", { componentId: "go", row: 7 }, "Go"],
    ["button:click", { componentId: "plain" }, "Plain"],
  ]);
});

test("a select emits the chosen value and shows the document's", async () => {
  const { events, page } = await draw(colour);
  const control = element<HTMLSelectElement>("colour");
  expect(control.selectedOptions[0]?.textContent).toBe("Red");
  control.selectedIndex = 1;
  control.dispatchEvent(new Event("change"));
  expect(events()).toEqual([
    ["toolbar:change", { value: "blue", componentId: "colour" }, "Colour"],
  ]);
  page.settled(new Set(["colour"]), []);
  // Still on its way: the person's choice stays.
  expect(control.selectedIndex).toBe(1);
});

test("a select with a placeholder starts with nothing chosen", async () => {
  await draw({ ...colour, placeholder: "Choose" });
  const control = element<HTMLSelectElement>("colour");
  expect(control.selectedOptions[0]?.textContent).toBe("Choose");
  expect(control.selectedOptions[0]?.disabled).toBe(true);
});

test("a toggle is a switch that says what it became", async () => {
  const { events } = await draw({
    type: "toggle",
    component_id: "dark",
    label: "Dark",
    value: true,
  });
  const control = element("dark");
  expect(control.getAttribute("role")).toBe("switch");
  expect(control.getAttribute("aria-checked")).toBe("true");
  control.click();
  expect(control.getAttribute("aria-checked")).toBe("false");
  expect(events()).toEqual([["toolbar:change", { value: false, componentId: "dark" }, "Dark"]]);
});

test("a text emits after a pause, on Enter and on leaving, and each value once", async () => {
  const { events } = await draw(name);
  const control = element<HTMLInputElement>("name");
  type(control, "A");
  await vi.advanceTimersByTimeAsync(299);
  type(control, "Ad");
  await vi.advanceTimersByTimeAsync(299);
  expect(events()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  type(control, "Ada");
  control.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
  type(control, "Ada L");
  control.dispatchEvent(new Event("blur"));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(events().map((event) => event[1])).toEqual(
    ["Ad", "Ada", "Ada L"].map((value) => ({ value, componentId: "name" })),
  );
});

test("what an input method is composing is not sent", async () => {
  const { events } = await draw(name);
  const control = element<HTMLInputElement>("name");
  control.dispatchEvent(new Event("compositionstart"));
  type(control, "k");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(events()).toEqual([]);
  control.value = "か";
  control.dispatchEvent(new Event("compositionend"));
  await vi.advanceTimersByTimeAsync(300);
  expect(events()).toHaveLength(1);
});

test("input stays while it is typed or on its way, then the document's value shows", async () => {
  const { page, outbox } = await draw(name);
  const control = element<HTMLInputElement>("name");
  const set = (revision: number, value: string) =>
    page.apply({ revision, op: { type: "set_value", component_id: "name", value } });
  type(control, "mine");
  await set(2, "theirs");
  expect(control.value).toBe("mine");
  await vi.advanceTimersByTimeAsync(300);
  await set(3, "other");
  expect(control.value).toBe("mine");
  page.settled(outbox.settle(1, []), []);
  expect(control.value).toBe("other");
});

test("a document that is drawn again leaves the input alone and shows the other values", async () => {
  const toolbars = [{ position: "top" as const, items: [name, colour] }];
  const { page } = await drawPage({ toolbars });
  const control = element<HTMLInputElement>("name");
  type(control, "mine");
  await page.draw(wireDocument({ toolbars, values: { name: "theirs", colour: "blue" } }));
  expect(element("name")).toBe(control);
  expect(control.value).toBe("mine");
  expect(element<HTMLSelectElement>("colour").selectedIndex).toBe(1);
});

test("components that changed are drawn in their places, the others stay with what is typed", async () => {
  const go = { type: "button", component_id: "go", label: "Go" };
  const box = (disabled: boolean) => ({
    type: "modal",
    component_id: "box",
    open: true,
    items: [{ ...go, component_id: "send", disabled }],
  });
  const around = (options: string[], disabled: boolean) => ({
    toolbars: [
      { position: "top" as const, items: [name, { ...colour, options: listed(options) }] },
    ],
    modals: [box(disabled)],
  });
  const listed = (values: string[]) => values.map((value) => ({ label: value, value }));
  const { page } = await drawPage(around(["a", "b"], true));
  const [control, dialog] = [element<HTMLInputElement>("name"), element("box")];
  type(control, "mine");
  element("colour").focus();
  const next = { ...around(["b", "c", "d"], false), values: { colour: "c" } };
  expect(await page.draw(wireDocument(next))).toEqual([]);
  expect([element("name"), element("box")]).toEqual([control, dialog]);
  expect(control.value).toBe("mine");
  const select = element<HTMLSelectElement>("colour");
  expect([...select.options].map(({ text }) => text)).toEqual(["b", "c", "d"]);
  expect([select.selectedIndex, document.activeElement]).toEqual([1, select]);
  expect(element<HTMLButtonElement>("send").disabled).toBe(false);
  expect(dialog.hasAttribute("open")).toBe(true);
});

test("a component that is drawn again goes on with what is typed in it", async () => {
  const seats = { type: "number", component_id: "n", label: "N", max: 5 };
  const around = (label: string) => ({
    toolbars: [
      {
        position: "top" as const,
        items: [
          { ...name, label },
          { ...seats, label },
        ],
      },
    ],
  });
  const { page, outbox, events } = await drawPage(around("A"));
  const wrong = element<HTMLInputElement>("n");
  type(wrong, "9");
  wrong.dispatchEvent(new FocusEvent("focusout"));
  const before = element<HTMLInputElement>("name");
  before.focus();
  type(before, "Ada Lo");
  before.setSelectionRange(3, 3);
  await page.draw(wireDocument({ ...around("B"), values: { name: "theirs", n: 1 } }));
  const control = element<HTMLInputElement>("name");
  expect(control).not.toBe(before);
  expect([document.activeElement, control.value, control.selectionStart]).toEqual([
    control,
    "Ada Lo",
    3,
  ]);
  expect(element<HTMLInputElement>("n").value).toBe("9");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(element("n").getAttribute("aria-invalid")).toBe("true");
  expect(events().map(([, data]) => (data as { value: Json }).value)).toEqual(["Ada Lo"]);
  page.settled(outbox.settle(1, []), []);
  expect(control.value).toBe("theirs");
});

test("showing the value that is there already leaves the caret alone", async () => {
  const { page } = await draw({ ...name, value: "Ada" });
  const control = element<HTMLInputElement>("name");
  control.setSelectionRange(1, 1);
  await page.apply({ revision: 2, op: { type: "set_value", component_id: "name", value: "Ada" } });
  expect(control.selectionStart).toBe(1);
});

test("content goes to a button and a div, and a component with a value says that it has one", async () => {
  const { page } = await draw(
    { type: "button", component_id: "go", label: "Go" },
    {
      type: "div",
      component_id: "box",
      content: "<i>x</i>",
      children: [{ type: "button", component_id: "in", label: "In" }],
    },
    name,
  );
  const set = (id: string, content: { text: string } | { html: string }) =>
    page.apply({ revision: 2, op: { type: "set_content", component_id: id, content } });
  expect(await set("go", { text: "<b>Stop" })).toEqual([]);
  expect(element("go").textContent).toBe("<b>Stop");
  await set("box", { html: "<b>new</b>" });
  expect(element("box").querySelector("b")?.textContent).toBe("new");
  expect(element("in").textContent).toBe("In");
  expect(await set("name", { text: "x" })).toEqual([
    '"name" is a text: it has a value and no content',
  ]);
});

test("labels, options and tooltips are text, and every control has a name", async () => {
  const evil = "<img src=x onerror=alert(1)>";
  await draw(
    { type: "button", component_id: "a", label: evil, description: evil },
    { ...colour, label: evil },
    { type: "text", component_id: "bare" },
  );
  expect(document.querySelector("img")).toBeNull();
  expect(element("a").textContent).toBe(evil);
  expect(element<HTMLSelectElement>("colour").labels?.[0]?.textContent).toBe(evil);
  expect(element<HTMLSelectElement>("colour").options[1]?.textContent).toBe("<b>Blue");
  expect(element("bare").getAttribute("aria-label")).toBe("bare");
});

test("style and classes are taken, and an unknown type is reported", async () => {
  const { problems } = await draw(
    {
      type: "button",
      component_id: "a",
      label: "A",
      style: { marginTop: "3px", "font-weight": "700" },
      class_name: "one two",
    },
    { type: "slidr", component_id: "s" },
  );
  expect(element("a").style.marginTop).toBe("3px");
  expect(element("a").style.fontWeight).toBe("700");
  expect(element("a").classList.contains("two")).toBe(true);
  expect(problems).toEqual(['this page cannot draw a component of type "slidr"']);
});
