/** Loads the views before the script of the page is there, and keeps what they say. */

import { Programs, programsOf, type Addresses } from "./programs";
import { storageOf } from "./storage";

declare global {
  interface Window {
    early: Early;
  }
}

export interface Early {
  /** The messages of the views; `null` once the page takes them itself. */
  messages: MessageEvent[] | null;
  programs: Programs;
}

const addresses = document.querySelector("script[data-widget-assets]")?.textContent ?? "{}";
const programs = new Programs(
  JSON.parse(addresses) as Addresses,
  storageOf(() => localStorage),
  async (address, priority) => {
    const response = await fetch(address, { priority });
    if (!response.ok) throw new Error(`${address} could not be fetched: ${response.status}`);
    return response.blob();
  },
);
const early: Early = { messages: [], programs };
window.early = early;
addEventListener("message", (event) => early.messages?.push(event));

for (const frame of document.querySelectorAll("iframe")) {
  frame.src = programs.viewFor(programsOf(frame));
}
