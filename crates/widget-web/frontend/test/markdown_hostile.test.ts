import { expect, test } from "vitest";
import { create } from "../src/markdown/main";
import { safeSvg } from "../src/markdown/safe_svg";
import * as math from "../src/math/main";
import { busyMs, fillInMath } from "./markdown_text";

window.WidgetMath = math;
fillInMath();

/** The longest that 50,000 characters may compute here; quadratic time takes minutes. */
const LONGEST_MS = 4_000;

function draw(markdown: string): HTMLElement {
  const text = create({ assets: {}, isDark: () => false });
  text.update(markdown).catch(() => {});
  return text.element;
}

function depth(root: Element): number {
  let level: Element[] = [root];
  let deepest = 0;
  while (level.length > 0) {
    level = level.flatMap((element) => [...element.children]);
    deepest += 1;
  }
  return deepest;
}

test("HTML is text", () => {
  const html = '<script>alert(1)</script> <img src=x onerror="alert(1)"> <b>bold</b>';
  const element = draw(`${html}\n\n<div onclick="x()">\n*a*\n</div>\n\n<!-- c -->\n`);
  expect(element.querySelector("script, img, b, div")).toBeNull();
  expect(element.textContent).toContain(html);
  expect(element.textContent).toContain("<!-- c -->");
});

test("no address but that of a web page is a link", () => {
  const addresses = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "javascript&colon;alert(1)",
    "java\\script:alert(1)",
    "&#106;avascript:alert(1)",
    "%6aavascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:image/svg+xml,x",
    "vbscript:x",
    "file:///etc/passwd",
    "//evil.example",
    "/etc",
    "x.html",
    "blob:x",
    "mailto:a@b.c",
  ];
  for (const address of addresses) {
    for (const markdown of [`[x](<${address}>)`, `[x][r]\n\n[r]: <${address}>`, `<${address}>`]) {
      expect(draw(markdown).querySelector("[href]"), markdown).toBeNull();
    }
  }
  expect(draw("https://example.org/a").querySelector("a")?.href).toBe("https://example.org/a");
});

test("no picture is loaded from anywhere", () => {
  for (const address of ["https://a.b/c.png", "//a.b/c", "/c.png", "data:text/html,x", "blob:x"]) {
    expect(draw(`![x](<${address}>)`).querySelector("[src]"), address).toBeNull();
  }
});

test("no name in a text becomes an id or a handler", () => {
  const element = draw(
    '# document\n\n[x](https://a.b "\\" onclick=\\"alert(1)")\n\n```"><img onerror=x\ny\n```\n\n[^__proto__]\n\n[^__proto__]: z\n',
  );
  const names = [element, ...element.querySelectorAll("*")].flatMap((one) =>
    one.getAttributeNames(),
  );
  expect(names.filter((name) => name === "id" || name.startsWith("on"))).toEqual([]);
  expect(element.querySelector("img")).toBeNull();
});

test("deep nesting ends", () => {
  const deep = [
    "> ".repeat(5_000) + "x",
    "- ".repeat(5_000) + "x",
    Array.from({ length: 300 }, (_, at) => `${"  ".repeat(at)}- x`).join("\n"),
    "*a **b ".repeat(2_000) + "** *".repeat(2_000),
    "**".repeat(5_000) + "x" + "**".repeat(5_000),
    "[".repeat(5_000) + "x" + "](y)".repeat(5_000),
    `$${"\\sqrt{".repeat(1_000)}x${"}".repeat(1_000)}$`,
    `$${"{".repeat(4_000)}x${"}".repeat(4_000)}$`,
  ];
  for (const markdown of deep)
    expect(depth(draw(markdown)), markdown.slice(0, 20)).toBeLessThan(250);
});

test("formulas run nothing and lead nowhere", () => {
  const element = draw(
    "$\\href{javascript:alert(1)}{x}$ $\\url{javascript:x}$ $\\includegraphics{https://a.b/c.png}$ $\\class{a}{x}$ $\\id{document}{x}$ $\\style{position:fixed}{x}$ $\\data{a=b}{x}$",
  );
  expect(element.querySelector("[href], [src], [id], mglyph, img, a")).toBeNull();
});

test("a formula that expands without end is refused", () => {
  const element = draw("$\\def\\a{\\a\\a}\\a$");
  expect(element.querySelector("math")).toBeNull();
  expect(element.textContent).toContain("\\def");
});

const HALF = 25_000;
const LONG: [string, string][] = [
  ["stars", "*a ".repeat(HALF / 1.5)],
  ["strong and emphasis", "*a **a ".repeat(HALF / 3.5)],
  ["underscores", "_a __b ".repeat(HALF / 3.5)],
  ["brackets", "[".repeat(HALF * 2)],
  ["links", "[a](".repeat(HALF / 2)],
  ["pictures", "![[]()".repeat(HALF / 3)],
  ["ticks", Array.from({ length: 300 }, (_, at) => `${"`".repeat(at)}a`).join("")],
  ["less than", "<".repeat(HALF * 2)],
  ["addresses", "http://".repeat(HALF / 3.5)],
  ["definitions", "[a]: b\n".repeat(HALF / 3.5)],
  ["dollars", "$a ".repeat(HALF / 1.5)],
  ["double dollars", "$$a ".repeat(HALF / 2)],
  ["math blocks", "$$\n".repeat(HALF / 1.5)],
  ["open math", "\\(a".repeat(HALF / 1.5)],
  ["open displays", "\\[\n".repeat(HALF / 1.5)],
  ["footnotes", "[^a]".repeat(HALF / 2)],
  ["notes", "[^a]: ".repeat(HALF / 3)],
  ["defined footnotes", "[^a]: x\n\n" + "[^a]".repeat(2_000)],
  ["many notes", Array.from({ length: 1_500 }, (_, at) => `[^${at}]\n\n[^${at}]: x\n\n`).join("")],
  ["tables", `${"|a".repeat(60)}|\n${"|-".repeat(60)}|\n${"|\n".repeat(20_000)}`],
  ["fences", "```\n".repeat(HALF / 2)],
  ["spaces", `${" ".repeat(HALF * 2)}a`],
  ["backslashes", "\\".repeat(HALF * 2)],
  ["entities", "&".repeat(HALF * 2)],
  ["code", `\`\`\`js\n${"a=/".repeat(10_000)}\n\`\`\``],
  ["strings of code", `\`\`\`python\n${"'''\"".repeat(8_000)}\n\`\`\``],
  ["tags of code", `\`\`\`xml\n${"<a ".repeat(13_000)}\n\`\`\``],
];

test.each(LONG)(
  "a long text of %s takes no time",
  (_, markdown) => {
    const before = busyMs();
    draw(markdown);
    expect(busyMs() - before).toBeLessThan(LONGEST_MS);
  },
  60_000,
);

test("a picture of a library holds nothing that runs or loads", () => {
  const svg = safeSvg(
    '<svg onload="x()"><script>x()</script><a href="javascript:x()" xlink:href="javascript:x()"><text onclick="x()">t</text></a>' +
      '<a href="https://a.b/">ok</a><image href="https://a.b/c.png"/><foreignObject><iframe src="x"></iframe></foreignObject><use href="#a"/></svg>',
  );
  expect(svg.querySelector("script, image, iframe")).toBeNull();
  expect(svg.outerHTML).not.toMatch(/x\(\)/);
  expect(svg.querySelector("a[href='https://a.b/']")).not.toBeNull();
  expect(() => safeSvg("no picture")).toThrow("no picture came of it");
});
