/** Fetches the rows of a table of which the first are drawn. */

import { tryAgain } from "../../wire/backoff";
import type { WholeData } from "../../wire/fill";

/** A page in the background gets no frames. */
const PAINT_MS = 100;

/** All rows, once the first are painted. Rejects when the server stays away. */
export async function otherRows(fetch: () => Promise<WholeData>): Promise<WholeData> {
  await painted();
  return tryAgain(fetch);
}

/** Reading many rows takes a while, in which nothing is painted. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PAINT_MS);
  });
}
