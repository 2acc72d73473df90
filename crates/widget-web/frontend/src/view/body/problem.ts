/** Problems of a body as the page says them to the person. Pure. */

import { messageOf } from "./page_api";

const LACKING = "Lacking";

/** Names the parts that are missing of something that is drawn. Bundles know it by its name. */
export class Lacking extends Error {
  override name = LACKING;
}

export function problemText(error: unknown): string {
  const isDrawn = error instanceof Error && error.name === LACKING;
  return `${isDrawn ? "Drawn without" : "This could not be drawn:"} ${messageOf(error)}`;
}
