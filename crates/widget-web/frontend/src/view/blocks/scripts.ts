/** Runs the scripts of an agent's HTML, which a parser has put there without running them. */

/** The words of browsers for a name that an earlier script has declared: Chromium, Firefox, WebKit. */
const DECLARED = /already been declared|redeclaration of|duplicate variable/i;

/** Returns the errors of scripts that ran at once. */
export function runScripts(root: Element): string[] {
  const errors: string[] = [];
  const classic: HTMLScriptElement[] = [];
  for (const parsed of root.querySelectorAll("script")) {
    if (isClassic(parsed)) classic.push(parsed);
    else parsed.replaceWith(copyOf(parsed, parsed.textContent));
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
 * names of `const`, `let` and `class` last as long as the page, those of functions are made again.
 */
function runScoped(refused: HTMLScriptElement, scripts: HTMLScriptElement[]): string[] {
  const text = scripts.map(({ textContent }) => textContent).join("\n;");
  return messagesOf(() => refused.replaceWith(copyOf(refused, `{${text}\n}`)));
}

/** The errors of what runs at once; those that are `handled` are no errors of the page. */
export function messagesOf(run: () => void, handled?: RegExp): string[] {
  const messages: string[] = [];
  const note = (event: ErrorEvent) => {
    messages.push(event.message);
    if (handled?.test(event.message) === true) event.preventDefault();
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
