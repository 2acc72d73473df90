import { beforeEach, expect, test, vi } from "vitest";
import { ViewHost } from "../src/shell/view_host";
import type { SyncArguments } from "../src/wire/sync";
import { VIEWER, WIDGET } from "./document";

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function host(sync: (args: SyncArguments) => Promise<object> = async () => ({ acked: 0 })) {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const posted: Record<string, unknown>[] = [];
  const view = frame.contentWindow as Window;
  vi.spyOn(view, "postMessage").mockImplementation((message: unknown) => {
    posted.push(message as Record<string, unknown>);
  });
  const opened: string[] = [];
  const heights: number[] = [];
  const calls: SyncArguments[] = [];
  const made = new ViewHost(frame, {
    widgetId: WIDGET,
    theme: () => "dark",
    sync: (args) => {
      calls.push(args);
      return sync(args);
    },
    openLink: (url) => opened.push(url) > 0,
    resize: (height) => heights.push(height),
  });
  const say = (data: unknown, source: Window | null = view) =>
    window.dispatchEvent(new MessageEvent("message", { data, source: source as never }));
  return { say, posted, opened, heights, calls, made, view };
}

const args = {
  widget_id: WIDGET,
  viewer_id: VIEWER,
  revision: null,
  failures: [],
  events: [],
  wait_ms: 99_000,
};
const call = (id: number, given: unknown, name = "widget_sync") => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: given },
});

beforeEach(() => document.body.replaceChildren());

test("introduces itself with the theme and names the widget once the view is ready", () => {
  const { say, posted, made } = host();
  say({ jsonrpc: "2.0", id: 1, method: "ui/initialize", params: {} });
  expect(posted[0]).toMatchObject({
    id: 1,
    result: { protocolVersion: "2026-01-26", hostContext: { theme: "dark" } },
  });
  say({ jsonrpc: "2.0", method: "ui/notifications/initialized" });
  expect(posted[1]).toMatchObject({
    method: "ui/notifications/tool-result",
    params: { structuredContent: { widget_id: WIDGET } },
  });
  made.themeChanged();
  expect(posted[2]).toMatchObject({ params: { theme: "dark" } });
});

test("calls of this widget are answered, bounded in how long they wait", async () => {
  const { say, posted, calls } = host();
  say(call(5, args));
  await settle();
  expect(calls[0]?.wait_ms).toBe(25_000);
  expect(posted[0]).toMatchObject({ id: 5, result: { structuredContent: { acked: 0 } } });
});

test("other widgets, other tools and malformed arguments are errors", async () => {
  const { say, posted, calls } = host();
  say(call(1, { ...args, widget_id: "c".repeat(32) }));
  say(call(2, args, "create_widget"));
  say(call(3, { ...args, events: [{ n: -1 }] }));
  say(call(4, { ...args, viewer_id: "../x" }));
  say({ jsonrpc: "2.0", id: 5, method: "resources/read", params: {} });
  await settle();
  expect(posted.map((message) => "error" in message)).toEqual([true, true, true, true, true]);
  expect(calls).toEqual([]);
});

test("messages from elsewhere and what is no message are passed over", async () => {
  const { say, posted, calls } = host();
  say(call(1, args), window);
  say(call(1, args), null);
  for (const data of [null, 3, "x", [], {}, { jsonrpc: "1.0", id: 1, method: "ping" }]) say(data);
  say({ jsonrpc: "2.0", id: {}, method: "ping" });
  say({ jsonrpc: "2.0", id: 1, method: "ping", params: 3 });
  say({ jsonrpc: "2.0", id: 1, result: {} });
  await settle();
  expect(posted).toEqual([]);
  expect(calls).toEqual([]);
});

test("a failed call is an error, from which the view tries again", async () => {
  const { say, posted } = host(() => Promise.reject(new Error("away")));
  say(call(1, args));
  await settle();
  expect(posted[0]).toMatchObject({ id: 1, error: { message: "away" } });
});

test("an answer for the view before a reload of the frame is not given to the next", async () => {
  let finish = (_: object) => {};
  const { say, posted } = host(() => new Promise((resolve) => (finish = resolve)));
  say(call(2, args));
  say({ jsonrpc: "2.0", id: 1, method: "ui/initialize", params: {} });
  finish({ acked: 0 });
  await settle();
  expect(posted).toHaveLength(1);
});

test("sizes that are none are passed over", () => {
  const { say, heights } = host();
  const size = (height: unknown) =>
    say({ jsonrpc: "2.0", method: "ui/notifications/size-changed", params: { height } });
  for (const height of ["9", NaN, Infinity, null, 300]) size(height);
  expect(heights).toEqual([300]);
});
