/** Events when the page's own listeners are done with them. */

/**
 * Calls `act` when an event has reached the document, or where a listener of the page has stopped
 * it: what a person did is not the page's to hide.
 */
export function onSettled(root: Document, eventType: string, act: (event: Event) => void): void {
  const follow = (event: Event) => {
    if (!event.bubbles) return;
    const done = new AbortController();
    const look = (current: Event) => {
      // The listeners of an element are called one after the other, ours last.
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else tells it
      const isStopped = current.cancelBubble || current.currentTarget === root;
      if (current !== event || !isStopped) return;
      done.abort();
      act(event);
    };
    for (const node of event.composedPath()) {
      node.addEventListener(eventType, look, { signal: done.signal });
    }
    // One that is stopped at once, among the listeners of an element, is left.
    setTimeout(() => done.abort());
  };
  (root.defaultView ?? root).addEventListener(eventType, follow, { capture: true });
}
