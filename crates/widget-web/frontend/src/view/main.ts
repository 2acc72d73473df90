/** The view: starts everything and connects it. */

import { randomId } from "../wire/id";
import { isObject } from "../wire/json";
import { isOneFile, NeededPrograms, readAssets } from "./assets";
import { Caption } from "./host/caption";
import { takeLoadListeners } from "./blocks/load_listeners";
import { delegate } from "./body/delegate";
import { followDetached, type LinkActions } from "./body/links";
import { fileOf, watchBlobs } from "./body/made_files";
import { fillSandbox } from "./body/sandbox_api";
import { download } from "./host/download";
import { Emitter } from "./sync/emitter";
import { EventRoutes } from "./host/event_routes";
import { Host } from "./host/host";
import { DISPLAY_MODES, HostContext, type DisplayMode } from "./host/host_context";
import { FrameVisibility } from "./host/visibility";
import { Outbox } from "./sync/outbox";
import { Page } from "./page";
import { messageOf, Signals, type PageApi } from "./body/page_api";
import { guardPasswords } from "./body/passwords";
import { restrict } from "./style/policy";
import { ServerTools } from "./sync/server_tools";
import { ScriptErrors } from "./capture/script_errors";
import { SizeReporter } from "./host/size";
import { Presence } from "./sync/presence";
import { SyncLoop } from "./sync/sync_loop";
import type { DownloadFile } from "../wire/style";
import type { SyncArguments } from "../wire/sync";
import { fontsOf, ThemeSource } from "./style/theme";
import { WhichWidget, type Found } from "./host/resolve_widget";

/** A host that tears the view down waits no longer than this for what the person did last. */
const TEARDOWN_TIMEOUT_MS = 2_000;

/** A program that the page around this one does not hand over in this time is loaded. */
const PROGRAM_TIMEOUT_MS = 5_000;

const host = new Host();
const facts = new HostContext();
const theme = new ThemeSource();
const signals = new Signals();
const outbox = new Outbox();
const assets = readAssets();
const programs = new NeededPrograms(assets);
let loop: SyncLoop | null = null;
let tools: ServerTools | null = null;
let url: string | null = null;
const routes = new EventRoutes({
  can: (capability) => facts.can(capability),
  request: (method, params) => host.request(method, params),
  isByPerson: () => navigator.userActivation.isActive,
  title: () => document.title,
  now: () => performance.now(),
});
const emitter = new Emitter(
  outbox,
  () => loop?.wake(),
  (eventType, json) => routes.send(eventType, json),
);
const caption = new Caption({ openInBrowser, display: (mode) => void display(mode) });
const size = new SizeReporter((size) => {
  if (!facts.isSized) host.notify("ui/notifications/size-changed", facts.sizeFor(size));
});
const visibility = new FrameVisibility(() => loop?.renew());
const presence = new Presence(
  () => visibility.isHidden,
  () => performance.now(),
);
const errors = new ScriptErrors();
const page = new Page(document.body, {
  outbox,
  emitter,
  routes,
  signals,
  theme,
  assets,
  size,
  errors,
  caption,
  announceEnd: () => !isOurShell(),
  requestTeardown,
  keepsSecrets: () => facts.does("keeps-secrets"),
  askSecret: async (spec) => (await tools?.askSecret(spec)) ?? null,
  openLink: askToOpen,
  download: askToSave,
  rows: async (request) => tools?.rows(request),
  data: async (blockId) => known().data(blockId),
  upload: async (file, onPart) => known().upload(file, onPart),
});

function known(): ServerTools {
  if (tools === null) throw new Error("the widget is not known yet");
  return tools;
}

const api: PageApi = {
  emit: (eventType, data) => emitter.emit(eventType, data),
  on: (eventType, listener) => signals.on(eventType, listener),
  download: async (name, data) => save(fileOf(name, data)),
};
Object.defineProperty(window, "widget", { value: Object.freeze(api), enumerable: true });

const links: LinkActions = {
  openLink: (url) => void openLink(url),
  save: (file) => void save(file),
};
delegate(document, {
  ...links,
  emit: (eventType, data, origin) => emitter.emit(eventType, data, origin),
});
followDetached(links);
watchBlobs();
takeLoadListeners();
fillSandbox({
  say: (text) => page.notify(text, "info"),
  notice: (text) => page.notify(text),
  fault: (message) => errors.note(message),
});

guardPasswords(document, {
  keepsSecrets: () => facts.does("keeps-secrets"),
  askSecret: (spec) => page.askSecret(spec),
});

