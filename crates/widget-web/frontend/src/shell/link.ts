/**
 * Asks before a link is opened. A widget reaches no network, so an address is the
 * one way by which its scripts could send away what a person typed.
 */

import { line, type Asker, type PromptDialog } from "./prompt";

const MAX_URL = 8_192;
const NOT_OPENED = "a widget opens only http and https addresses, without a user name";

/** Answers whether the person is being asked; throws for an address that is never opened. */
export function askToOpen(
  dialog: PromptDialog,
  asker: Asker,
  text: string,
  openWindow: (url: string) => void = openElsewhere,
): boolean {
  const url = readLink(text);
  if (url === null) throw new Error(NOT_OPENED);
  const address = line(url.href, "address");
  address.tabIndex = 0;
  return dialog.ask(asker, {
    heading: "Open this address?",
    body: [
      line("It leads to"),
      line(url.host, "host"),
      address,
      line("The address may carry what you typed into the widget."),
    ],
    accept: "Open",
    refuse: "Stay here",
    onAccept: () => openWindow(url.href),
  });
}

/** Reads an address that may be shown. */
function readLink(text: string): URL | null {
  if (text.length > MAX_URL || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return null;
  // What stands before the @ looks like the host (RFC 3986, 7.6).
  return url.username === "" && url.password === "" ? url : null;
}

function openElsewhere(url: string): void {
  window.open(url, "_blank", "noopener,noreferrer");
}
