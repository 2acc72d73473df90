import { beforeEach, expect, test } from "vitest";
import { copyOfPage } from "../src/view/capture/clone";
import { outlineOf } from "../src/view/capture/outline";
import { putRight, ScriptErrors } from "../src/view/capture/script_errors";
import { fillIn } from "./view_page";

beforeEach(() => {
  fillIn();
  document.adoptedStyleSheets ??= [];
});

/** jsdom has no top layer. */
const matches = Element.prototype.matches;
Element.prototype.matches = function (this: Element, selector: string): boolean {
  return /:modal|:popover-open/.test(selector) ? false : matches.call(this, selector);
} as typeof matches;

function outline(html: string): string[] {
  document.body.innerHTML = html;
  return outlineOf(document.body, () => null).text.split("\n");
}

test("what has a role or an id has a line, with its name, value and states", () => {
  expect(
    outline(`<nav><a href="#x">Home</a></nav>
      <div><div><p id="total">4 <b>of</b> 5</p></div></div>
      <select aria-label="Colour"><option>red<option selected>blue</select>
      <input type="checkbox" aria-label="Gift" checked disabled>
      <input type="hidden" id="token" value="secret"><script>let hidden;</script>`),
  ).toEqual([
    "- navigation",
    '  - link "Home"',
    '- p #total "4 of 5"',
    '- combobox "Colour" = "blue"',
    '- checkbox "Gift" [checked, disabled]',
    "- hidden #token",
  ]);
});

test("an element inside a name is found by its id, and text is not told twice", () => {
  expect(
    outline(`<h2>Sum <b id="sum">3</b></h2><label for="n">Name</label><input id="n">`),
  ).toEqual(['- heading 2 "Sum 3"', '  - b #sum "3"', '- textbox "Name" #n = ""']);
});

test("a page without end has an outline with one", () => {
  document.body.innerHTML = "<br id=a>".repeat(1_000);
  const { text, omitted } = outlineOf(document.body, () => null);
  expect([text.split("\n").length, omitted]).toEqual([400, 600]);
  document.body.innerHTML = `${"<div>".repeat(300)}deep`;
  expect(outlineOf(document.body, () => null).text).toBe('- text "deep"');
});

test("a copy of the page is well-formed XML whatever its HTML is", () => {
  document.body.innerHTML = `<p @click="x" a:b="1" data-x='"<&>"'>\u0001\u0008 &lt;/style></p>
    <o:p>office</o:p><br><style>p::before { content: "<x>" }</style><script>1 < 2</script>`;
  const text = copyOfPage(100, 50, []);
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  expect(parsed.querySelector("parsererror")).toBeNull();
  expect(parsed.documentElement.getAttribute("width")).toBe("100");
  expect(text).toContain("office");
  expect(text).not.toContain("1 &lt; 2");
});

test("what was typed and chosen is in the copy", () => {
  document.body.innerHTML = `<input id="a"><input id="b" type="checkbox">
    <textarea id="c"></textarea><select><option>one<option id="d">two</select>`;
  const input = (id: string) => document.getElementById(id) as HTMLInputElement;
  input("a").value = "Ada";
  input("b").checked = true;
  input("c").value = "note";
  (document.getElementById("d") as HTMLOptionElement).selected = true;
  const text = copyOfPage(100, 50, []);
  expect(text).toMatch(/id="a"[^>]*value="Ada"/);
  expect(text).toMatch(/id="b"[^>]*checked/);
  expect(text).toContain(">note</textarea>");
  expect(text).toMatch(/id="d" selected/);
});

test("the newest errors are kept and the same one is counted", async () => {
  const errors = new ScriptErrors();
  const fail = (message: string) =>
    window.dispatchEvent(new ErrorEvent("error", { message, lineno: 3, cancelable: true }));
  for (let n = 0; n < 30; n++) fail(`error ${n}`);
  fail("error 29");
  fail("ResizeObserver loop limit exceeded");
  window.addEventListener("error", (event) => putRight.add(event), { once: true });
  fail("put right");
  await Promise.resolve();
  const list = errors.list(true);
  expect(list).toHaveLength(20);
  expect(list.at(-1)).toEqual({ message: "error 29", line: 3, count: 2 });
});
