/** Errors of the page's scripts, kept for the agent that wrote them. */

import type { JsonObject } from "../../wire/json";

const MAX_ERRORS = 20;
const MAX_CHARACTERS = 300;

/** Errors that were put right where they came up. */
export const putRight = new WeakSet<Event>();

interface ScriptError {
  message: string;
  line: number;
  count: number;
  /** Refused code made from text: Plotly tries it at load and lives without. */
  isEval: boolean;
}

export class ScriptErrors {
  #newest: ScriptError[] = [];

  constructor(target: Window = window) {
    target.addEventListener("error", (event) => {
      const { message, lineno } = event;
      // Browsers say so of a size that is settled in the next frame.
      if (message.startsWith("ResizeObserver loop")) return;
      // A listener that puts it right comes after this one.
      queueMicrotask(() => {
        if (!putRight.has(event)) this.#keep(message, lineno);
      });
    });
    target.addEventListener("unhandledrejection", (event) => {
      // A program that knows it says so after this one.
      setTimeout(() => {
        if (event.defaultPrevented) return;
        this.#keep(`unhandled rejection: ${wordsOf(event.reason)}`, 0);
      });
    });
    target.document.addEventListener("securitypolicyviolation", (event) => {
      const { blockedURI, effectiveDirective, lineNumber } = event;
      const message = `refused by the page's policy (${effectiveDirective}): ${blockedURI}`;
      this.#keep(message, lineNumber, blockedURI === "eval");
    });
  }

  /** Notes a fault that was found here: browsers keep the words of our own errors from the page. */
  note(message: string): void {
    this.#keep(message, 0);
  }

  /** The newest, oldest first; `evals` says whether refused `eval`s are among them. */
  list(evals: boolean): JsonObject[] {
    return this.#newest
      .filter(({ isEval }) => evals || !isEval)
      .map(({ message, line, count }) => ({ message, line, count }));
  }

  #keep(text: string, line: number, isEval = false): void {
    const message = text.slice(0, MAX_CHARACTERS);
    const same = this.#newest.findIndex((one) => one.message === message && one.line === line);
    const [before] = same < 0 ? [] : this.#newest.splice(same, 1);
    this.#newest.push({ message, line, count: (before?.count ?? 0) + 1, isEval });
    if (this.#newest.length > MAX_ERRORS) this.#newest.shift();
  }
}

function wordsOf(reason: unknown): string {
  try {
    return reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason);
  } catch {
    return "a value without a text";
  }
}
