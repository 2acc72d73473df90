import { expect, test } from "vitest";

import { Presence } from "../src/view/sync/presence";
import { MAX_WAIT_MS, type SyncArguments } from "../src/wire/sync";

/** The time for which the server takes a viewer that had nothing to draw to be there still. */
const SERVER_MS = 2_000;

function args(wait_ms: number): SyncArguments {
  return {
    widget_id: "w",
    viewer_id: "v",
    revision: 1,
    failures: [],
    events: [],
    answers: [],
    answering: [],
    wait_ms,
  };
}

test("a view whose host ends it without a word is found out within six seconds", () => {
  const time = { now: 0 };
  const presence = new Presence(
    () => false,
    () => time.now,
  );
  for (const seconds of [0, 5, 11, 13, 60, 3_600]) {
    time.now = seconds * 1_000;
    const said = presence.say(args(MAX_WAIT_MS));
    expect(said.wait_ms + SERVER_MS).toBeLessThanOrEqual(6_000);
    expect(said.hidden).toBeUndefined();
    // Each wait is a call, of which a host may not want too many.
    if (seconds > 12) expect(60_000 / said.wait_ms).toBeLessThanOrEqual(15);
  }
  expect(presence.say(args(0)).wait_ms).toBe(0);
});

test("a view that cannot be seen says so and calls less often", () => {
  const time = { now: 0 };
  let isHidden = true;
  const presence = new Presence(
    () => isHidden,
    () => time.now,
  );
  expect(presence.say(args(MAX_WAIT_MS))).toMatchObject({ hidden: true, wait_ms: 1_500 });
  time.now = 60_000;
  expect(presence.say(args(MAX_WAIT_MS))).toMatchObject({ hidden: true, wait_ms: 10_000 });
  isHidden = false;
  expect(presence.say(args(MAX_WAIT_MS)).wait_ms).toBeLessThan(10_000);
});
