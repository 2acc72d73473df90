/** An exported widget: the page that holds the view, and plays the server for it. */

import { randomId } from "../wire/id";
import { readDocument } from "../wire/document";
import { askToSave } from "../shell/download";
import { askToOpen } from "../shell/link";
import { plainText } from "../shell/plain_text";
import { PrintSize } from "../shell/print_size";
import { PromptDialog } from "../shell/prompt";
import { SystemTheme } from "../shell/system_theme";
import { ViewHost } from "../shell/view_host";
import styles from "../shell/shell.css";
import type { Action } from "../wire/generated";
import { OfflineServer } from "./server";

/** The data in the page. */
interface Exported {
  view: string;
  document: unknown;
  callbacks: Record<string, Action>;
}

const element = document.querySelector("script[data-widget-export]");
const exported = JSON.parse(element?.textContent ?? "{}") as Exported;
const wire = readDocument(exported.document);
const server = new OfflineServer(exported.document, exported.callbacks);
const system = new SystemTheme(() => host.themeChanged());
const dialog = new PromptDialog();
const asker = { widgetId: randomId(), title: plainText(wire.title) || "Widget" };

const style = document.createElement("style");
style.textContent = styles;
document.head.append(style);

const frame = document.createElement("iframe");
frame.title = asker.title;
frame.setAttribute("sandbox", "allow-scripts allow-forms");
const print = new PrintSize(frame);
const host = new ViewHost(frame, {
  widgetId: asker.widgetId,
  theme: () => system.current,
  experimental: { "widget-mcp/holds-programs": {} },
  openLink: (url) => askToOpen(dialog, asker, url),
  download: (params) => askToSave(dialog, asker, params),
  sync: (args) => server.sync(args),
  askSecret: () => Promise.reject(new Error("secrets cannot be kept here")),
  data: () => Promise.reject(new Error("all data is in the page")),
  program: () => Promise.reject(new Error("all programs are in the page")),
  file: () => Promise.reject(new Error("a saved page has no server that takes files.")),
  rows: () => Promise.reject(new Error("all rows are in the page")),
  // The frame fills the window.
  resize: (height) => print.want(height),
  // The page has nothing beside its one widget.
  unresponsive: () => {},
  dead: () => {},
  responsive: () => {},
  flooded: () => frame.remove(),
});

const main = document.createElement("main");
main.className = "single";
const section = document.createElement("section");
section.append(frame);
main.append(section);
document.body.append(main, dialog.element);
frame.srcdoc = exported.view;
