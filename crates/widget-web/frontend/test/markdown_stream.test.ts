import { expect, test } from "vitest";
import { create } from "../src/markdown/main";
import { busyMs } from "./markdown_text";

const PIECES = [
  "# ",
  "## Title\n",
  "text ",
  "*em* ",
  "**",
  "`",
  "```",
  "```js\n",
  "\n",
  "\n",
  "\n\n",
  "- ",
  "  - ",
  "1. ",
  "> ",
  "| a | b |\n",
  "|---|---|\n",
  "| 1 | 2 |\n",
  "---",
  "===",
  "[a]",
  "[a][b] ",
  "[b]: https://x.y/",
  "[b]: /z\n",
  "[^n] ",
  "[^n]: note ",
  "    ",
  "\t",
  "$",
  "$$\n",
  "x^2",
  "\\",
  "<b>",
  "- [x] ",
  "\r\n",
];

/** Numbers that look random and are the same in every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function fresh(text: string): string {
  const drawn = create({ assets: {}, isDark: () => false });
  drawn.update(text).catch(() => {});
  return drawn.element.innerHTML;
}

test("a text that grew looks like one that was there at once", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = generator(seed);
    const growing = create({ assets: {}, isDark: () => false });
    let text = "";
    for (let step = 0; step < 40; step++) {
      let piece = PIECES[Math.floor(random() * PIECES.length)] ?? "";
      if (random() < 0.3) piece = piece.slice(0, 1);
      text += piece;
      growing.update(text).catch(() => {});
      expect(growing.element.innerHTML, JSON.stringify(text)).toBe(fresh(text));
    }
  }
}, 120_000);

test("a text that changed looks like one that was there at once", () => {
  const random = generator(7);
  const changing = create({ assets: {}, isDark: () => false });
  for (let step = 0; step < 150; step++) {
    const pieces = Array.from({ length: 12 }, () => PIECES[Math.floor(random() * PIECES.length)]);
    const text = pieces.join("");
    changing.update(text).catch(() => {});
    expect(changing.element.innerHTML, JSON.stringify(text)).toBe(fresh(text));
  }
});

const PARAGRAPHS =
  "## Part\n\nSome *text* of a [link](https://a.b) and `code`.\n\n- one\n- two\n\n";

test("what is finished keeps its elements while more is appended", async () => {
  const drawn = create({ assets: {}, isDark: () => false });
  let text = PARAGRAPHS.repeat(20);
  await drawn.update(text);
  const before = [...drawn.element.children];
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  observer.observe(drawn.element, { childList: true, characterData: true, subtree: true });
  for (const token of "More **text** comes, with a [link](https://c.d).\n\n- a\n- b\n".split(
    /(?= )/,
  )) {
    text += token;
    await drawn.update(text);
  }
  expect([...drawn.element.children].slice(0, before.length)).toEqual(before);
  changes.push(...observer.takeRecords());
  const touched = changes.map(({ target }) => before.findIndex((one) => one.contains(target)));
  expect(touched.filter((at) => at !== -1 && at < before.length - 1)).toEqual([]);
});

test("a long list that grows keeps its items", async () => {
  const drawn = create({ assets: {}, isDark: () => false });
  let text = "- item *one*\n".repeat(200);
  await drawn.update(text);
  const items = [...drawn.element.querySelectorAll("li")];
  text += "- item two\n";
  await drawn.update(text);
  expect([...drawn.element.querySelectorAll("li")].slice(0, 200)).toEqual(items);
});

test(
  "100 kB take a token in a fraction of the time that they take at once",
  { timeout: 60_000 },
  async () => {
    const text = PARAGRAPHS.repeat(Math.ceil(100_000 / PARAGRAPHS.length));
    const drawn = create({ assets: {}, isDark: () => false });
    const start = busyMs();
    await drawn.update(text);
    const whole = busyMs() - start;
    const times: number[] = [];
    for (let step = 1; step <= 60; step++) {
      const before = busyMs();
      await drawn.update(text + "word ".repeat(step));
      times.push(busyMs() - before);
    }
    const median = times.sort((a, b) => a - b)[30] ?? Infinity;
    console.info(`100 kB at once ${whole.toFixed(0)} ms, a token ${median.toFixed(2)} ms`);
    expect(median).toBeLessThan(whole / 10);
  },
);
