import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Liveness, PING_MS } from "../src/shell/liveness";
import { MessageRate } from "../src/shell/message_rate";
import { plainText } from "../src/shell/plain_text";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a view that does not answer is dead after some questions, and lives when it answers", () => {
  const ping = vi.fn();
  const parts = { unresponsive: vi.fn(), responsive: vi.fn() };
  const liveness = new Liveness(ping, parts);
  liveness.start();
  vi.advanceTimersByTime(3 * PING_MS);
  expect([ping.mock.calls.length, parts.unresponsive.mock.calls.length]).toEqual([3, 0]);
  vi.advanceTimersByTime(10 * PING_MS);
  expect(parts.unresponsive).toHaveBeenCalledOnce();
  liveness.received();
  liveness.received();
  expect(parts.responsive).toHaveBeenCalledOnce();
  for (let n = 0; n < 20; n++) {
    vi.advanceTimersByTime(PING_MS);
    liveness.received();
  }
  expect(parts.unresponsive).toHaveBeenCalledOnce();
  liveness.stop();
  vi.advanceTimersByTime(10 * PING_MS);
  expect(parts.unresponsive).toHaveBeenCalledOnce();
});

test("a hidden page is not asked", () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const parts = { unresponsive: vi.fn(), responsive: vi.fn() };
  new Liveness(() => {}, parts).start();
  vi.advanceTimersByTime(20 * PING_MS);
  expect(parts.unresponsive).not.toHaveBeenCalled();
  hidden.mockRestore();
});

test("a flood is more than a view sends that works", () => {
  const steady = new MessageRate();
  for (let ms = 0; ms < 60_000; ms += 12) expect(steady.allows(ms)).toBe(true);
  const flood = new MessageRate();
  const allowed = Array.from({ length: 2_000 }, () => flood.allows(5)).filter(Boolean);
  expect(allowed).toHaveLength(1_000);
  expect(flood.allows(1_000)).toBe(false);
});

test.each([
  ["a\u202Egnp.exe", "a gnp.exe"],
  ["pay\u200Bpal\uFEFF", "pay pal"],
  [" two\n\tlines\u0007 ", "two lines"],
  ["Grüße 日本 👍", "Grüße 日本 👍"],
  ["\u2066\u3164", ""],
])("%j looks like %j", (text, plain) => {
  expect(plainText(text)).toBe(plain);
});
