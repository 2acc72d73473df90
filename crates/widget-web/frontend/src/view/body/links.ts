/** Links in the page: the host opens what they lead to, and saves what they hold. */

import type { DownloadFile } from "../../wire/style";
import { fileAt, isFileAddress } from "./made_files";

export interface LinkActions {
  openLink(url: string): void;
  /** Lets the host save what a link holds; says itself when it does not. */
  save(file: Promise<DownloadFile>): void;
}

/** Does what a click on a link asks for. */
export function follow(link: Element, event: Event, actions: LinkActions): void {
  const href = link.getAttribute("href") ?? link.getAttribute("xlink:href");
  if (href === null) return;
  if (href.startsWith("#")) {
    scrollTo(href, event);
    return;
  }
  // It runs here, and leads nowhere.
  if (/^\s*javascript:/i.test(href)) return;
  event.preventDefault();
  if (!URL.canParse(href, document.baseURI)) return;
  const url = new URL(href, document.baseURI).href;
  if (isFileAddress(url)) actions.save(fileAt(url, link.getAttribute("download") ?? ""));
  else actions.openLink(url);
}

/** A place in this page needs no leave. */
function scrollTo(hash: string, event: Event): void {
  // The browser resolves the address by that of the page around this one (`srcdoc`).
  if (withoutHash(document.URL) === withoutHash(document.baseURI)) return;
  event.preventDefault();
  if (location.hash !== hash) location.hash = hash;
  else document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
}

function withoutHash(url: string): string {
  return url.split("#", 1)[0] ?? "";
}

/** Follows a link in no document, which scripts make to click it: its click reaches no other element. */
export function followDetached(actions: LinkActions): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- each is called with its link
  const { click, dispatchEvent } = HTMLAnchorElement.prototype;
  const listen = (link: HTMLAnchorElement) => {
    if (link.isConnected) return;
    const clicked = (event: Event) => {
      if (!event.defaultPrevented) follow(link, event, actions);
    };
    link.addEventListener("click", clicked, { once: true });
  };
  HTMLAnchorElement.prototype.click = function () {
    listen(this);
    click.call(this);
  };
  HTMLAnchorElement.prototype.dispatchEvent = function (event) {
    if (event.type === "click") listen(this);
    return dispatchEvent.call(this, event);
  };
}
