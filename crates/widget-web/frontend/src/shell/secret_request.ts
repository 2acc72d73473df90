/**
 * Asks for a secret. It is typed on a page of its own, at an address that the browser shows: a
 * widget can take the focus, and with it every key, from any page that it stands in.
 */

import { randomId } from "../wire/id";
import {
  channelOf,
  readSecretMessage,
  type SecretMessage,
  type SecretPage,
  type SecretPrompt,
} from "../wire/secret";
import { line, type Asker, type Prompt, type PromptDialog } from "./prompt";
import { plainText } from "./plain_text";

const FEATURES = "popup,width=540,height=460";

/** Opens the page of a secret in the click of the person. */
export type OpenPage = (url: string) => void;

/**
 * Asks; answers the reference, `null` when the person gave nothing. Undefined: the person is not
 * asked.
 */
export function requestSecret(
  dialog: PromptDialog,
  asker: Asker,
  prompt: SecretPrompt,
  address: string,
  openPage: OpenPage = openPopup,
): Promise<string | null> | undefined {
  if (!dialog.mayAsk(asker)) return undefined;
  const ticket = randomId();
  const page = pageOf(ticket, asker, prompt);
  const url = `${address}#${encodeURIComponent(JSON.stringify(page))}`;
  return new Promise((resolve) => {
    dialog.ask(asker, {
      heading: `Enter “${page.label}”?`,
      body: [
        line("You type it on a page of its own, at this address:"),
        line(new URL(address, location.href).href, "address"),
        line("It goes to the server only: neither the agent nor the widget sees it."),
      ],
      accept: "Continue",
      refuse: "Cancel",
      onAccept: () => resolve(typedElsewhere(dialog, asker, ticket, () => openPage(url))),
      onRefuse: () => resolve(null),
    });
  });
}

/** Waits for the page to say what became of it. */
function typedElsewhere(
  dialog: PromptDialog,
  asker: Asker,
  ticket: string,
  open: () => void,
): Promise<string | null> {
  const channel = new BroadcastChannel(channelOf(ticket));
  const post = (message: SecretMessage) => channel.postMessage(message);
  const withdraw = () => post({ kind: "withdrawn" });
  // When this page goes, no widget waits any more.
  window.addEventListener("pagehide", withdraw);
  return new Promise<string | null>((resolve) => {
    const waiting: Prompt = {
      heading: "Waiting for the other page",
      body: [
        line(
          "Enter it in the window that has opened. If none has, allow this page to open windows.",
        ),
      ],
      accept: null,
      refuse: "Cancel",
      onRefuse: () => {
        withdraw();
        resolve(null);
      },
    };
    channel.addEventListener("message", ({ data }) => {
      const message = readSecretMessage(data);
      switch (message?.kind) {
        case "opened":
          post({ kind: "waiting" });
          break;
        case "left":
          dialog.refuse(waiting);
          break;
        case "kept":
          dialog.dismiss(waiting);
          resolve(message.secret_ref);
      }
    });
    dialog.ask(asker, waiting);
    open();
  }).finally(() => {
    window.removeEventListener("pagehide", withdraw);
    channel.close();
  });
}

function pageOf(ticket: string, asker: Asker, prompt: SecretPrompt): SecretPage {
  const { placeholder, show_toggle, show_copy } = prompt;
  const label = plainText(prompt.label) || "Secret";
  return { ticket, title: asker.title, label, placeholder, show_toggle, show_copy };
}

function openPopup(url: string): void {
  // Not named by its handle: the two pages are in browsing context groups of their own.
  window.open(url, "_blank", FEATURES);
}
