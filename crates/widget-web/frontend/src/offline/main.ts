/** An exported widget: the page that holds the view, and plays the server for it. */

import { randomId } from "../wire/id";
import { readDocument } from "../wire/document";
import { DownloadDialog } from "../shell/download";
import { LinkDialog } from "../shell/link_dialog";
import { SystemTheme } from "../shell/system_theme";
import { ViewHost } from "../shell/view_host";
import styles from "../shell/shell.css";
import type { Action } from "./action";
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
const links = new LinkDialog();
const downloads = new DownloadDialog();

const style = document.createElement("style");
style.textContent = styles;
document.head.append(style);

const frame = document.createElement("iframe");
frame.title = wire.title || "Widget";
frame.setAttribute("sandbox", "allow-scripts allow-forms");
const host = new ViewHost(frame, {
  widgetId: randomId(),
  theme: () => system.current,
  experimental: {},
  openLink: (url) => links.ask(url),
  download: (params) => downloads.ask(params),
  sync: (args) => server.sync(args),
  askSecret: () => Promise.reject(new Error("secrets cannot be kept here")),
  rows: () => Promise.reject(new Error("all rows are in the page")),
  // The frame fills the window.
  resize: () => {},
});

const main = document.createElement("main");
main.className = "single";
const section = document.createElement("section");
section.append(frame);
main.append(section);
document.body.append(main, links.element, downloads.element);
frame.srcdoc = exported.view;
