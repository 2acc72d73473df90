import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { EventRoutes } from "../src/view/host/event_routes";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function routes(parts: { can?: string[]; isByPerson?: () => boolean } = {}) {
  const { can = ["message", "updateModelContext"], isByPerson = () => true } = parts;
  const sent: { method: string; text: string }[] = [];
  const made = new EventRoutes({
    can: (capability) => can.includes(capability),
    request: (method, params) => {
      const { content } = params as { content: { text: string }[] };
      sent.push({ method, text: content[0]?.text ?? "" });
      return Promise.resolve({});
    },
    isByPerson,
    title: () => "A\n",
    now: () => Date.now(),
  });
  made.follow({ "form:*": "wake", "form:typed": "log", "chart:*": "context" });
  return { made, sent };
}

test("a waking event is a message, by what the person does and not too often", () => {
  let byPerson = false;
  const { made, sent } = routes({ isByPerson: () => byPerson });
  made.send("form:send", "1");
  byPerson = true;
  made.send("form:typed", "2");
  made.send("form:send", '{"a":3}');
  made.send("form:send", "4");
  expect(sent).toEqual([
    { method: "ui/message", text: 'In the widget "A\\n":\nform:send {"a":3}' },
  ]);
  vi.advanceTimersByTime(3_000);
  made.send("form:send", `"${"x".repeat(5_000)}"`);
  expect(sent).toHaveLength(2);
  expect(sent[1]?.text.length).toBeLessThan(2_100);
});

test("context is the last event of each name, told once for many", () => {
  const { made, sent } = routes({ isByPerson: () => false });
  for (let n = 0; n < 100; n += 1) made.send("chart:hover", String(n));
  made.send("chart:click", "1");
  made.send("other:event", "1");
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(500);
  const text = 'In the widget "A\\n":\nchart:hover 99\nchart:click 1';
  expect(sent).toEqual([{ method: "ui/update-model-context", text }]);
  made.send("chart:hover", "100");
  vi.advanceTimersByTime(500);
  expect(sent[1]?.text).toBe('In the widget "A\\n":\nchart:click 1\nchart:hover 100');
});

test("context does not grow without end", () => {
  const { made, sent } = routes();
  for (let n = 0; n < 50; n += 1) made.send(`chart:e${n}`, "1");
  vi.advanceTimersByTime(500);
  expect(sent[0]?.text.split("\n")).toHaveLength(21);
});

test("a host that takes neither gets neither", () => {
  const { made, sent } = routes({ can: [] });
  made.send("form:send", "1");
  made.send("chart:click", "1");
  vi.advanceTimersByTime(5_000);
  expect(sent).toEqual([]);
});
