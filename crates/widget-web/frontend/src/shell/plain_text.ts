/** Text of an agent, where it stands beside words of the shell. */

/**
 * Characters that show nothing or turn the direction of what follows (Unicode TR 36, 3.1 and
 * UAX 9, 2): with them a text looks like another.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]+/gu;

/** The text as it looks, on one line. */
export function plainText(text: string): string {
  return text.replace(INVISIBLE, " ").replace(/\s+/gu, " ").trim();
}