document.addEventListener("visibilitychange", () => {
  if (document.hidden) page.flush();
});
document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) => {
  // Those that are part of the page: others are never loaded, whatever the host allows.
  const isOfHost = isOneFile(assets) && effectiveDirective === "img-src";
  const isInPage = blockedURI.startsWith("data") || blockedURI.startsWith("blob");
  if (isOfHost && isInPage) caption.setNote("pictures", "This client shows no pictures.");
});
host.onRequest("ping", () => {});
host.onRequest("ui/resource-teardown", async () => {
  page.flush();
  const farewell = loop?.leave().catch((error: unknown) => console.warn(error));
  await Promise.race([
    farewell,
    new Promise((resolve) => setTimeout(resolve, TEARDOWN_TIMEOUT_MS)),
  ]);
});
host.onNotification("ui/notifications/host-context-changed", (context) => facts.change(context));
const which = new WhichWidget(host, show, (reason) => page.refuse(reason), requestTeardown);
let room = "";
facts.onChange(() => {
  const before = room;
  room = JSON.stringify(facts.sizeFor({ height: Number.MAX_SAFE_INTEGER }));
  if (room !== before) size.repeat();
  theme.followHost(facts);
  page.setFullscreen(facts.isSized);
  const browser = url !== null && facts.can("openLinks");
  caption.offer({ has: (mode) => facts.offers(mode), current: facts.displayMode, browser });
});

function show(found: Found): void {
  url = found.url;
  facts.change({});
  if (!facts.can("serverTools")) {
    page.refuse("This client does not let a widget speak to its server. Open it in a browser.");
    return;
  }
  const calls = new ServerTools(host, found.widgetId, (...data) => page.hasData(...data));
  tools = calls;
  if (isOneFile(assets) && !facts.does("holds-programs")) {
    assets.fetchPacked = (name) => calls.program(name);
  }
  const send = (args: SyncArguments) => calls.sync(isOurShell() ? args : presence.say(args));
  loop = new SyncLoop(found.widgetId, randomId(), send, outbox, page);
  loop.wake();
  // While the document comes.
  programs.start();
}

/** Our own shell says what has ended, and has a connection of its own. */
function isOurShell(): boolean {
  return facts.does("announces-end");
}

/** The frame is of no more use; the host decides, and says goodbye before it ends. */
function requestTeardown(): void {
  host.notify("ui/notifications/request-teardown", {});
}

function openInBrowser(): void {
  if (url !== null) void openLink(url);
}

/** Asks the host (MCP Apps, `ui/open-link`); rejects with an `Error` when it does not open it. */
async function askToOpen(url: string): Promise<void> {
  const answer = await host.request("ui/open-link", { url });
  if (isObject(answer) && answer["isError"] === true) throw new Error("the host refused it");
}

/** The same for a link that the person has clicked: who is told when it is not opened. */
async function openLink(url: string): Promise<void> {
  try {
    await askToOpen(url);
  } catch (error) {
    page.notify(`Not opened: ${messageOf(error)}. The address is ${url}`);
  }
}

/** Asks the host (MCP Apps, `ui/download-file`); rejects with an `Error` when it does not save it. */
async function askToSave(file: DownloadFile): Promise<void> {
  if (!facts.can("downloadFile")) throw new Error("this client saves no files; a browser does");
  await download(file, (method, params) => host.request(method, params));
}

/** The same for a file of the page's scripts: the person is told why it is not saved, and so is the agent. */
async function save(making: Promise<DownloadFile>): Promise<void> {
  try {
    await askToSave(await making);
  } catch (error) {
    const told = `Not saved: ${messageOf(error)}`;
    page.notify(told);
    errors.note(told);
  }
}

async function display(mode: DisplayMode): Promise<void> {
  try {
    const answer = await host.request("ui/request-display-mode", { mode });
    // The host may have decided otherwise.
    if (isObject(answer)) facts.change({ displayMode: answer["mode"] });
  } catch (error) {
    page.notify(`Not possible: ${messageOf(error)}`);
  }
}

/** Asks the page around this one for a program; a `Blob` is handed over without a copy. */
async function askForProgram(name: string): Promise<string> {
  const answer = await host.request("widget-mcp/program", { name }, PROGRAM_TIMEOUT_MS);
  if (isObject(answer) && answer["program"] instanceof Blob) return answer["program"].text();
  throw new Error("malformed answer");
}

async function start(): Promise<void> {
  const answering = host.request("ui/initialize", {
    protocolVersion: "2026-01-26",
    appInfo: { name: "widget-mcp", version: "1" },
    appCapabilities: { availableDisplayModes: [...DISPLAY_MODES] },
  });
  programs.ask(askForProgram);
  facts.begin(await answering);
  const styles = facts.context("styles");
  if (isOneFile(assets)) restrict(fontsOf(isObject(styles) ? styles["css"] : undefined));
  host.notify("ui/notifications/initialized", {});
  visibility.begin();
  which.begin();
}

start().catch((error: unknown) => page.refuse(`This client cannot show it: ${messageOf(error)}`));
