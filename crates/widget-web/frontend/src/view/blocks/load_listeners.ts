/**
 * Scripts of an agent's page wait for the page to be there: for `DOMContentLoaded` and `load`,
 * which were long before they ran. Each listener is called once, after the scripts of its HTML.
 */

/** Takes the listeners of a page that is complete. */
export function takeLoadListeners(): void {
  take(document, ["DOMContentLoaded"]);
  take(window, ["DOMContentLoaded", "load"]);
}

function take(target: Document | Window, events: readonly string[]): void {
  const add: EventTarget["addEventListener"] = target.addEventListener.bind(target);
  target.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ) => {
    const given = typeof options === "object" ? options : { capture: options ?? false };
    // Those that capture wait for what is loaded later, such as pictures.
    const isLate = events.includes(type) && given.capture !== true;
    if (!isLate || document.readyState !== "complete") {
      add(type, listener, options);
      return;
    }
    add(type, listener, { ...given, once: true });
    // Of a module, or of code that ran later.
    queueMicrotask(callLoadListeners);
  };
}

/** Calls those that have not been called. */
export function callLoadListeners(): void {
  document.dispatchEvent(new Event("DOMContentLoaded", { bubbles: true }));
  window.dispatchEvent(new Event("load"));
  window.onload = null;
}
