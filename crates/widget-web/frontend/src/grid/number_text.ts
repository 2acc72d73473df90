/** Numbers that are written as text. Pure. */

const NUMBER = /^\s*[+-]?(?:\d{1,3}(?:,\d{3})+|\d*)(?:\.\d+|(?<=\d)\.?)(?:e[+-]?\d+)?\s*%?\s*$/i;

const CURRENCIES = "$€£¥₹";
const BEFORE = new RegExp(`^\\s*([+-]?)[${CURRENCIES}]\\s*`);
const AFTER = new RegExp(`\\s*[${CURRENCIES}]\\s*$`);

/** The sign that says the unit of a number in a text. */
export const UNIT = new RegExp(`[%${CURRENCIES}]`);

/** The number in a text; `null` for another text. */
export function numberIn(text: string): number | null {
  const isAfter = AFTER.test(text);
  const bare = isAfter ? text.replace(AFTER, "") : text.replace(BEFORE, "$1");
  // To some 1.200 € are more than a thousand.
  if (bare !== text && /\.\d{3}\s*%?\s*$/.test(bare)) return null;
  return NUMBER.test(bare) ? Number(bare.replace(/[,%\s]/g, "")) : null;
}
