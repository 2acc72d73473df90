import { beforeEach, expect, test, vi } from "vitest";
import fixture from "../../../widget-state/tests/fixtures/effects.json";
import type { Action } from "../src/wire/generated";
import { OfflineServer } from "../src/offline/server";
import type { Json } from "../src/wire/json";
import type { SyncArguments } from "../src/wire/sync";
import { VIEWER, WIDGET } from "./document";
import { fillIn } from "./view_page";

/** The server's result of each event; `tests/it/effects.rs` there writes it. */
interface Case {
  document: object;
  callbacks: Record<string, Action>;
  steps: { event: string; data: Json; ops: object[] }[];
}

const cases = fixture as unknown as Case[];

beforeEach(fillIn);

function call(parts: Partial<SyncArguments>): SyncArguments {
  return {
    widget_id: WIDGET,
    viewer_id: VIEWER,
    revision: null,
    failures: [],
    events: [],
    answers: [],
    wait_ms: 0,
    ...parts,
  };
}

const event = (n: number, event_type: string, data: Json = {}) => ({
  n,
  event_type,
  data,
  label: "",
});

interface Answer {
  acked: number;
  revision: number;
  document?: object;
  ops: { revision: number; op: object }[];
}

test.each(cases.map((one, index) => [index, one] as const))(
  "widget %i does by itself what it does on the server",
  async (_, { document, callbacks, steps }) => {
    const server = new OfflineServer(document, callbacks);
    let revision = 1;
    for (const [index, step] of steps.entries()) {
      const events = [event(index + 1, step.event, step.data)];
      const answer = (await server.sync(call({ revision, events }))) as Answer;
      const ops = answer.ops.map(({ op }) => op);
      expect([step.event, step.data, ops]).toEqual([step.event, step.data, step.ops]);
      revision = answer.revision;
    }
    expect(revision).toBeGreaterThan(3);
  },
);

function counter(): OfflineServer {
  const block = { type: "html", id: ":body", html: "<b id=counter>0</b>" };
  return new OfflineServer({ title: "", height: null, blocks: [block] }, {});
}

test("a view gets the document and what has changed since, and an event counts once", async () => {
  const server = counter();
  const events = [event(1, "counter:increment")];
  for (let tries = 0; tries < 3; tries++) {
    const answer = (await server.sync(call({ revision: 1, events }))) as Answer;
    expect([answer.acked, answer.revision, answer.ops.length]).toEqual([1, 2, 1]);
  }
  const other = (await server.sync(call({ viewer_id: "c".repeat(32) }))) as Answer;
  expect([other.acked, other.ops.length, other.document === undefined]).toEqual([0, 1, false]);
});

test("a call waits for news, and the next one ends the wait", async () => {
  vi.useFakeTimers();
  const server = counter();
  let answered = 0;
  const wait = () =>
    void server.sync(call({ revision: 1, wait_ms: 25_000 })).then(() => answered++);
  wait();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(answered).toBe(0);
  wait();
  await vi.advanceTimersByTimeAsync(0);
  expect(answered).toBe(1);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(answered).toBe(2);
  vi.useRealTimers();
});
