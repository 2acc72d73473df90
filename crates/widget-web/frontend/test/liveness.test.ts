import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Liveness, PING_MS } from "../src/shell/liveness";
import { MessageRate } from "../src/shell/message_rate";
import { plainText } from "../src/shell/plain_text";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const parts = () => ({ unresponsive: vi.fn(), dead: vi.fn(), responsive: vi.fn() });

test("a view that does not answer is told after some questions and given up after more", () => {
  const ping = vi.fn();
  const told = parts();
  const counts = () => Object.values(told).map((part) => part.mock.calls.length);
  const liveness = new Liveness(ping, told);
  liveness.start();
  vi.advanceTimersByTime(3 * PING_MS);
  expect([ping.mock.calls.length, ...counts()]).toEqual([3, 0, 0, 0]);
  vi.advanceTimersByTime(5 * PING_MS);
  expect([liveness.isUnresponsive, ...counts()]).toEqual([true, 1, 0, 0]);
  vi.advanceTimersByTime(10 * PING_MS);
  expect(counts()).toEqual([1, 1, 0]);
  liveness.received();
  liveness.received();
  expect([liveness.isUnresponsive, ...counts()]).toEqual([false, 1, 1, 1]);
  for (let n = 0; n < 20; n++) {
    vi.advanceTimersByTime(PING_MS);
    liveness.received();
  }
  expect(counts()).toEqual([1, 1, 1]);
  liveness.stop();
  vi.advanceTimersByTime(10 * PING_MS);
  expect(counts()).toEqual([1, 1, 1]);
});

test("a view that is slow for a while is told of, and not given up", () => {
  const told = parts();
  const liveness = new Liveness(() => {}, told);
  liveness.start();
  vi.advanceTimersByTime(7 * PING_MS);
  liveness.received();
  vi.advanceTimersByTime(3 * PING_MS);
  expect(Object.values(told).map((part) => part.mock.calls.length)).toEqual([1, 0, 1]);
});

test("a hidden page is not asked", () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  const told = parts();
  new Liveness(() => {}, told).start();
  vi.advanceTimersByTime(20 * PING_MS);
  expect(told.unresponsive).not.toHaveBeenCalled();
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
