import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection, type ConnectionState, type Refusal } from "../src/shell/connection";
import type { SyncArguments } from "../src/wire/sync";
import { VIEWER, WIDGET } from "./document";
import { FakeSocket } from "./fake_socket";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function connect(isGone = false, refusal: Refusal = isGone ? "gone" : "away") {
  const sockets: FakeSocket[] = [];
  const states: ConnectionState[] = [];
  const connection = new Connection({
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    probe: async () => refusal,
    onState: (state) => states.push(state),
  });
  const last = () => sockets.at(-1) as FakeSocket;
  return { connection, sockets, states, last, kinds: () => states.map(({ kind }) => kind) };
}

function args(parts: Partial<SyncArguments> = {}): SyncArguments {
  return {
    widget_id: WIDGET,
    viewer_id: VIEWER,
    revision: 1,
    failures: [],
    events: [],
    answers: [],
    wait_ms: 25_000,
    ...parts,
  };
}

test("a call waits for the socket and gets its answer", async () => {
  const { connection, last } = connect();
  const answer = connection.call(args());
  expect(last().sent).toEqual([]);
  last().open();
  expect(last().sent[0]).toMatchObject({ method: "widget_sync", params: { revision: 1 } });
  last().say("{");
  last().say({ jsonrpc: "2.0", id: 99, result: {} });
  last().answer(last().sent[0]?.id, { acked: 3 });
  expect(await answer).toEqual({ acked: 3 });
});

test("it stops when the site wants a sign-in", async () => {
  const { sockets, last, kinds } = connect(false, "signed out");
  last().drop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(kinds().at(-1)).toBe("signed out");
  expect(sockets).toHaveLength(1);
});

test("a call that was not answered is sent again by the next socket", async () => {
  const { connection, sockets, last, kinds } = connect();
  last().open();
  const answer = connection.call(args());
  last().drop();
  await vi.advanceTimersByTimeAsync(300);
  expect(sockets).toHaveLength(2);
  last().open();
  expect(last().sent).toEqual(sockets[0]?.sent);
  last().answer(last().sent[0]?.id, { acked: 1 });
  expect(await answer).toEqual({ acked: 1 });
  expect(kinds()).toEqual(["connecting", "open", "lost", "connecting", "open"]);
});

test("pauses grow from 250 ms to 10 s, and start again after a success", async () => {
  const { sockets, last, states } = connect();
  const pauses: number[] = [];
  for (let i = 0; i < 9; i++) {
    last().drop();
    await vi.advanceTimersByTimeAsync(0);
    const state = states.at(-1);
    pauses.push(state?.kind === "lost" ? state.nextTryAt - Date.now() : NaN);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sockets).toHaveLength(i + 2);
  }
  expect(pauses[0]).toBeGreaterThanOrEqual(125);
  expect(pauses[0]).toBeLessThanOrEqual(250);
  expect(pauses.at(-1)).toBeGreaterThanOrEqual(5_000);
  expect(pauses.at(-1)).toBeLessThanOrEqual(10_000);
  last().open();
  last().drop();
  const state = states.at(-1);
  expect(state?.kind === "lost" && state.nextTryAt - Date.now()).toBeLessThanOrEqual(250);
});

test("it can be told to try at once, but only while it waits", async () => {
  const { connection, sockets, last } = connect();
  connection.retryNow();
  expect(sockets).toHaveLength(1);
  last().open();
  last().drop();
  connection.retryNow();
  expect(sockets).toHaveLength(2);
});

test("a connection that is dead without a word is given up", async () => {
  const { connection, sockets, last, kinds } = connect();
  last().open();
  void connection.call(args());
  await vi.advanceTimersByTimeAsync(34_999);
  expect(sockets).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(kinds().at(-1)).toBe("lost");
  expect(sockets[0]?.closed).toBe(true);
});

test("a socket that does not open is given up", async () => {
  const { kinds } = connect();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(kinds()).toEqual(["connecting", "lost"]);
});

test("while it is lost a viewer's newest call takes the place of its older ones", async () => {
  const { connection, last } = connect();
  const old = connection.call(args());
  const other = connection.call(args({ viewer_id: "c".repeat(32) }));
  const recent = connection.call(args({ revision: 2 }));
  await expect(old).rejects.toThrow("newer");
  last().open();
  expect(last().sent.map(({ params }) => params["revision"])).toEqual([1, 2]);
  void Promise.allSettled([other, recent]);
});

test("on a connection that does not answer the newest calls take the place of the others", async () => {
  const { connection, last } = connect();
  last().open();
  const calls = Array.from({ length: 5 }, (_, i) => connection.call(args({ revision: i })));
  const refused = await Promise.allSettled(calls.slice(0, 4));
  expect(refused.every(({ status }) => status === "rejected")).toBe(true);
  expect(last().sent).toHaveLength(5);
});

test("outstanding calls are bounded", async () => {
  const { connection, last } = connect();
  last().open();
  const viewer = (i: number) => args({ viewer_id: `${i}`.padStart(32, "0") });
  const calls = Array.from({ length: 8 }, (_, i) => connection.call(viewer(i)));
  const refused = expect(calls[3]).rejects.toThrow("newer");
  void connection.call(viewer(3));
  await refused;
  expect(() => connection.call(viewer(9))).toThrow("too many");
});

test.each([
  ["the close code", 4404, false],
  ["the server's word", 1006, true],
])("it stops when the widget is gone, by %s", async (_, code, isGone) => {
  const { connection, sockets, last, kinds } = connect(isGone);
  const call = connection.call(args());
  const refused = expect(call).rejects.toThrow("gone");
  last().drop(code);
  await vi.advanceTimersByTimeAsync(60_000);
  await refused;
  expect(kinds().at(-1)).toBe("gone");
  expect(sockets).toHaveLength(1);
  expect(() => connection.call(args())).toThrow("gone");
});
