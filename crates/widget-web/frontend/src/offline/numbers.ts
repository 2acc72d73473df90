/** Numbers as the server reads and writes them. */

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A text that is not a number counts as 0; a sum beyond all numbers is not taken. */
export function add(text: string, by: number): string {
  const trimmed = text.trim();
  const number = NUMBER.test(trimmed) ? Number(trimmed) : 0;
  const sum = (Number.isFinite(number) ? number : 0) + by;
  if (!Number.isFinite(sum)) return text;
  // Nine digits hide that 0.1 + 0.2 is not quite 0.3.
  return plain(Math.abs(sum) < 1e6 ? rounded(sum * 1e9) / 1e9 : sum);
}

/** Halves away from 0. */
function rounded(number: number): number {
  return Math.sign(number) * Math.round(Math.abs(number));
}

/** Without an exponent. */
function plain(number: number): string {
  if (Math.abs(number) >= 1e21) return BigInt(number).toString();
  const text = String(number + 0);
  return text.includes("e") ? number.toFixed(9).replace(/\.?0+$/, "") : text;
}
