/** The regular expressions of fields. */

/** A browser reads a pattern with the first of these flags; many are written for the others. */
const FLAGS = ["v", "u", ""];

/**
 * The regular expression of a pattern, which is about the whole text; `null` for what is none.
 *
 * A browser takes those with the flag `v` only (HTML Living Standard 4.10.5.3.6), in which
 * `[\w.-]` and `[^/]` are errors. One that takes for ever stops the page as its own scripts can,
 * and the page around it says so.
 */
export function expressionOf(pattern: string): RegExp | null {
  for (const flags of FLAGS) {
    try {
      return new RegExp(`^(?:${new RegExp(pattern, flags).source})$`, flags);
    } catch {
      // The next flag may take it.
    }
  }
  return null;
}
