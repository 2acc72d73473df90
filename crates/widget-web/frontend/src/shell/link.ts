/**
 * Asks before a link is opened. A widget reaches no network, so an address is the
 * one way by which its scripts could send away what a person typed.
 */

import { line, type Asker, type PromptDialog } from "./prompt";

const MAX_URL = 8_192;
/** Each opens a program of the person's, which sends nothing by itself. */
const PROGRAMS = ["mailto:", "tel:"];

/** Answers whether the person is being asked: for the web, mail and calls only. */
export function askToOpen(
  dialog: PromptDialog,
  asker: Asker,
  text: string,
  open: (url: URL) => void = openElsewhere,
): boolean {
  const url = readLink(text);
  if (url === null) return false;
  const address = line(url.href, "address");
  address.tabIndex = 0;
  return dialog.ask(asker, {
    heading: "Open this address?",
    body: [
      line("It leads to"),
      line(placeOf(url), "host"),
      address,
      line("The address may carry what you typed into the widget."),
    ],
    accept: "Open",
    refuse: "Stay here",
    onAccept: () => open(url),
  });
}

/** Reads an address that may be shown. */
function readLink(text: string): URL | null {
  if (text.length > MAX_URL || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!isWeb(url) && !PROGRAMS.includes(url.protocol)) return null;
  // What stands before the @ looks like the host (RFC 3986, 7.6).
  return url.username === "" && url.password === "" ? url : null;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === "http:" || protocol === "https:";
}

/** The place it leads to: a host, an address of mail, a number. */
function placeOf(url: URL): string {
  return isWeb(url) ? url.host : url.pathname;
}

function openElsewhere(url: URL): void {
  if (isWeb(url)) window.open(url, "_blank", "noopener,noreferrer");
  // The page stays: a program opens.
  else location.assign(url);
}
