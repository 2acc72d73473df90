/** The order in which the charts of a page are drawn first. */

let last: Promise<void> = Promise.resolve();

/**
 * Resolves when it is the caller's turn. Each turn is a task of its own, in the order in which they were
 * asked for: a page with many charts shows the first while it draws the others.
 */
export function turn(): Promise<void> {
  last = last.then(nextTask);
  return last;
}

/** A timer would wait for a second in a page that is in the background. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
