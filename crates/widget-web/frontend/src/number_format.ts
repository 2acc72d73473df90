/** Numbers in the language of the reader. */

import type { NumberFormat } from "./wire/document";

/** The decimals of a number without a format of its own, at most. */
export const MAX_DECIMALS = 6;

interface Writing {
  /** The plus is written as well. */
  signed?: boolean;
  /** The decimals that are written at least where the format says none. */
  least?: number;
}

/**
 * A number as a format says. Currencies have decimals of their own where the format says none.
 */
export function formatted(
  value: number,
  format: NumberFormat,
  { signed = false, least = 0 }: Writing = {},
): string {
  const { percent, currency, grouped, decimals } = format;
  const style = percent === true ? "percent" : currency === undefined ? "decimal" : "currency";
  return new Intl.NumberFormat(undefined, {
    style,
    ...(currency === undefined ? {} : { currency }),
    ...(signed ? { signDisplay: "exceptZero" } : {}),
    useGrouping: grouped === true || style === "percent",
    ...(decimals === undefined
      ? style === "currency"
        ? {}
        : { minimumFractionDigits: least, maximumFractionDigits: MAX_DECIMALS }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
  }).format(value);
}
