/** The view in a chat client: MCP Apps, specification 2026-01-26. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WIDGET } from "./document";
import { FakeHost } from "./fake_host";

const URL_OF = `http://127.0.0.1:8001/widget/${WIDGET}`;
const RESULT = { content: [], structuredContent: { widget_id: WIDGET, url: URL_OF } };
const text = (css: string) => document.querySelector(css)?.textContent ?? "";
const button = (label: string) =>
  [...document.querySelectorAll<HTMLButtonElement>(".widget-caption-action")].find(
    (one) => one.textContent === label && !one.hidden,
  );

beforeEach(() => {
  vi.useFakeTimers();
  window.name = "";
});
afterEach(() => void vi.useRealTimers());

async function shown(answer: object = {}, parts: object = {}): Promise<FakeHost> {
  const host = await FakeHost.introduced(answer);
  await host.tell("ui/notifications/tool-input", { arguments: {} });
  await host.tell("ui/notifications/tool-result", RESULT);
  await host.draw(parts);
  return host;
}

test("says nothing before the host has answered, and then that it is there", async () => {
  const host = await FakeHost.load();
  expect(host.heard.map(({ method }) => method)).toEqual(["ui/initialize"]);
  expect(host.heard[0]?.params).toMatchObject({
    protocolVersion: "2026-01-26",
    appInfo: { name: "widget-mcp" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen", "pip"] },
  });
  await host.introduce();
  expect(host.heard.at(-1)?.method).toBe("ui/notifications/initialized");
});

test("a result that comes late is waited for", async () => {
  const host = await FakeHost.introduced();
  await host.tell("ui/notifications/tool-input", { arguments: { html: "<p>" } });
  await vi.advanceTimersByTimeAsync(300_000);
  expect(host.of("tools/call")).toEqual([]);
  await host.tell("ui/notifications/tool-result", RESULT);
  const args = host.call("widget_sync")?.params["arguments"];
  expect(args).toMatchObject({ widget_id: WIDGET, events: [] });
  expect(args).not.toHaveProperty("revision");
  await host.draw({ body: { kind: "html", html: "<p id=p>here</p>" } });
  expect(text("#p")).toBe("here");
});

test("a result in text is a result; without a widget the view says why it is empty", async () => {
  const host = await FakeHost.introduced();
  const inText = { content: [{ type: "text", text: JSON.stringify({ widget_id: WIDGET }) }] };
  await host.tell("ui/notifications/tool-result", inText);
  expect(host.call("widget_sync")).toBeDefined();
  for (const [method, params, why] of [
    ["tool-cancelled", {}, "cancelled"],
    ["tool-result", { isError: true, content: [{ type: "text", text: "html: no" }] }, "html: no"],
    ["tool-result", { content: [] }, "did not say"],
  ] as const) {
    const other = await FakeHost.introduced();
    await other.tell(`ui/notifications/${method}`, params);
    expect(text(".widget-problem")).toContain(why);
    expect(other.of("ui/notifications/size-changed")).toHaveLength(1);
  }
});

test("a host that passes no calls on is named, and nothing hangs", async () => {
  const host = await FakeHost.introduced({ hostCapabilities: { openLinks: {} } });
  await host.tell("ui/notifications/tool-result", RESULT);
  expect(text(".widget-problem")).toContain("does not let a widget speak to its server");
  expect(host.of("tools/call")).toEqual([]);
  expect(button("Open in browser")).toBeDefined();
});

test("a view that is loaded again continues, unless a call of its own is announced", async () => {
  const first = await shown();
  expect(first.call("widget_sync")).toBeDefined();
  const again = await FakeHost.introduced();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(again.call("widget_sync")?.params["arguments"]).toMatchObject({ widget_id: WIDGET });
  expect(button("Open in browser")).toBeDefined();
  const other = await FakeHost.introduced();
  await other.tell("ui/notifications/tool-input", { arguments: {} });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(other.of("tools/call")).toEqual([]);
  expect(text(".widget-problem")).toContain("If it asks you to allow the call");
  window.name = 'widget-mcp:{"widget_id": "nonsense"}';
  const spoilt = await FakeHost.introduced();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(spoilt.of("tools/call")).toEqual([]);
});

test.each([
  ["nothing", null],
  ["only the arguments of its call", "tool-input"],
  ["only a part of them", "tool-input-partial"],
])(
  "a host that sends %s is named after some seconds, and a late result is drawn",
  async (_, sent) => {
    window.name = "";
    const host = await FakeHost.introduced();
    if (sent !== null) await host.tell(`ui/notifications/${sent}`, { arguments: {} });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(document.querySelector(".widget-problem:not([hidden])")?.textContent ?? "").toBe("");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(text(".widget-problem")).toContain("ask the agent to show the widget again");
    await host.tell("ui/notifications/tool-result", RESULT);
    await host.draw({ body: { kind: "html", html: "<p id=p>here</p>" } });
    expect(text("#p")).toBe("here");
    expect(document.querySelector(".widget-problem:not([hidden])")?.textContent ?? "").toBe("");
  },
);

test("the look is the host's, and changes with it", async () => {
  const variables = { "--color-text-primary": "rgb(1, 2, 3)", "--evil": "1", "--font-sans": 7 };
  const host = await shown({ hostContext: { theme: "dark", styles: { variables } } });
  const root = document.documentElement;
  const sheets = () =>
    [...document.querySelectorAll("style")].map((style) => style.sheet?.cssRules[0]?.cssText);
  expect(root.dataset["theme"]).toBe("dark");
  expect(sheets().join()).toContain("--color-text-primary: rgb(1, 2, 3)");
  expect(sheets().join()).not.toMatch(/evil|font-sans/);
  await host.tell("ui/notifications/host-context-changed", {
    theme: "light",
    styles: { variables: { "--color-text-primary": "red" }, css: { fonts: "@font-face {}" } },
  });
  expect(root.dataset["theme"]).toBe("light");
  expect(sheets().join()).toContain("--color-text-primary: red");
  expect(text("#widget-host-fonts")).toBe("@font-face {}");
});

test("what an agent's page may load does not depend on the host", async () => {
  const fonts = '@font-face { src: url("https://fonts.host.example/a.woff2") }';
  await shown({ hostContext: { styles: { css: { fonts } } } });
  const policy = [...document.querySelectorAll("meta")].at(-1)?.content;
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("font-src data: https://fonts.host.example;");
  expect(policy).not.toMatch(/connect-src|script-src[^;]*https/);
});

test("it asks for the height it needs, and for a width only where that is asked", async () => {
  const host = await shown({}, { height: 300 });
  expect(host.of("ui/notifications/size-changed").at(-1)?.params).toEqual({ height: 300 });
  const context = { containerDimensions: { maxWidth: 640, maxHeight: 900 } };
  const other = await shown({ hostContext: context }, { height: 300 });
  const size = { width: 640, height: 300 };
  expect(other.of("ui/notifications/size-changed").at(-1)?.params).toEqual(size);
});

test("full screen is offered where the host has it, and the host decides", async () => {
  await shown();
  expect(button("Full screen")).toBeUndefined();
  const hostContext = { displayMode: "inline", availableDisplayModes: ["inline", "fullscreen"] };
  const host = await shown({ hostContext }, { height: 300 });
  const frame = document.querySelector<HTMLElement>(".widget-frame");
  const press = async (label: string, mode: string) => {
    button(label)?.click();
    expect(host.of("ui/request-display-mode").at(-1)?.params).toEqual({ mode: "fullscreen" });
    await host.answer("ui/request-display-mode", { mode });
  };
  await press("Full screen", "inline");
  expect(button("Full screen")).toBeDefined();
  await press("Full screen", "fullscreen");
  expect(button("Leave full screen")).toBeDefined();
  expect(frame?.style.height).toBe("");
  const sizes = host.of("ui/notifications/size-changed").length;
  await host.tell("ui/notifications/host-context-changed", { displayMode: "inline" });
  expect(button("Full screen")).toBeDefined();
  expect(frame?.style.height).toBe("300px");
  expect(host.of("ui/notifications/size-changed").length).toBe(sizes + 1);
});

test("picture in picture is offered where the host has it, and fills what the host gives", async () => {
  const hostContext = { displayMode: "inline", availableDisplayModes: ["inline", "pip"] };
  const host = await shown({ hostContext }, { height: 300 });
  expect(button("Full screen")).toBeUndefined();
  button("Picture in picture")?.click();
  expect(host.of("ui/request-display-mode").at(-1)?.params).toEqual({ mode: "pip" });
  await host.answer("ui/request-display-mode", { mode: "pip" });
  expect(document.querySelector<HTMLElement>(".widget-frame")?.style.height).toBe("");
  button("Leave picture in picture")?.click();
  expect(host.of("ui/request-display-mode").at(-1)?.params).toEqual({ mode: "inline" });
  await host.tell("ui/notifications/host-context-changed", { displayMode: "inline" });
  expect(button("Picture in picture")).toBeDefined();
});

test("a view says that it is hidden until the host shows it", async () => {
  // The view makes one, and there is one view.
  let tell: (entry: object) => void = () => {};
  const observe = (call: IntersectionObserverCallback) => {
    tell = (entry) => call([entry as never], {} as never);
  };
  class Observer {
    constructor(call: IntersectionObserverCallback) {
      observe(call);
    }
    observe() {}
  }
  vi.stubGlobal("IntersectionObserver", Observer);
  const host = await shown();
  const hidden = () => host.call("widget_sync")?.params["arguments"].hidden;
  expect(hidden()).toBe(true);
  tell({ isIntersecting: true, isVisible: false });
  expect(hidden()).toBe(true);
  tell({ isIntersecting: true, isVisible: true });
  expect(hidden()).toBeUndefined();
  expect(host.call("widget_sync")?.params["arguments"].wait_ms).toBeLessThan(2_000);
  // A dialog over the conversation, or scrolling, is not the end.
  const calls = () => host.of("tools/call").length;
  const before = calls();
  tell({ isIntersecting: true, isVisible: false });
  expect(calls()).toBe(before);
  vi.stubGlobal("innerHeight", 0);
  window.dispatchEvent(new Event("resize"));
  expect(hidden()).toBe(true);
  vi.unstubAllGlobals();
});

test("a frame that is of no more use asks for its end", async () => {
  const host = await FakeHost.introduced();
  const structuredContent = { widget_id: WIDGET, mode: "window", elsewhere: true };
  await host.tell("ui/notifications/tool-result", { content: [], structuredContent });
  expect(host.of("ui/notifications/request-teardown")).toHaveLength(1);
  expect(host.of("tools/call")).toEqual([]);
  expect(text(".widget-problem")).toContain("open in a page of its own");
  const other = await shown();
  await other.answerCall("widget_sync", { acked: 0, revision: null, ops: [], destroyed: true });
  expect(other.of("ui/notifications/request-teardown")).toHaveLength(1);
  expect(text(".widget-problem")).toContain("The agent closed");
});

test("the page in the browser is the one that the result names", async () => {
  const host = await shown({}, { title: "Sales" });
  expect(text(".widget-caption-title")).toBe("Sales");
  button("Open in browser")?.click();
  expect(host.of("ui/open-link").at(-1)?.params).toEqual({ url: URL_OF });
  await host.refuse("ui/open-link", "not allowed");
  expect(text(".widget-toasts")).toContain(`not allowed. The address is ${URL_OF}`);
  await shown({ hostCapabilities: { serverTools: {} } });
  expect(button("Open in browser")).toBeUndefined();
  const evil = await FakeHost.introduced();
  const structuredContent = { widget_id: WIDGET, url: "javascript:alert(1)" };
  await evil.tell("ui/notifications/tool-result", { structuredContent });
  expect(button("Open in browser")).toBeUndefined();
});

test("a view that is torn down hands over what the person did last", async () => {
  const html = '<button data-event="a:b" id="b">B</button>';
  const host = await shown({}, { body: { kind: "html", html } });
  document.getElementById("b")?.click();
  await host.ask("t1", "ui/resource-teardown");
  const farewell = host.call("widget_sync")?.params["arguments"];
  expect(farewell).toMatchObject({ wait_ms: 0, revision: 1 });
  expect(farewell.events[0]).toMatchObject({ n: 1, event_type: "a:b" });
  const isDone = () => host.heard.some((message) => String(message.id) === "t1");
  expect(isDone()).toBe(false);
  await host.answerCall("widget_sync", { acked: 1, revision: 1, ops: [] });
  expect(isDone()).toBe(true);
  const stuck = await shown();
  await stuck.ask("t2", "ui/resource-teardown");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(stuck.heard.some((message) => String(message.id) === "t2")).toBe(true);
});

test("a server that does not answer is said, until it does", async () => {
  const host = await shown();
  for (let tries = 0; tries < 2; tries++) {
    await host.refuse("tools/call", "gone away");
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(text(".widget-caption-note")).toContain("does not answer");
  await host.answerCall("widget_sync", { acked: 0, revision: 1, ops: [] });
  expect(text(".widget-caption-note")).toBe("");
});

test("a widget that is gone says so in the view", async () => {
  const host = await shown();
  await host.answerCall("widget_sync", { acked: 0, revision: null, ops: [], destroyed: true });
  expect(text(".widget-problem")).toContain("The agent closed");
  const late = await FakeHost.introduced();
  await late.tell("ui/notifications/tool-result", RESULT);
  await late.answerCall("widget_sync", { acked: 0, revision: null, ops: [], destroyed: true });
  expect(text(".widget-problem")).toContain("its server was restarted");
});

test("a secret is not typed in a host that is not ours", async () => {
  const items = [{ type: "secret", component_id: "s", label: "Token" }];
  await shown({}, { toolbars: [{ position: "top", items }] });
  const control = document.querySelector<HTMLButtonElement>(".widget-secret");
  expect(control?.disabled).toBe(true);
  expect(text(".widget-field .widget-hint")).toContain("Open this widget in a browser");
});
