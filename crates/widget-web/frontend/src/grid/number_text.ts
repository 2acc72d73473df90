/** Numbers that are written as text. Pure. */

const NUMBER = /^\s*[+-]?(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d+|(?<=\d)\.?)(?:e[+-]?\d+)?\s*%?\s*$/i;

/** The number in a text; `null` for another text. */
export function numberIn(text: string): number | null {
  return NUMBER.test(text) ? Number(text.replace(/[,%\s]/g, "")) : null;
}
