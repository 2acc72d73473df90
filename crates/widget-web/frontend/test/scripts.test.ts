import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callLoadListeners, takeLoadListeners } from "../src/view/blocks/load_listeners";
import { messagesOf, runScripts } from "../src/view/blocks/scripts";
import { fillSandbox } from "../src/view/body/sandbox_api";

const notes: unknown[] = [];
const run = (html: string): string[] => {
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = html;
  return [...runScripts(root), ...messagesOf(callLoadListeners)];
};

beforeEach(() => {
  notes.length = 0;
  Object.assign(document, { note: (value: unknown) => notes.push(value) });
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => document.body.replaceChildren());

test("a script runs again with the names that it has declared", () => {
  const html = (
    n: number,
  ) => `<script>const n = ${n}; class Box {} function tell() { document.note(n) }
    tell(); async function later() { document.note("later " + n) }</script><script>document.note(n + 1)</script><script type="text/plain">document.note("no")</script>`;
  expect(run(html(1))).toEqual([]);
  expect(run(html(5))).toEqual([]);
  expect(run(`<button onclick="tell(); later()">x</button>`)).toEqual([]);
  document.querySelector("button")?.click();
  // Words that are no functions of the script are left alone.
  const odd = "const n = 1; // helper function for all\nconst render = function render() {};";
  expect(run(`<script>${odd} const functions = [], s = 1; document.note("ran")</script>`)).toEqual(
    [],
  );
  // A `var` of the name of an earlier `let` is one of the page in a block, too.
  expect(run("<script>var n = 7; document.note(n)</script>")).toEqual([]);
  expect(notes).toEqual([1, 2, 5, 6, 5, "later 5", "ran", 7]);
});

test("what is wrong in itself stays an error", () => {
  expect(run("<script>const twice = 1; const twice = 2;</script>")).toHaveLength(1);
  expect(
    run("<script>document.note(1); missing();</script><script>document.note(2)</script>"),
  ).toHaveLength(1);
  expect(notes).toEqual([1, 2]);
});

test("listeners for a page that is loaded are called once, those of later HTML by themselves", async () => {
  takeLoadListeners();
  const html = (n: number) => `<script>
    document.addEventListener("DOMContentLoaded", { handleEvent: () => document.note(${n}) });
    </script>`;
  run(html(1));
  run(html(2));
  expect(notes).toEqual([1, 2]);
  // One that waits for what never comes is called once.
  let calls = 0;
  const again = () => {
    calls += 1;
    document.addEventListener("DOMContentLoaded", again);
  };
  document.addEventListener("DOMContentLoaded", again);
  await new Promise((resolve) => setTimeout(resolve));
  expect(calls).toBe(1);
  // As a module does, which runs later.
  document.addEventListener("DOMContentLoaded", () => notes.push("late"));
  await Promise.resolve();
  expect(notes.at(-1)).toBe("late");
});

test("what a sandbox does not give is there, or told to both sides", () => {
  const told: string[] = [];
  fillSandbox({
    say: (text) => told.push(`say ${text}`),
    notice: (text) => told.push(`notice ${text}`),
    fault: (message) => told.push(`fault ${message.split(":", 1)[0] ?? ""}`),
  });
  alert(new Error("broken"));
  expect([confirm("Sure?"), prompt("Name?")]).toEqual([false, null]);
  expect(told).toEqual([
    "say Error: broken",
    "notice This page tried to ask “Sure?”, which does nothing here.",
    "fault confirm() does nothing in a widget",
    "notice This page tried to ask “Name?”, which does nothing here.",
    "fault prompt() does nothing in a widget",
  ]);
  localStorage.setItem("5", "1");
  localStorage["theme"] = "dark";
  const { length, theme } = localStorage as unknown as Record<string, unknown>;
  expect([localStorage.getItem("theme"), length, theme]).toEqual(["dark", 2, "dark"]);
  expect(Object.keys(localStorage)).toEqual(["5", "theme"]);
  localStorage.clear();
  expect([localStorage.getItem("5"), sessionStorage.getItem("5")]).toEqual([null, null]);
});
