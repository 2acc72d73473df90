/** Numbers in the language of the reader, or in one that is given. */

import type { NumberFormat } from "./wire/document";

/** The decimals of a number without a format of its own, at most. */
export const MAX_DECIMALS = 6;

/** The decimals of a percentage without a format of its own, at most. */
const MAX_PERCENT_DECIMALS = 2;

interface Writing {
  /** The plus is written as well. */
  signed?: boolean;
  /** The decimals that are written at least where the format says none. */
  least?: number;
  /** A language other than the reader's. */
  locale?: string | undefined;
}

/** The language, if the browser knows such a tag; else the reader's. */
export function knownLocale(tag: string | undefined): string | undefined {
  try {
    return tag === undefined ? undefined : Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/**
 * A number as a format says. Currencies have decimals of their own where the format says none.
 */
export function formatted(
  value: number,
  format: NumberFormat,
  { signed = false, least = 0, locale }: Writing = {},
): string {
  if (format.accounting === true && value < 0) {
    const positive = (number: number) =>
      formatted(number, { ...format, accounting: false, signed: false }, { least, locale });
    const shown = positive(-value);
    // What is rounded to nothing is not below it.
    return shown === positive(0) ? shown : `(${shown})`;
  }
  if (format.base !== undefined) return inBase(value, format, format.base, signed);
  const { percent, currency, grouped, integer_digits } = format;
  const style = percent === true ? "percent" : currency === undefined ? "decimal" : "currency";
  return new Intl.NumberFormat(knownLocale(locale), {
    style,
    ...(currency === undefined ? {} : { currency }),
    ...(signed || format.signed === true ? { signDisplay: "exceptZero" } : {}),
    ...(integer_digits === undefined ? {} : { minimumIntegerDigits: integer_digits }),
    useGrouping: grouped === true || (style === "percent" && integer_digits === undefined),
    ...notation(value, style, format, least),
  }).format(value);
}

/** The bases other than ten, and what stands before their numbers. */
const BASES = {
  binary: [2, "0b"],
  octal: [8, "0o"],
  hex: [16, "0x"],
  upper_hex: [16, "0x"],
} as const;

/** The whole number that is nearest, in another base than ten. */
function inBase(
  value: number,
  { signed, prefixed, integer_digits = 1 }: NumberFormat,
  base: keyof typeof BASES,
  isSigned: boolean,
): string {
  const whole = Math.round(value);
  const [radix, prefix] = BASES[base];
  const digits = Math.abs(whole).toString(radix).padStart(integer_digits, "0");
  const plus = whole > 0 && (isSigned || signed === true) ? "+" : "";
  const sign = whole < 0 ? "-" : plus;
  const shown = base === "upper_hex" ? digits.toUpperCase() : digits;
  return `${sign}${prefixed === true ? prefix : ""}${shown}`;
}

function notation(
  value: number,
  style: string,
  { compact, scientific, significant, rounded, trimmed, decimals }: NumberFormat,
  least: number,
): Intl.NumberFormatOptions {
  if (compact === true) return { notation: "compact", ...digits(decimals, trimmed) };
  if (rounded === true) return digits(decimals, trimmed);
  if (significant === true) {
    const power = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)));
    const isPlain = power >= -6 && power < (decimals ?? MAX_DECIMALS);
    return { notation: isPlain ? "standard" : "scientific", ...digits(decimals, trimmed) };
  }
  const shown = fraction(value, style, decimals, trimmed === true ? 0 : (decimals ?? least));
  return scientific === true ? { notation: "scientific", ...shown } : shown;
}

/** The digits of a number; without a number of them as many as its language has. */
function digits(count: number | undefined, trimmed = false): Intl.NumberFormatOptions {
  if (count === undefined) return {};
  return { minimumSignificantDigits: trimmed ? 1 : count, maximumSignificantDigits: count };
}

function fraction(
  value: number,
  style: string,
  decimals: number | undefined,
  least: number,
): Intl.NumberFormatOptions {
  if (decimals !== undefined) {
    return { minimumFractionDigits: least, maximumFractionDigits: decimals };
  }
  if (style === "currency") return {};
  const most = style === "percent" ? MAX_PERCENT_DECIMALS : MAX_DECIMALS;
  // A small number is not nothing.
  const size = style === "percent" ? Math.abs(value) * 100 : Math.abs(value);
  if (size > 0 && size < 0.5 / 10 ** most) return { maximumSignificantDigits: 2 };
  return { minimumFractionDigits: Math.min(least, most), maximumFractionDigits: most };
}
