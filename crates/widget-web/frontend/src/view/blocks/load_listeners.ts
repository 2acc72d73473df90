/**
 * Scripts of an agent's page wait for the page to be there: for `DOMContentLoaded` and `load`,
 * which were long before they ran. Each listener is called once, after the scripts of its HTML.
 */

const EVENTS = ["DOMContentLoaded", "load"];

/** Takes the listeners of a page that is complete. */
export function takeLoadListeners(): void {
  take(document);
  take(window);
}

function take(target: Document | Window): void {
  const add: EventTarget["addEventListener"] = target.addEventListener.bind(target);
  target.addEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ) => {
    const isLate = EVENTS.includes(type) && document.readyState === "complete";
    if (!isLate) {
      add(type, listener, options);
      return;
    }
    add(type, listener, { once: true });
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
