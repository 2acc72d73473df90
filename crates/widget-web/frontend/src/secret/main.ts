/** The page on which a secret is typed. No widget stands in it, so none can take its keys. */

import { isId } from "../wire/id";
import { isObject } from "../wire/json";
import {
  channelOf,
  readSecretMessage,
  readSecretPage,
  type SecretMessage,
  type SecretPage,
} from "../wire/secret";
import { SystemTheme } from "../shell/system_theme";
import { SecretForm } from "./secret_form";

/** The widget answers at once, if it is there. */
const WAIT_MS = 3_000;
const FORGOTTEN =
  "The widget does not wait for it any more. Go back to the widget and try again there.";

const main = document.querySelector("main") ?? document.body;
const page = readSecretPage(location.hash);
const system = new SystemTheme(followTheme);
followTheme();

if (page === null) {
  end(
    "This page is opened by a widget that asks for a secret. Go back to the widget and try again.",
  );
} else {
  ask(page);
}

/** Asks for what the widget waits for, and for nothing when it does not. */
function ask(page: SecretPage): void {
  const channel = new BroadcastChannel(channelOf(page.ticket));
  const post = (message: SecretMessage) => channel.postMessage(message);
  const form = new SecretForm(page, {
    keep,
    copy: (text) => navigator.clipboard.writeText(text),
    kept: (secret_ref) => {
      post({ kind: "kept", secret_ref });
      end("Saved. You can close this page.");
      window.close();
    },
    left: () => {
      post({ kind: "left" });
      end("Nothing was saved. You can close this page.");
      window.close();
    },
  });
  const forgotten = setTimeout(() => end(FORGOTTEN), WAIT_MS);
  channel.addEventListener("message", ({ data }) => {
    const kind = readSecretMessage(data)?.kind;
    if (kind === "waiting") {
      clearTimeout(forgotten);
      main.replaceChildren(form.element);
      form.focus();
    } else if (kind === "withdrawn") {
      form.clear();
      end(FORGOTTEN);
      window.close();
    }
  });
  // After an answer that has arrived this one is passed over.
  window.addEventListener("pagehide", () => post({ kind: "left" }));
  document.title = page.label;
  post({ kind: "opened" });
}

/** Its own request: nothing that is kept for a reload may hold a secret. */
async function keep(secret: string): Promise<string> {
  const response = await fetch(location.pathname, {
    method: "POST",
    headers: { "Content-Type": "text/plain; charset=utf-8" },
    body: secret,
  });
  if (!response.ok) throw new Error((await response.text()).trim() || "the server refused it");
  const answer: unknown = await response.json();
  const reference = isObject(answer) ? answer["secret_ref"] : undefined;
  if (!isId(reference)) throw new Error("malformed answer");
  return reference;
}

function end(text: string): void {
  const message = document.createElement("p");
  message.className = "empty";
  message.setAttribute("role", "status");
  message.textContent = text;
  main.replaceChildren(message);
}

function followTheme(): void {
  document.documentElement.dataset["theme"] = system.current;
}
