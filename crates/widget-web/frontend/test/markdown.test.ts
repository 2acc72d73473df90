import { beforeEach, expect, test } from "vitest";
import { create } from "../src/markdown/main";
import * as math from "../src/math/main";
import { fillInMath } from "./markdown_text";
import { fillIn } from "./view_page";

beforeEach(() => {
  document.body.replaceChildren();
  window.WidgetMath = math;
  fillIn();
  fillInMath();
});

function text(markdown: string) {
  const drawn = create({ assets: {}, isDark: () => false });
  document.body.append(drawn.element);
  const done = drawn.update(markdown).then(
    () => "",
    (error: unknown) => (error as Error).message,
  );
  return { element: drawn.element, html: drawn.element.innerHTML, done, drawn };
}

test("CommonMark is drawn as its elements", () => {
  const { html } = text(
    "# A *title*\n\nText with **bold**, `code`\\\nand ~~old~~.\n\n> quoted\n\n3. three\n4. four\n\n---\n",
  );
  expect(html).toBe(
    '<h1 data-place="a-title">A <em>title</em></h1>' +
      "<p>Text with <strong>bold</strong>, <code>code</code><br>and <s>old</s>.</p>" +
      "<blockquote><p>quoted</p></blockquote>" +
      '<ol start="3"><li>three</li><li>four</li></ol><hr>',
  );
});

test("tables keep the alignment of their columns", () => {
  const { element } = text("| a | b |\n|:--|--:|\n| 1 | *2* |\n");
  expect(element.querySelector("table thead th")?.getAttribute("data-align")).toBe("left");
  expect(element.querySelector("td:last-child")?.outerHTML).toBe(
    '<td data-align="right"><em>2</em></td>',
  );
});

test("tasks have boxes that say whether they are done, in tight and loose lists", () => {
  for (const between of ["\n", "\n\n"]) {
    const { element } = text(`- [x] first${between}- [ ] second${between}- [y] third\n`);
    const boxes = Array.from(element.querySelectorAll("input"), (box) => [
      box.checked,
      box.disabled,
      box.getAttribute("aria-label"),
    ]);
    expect(boxes).toEqual([
      [true, true, "done"],
      [false, true, "to do"],
    ]);
    expect(element.textContent).toContain("[y] third");
  }
});

test("footnotes are numbered as they are referred to and lead there and back", () => {
  const { element } = text(
    "One[^b] two[^a] three[^b] none[^c].\n\n[^a]: First *note*.\n    Continued.\n\n[^b]: Second[^d].\n[^d]: Inner.\n[^e]: Unused.\n",
  );
  const marks = Array.from(element.querySelectorAll(".md-reference"), (one) => one.textContent);
  expect(marks).toEqual(["1", "2", "1", "3"]);
  expect(element.textContent).toContain("none[^c]");
  const notes = Array.from(element.querySelectorAll(".md-notes li"), (one) => one.textContent);
  expect(notes).toEqual(["Second3. ↩", "First note.\nContinued. ↩", "Inner. ↩"]);
  element.querySelector<HTMLElement>(".md-reference a")?.click();
  expect(document.activeElement?.textContent).toContain("Second");
  document.activeElement?.querySelector<HTMLElement>("[data-to^=reference]")?.click();
  expect(document.activeElement?.className).toBe("md-reference");
});

test("a link to a heading leads to it", () => {
  const { element } = text("[down](#the-end-of-it)\n\n## The end of it!\n");
  element.querySelector("a")?.click();
  expect(document.activeElement?.tagName).toBe("H2");
});

test("code is highlighted in languages that are known, and named in any", () => {
  const { element } = text("```rust\nfn main() {}\n```\n\n```klingon\nfn x\n```\n");
  const [known, unknown] = element.querySelectorAll(".md-code");
  expect(known?.querySelector(".hljs-keyword")?.textContent).toBe("fn");
  expect(known?.querySelector("code")?.textContent).toBe("fn main() {}");
  expect(unknown?.querySelector("figcaption")?.textContent).toBe("klingon");
  expect(unknown?.querySelector("code")?.innerHTML).toBe("fn x");
});

test("math becomes MathML, in the text and as blocks", async () => {
  const source =
    "Let $a^2$ cost $5 or $6.\n\n$$\n\\frac{1}{2}\n$$\n\n\\[ x \\]\n\nand \\(y\\)\n\n```math\nz\n```\n";
  const { element, done } = text(source);
  expect(await done).toBe("");
  expect(element.querySelectorAll("math")).toHaveLength(5);
  expect(element.querySelectorAll(".md-math-block math")).toHaveLength(3);
  expect(element.querySelector("p")?.textContent).toContain("cost $5 or $6.");
});

test("a formula that is wrong shows its source, and the agent is told once", async () => {
  const { element, done, drawn } = text("$\\frac{1}$ and $b$");
  expect(await done).toContain('the formula "\\frac{1}" cannot be drawn: ');
  expect(element.querySelector(".md-math code")?.textContent).toBe("\\frac{1}");
  expect(element.querySelectorAll("math")).toHaveLength(1);
  await drawn.update("$\\frac{1}$ and $b$ more");
});

test("a diagram that cannot be drawn here shows its source, and the agent is told", async () => {
  const { element, done } = text("```mermaid\ngraph TD\n  A-->B\n```\n");
  expect(element.querySelector(".md-diagram code")?.textContent).toBe("graph TD\n  A-->B");
  expect(await done).toBe(
    "this page draws no diagrams, and shows their source; a browser draws them",
  );
});

test("a diagram is code while its fence is open", async () => {
  for (const open of [
    "```mermaid\ngraph TD",
    "```mermaid\ngraph TD\n",
    "```mermaid\n\n",
    "```mermaid",
  ]) {
    const { element, done } = text(open);
    expect(await done).toBe("");
    expect(element.querySelector(".md-code")).not.toBeNull();
  }
});

test("a picture of the web is words with its address, and the agent is told", async () => {
  const { element, done } = text("![A *cat*](https://example.org/cat.png) ![](cat.png)");
  expect(await done).toBe(
    "the image https://example.org/cat.png is not loaded: a widget reaches no network; give it as an image block or a data URL; " +
      "the image cat.png is not loaded: a widget reaches no network; give it as an image block or a data URL",
  );
  expect(element.querySelector("img")).toBeNull();
  expect(element.querySelector("a")?.outerHTML).toBe(
    '<a href="https://example.org/cat.png">A cat</a>',
  );
  expect(element.textContent).toContain("not loaded from example.org: a widget reaches no network");
});

test("a picture in the text is shown", async () => {
  const { element, done } = text("![dot](data:image/gif;base64,R0lGODlhAQABAAAAACw=)");
  expect(await done).toBe("");
  expect(element.querySelector("img")?.alt).toBe("dot");
});
