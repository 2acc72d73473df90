/** The view: starts everything and connects it. */

import { randomId, isId } from "../wire/id";
import { isObject } from "../wire/json";
import { LONGEST_WAIT_MS } from "../wire/sync";
import type { ComponentSpec } from "../wire/document";
import { readAssets } from "./assets";
import { nameOf } from "./components/field";
import { delegate } from "./delegate";
import { download } from "./download";
import { Emitter } from "./emitter";
import { Host } from "./host";
import { Outbox } from "./outbox";
import { Page } from "./page";
import { Signals, type PageApi } from "./page_api";
import { ScriptErrors } from "./sight/script_errors";
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
let widgetId = "";
let hostAnnouncesEnd = false;
let hostKeepsSecrets = false;
const emitter = new Emitter(outbox, () => loop?.wake());
const page = new Page(document.body, {
  outbox,
  emitter,
  signals,
  theme,
  assets: readAssets(),
  size: new SizeReporter((size) => host.notify("ui/notifications/size-changed", size)),
  errors: new ScriptErrors(),
  announceEnd: () => !hostAnnouncesEnd,
  keepsSecrets: () => hostKeepsSecrets,
  askSecret,
  download: (file) => download(file, (method, params) => host.request(method, params)),
  rows: (request) => callTool("widget_rows", { widget_id: widgetId, ...request }),
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
  const id = isObject(structuredContent) ? structuredContent["widget_id"] : undefined;
  if (loop !== null || !isId(id)) return;
  widgetId = id;
  loop = new SyncLoop(id, randomId(), (args) => callTool("widget_sync", args), outbox, page);
  loop.wake();
});

async function callTool(name: string, args: object): Promise<unknown> {
  const params = { name, arguments: args };
  const result = await host.request("tools/call", params, CALL_TIMEOUT_MS);
  if (!isObject(result) || result["isError"] === true) throw new Error(`${name} failed`);
  return result["structuredContent"];
}

/** What the person types goes from the host to the server and never comes here. */
async function askSecret(spec: ComponentSpec): Promise<string | null> {
  const { component_id, placeholder = "", show_toggle = true, show_copy = false } = spec;
  const label = nameOf(spec);
  const args = { widget_id: widgetId, component_id, label, placeholder, show_toggle, show_copy };
  const result = await host.request("tools/call", { name: "widget_secret", arguments: args });
  const content = isObject(result) ? result["structuredContent"] : undefined;
  const reference = isObject(content) ? content["secret_ref"] : undefined;
  return isId(reference) ? reference : null;
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
    const can = (what: string) => isObject(experimental) && `widget-mcp/${what}` in experimental;
    hostAnnouncesEnd = can("announces-end");
    hostKeepsSecrets = can("keeps-secrets");
  }
  host.notify("ui/notifications/initialized", {});
}

void start();
