/**
 * Scripts of an agent's page wait for the page to be there: for `DOMContentLoaded` and `load`,
 * which were long before they ran. Each listener is called once, after the scripts of its HTML.
 */

/** True while listeners wait that no HTML was drawn after: of a module, or of code that ran later. */
let isWaiting = false;
/** One that adds itself again while it is called waits for the next HTML, not for itself. */
let isCalling = false;

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
    // Those that capture `load` wait for what is loaded later, such as pictures.
    const isLate = events.includes(type) && (type !== "load" || given.capture !== true);
    if (!isLate || document.readyState !== "complete") {
      add(type, listener, options);
      return;
    }
    add(type, listener, { ...given, once: true });
    isWaiting = !isCalling;
    queueMicrotask(() => {
      if (isWaiting) callLoadListeners();
    });
  };
}

/** Calls those that have not been called. */
export function callLoadListeners(): void {
  isWaiting = false;
  isCalling = true;
  document.dispatchEvent(new Event("DOMContentLoaded", { bubbles: true }));
  window.dispatchEvent(new Event("load"));
  window.onload = null;
  isCalling = false;
}
