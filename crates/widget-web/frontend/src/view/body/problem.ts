/** Problems of a body as the page says them to the person. Pure. */

import { messageOf } from "./page_api";

const OTHERWISE = "DrawnOtherwise";
const NOT_SAVED = "NotSaved";

/**
 * Something is drawn, but not as it was to be. The message says how, as in "drawn without the
 * tiles". Bundles know it by its name.
 */
export class DrawnOtherwise extends Error {
  override name = OTHERWISE;
}

/** All is drawn, but there is nothing to save. The message says so in whole words. */
export class NotSaved extends Error {
  override name = NOT_SAVED;
}

export function problemText(error: unknown): string {
  const message = messageOf(error);
  const isDrawn = error instanceof Error && [OTHERWISE, NOT_SAVED].includes(error.name);
  if (!isDrawn) return `This could not be drawn: ${message}`;
  return message.charAt(0).toUpperCase() + message.slice(1);
}
