/** Problems of a body as the page says them to the person. Pure. */

import { messageOf } from "./page_api";

const OTHERWISE = "DrawnOtherwise";

/**
 * Something is drawn, but not as it was to be. The message says how, as in "drawn without the
 * tiles". Bundles know it by its name.
 */
export class DrawnOtherwise extends Error {
  override name = OTHERWISE;
}

export function problemText(error: unknown): string {
  const message = messageOf(error);
  const isDrawn = error instanceof Error && error.name === OTHERWISE;
  if (!isDrawn) return `This could not be drawn: ${message}`;
  return message.charAt(0).toUpperCase() + message.slice(1);
}
