import { beforeEach, expect, test } from "vitest";
import { PersistedOutbox } from "../src/shell/persisted_outbox";
import type { SyncArguments } from "../src/wire/sync";
import { VIEWER, WIDGET } from "./document";

beforeEach(() => sessionStorage.clear());

function call(...numbers: number[]): SyncArguments {
  return {
    widget_id: WIDGET,
    viewer_id: VIEWER,
    revision: 4,
    failures: [],
    events: numbers.map((n) => ({ n, event_type: "a:b", data: {}, label: "" })),
    answers: [],
    wait_ms: 25_000,
  };
}

test("a reload sends what was not acknowledged, as the viewer that made it", () => {
  const before = new PersistedOutbox(WIDGET, sessionStorage);
  before.keep(call(1, 2));
  before.keep(call(1, 2, 3));
  before.settle(VIEWER, 1, [{ n: 2, reason: "" }]);
  const after = new PersistedOutbox(WIDGET, sessionStorage);
  expect(after.replay()).toEqual({ ...call(3), wait_ms: 0 });
  after.settle(VIEWER, 3, []);
  expect(after.replay()).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test("events of this load are no leftovers", () => {
  const leftovers = new PersistedOutbox(WIDGET, sessionStorage);
  leftovers.keep(call(1));
  expect(leftovers.replay()).toBeNull();
  expect(leftovers.size).toBe(1);
});

test("widgets do not mix", () => {
  new PersistedOutbox(WIDGET, sessionStorage).keep(call(1));
  expect(new PersistedOutbox("c".repeat(32), sessionStorage).replay()).toBeNull();
});

test("what is not ours in the storage is passed over", () => {
  for (const text of ["{", "[]", '{"x": 1}', `{"${VIEWER}": {"events": [{"n": "1"}]}}`]) {
    sessionStorage.setItem(`widget-events:${WIDGET}`, text);
    expect(new PersistedOutbox(WIDGET, sessionStorage).replay()).toBeNull();
  }
});

test("without a storage everything else works", () => {
  const broken = {
    getItem: () => {
      throw new Error("refused");
    },
    setItem: () => {
      throw new Error("full");
    },
  } as unknown as Storage;
  const leftovers = new PersistedOutbox(WIDGET, broken);
  leftovers.keep(call(1));
  expect(leftovers.size).toBe(1);
});

test("what is too much to keep, or cannot be kept, is told", () => {
  const large = (n: number, length: number) => ({
    ...call(n),
    events: [{ n, event_type: "a:b", data: "x".repeat(length), label: "" }],
  });
  const leftovers = new PersistedOutbox(WIDGET, sessionStorage);
  leftovers.keep(large(1, 600_000));
  expect(leftovers.isSafe).toBe(true);
  leftovers.keep(large(2, 600_000));
  expect(leftovers.isSafe).toBe(false);
  leftovers.settle(VIEWER, 1, []);
  expect(leftovers.isSafe).toBe(true);
  const nowhere = new PersistedOutbox(WIDGET, null);
  expect(nowhere.isSafe).toBe(true);
  nowhere.keep(call(1));
  expect(nowhere.isSafe).toBe(false);
  nowhere.settle(VIEWER, 1, []);
  expect(nowhere.isSafe).toBe(true);
});

test("a view cannot make it keep without end", () => {
  const outbox = new PersistedOutbox(WIDGET, sessionStorage);
  for (let n = 0; n < 300; n++) {
    outbox.keep({ ...call(1), viewer_id: n.toString(16).padStart(32, "0") });
  }
  expect(outbox.size).toBe(8);
  for (let n = 2; n < 300; n++) {
    const events = [{ n, event_type: "a:b", data: "x".repeat(100_000), label: "" }];
    outbox.keep({ ...call(n), viewer_id: "0".repeat(32), events });
  }
  expect(JSON.stringify(sessionStorage).length).toBeLessThan(1_500_000);
  expect(outbox.size).toBeLessThan(20);
  expect(outbox.isSafe).toBe(false);
});
