/** As much of a long list as one event takes. */

import type { Json } from "../../wire/json";

const encoder = new TextEncoder();

/**
 * The bytes of a list in an event. The server takes 64 KiB, but gives an agent 32 KiB of events at
 * a time, and clients cut or drop answers that are much longer.
 */
export const MAX_LIST_BYTES = 28 * 1024;

/** The bytes of a value as JSON. */
export function sizeOf(value: Json): number {
  return encoder.encode(JSON.stringify(value)).length;
}

/** The first of them, so many and so large that they can be sent. */
export function firstFitting<T>(
  items: readonly T[],
  part: (item: T) => Json,
  most: { count: number; bytes: number },
): Json[] {
  const sent: Json[] = [];
  let bytes = 0;
  for (const item of items.slice(0, most.count)) {
    const value = part(item);
    bytes += sizeOf(value) + 1;
    if (bytes > most.bytes) break;
    sent.push(value);
  }
  return sent;
}
