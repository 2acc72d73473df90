/** Runs the scripts of an agent's HTML, which a parser has put there without running them. */

import { putRight } from "../capture/script_errors";
import { callLoadListeners } from "./load_listeners";

/** The words of browsers for a name that an earlier script has declared: Chromium, Firefox, WebKit. */
const DECLARED = /already been declared|redeclaration of|duplicate variable/i;

/** The functions that a script declares, and some inside of them. */
const FUNCTION = /(?:^|[;{}])\s*(?:async\s+)?function\b\s*\*?\s*([a-z_$][\w$]*)\s*\(/gim;

/** Returns the errors of scripts that ran at once. */
export function runScripts(root: Element): string[] {
  const errors: string[] = [];
  const classic: HTMLScriptElement[] = [];
  for (const parsed of root.querySelectorAll("script")) {
    if (isClassic(parsed)) {
      classic.push(parsed);
      continue;
    }
    const script = copyOf(parsed, parsed.textContent);
    // A module runs later.
    script.addEventListener("load", callLoadListeners);
    parsed.replaceWith(script);
  }
  for (const [n, parsed] of classic.entries()) {
    const script = copyOf(parsed, parsed.textContent);
    const failed = messagesOf(() => parsed.replaceWith(script), DECLARED);
    if (failed.some((message) => DECLARED.test(message))) {
      return [...errors, ...runScoped(script, classic.slice(n))];
    }
    errors.push(...failed);
  }
  return errors;
}

/**
 * Runs scripts whose names are taken by those of HTML that was here before, in a scope of their own:
 * names of `const`, `let` and `class` last as long as the page. They run as one, since a later one
 * may use what an earlier one declares, and their functions are those of the page from now on.
 */
function runScoped(refused: HTMLScriptElement, scripts: HTMLScriptElement[]): string[] {
  const text = scripts.map(({ textContent }) => textContent).join("\n;");
  const names = new Set(Array.from(text.matchAll(FUNCTION), ([, name = ""]) => name));
  const give = Array.from(names, (name) => `try{window.${name}=${name}}catch{}`);
  const inner = `${give.join("")}${text}\n`;
  const block = copyOf(refused, `{${inner}}`);
  const failed = messagesOf(() => refused.replaceWith(block), DECLARED);
  if (!failed.some((message) => DECLARED.test(message))) return failed;
  // A `var` in a block is one of the page as well.
  return messagesOf(() => block.replaceWith(copyOf(block, `(function(){${inner}}).call(window)`)));
}

/** The errors of what runs at once; those that are `handled` are no errors of the page. */
export function messagesOf(run: () => void, handled?: RegExp): string[] {
  const messages: string[] = [];
  const note = (event: ErrorEvent) => {
    messages.push(event.message);
    if (handled?.test(event.message) !== true) return;
    putRight.add(event);
    event.preventDefault();
  };
  window.addEventListener("error", note);
  run();
  window.removeEventListener("error", note);
  return messages;
}

function copyOf(parsed: HTMLScriptElement, text: string): HTMLScriptElement {
  const script = document.createElement("script");
  for (const { name, value } of parsed.attributes) script.setAttribute(name, value);
  script.textContent = text;
  return script;
}

function isClassic({ type }: HTMLScriptElement): boolean {
  return type === "" || /^(text|application)\/(java|ecma)script$/i.test(type.trim());
}
