/** As much of a long list as one event takes. */

import type { Json } from "../../wire/json";

const encoder = new TextEncoder();

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
