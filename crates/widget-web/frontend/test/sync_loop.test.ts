import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { JsonObject } from "../src/wire/json";
import { MAX_ANSWERING, type SyncArguments } from "../src/wire/sync";
import { Outbox } from "../src/view/sync/outbox";
import { SyncLoop, type SyncPage } from "../src/view/sync/sync_loop";
import { VIEWER, WIDGET } from "./document";
import { ServerModel } from "./server_model";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class FakePage implements SyncPage {
  drawn: number[] = [];
  documents = 0;
  ended = false;
  isReachable = true;
  problems: string[] = [];
  drawing: Promise<void> = Promise.resolve();
  async draw() {
    this.documents += 1;
    return [];
  }
  async apply({ revision }: { revision: number }) {
    await this.drawing;
    this.drawn.push(revision);
    return this.problems;
  }
  async answer(): Promise<JsonObject> {
    return { outline: "all" };
  }
  settled() {}
  reachable(isReachable: boolean) {
    this.isReachable = isReachable;
  }
  destroyed() {
    this.ended = true;
  }
}

type Send = (args: SyncArguments) => Promise<unknown>;

function start(send: Send) {
  const outbox = new Outbox();
  const page = new FakePage();
  const loop = new SyncLoop(WIDGET, VIEWER, send, outbox, page);
  const press = () => {
    outbox.push("a:b", "{}");
    loop.wake();
  };
  loop.wake();
  return { outbox, page, loop, press };
}

