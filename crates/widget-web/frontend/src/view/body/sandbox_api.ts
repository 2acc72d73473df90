/**
 * Functions of a browser that a sandboxed frame lacks. Those that work by other means are filled in;
 * the others tell the person, and give the agent an error that names a way.
 */

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
  const refused = (name: string, tried: string, instead: string) => {
    notice(`This page tried to ${tried.slice(0, MAX_TEXT)}, which does nothing here.`);
    fault(`${name}() does nothing in a widget: ${instead}`);
  };
  const functions = {
    alert: (text: unknown = "") => say(textOf(text).slice(0, MAX_TEXT)),
    confirm: (text: unknown = "") => {
      refused("confirm", `ask “${textOf(text)}”`, ASK);
      return false;
    },
    prompt: (text: unknown = "") => {
      refused("prompt", `ask “${textOf(text)}”`, "ask with a field in the page");
      return null;
    },
    print: () => refused("print", "print", "the person prints the page with the browser"),
  };
  Object.assign(window, functions);
  for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { value: pageStorage(), configurable: true });
  }
  const clipboard = { writeText };
  if ("clipboard" in navigator) Object.assign(navigator.clipboard, clipboard);
  else Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
}

/** As browsers do. */
function textOf(given: unknown): string {
  return String(given);
}

/** A `Storage` that ends with the page: a frame without an origin has no place for another. */
function pageStorage(): object {
  const items = Object.create(null) as Record<string, string>;
  const functions = {
    key: (index: number) => Object.keys(items)[index] ?? null,
    getItem: (key: unknown) => items[textOf(key)] ?? null,
    setItem: (key: unknown, value: unknown) => void (items[textOf(key)] = textOf(value)),
    removeItem: (key: unknown) => void Reflect.deleteProperty(items, textOf(key)),
    clear: () => Object.keys(items).forEach((key) => Reflect.deleteProperty(items, key)),
  };
  return new Proxy(items, {
    get: (_, key): unknown => {
      if (key === "length") return Object.keys(items).length;
      return Reflect.get(functions, key) ?? Reflect.get(items, key);
    },
    set: (_, key, value: unknown) => Reflect.set(items, key, textOf(value)),
  });
}

/** The clipboard is closed to a frame, but for what a person copies: a click is enough. */
function writeText(text: string): Promise<void> {
  const listening = new AbortController();
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const { signal } = listening;
  window.addEventListener("copy", give, { capture: true, signal });
  // WebKit copies nothing without a selection otherwise.
  window.addEventListener("beforecopy", (event) => event.preventDefault(), { signal });
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else works in a sandbox
  const isCopied = document.execCommand("copy");
  listening.abort();
  if (isCopied) return Promise.resolve();
  const why = "a page copies only in a click of the person";
  return Promise.reject(new DOMException(why, "NotAllowedError"));
}
