import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendFilePart } from "../src/shell/file";

const PART = { ref: "f".repeat(32), start: 3, base64: "YQ==", widget_id: "not sent", more: 1 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("a part is sent again while the server is not reached", async () => {
  const ends: (() => Response)[] = [
    () => {
      throw new TypeError("no network");
    },
    () => new Response("", { status: 503 }),
    () => Response.json({ ref: PART.ref, received: 4 }),
  ];
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => {
    const end = ends.shift();
    if (end === undefined) throw new Error("one request too many");
    return end();
  });
  const answer = sendFilePart(PART, "/f", fetch);
  await vi.runAllTimersAsync();
  expect(await answer).toEqual({ ref: PART.ref, received: 4 });
  const { body } = fetch.mock.calls[0]?.[1] ?? {};
  expect(JSON.parse(String(body))).toEqual({ ref: PART.ref, start: 3, base64: "YQ==" });
});

test("a refusal is said at once, a server that stays away in the end", async () => {
  const refuse = vi.fn(async () => new Response("there is no room.\n", { status: 422 }));
  await expect(sendFilePart(PART, "/f", refuse)).rejects.toThrow(/^there is no room\.$/);
  expect(refuse).toHaveBeenCalledTimes(1);
  const away = vi.fn(async () => Promise.reject(new TypeError("no network")));
  const failed = expect(sendFilePart(PART, "/f", away)).rejects.toThrow("not reached");
  await vi.runAllTimersAsync();
  await failed;
  expect(away).toHaveBeenCalledTimes(6);
});