/** A server that answers at once or keeps the call until something happens. */
function polling(server: ServerModel) {
  const waiting: (() => void)[] = [];
  const calls: SyncArguments[] = [];
  const send: Send = (args) => {
    calls.push(args);
    server.receive(args);
    waiting.splice(0).forEach((answer) => answer());
    return new Promise((resolve) => {
      const answer = () => resolve(server.answer(args));
      const isBehind = args.revision === null || args.revision < server.revision;
      if (isBehind || args.events.length > 0 || server.unanswered(args).length > 0) answer();
      else waiting.push(answer);
    });
  };
  return { send, calls, news: () => waiting.splice(0).forEach((answer) => answer()) };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test("draws, then waits with what it has drawn", async () => {
  const server = new ServerModel();
  const { send, calls, news } = polling(server);
  const { page } = start(send);
  await settle();
  expect(page.documents).toBe(1);
  expect(calls.map((call) => call.revision)).toEqual([null, 1]);
  server.change({ type: "emit", event_type: "a:b", data: {} });
  news();
  await settle();
  expect(page.drawn).toEqual([2]);
  expect(calls.at(-1)).toMatchObject({ revision: 2, wait_ms: 25_000 });
});

test("an event goes up at once although a poll is waiting", async () => {
  const server = new ServerModel();
  const { send } = polling(server);
  const { press, outbox } = start(send);
  await settle();
  press();
  await settle();
  expect(server.log).toEqual([{ viewer: VIEWER, n: 1 }]);
  expect(outbox.batch()).toEqual([]);
});

test("a host is told of each event at once, and a stuck one is not called without end", async () => {
  const calls: SyncArguments[] = [];
  const server = new ServerModel();
  const { press } = start((args) => {
    calls.push(args);
    if (args.revision === null) return Promise.resolve(server.answer(args));
    return new Promise(() => {});
  });
  await settle();
  for (let i = 0; i < 3; i++) press();
  expect(calls.map((call) => call.events.length)).toEqual([0, 0, 1, 2, 3]);
  for (let i = 0; i < 40; i++) {
    press();
    await vi.advanceTimersByTimeAsync(300);
  }
  expect(calls).toHaveLength(9);
});

test("a revision is acknowledged only when it is drawn, and events do not wait for that", async () => {
  const server = new ServerModel();
  const { send, calls, news } = polling(server);
  const { page, press } = start(send);
  await settle();
  let done = () => {};
  page.drawing = new Promise((resolve) => (done = resolve));
  server.change({ type: "emit", event_type: "a:b", data: {} });
  news();
  await settle();
  press();
  await settle();
  expect(server.log).toHaveLength(1);
  expect(calls.every((call) => (call.revision ?? 0) < 2)).toBe(true);
  const before = calls.length;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(calls.length).toBe(before);
  done();
  await settle();
  expect(calls.at(-1)?.revision).toBe(2);
  expect(page.drawn).toEqual([2]);
});

test("failures are reported once, also after a call that failed", async () => {
  const server = new ServerModel();
  let broken = false;
  const inner = polling(server);
  const { page } = start((args) => {
    if (!broken || args.failures.length === 0) return inner.send(args);
    broken = false;
    return Promise.reject(new Error("lost"));
  });
  await settle();
  page.problems = ["no element #x"];
  broken = true;
  server.change({ type: "set_content", component_id: "x", content: { text: "" } });
  inner.news();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(server.failures).toEqual([{ revision: 2, reason: "no element #x" }]);
});

test("a server that says nothing at once is not asked without a pause", async () => {
  const server = new ServerModel();
  const send = vi.fn(async (args: SyncArguments) => server.answer(args));
  start(send);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(send.mock.calls.length).toBeLessThan(15);
});

test("ends when the widget is gone", async () => {
  const send = vi.fn(async () => ({ acked: 0, revision: null, ops: [], destroyed: true }));
  const { page } = start(send);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(page.ended).toBe(true);
  expect(send).toHaveBeenCalledTimes(1);
});

/** Mulberry32: the same faults in every run. */
function chance(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

test.each(Array.from({ length: 25 }, (_, seed) => seed))(
  "whatever the host does, no event is lost and none comes twice (seed %i)",
  async (seed) => {
    const random = chance(seed);
    const server = new ServerModel();
    let faulty = true;
    let flying = 0;
    const { page, press, outbox } = start(async (args) => {
      flying += 1;
      expect(flying).toBeLessThanOrEqual(8);
      const fault = faulty ? random() : 1;
      await new Promise((resolve) => setTimeout(resolve, random() * 400));
      flying -= 1;
      if (fault < 0.2) throw new Error("dropped on the way up");
      server.receive(args);
      const answer = server.answer(args);
      if (fault < 0.4) throw new Error("dropped on the way down");
      // Nothing new is said late, as by a poll.
      if (fault > 0.6) await new Promise((resolve) => setTimeout(resolve, 0));
      return fault < 0.5 ? server.answer(args) : answer;
    });
    for (let pressed = 0; pressed < 40; pressed++) {
      press();
      if (random() < 0.3) server.change({ type: "emit", event_type: "a:b", data: {} });
      await vi.advanceTimersByTimeAsync(random() * 300);
    }
    faulty = false;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.log.map(({ n }) => n)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    expect(outbox.batch()).toEqual([]);
    const expected = server.ops.map(({ revision }) => revision);
    // What came with the document is in it.
    expect(page.drawn).toEqual(expected.slice(expected.length - page.drawn.length));
    // An event during the first drawing goes up with a call that has nothing yet.
    expect(page.documents).toBeLessThanOrEqual(2);
  },
);

const QUERY = { request_id: "d".repeat(32), query: "inspect" };

test("a query is answered once, and without keeping what comes after it from being drawn", async () => {
  const server = new ServerModel();
  const { send, calls, news } = polling(server);
  const { page } = start(send);
  await settle();
  let answer = (_: JsonObject) => {};
  page.answer = () => new Promise((resolve) => (answer = resolve));
  server.queries.push(QUERY);
  server.change({ type: "emit", event_type: "a:b", data: {} });
  news();
  await settle();
  expect(page.drawn).toEqual([2]);
  expect(calls.at(-1)?.answering).toEqual([QUERY.request_id]);
  expect(calls).toHaveLength(3);
  answer({ outline: "all" });
  await settle();
  const [sent] = calls.flatMap((call) => call.answers);
  expect(sent).toEqual({ request_id: QUERY.request_id, result: { outline: "all" } });
  expect(calls.flatMap((call) => call.answers)).toHaveLength(1);
});

test("a view that answers nothing takes no more queries than a call can name", async () => {
  const server = new ServerModel();
  const { send, calls, news } = polling(server);
  const { page } = start(send);
  await settle();
  page.answer = () => new Promise(() => {});
  for (let n = 0; n <= MAX_ANSWERING; n++) {
    server.queries.push({ ...QUERY, request_id: n.toString(16).padStart(32, "0") });
  }
  news();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(calls.at(-1)?.answering).toHaveLength(MAX_ANSWERING);
  expect(calls.length).toBeLessThan(30);
});

test("why there is no answer is an answer", async () => {
  const server = new ServerModel();
  const { send, calls, news } = polling(server);
  const { page } = start(send);
  await settle();
  page.answer = () => Promise.reject(new Error("no canvas"));
  server.queries.push(QUERY);
  news();
  await settle();
  const expected = { request_id: QUERY.request_id, error: "no canvas" };
  expect(calls.flatMap((call) => call.answers)).toEqual([expected]);
});

test("an answer is sent again after a fault, and one that a host never takes is given up", async () => {
  const server = new ServerModel();
  const { send, news } = polling(server);
  const answers: unknown[] = [];
  start((args) => {
    if (args.answers.length === 0) return send(args);
    answers.push(args.answers[0]);
    const isLarge = args.answers[0]?.result !== undefined;
    return isLarge ? Promise.reject(new Error("too large")) : send({ ...args, answers: [] });
  });
  await settle();
  server.queries.push(QUERY);
  news();
  await vi.advanceTimersByTimeAsync(60_000);
  const result = { request_id: QUERY.request_id, result: { outline: "all" } };
  expect(answers.slice(0, 3)).toEqual([result, result, result]);
  expect(answers[3]).toMatchObject({ error: expect.stringContaining("did not take") });
  expect(answers).toHaveLength(4);
});
