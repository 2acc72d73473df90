/** Keys that belong to an input method. */

/** WebKit ends the composition before the key that ended it, and marks the key by its code. */
const PROCESSED = 229;

/** Returns whether a key chooses among what an input method offers. */
export function isComposing(event: KeyboardEvent): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else tells it in WebKit
  return event.isComposing || event.keyCode === PROCESSED;
}
