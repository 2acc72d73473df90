import { beforeEach, expect, test, vi } from "vitest";
import type { SecretPrompt } from "../src/wire/secret";
import { ViewHost } from "../src/shell/view_host";
import type { SyncArguments } from "../src/wire/sync";
import { VIEWER, WIDGET } from "./document";

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

function host(
  sync: (args: SyncArguments) => Promise<object> = async () => ({ acked: 0 }),
  secret = async (): Promise<string | undefined> => "c".repeat(32),
) {
  const frame = document.createElement("iframe");
  document.body.append(frame);
  const posted: Record<string, unknown>[] = [];
  const view = frame.contentWindow as Window;
  vi.spyOn(view, "postMessage").mockImplementation((message: unknown) => {
    posted.push(message as Record<string, unknown>);
  });
  const opened: string[] = [];
  const saved: unknown[] = [];
  const heights: number[] = [];
  const calls: SyncArguments[] = [];
  const asked: SecretPrompt[] = [];
  const flooded = vi.fn();
  const made = new ViewHost(frame, {
    widgetId: WIDGET,
    theme: () => "dark",
    sync: (args) => {
      calls.push(args);
      return sync(args);
    },
    askSecret: (prompt) => (asked.push(prompt), secret()),
    openLink: (url) => opened.push(url) > 0,
    experimental: { "widget-mcp/keeps-secrets": {} },
    download: (params) => saved.push(params) > 0 && "contents" in params,
    program: async (name) => new Blob([name]),
    data: async () => ({ revision: 3, json: "[1]" }),
    rows: async (args) => ({ count: args["end"] }),
    file: async (args) => ({ received: args["start"] }),
    resize: (height) => heights.push(height),
    flooded,
    unresponsive: () => {},
    dead: () => {},
    responsive: () => {},
  });
  const say = (data: unknown, source: Window | null = view) =>
    window.dispatchEvent(new MessageEvent("message", { data, source: source as never }));
  return { say, posted, opened, saved, heights, calls, asked, made, view, flooded };
}

const args = {
  widget_id: WIDGET,
  viewer_id: VIEWER,
  revision: null,
  failures: [],
  events: [],
  answers: [],
  wait_ms: 99_000,
};
const call = (id: number, given: unknown, name = "widget_sync") => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: given },
});

beforeEach(() => document.body.replaceChildren());

test("hands the view a program that it asks for while it introduces itself", async () => {
  const { say, posted } = host();
  say({ jsonrpc: "2.0", id: 0, method: "ui/initialize", params: {} });
  const ask = (id: number, params: object) =>
    say({ jsonrpc: "2.0", id, method: "widget-mcp/program", params });
  ask(1, { name: "chart" });
  ask(2, { name: 3 });
  await settle();
  const answer = (id: number) => posted.find((message) => message["id"] === id);
  expect(answer(1)).toMatchObject({ result: { program: new Blob(["chart"]) } });
  expect(answer(2)).toMatchObject({ error: { message: "malformed arguments" } });
});

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

test("rows of this widget are answered, those of another are not", async () => {
  const { say, posted } = host();
  say(call(1, { widget_id: WIDGET, start: 0, end: 7 }, "widget_rows"));
  say(call(2, { widget_id: "c".repeat(32), start: 0, end: 7 }, "widget_rows"));
  say(call(3, "x", "widget_rows"));
  await settle();
  const answers = new Map(posted.map((message) => [message["id"], message]));
  expect(answers.get(1)).toMatchObject({ result: { structuredContent: { count: 7 } } });
  expect([2, 3].map((id) => "error" in (answers.get(id) ?? {}))).toEqual([true, true]);
});

test("data of this widget is answered, that of another is not", async () => {
  const { say, posted } = host();
  say(call(1, { widget_id: WIDGET, block_id: ":body", start: 0 }, "widget_data"));
  say(call(2, { widget_id: "c".repeat(32), block_id: ":body", start: 0 }, "widget_data"));
  say(call(3, { widget_id: WIDGET, block_id: 7 }, "widget_data"));
  await settle();
  const answers = new Map(posted.map((message) => [message["id"], message]));
  const structuredContent = { revision: 3, text: "[1]" };
  expect(answers.get(1)).toMatchObject({ result: { structuredContent } });
  expect([2, 3].map((id) => "error" in (answers.get(id) ?? {}))).toEqual([true, true]);
});

test("a file is offered to the person or refused", () => {
  const { say, posted, saved } = host();
  say({ jsonrpc: "2.0", id: 1, method: "ui/download-file", params: { contents: [] } });
  say({ jsonrpc: "2.0", id: 2, method: "ui/download-file", params: {} });
  expect(saved).toEqual([{ contents: [] }, {}]);
  expect(posted.map((message) => "error" in message)).toEqual([false, true]);
});

test("messages from elsewhere and what is not a message are passed over", async () => {
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

test("a secret is asked for the widget of the frame only, with what is well formed", async () => {
  const { say, posted, asked } = host();
  const prompt = {
    widget_id: WIDGET,
    component_id: "token",
    label: "Token",
    placeholder: "",
    show_toggle: true,
    show_copy: "yes",
  };
  say(call(1, prompt, "widget_secret"));
  await settle();
  const structuredContent = { secret_ref: "c".repeat(32) };
  expect(posted[0]).toMatchObject({ id: 1, result: { structuredContent } });
  expect(asked).toMatchObject([{ component_id: "token", show_toggle: true, show_copy: false }]);
  for (const wrong of [
    { widget_id: "0".repeat(32) },
    { component_id: "" },
    { component_id: 3 },
    { label: "x".repeat(201) },
    { placeholder: null },
  ]) {
    say(call(2, { ...prompt, ...wrong }, "widget_secret"));
    await settle();
    expect(posted.at(-1)).toMatchObject({ error: { code: -32602 } });
  }
  expect(asked).toHaveLength(1);
});

test("a person who is not asked is a refusal", async () => {
  const { say, posted } = host(undefined, async () => undefined);
  const prompt = { widget_id: WIDGET, component_id: "c", label: "", placeholder: "" };
  say(call(1, prompt, "widget_secret"));
  await settle();
  expect(posted[0]).toMatchObject({ error: { code: -32602 } });
});

test("calls without an answer are bounded, before anything of them is kept", async () => {
  const { say, posted, calls } = host(() => new Promise(() => {}));
  for (let id = 0; id < 300; id++) {
    say(call(id, { ...args, viewer_id: id.toString(16).padStart(32, "0") }));
  }
  await settle();
  expect(calls).toHaveLength(16);
  expect(posted.filter((message) => "error" in message)).toHaveLength(284);
});

test.each([
  ["events", Array.from({ length: 501 }, (_, n) => ({ n, event_type: "a:b", data: 1, label: "" }))],
  ["one event", [{ n: 1, event_type: "a:b", data: "x".repeat(9_000_000), label: "" }]],
])("%s beyond what the server takes in one call are refused here", async (_, events) => {
  const { say, posted, calls } = host();
  say(call(1, { ...args, events }));
  await settle();
  expect(posted[0]).toMatchObject({ error: { code: -32602 } });
  expect(calls).toEqual([]);
});

test("a flood of messages is told", () => {
  const { say, flooded } = host();
  vi.spyOn(performance, "now").mockReturnValue(0);
  for (let n = 0; n < 1_000; n++) say({ jsonrpc: "2.0", method: "x" });
  expect(flooded).not.toHaveBeenCalled();
  say({ jsonrpc: "2.0", method: "x" });
  expect(flooded).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});
