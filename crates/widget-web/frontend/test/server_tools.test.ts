import { expect, test, vi } from "vitest";
import { ServerTools } from "../src/view/sync/server_tools";
import type { SyncArguments } from "../src/wire/sync";
import { VIEWER, WIDGET } from "./document";

const SYNC: SyncArguments = {
  widget_id: WIDGET,
  viewer_id: VIEWER,
  revision: null,
  failures: [],
  events: [],
  answers: [],
  wait_ms: 0,
};

/** Answers the calls one after the other. */
function tools(...answers: object[]) {
  const calls: [string, unknown][] = [];
  const request = vi.fn(async (_: string, params: object) => {
    const { name, arguments: args } = params as { name: string; arguments: unknown };
    calls.push([name, args]);
    const answer = answers.shift();
    if (answer === undefined) throw new Error("one call too many");
    return "isError" in answer ? answer : { content: [], structuredContent: answer };
  });
  return { calls, tools: new ServerTools({ request }, WIDGET) };
}

const CHART = {
  acked: 0,
  document: { blocks: [{ type: "chart", id: ":body", data: { revision: 2 } }] },
  ops: [],
};

test("data that an answer leaves out is fetched in its pieces", async () => {
  const made = tools(
    structuredClone(CHART),
    { revision: 3, text: '{"da', next: 4 },
    { revision: 3, text: 'ta":[]}' },
  );
  const answer = await made.tools.sync(SYNC);
  const data = { revision: 3, json: '{"data":[]}' };
  expect(answer).toMatchObject({ document: { blocks: [{ data }] } });
  expect(made.calls.slice(1)).toEqual([
    ["widget_data", { widget_id: WIDGET, block_id: ":body", start: 0 }],
    ["widget_data", { widget_id: WIDGET, block_id: ":body", start: 4 }],
  ]);
});

test("a program is fetched in its pieces", async () => {
  const made = tools({ text: "H4sI", next: 4 }, { text: "AAAA" });
  expect(await made.tools.program("grid")).toBe("H4sIAAAA");
  expect(made.calls).toEqual([
    ["widget_program", { name: "grid", start: 0 }],
    ["widget_program", { name: "grid", start: 4 }],
  ]);
  await expect(tools({ next: 4 }).tools.program("grid")).rejects.toThrow("another form");
});

test("pieces of two revisions are never put together", async () => {
  const made = tools(
    structuredClone(CHART),
    { revision: 3, text: "[", next: 1 },
    { revision: 4, text: "2]" },
    { revision: 4, text: "[", next: 1 },
    { revision: 4, text: "2]" },
  );
  const answer = await made.tools.sync(SYNC);
  expect(answer).toMatchObject({ document: { blocks: [{ data: { revision: 4, json: "[2]" } }] } });
  const changes = Array.from({ length: 20 }, (_, n) => ({ revision: n, text: "", next: n + 1 }));
  const restless = tools(structuredClone(CHART), ...changes);
  await expect(restless.tools.sync(SYNC)).rejects.toThrow("changes faster");
});

test("rows are asked for until all are there", async () => {
  const part = (revision: number, ...rows: number[]) => ({
    revision,
    count: 5,
    positions: rows,
    rows: rows.map((n) => ({ n })),
  });
  const request = { block_id: ":body", start: 1, end: 200, sort: [], filter: {} };
  const made = tools(part(1, 1, 2), part(1, 3), part(1, 4));
  expect(await made.tools.rows(request)).toEqual(part(1, 1, 2, 3, 4));
  expect(made.calls.map(([, args]) => (args as { start: number }).start)).toEqual([1, 3, 4]);
  expect(await tools(part(1)).tools.rows(request)).toEqual(part(1));
  await expect(tools(part(1, 1), part(2, 2)).tools.rows(request)).rejects.toThrow("meanwhile");
  await expect(tools({ rows: 7 }).tools.rows(request)).rejects.toThrow("another form");
});

test("what the server says is what the error says", async () => {
  const refusal = { isError: true, content: [{ type: "text", text: "widget_id: unknown" }] };
  await expect(tools(refusal).tools.sync(SYNC)).rejects.toThrow("widget_id: unknown");
  await expect(tools({ isError: true }).tools.sync(SYNC)).rejects.toThrow("widget_sync failed");
});

test("a file goes in parts, each from where the server is", async () => {
  const ref = "f".repeat(32);
  const size = (192 << 10) + 2;
  const made = tools({ ref, received: 192 << 10 }, { ref, received: size });
  const shares: number[] = [];
  const file = new File([new Uint8Array(size).fill(7)], "a.bin", { type: "b/c" });
  const kept = await made.tools.upload(file, (share) => shares.push(share));
  expect(kept).toEqual({ ref, name: "a.bin", size, type: "b/c" });
  expect(shares).toEqual([(192 << 10) / size, 1]);
  const [first, last] = made.calls.map(([, args]) => args as Record<string, unknown>);
  expect(first).toMatchObject({ file: { name: "a.bin", type: "b/c", size }, start: 0 });
  expect(atob(String(first?.["base64"]))).toHaveLength(192 << 10);
  expect(last).toEqual({ widget_id: WIDGET, ref, start: 192 << 10, base64: "Bwc=" });
});

test("an empty file is one part, and an answer that goes on nowhere is an error", async () => {
  const ref = "f".repeat(32);
  const empty = new File([], "a");
  expect(await tools({ ref, received: 0 }).tools.upload(empty, () => {})).toMatchObject({
    size: 0,
  });
  const file = new File(["abc"], "a");
  for (const answer of [{ ref, received: 0 }, { ref: "x", received: 3 }, {}]) {
    await expect(tools(answer).tools.upload(file, () => {})).rejects.toThrow("another form");
  }
});
