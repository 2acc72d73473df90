import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { otherRows } from "../src/view/sync/other_rows";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const WHOLE = { revision: 1, json: "[]" };

test("rows that do not come are asked for again, and at last given up", async () => {
  const away = new Error("away");
  const fetch = vi.fn().mockRejectedValueOnce(away).mockRejectedValueOnce(away);
  const coming = otherRows(fetch.mockResolvedValue(WHOLE));
  await vi.runAllTimersAsync();
  expect(await coming).toBe(WHOLE);
  expect(fetch).toHaveBeenCalledTimes(3);
  const never = vi.fn().mockRejectedValue(away);
  const failed = expect(otherRows(never)).rejects.toThrow("away");
  await vi.runAllTimersAsync();
  await failed;
  expect(never).toHaveBeenCalledTimes(8);
});

test("the other rows are asked for once the first are painted", async () => {
  const fetch = vi.fn().mockResolvedValue(WHOLE);
  const coming = otherRows(fetch);
  await Promise.resolve();
  await Promise.resolve();
  expect(fetch).not.toHaveBeenCalled();
  await vi.runAllTimersAsync();
  expect(await coming).toBe(WHOLE);
});
