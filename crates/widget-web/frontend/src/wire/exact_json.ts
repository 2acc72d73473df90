/** JSON whose integers keep every digit. */

/** The integers that a number cannot hold, as far as a quick look tells: strings may look so too. */
const MAY_BE_LARGE = /[:[,]\s*-?\d{16,}\s*[,\]}]/;

/** Strings, to be passed over, and integers with so many digits. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|(?<=[:[,\s])-?\d{16,}(?=[\s,\]}])/g;

/** Returns whether a JSON text may have an integer beyond 2^53: strings may look so, too. */
export function mayLoseDigits(json: string): boolean {
  return MAY_BE_LARGE.test(json);
}

/** Parses JSON; an integer beyond 2^53 comes as the text of its digits. */
export function parseExact(json: string): unknown {
  if (!mayLoseDigits(json)) return JSON.parse(json);
  return JSON.parse(
    json.replace(TOKENS, (token) =>
      token.startsWith('"') || Number.isSafeInteger(Number(token)) ? token : `"${token}"`,
    ),
  );
}

/** Returns whether a value is an integer as text, as `parseExact` gives it. */
export function isDigits(value: unknown): value is string {
  return typeof value === "string" && /^-?\d+$/.test(value);
}
