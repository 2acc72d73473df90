import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PING_MS } from "../src/shell/liveness";
import { WidgetFrame, type WidgetFrameParts } from "../src/shell/widget_frame";
import { PromptDialog } from "../src/shell/prompt";
import { PersistedOutbox } from "../src/shell/persisted_outbox";
import { VIEWER, WIDGET } from "./document";
import { FakeSocket } from "./fake_socket";

/** After so long a person is told of a view that answers nothing. */
const SILENT_MS = 4 * PING_MS + 1_000;

const sockets: FakeSocket[] = [];
const titles: string[] = [];
const themes: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  document.body.replaceChildren();
  sockets.length = 0;
  titles.length = 0;
  themes.length = 0;
  vi.stubGlobal(
    "WebSocket",
    class extends FakeSocket {
      constructor() {
        super();
        sockets.push(this);
      }
    },
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(made: Pick<WidgetFrameParts, "place" | "early"> = {}) {
  const cell = new WidgetFrame(WIDGET, {
    ...made,
    storage: sessionStorage,
    program: () => Promise.reject(new Error("none")),
    theme: () => "light",
    dialog: new PromptDialog(),
    onTitle: (title) => titles.push(title),
    onTheme: (theme) => themes.push(theme),
  });
  if (made.place === undefined) document.body.append(cell.element);
  const frame = cell.element.querySelector("iframe") as HTMLIFrameElement;
  const view = frame.contentWindow as Window;
  const posted: { id?: number; result?: { structuredContent: object }; error?: object }[] = [];
  vi.spyOn(view, "postMessage").mockImplementation((message: unknown) => {
    posted.push(message as (typeof posted)[number]);
  });
  let id = 0;
  const sync = (events: object[] = []) => {
    const args = {
      widget_id: WIDGET,
      viewer_id: "c".repeat(32),
      revision: null,
      failures: [],
      events,
      answers: [],
      wait_ms: 25_000,
    };
    const params = { name: "widget_sync", arguments: args };
    const data = { jsonrpc: "2.0", id: ++id, method: "tools/call", params };
    window.dispatchEvent(new MessageEvent("message", { data, source: view as never }));
  };
  return {
    cell,
    frame,
    posted,
    sync,
    banner: () => cell.element.querySelector(".banner") as HTMLElement,
  };
}

const event = (n: number) => ({ n, event_type: "a:b", data: {}, label: "" });
const settle = () => vi.advanceTimersByTimeAsync(0);

test("a view that stands in the page is not loaded again, and what it has said is answered", () => {
  const place = document.createElement("section");
  place.innerHTML = '<iframe data-programs="grid" src="/view?with=grid"></iframe>';
  document.body.append(place);
  const loading = place.querySelector("iframe") as HTMLIFrameElement;
  const view = loading.contentWindow as Window;
  const answers = vi.spyOn(view, "postMessage").mockImplementation(() => {});
  const data = { jsonrpc: "2.0", id: 1, method: "ui/initialize", params: {} };
  const others = new MessageEvent("message", { data: { ...data, id: 2 }, source: window });
  const early = [others, new MessageEvent("message", { data, source: view as never })];
  const { cell, frame } = show({ place, early });
  expect([cell.element, frame, frame.contentWindow]).toEqual([place, loading, view]);
  expect(answers.mock.calls.map(([message]) => (message as { id: number }).id)).toEqual([1]);
});

test("the frame is sandboxed without an origin", () => {
  const { frame } = show();
  expect(frame.getAttribute("sandbox")).toBe("allow-scripts allow-forms");
  expect(frame.getAttribute("src")).toBe("/view");
});

test("what an earlier load left goes up first, and the page's own events after it", async () => {
  const earlier = {
    widget_id: WIDGET,
    viewer_id: VIEWER,
    revision: 3,
    failures: [],
    answers: [],
    wait_ms: 25_000,
  };
  new PersistedOutbox(WIDGET, sessionStorage).keep({ ...earlier, events: [event(1), event(2)] });
  const { sync } = show();
  sync([event(1)]);
  const [socket] = sockets;
  socket?.open();
  expect(socket?.sent.map(({ params }) => params["viewer_id"])).toEqual([VIEWER, "c".repeat(32)]);
  expect(socket?.sent[0]?.params).toMatchObject({ wait_ms: 0, events: [event(1), event(2)] });
  socket?.answer(socket.sent[0]?.id, { acked: 2, ops: [] });
  socket?.answer(socket.sent[1]?.id, { acked: 1, revision: 3, ops: [] });
  await settle();
  expect(sessionStorage).toHaveLength(0);
});

test("a lost connection says when a reload would lose something", async () => {
  const { sync, banner } = show();
  sockets[0]?.open();
  sync([{ ...event(1), data: "x".repeat(1_000_000) }]);
  sockets[0]?.drop();
  await settle();
  expect(banner().textContent).toContain("a reload would lose some of it");
});

test("a lost connection is said, with what it means, and so is the end of it", async () => {
  const { sync, banner } = show();
  sockets[0]?.open();
  expect(banner().hidden).toBe(true);
  sync([event(1)]);
  sockets[0]?.drop();
  await settle();
  expect(banner().textContent).toMatch(/Connection lost\. What you do is kept.*Next try in 1 s/);
  await vi.advanceTimersByTimeAsync(300);
  sockets[1]?.open();
  expect(banner().textContent).toContain("Reconnected");
  expect(sockets[1]?.sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(banner().hidden).toBe(true);
});

test("a widget that the agent closed says so and tries no more", async () => {
  const { sync, posted, banner, frame } = show();
  const [socket] = sockets;
  socket?.open();
  sync();
  socket?.answer(1, {
    acked: 0,
    revision: 1,
    document: { title: "<b>Cars", blocks: [{ type: "html", id: ":body" }] },
    ops: [],
  });
  await settle();
  sync();
  socket?.answer(2, { acked: 0, revision: null, ops: [], destroyed: true });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(titles).toEqual(["<b>Cars"]);
  expect(banner().textContent).toContain("The agent closed this widget.");
  expect(posted.at(-1)?.result?.structuredContent).toMatchObject({ destroyed: true });
  expect(sockets).toHaveLength(1);
  expect(frame.title).toBe("<b>Cars");
});

test("a widget that the server does not know is not said to be closed by the agent", async () => {
  const { sync, banner } = show();
  sockets[0]?.open();
  sync([event(1)]);
  sockets[0]?.answer(1, { acked: 0, revision: null, ops: [], destroyed: true });
  await settle();
  expect(banner().textContent).toContain("its server was restarted");
  expect(banner().textContent).toContain("1 input was not delivered");
});

test("data is fetched before the view has the answer, and if it cannot be the view tries again", async () => {
  const { sync, posted } = show();
  const fetch = vi.fn(async () => new Response("[1]", { headers: { etag: '"4"' } }));
  vi.stubGlobal("fetch", fetch);
  sockets[0]?.open();
  const answer = () => ({
    acked: 0,
    revision: 3,
    ops: [],
    document: { title: "", blocks: [{ type: "table", id: ":body", data: { revision: 3 } }] },
  });
  sync();
  sockets[0]?.answer(1, answer());
  await settle();
  expect(posted[0]?.result?.structuredContent).toMatchObject({
    document: { blocks: [{ data: { revision: 4, json: "[1]" } }] },
  });
  fetch.mockRejectedValueOnce(new Error("away"));
  sync();
  sockets[0]?.answer(2, answer());
  await settle();
  expect(posted[1]?.error).toMatchObject({ message: "away" });
});

test("the cell and the page around it follow the theme of the widget", async () => {
  const { cell, sync } = show();
  sockets[0]?.open();
  const followed = async (id: number, answer: object) => {
    sync();
    sockets[0]?.answer(id, { acked: 0, revision: id, ops: [], ...answer });
    await settle();
    return cell.element.dataset["theme"];
  };
  const document = { title: "", theme: "dark", blocks: [{ type: "html", id: ":body", html: "" }] };
  expect(await followed(1, { document })).toBe("dark");
  const op = (theme: string) => ({ ops: [{ revision: 2, op: { type: "set_theme", theme } }] });
  expect(await followed(2, op("light"))).toBe("light");
  expect(await followed(3, op("dark"))).toBe("dark");
  expect(await followed(4, op("system"))).toBe("light");
  expect(themes).toEqual(["dark", "light", "dark", "light"]);
});

test("a view that does not respond is told to both, and can be loaded again", async () => {
  const { cell, frame, banner, sync } = show();
  sockets[0]?.open();
  sync();
  await vi.advanceTimersByTimeAsync(SILENT_MS);
  expect(banner().textContent).toContain("does not respond");
  const unresponsive = { method: "view_unresponsive" };
  expect(sockets[0]?.sent).not.toContainEqual(expect.objectContaining(unresponsive));
  await vi.advanceTimersByTimeAsync(5 * PING_MS);
  expect(sockets[0]?.sent.at(-1)).toMatchObject(unresponsive);
  sync();
  expect(banner().hidden).toBe(true);
  await vi.advanceTimersByTimeAsync(SILENT_MS);
  const button = (text: string) =>
    [...banner().querySelectorAll("button")].find((one) => one.textContent === text);
  button("Close")?.click();
  expect(cell.element.querySelector("iframe")).toBeNull();
  expect(banner().textContent).toContain("You closed this widget here");
  button("Load again")?.click();
  expect(banner().textContent).toContain("Loading again");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(cell.element.querySelector("iframe")).toBe(frame);
  expect(banner().hidden).toBe(true);
});

test("what is wrong with a view stays said while the connection is lost and comes back", async () => {
  const { cell, banner, sync } = show();
  sockets[0]?.open();
  sync();
  await vi.advanceTimersByTimeAsync(SILENT_MS);
  sockets[0]?.drop();
  await vi.advanceTimersByTimeAsync(1_000);
  sockets.at(-1)?.open();
  expect(sockets.length).toBeGreaterThan(1);
  expect(banner().textContent).toContain("does not respond");
  const shown = () =>
    [...banner().querySelectorAll("button")]
      .filter((one) => !one.hidden)
      .map((one) => one.textContent);
  expect(shown()).toEqual(["Load again", "Close"]);
  banner().querySelectorAll("button")[2]?.click();
  sockets.at(-1)?.drop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(banner().textContent).toContain("You closed this widget here");
  expect(shown()).toEqual(["Load again"]);
  expect(cell.element.querySelector("iframe")).toBeNull();
});

test("a view that has crashed is loaded again once", async () => {
  const { frame, banner } = show();
  sockets[0]?.open();
  const load = vi.spyOn(frame, "remove");
  await vi.advanceTimersByTimeAsync(SILENT_MS);
  const probe = document.querySelector<HTMLIFrameElement>("body > iframe");
  expect([probe?.hidden, probe?.getAttribute("sandbox")]).toEqual([
    true,
    "allow-scripts allow-forms",
  ]);
  const source = probe?.contentWindow as never;
  window.dispatchEvent(new MessageEvent("message", { data: "hello", source }));
  await settle();
  expect(load).toHaveBeenCalledOnce();
  expect(banner().textContent).toContain("crashed and was loaded again");
  expect(document.querySelector("body > iframe")).toBeNull();
  await vi.advanceTimersByTimeAsync(SILENT_MS);
  expect(banner().textContent).toContain("does not respond");
  expect(document.querySelector("body > iframe")).toBeNull();
});

test("a view that floods the page is taken out", async () => {
  const { cell, frame, banner } = show();
  sockets[0]?.open();
  const source = frame.contentWindow as never;
  for (let n = 0; n < 1_001; n++) {
    window.dispatchEvent(new MessageEvent("message", { data: 1, source }));
  }
  expect(cell.element.querySelector("iframe")).toBeNull();
  expect(banner().textContent).toContain("messages without end");
});

test("a title has no characters that deceive", async () => {
  const { sync } = show();
  const [socket] = sockets;
  socket?.open();
  sync();
  const document = { title: "Bank\u202E", blocks: [{ type: "html", id: ":body" }] };
  socket?.answer(1, { acked: 0, revision: 1, document, ops: [] });
  await settle();
  expect(titles).toEqual(["Bank"]);
});
