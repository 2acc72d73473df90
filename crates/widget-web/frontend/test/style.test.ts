import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readDocument, type Op } from "../src/wire/document";
import { HostContext } from "../src/view/host/host_context";
import { ThemeSource } from "../src/view/style/theme";
import { wireDocument } from "./document";
import { drawPage, element } from "./view_page";

/** jsdom knows no properties; the real ones are tested in a real browser. */
beforeEach(() => {
  globalThis.CSS = {
    escape: (text: string) => text.replace(/["\\]/g, "\\$&"),
    supports: (property: string) => property === "color" || property === "background-color",
  } as never;
});
afterEach(() => void vi.useRealTimers());

const html = (text: string) => ({ body: { kind: "html" as const, html: text } });
const op = (value: object) => value as Op;
const style = (component_id: string, properties: object) =>
  op({ type: "set_style", component_id, style: properties });
const colour = (id: string) => getComputedStyle(element(id)).color;
/** jsdom does not know what `!important` means. */
const rules = () => {
  const styles = [...document.querySelectorAll("style")].at(-1)?.sheet?.cssRules ?? [];
  return [...styles].map((rule) => (rule as CSSStyleRule).style.cssText);
};
const RED = "rgb(255, 0, 0)";
const BLUE = "rgb(0, 0, 255)";

test("a style wins over the element's own, which shows again when it is taken back", async () => {
  const { page } = await drawPage(html('<b id=a style="color: red">1</b>'));
  expect(await page.apply({ revision: 2, op: style("a", { color: "blue" }) })).toEqual([]);
  expect(rules()).toEqual(["color: blue !important;"]);
  expect(await page.apply({ revision: 3, op: style("a", { color: null }) })).toEqual([]);
  expect(rules()).toEqual([]);
  expect(element("a").style.color).toBe("red");
});

test("a redrawn document has the same look, and forgets what is gone", async () => {
  const parts = {
    ...html("<b id=a>1</b>"),
    styles: { a: { color: "red" } },
    sheets: [{ css_id: "x", css: "b { background-color: blue }" }],
  };
  const { page, problems } = await drawPage(parts);
  expect(problems).toEqual([]);
  expect(colour("a")).toBe(RED);
  expect(getComputedStyle(element("a")).backgroundColor).toBe(BLUE);
  await page.draw(wireDocument(html("<b id=a>1</b>")));
  expect(colour("a")).not.toBe(RED);
  expect(document.querySelectorAll("style[data-css-id]")).toHaveLength(0);
});

test("a component is styled on its outermost element, and only there", async () => {
  const items = [{ type: "text", component_id: "name", label: "Name" }];
  const { page } = await drawPage({ toolbars: [{ position: "top", items }] });
  expect(await page.apply({ revision: 2, op: style("name", { color: "red" }) })).toEqual([]);
  const field = document.querySelector<HTMLElement>(".widget-field-text");
  expect(field?.dataset["widgetComponent"]).toBe("name");
  expect(getComputedStyle(field as HTMLElement).color).toBe(RED);
});

test("what cannot be styled is a failure that says why", async () => {
  const { page } = await drawPage(html("<b id=total></b>"));
  expect(await page.apply({ revision: 2, op: style("totl", { color: "red" }) })).toEqual([
    "no element #totl; did you mean #total?",
  ]);
});

test("style sheets are put in, replaced in their place and removed", async () => {
  const { page } = await drawPage(html("<b id=a>1</b>"));
  const inject = (css_id: string, css: string) => op({ type: "inject_css", css_id, css });
  const ids = () =>
    [...document.querySelectorAll<HTMLElement>("style[data-css-id]")].map((one) => [
      one.dataset["cssId"],
      one.textContent,
    ]);
  await page.apply({ revision: 2, op: inject("x", "b { color: red }") });
  await page.apply({ revision: 3, op: inject("y", "i { color: red }") });
  expect(await page.apply({ revision: 4, op: inject("x", "b { color: blue }") })).toEqual([]);
  expect(ids()).toEqual([
    ["x", "b { color: blue }"],
    ["y", "i { color: red }"],
  ]);
  expect(colour("a")).toBe(BLUE);
  expect(await page.apply({ revision: 5, op: inject("z", "/* nothing */") })).toEqual([
    "the style sheet has no rule that this browser understands",
  ]);
  await page.apply({ revision: 6, op: op({ type: "remove_css", css_id: "x" }) });
  expect(ids().map(([id]) => id)).toEqual(["y", "z"]);
});

test("the agent's theme goes over the host's, until it is the host's again", async () => {
  const theme = new ThemeSource();
  const heard: string[] = [];
  theme.onChange((now) => heard.push(now));
  const { page } = await drawPage({ theme: "dark" }, { theme });
  expect(document.documentElement.dataset["theme"]).toBe("dark");
  const host = new HostContext();
  const hostIs = (name: string) => {
    host.change({ theme: name });
    theme.followHost(host);
  };
  hostIs("light");
  expect(theme.current).toBe("dark");
  await page.apply({ revision: 2, op: op({ type: "set_theme", theme: "system" }) });
  expect(document.documentElement.dataset["theme"]).toBe("light");
  hostIs("dark");
  expect(heard).toEqual(["dark", "light", "dark"]);
});

test("an address and a file are offered by the host, and its refusal is a failure", async () => {
  const openLink = vi.fn(async () => {});
  const download = vi.fn(async () => {
    throw new Error("another question is open");
  });
  const { page } = await drawPage({}, { openLink, download });
  expect(
    await page.apply({ revision: 2, op: op({ type: "navigate", url: "https://e.example/" }) }),
  ).toEqual([]);
  expect(openLink).toHaveBeenCalledWith("https://e.example/");
  const file = { type: "download", filename: "a.csv", mime_type: "text/csv", text: "a,b" };
  expect(await page.apply({ revision: 3, op: op(file) })).toEqual([
    "not saved: another question is open",
  ]);
  expect(download).toHaveBeenCalledWith({
    name: "a.csv",
    mimeType: "text/csv",
    content: { text: "a,b" },
  });
});

test("a host that answers when the person has does not stop what comes after", async () => {
  const { page } = await drawPage({}, { openLink: () => new Promise(() => {}) });
  vi.useFakeTimers();
  const asked = page.apply({
    revision: 2,
    op: op({ type: "navigate", url: "https://e.example/" }),
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await asked).toEqual([]);
});

test("a document without a look has none, and a malformed one is refused", () => {
  const { theme: _, styles: _styles, sheets: _sheets, ...older } = wireDocument();
  expect(readDocument(older)).toMatchObject({ theme: "system", styles: {}, sheets: [] });
  expect(readDocument({ ...older, theme: "pink" }).theme).toBe("system");
  expect(() => readDocument({ ...older, sheets: [{ css_id: "x" }] })).toThrow("text is missing");
});
