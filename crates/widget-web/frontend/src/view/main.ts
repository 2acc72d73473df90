/** The view: starts everything and connects it. */

import { randomId, isId } from "../wire/id";
import { isObject } from "../wire/json";
import { LONGEST_WAIT_MS } from "../wire/sync";
import { readAssets } from "./assets";
import { delegate } from "./delegate";
import { Emitter } from "./emitter";
import { Host } from "./host";
import { Outbox } from "./outbox";
import { Page } from "./page";
import { Signals, type PageApi } from "./page_api";
import { SizeReporter } from "./size";
import { SyncLoop } from "./sync_loop";
import { ThemeSource } from "./theme";

/** A host that lost its server keeps a call for longer; one that lost the call does not. */
const CALL_TIMEOUT_MS = LONGEST_WAIT_MS + 35_000;

const host = new Host();
const theme = new ThemeSource();
const signals = new Signals();
const outbox = new Outbox();
let loop: SyncLoop | null = null;
let hostAnnouncesEnd = false;
const emitter = new Emitter(outbox, () => loop?.wake());
const page = new Page(document.body, {
  outbox,
  emitter,
  signals,
  theme,
  assets: readAssets(),
  size: new SizeReporter((size) => host.notify("ui/notifications/size-changed", size)),
  announceEnd: () => !hostAnnouncesEnd,
});

const api: PageApi = {
  emit: (eventType, data) => emitter.emit(eventType, data),
  on: (eventType, listener) => signals.on(eventType, listener),
};
Object.defineProperty(window, "widget", { value: Object.freeze(api), enumerable: true });

delegate(document, {
  emit: (eventType, data, label) => emitter.emit(eventType, data, label),
  openLink: (url) => {
    host.request("ui/open-link", { url }).catch((error: unknown) => console.warn(error));
  },
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) page.flush();
});
host.onRequest("ping", () => {});
host.onRequest("ui/resource-teardown", () => page.flush());
host.onNotification("ui/notifications/host-context-changed", (context) => theme.take(context));
host.onNotification("ui/notifications/tool-result", ({ structuredContent }) => {
  const widgetId = isObject(structuredContent) ? structuredContent["widget_id"] : undefined;
  if (loop !== null || !isId(widgetId)) return;
  loop = new SyncLoop(widgetId, randomId(), callSync, outbox, page);
  loop.wake();
});

async function callSync(args: object): Promise<unknown> {
  const params = { name: "widget_sync", arguments: args };
  const result = await host.request("tools/call", params, CALL_TIMEOUT_MS);
  if (!isObject(result) || result["isError"] === true) throw new Error("widget_sync failed");
  return result["structuredContent"];
}

async function start(): Promise<void> {
  const answer = await host.request("ui/initialize", {
    protocolVersion: "2026-01-26",
    appInfo: { name: "widget-mcp", version: "1" },
    appCapabilities: {},
  });
  if (isObject(answer)) {
    theme.take(answer["hostContext"]);
    const capabilities = answer["hostCapabilities"];
    const experimental = isObject(capabilities) ? capabilities["experimental"] : undefined;
    hostAnnouncesEnd = isObject(experimental) && "widget-mcp/announces-end" in experimental;
  }
  host.notify("ui/notifications/initialized", {});
}

void start();
