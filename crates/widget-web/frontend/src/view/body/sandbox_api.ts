/**
 * What scripts expect of a browser and a sandboxed frame does not give. What can be had by other
 * means is; of what cannot, the person is told, and the agent reads an error that says what can.
 */

import { asText } from "../../wire/json";

export interface SandboxParts {
  /** Shows the person a message of the page. */
  say: (text: string) => void;
  /** Shows the person that something did not work. */
  notice: (text: string) => void;
  /** Tells the agent. */
  fault: (message: string) => void;
}

const MAX_TEXT = 500;
const ASK = "ask with show_toast and `confirm`, or with a <dialog>";

export function fillSandbox({ say, notice, fault }: SandboxParts): void {
  const refused = (name: string, text: unknown, instead: string) => {
    notice(`This page cannot ask or print. ${textOf(text)}`.trim());
    fault(`${name}() does nothing in a widget: ${instead}`);
  };
  const functions = {
    alert: (text: unknown = "") => say(textOf(text)),
    confirm: (text: unknown = "") => {
      refused("confirm", text, ASK);
      return false;
    },
    prompt: (text: unknown = "") => {
      refused("prompt", text, "ask with a field in the page");
      return null;
    },
    print: () => refused("print", "", "the person prints the page with the browser"),
  };
  Object.assign(window, functions);
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { value: new PageStorage(), configurable: true });
  }
  const clipboard = { writeText };
  if ("clipboard" in navigator) Object.assign(navigator.clipboard, clipboard);
  else Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
}

function textOf(given: unknown): string {
  return asText(given).slice(0, MAX_TEXT);
}

/** A `Storage` that ends with the page: a frame without an origin has no place for another. */
class PageStorage implements Storage {
  readonly #items = new Map<string, string>();
  [name: string]: unknown;

  get length(): number {
    return this.#items.size;
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }

  setItem(key: string, value: unknown): void {
    this.#items.set(key, String(value));
  }

  removeItem(key: string): void {
    this.#items.delete(key);
  }

  clear(): void {
    this.#items.clear();
  }
}

/** The clipboard is closed to a frame, but for what a person copies: a click is enough. */
function writeText(text: string): Promise<void> {
  const listening = new AbortController();
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  window.addEventListener("copy", give, { capture: true, signal: listening.signal });
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else works in a sandbox
  const isCopied = document.execCommand("copy");
  listening.abort();
  if (isCopied) return Promise.resolve();
  const why = "a page copies only in a click of the person";
  return Promise.reject(new DOMException(why, "NotAllowedError"));
}
