/** Patterns of fields, which a browser reads stricter than other regular expressions. Pure. */

/** What may stand after a backslash outside of a class, and in one besides. */
const ESCAPED = /[\w^$\\.*+?()[\]{}|/]/;
const ESCAPED_IN_CLASS = /[-&!#%,:;<=>@`~]/;

/** What has a meaning in a class only there, and what only if it stands twice. */
const RESERVED = /[()[{}/|]/;
const DOUBLE = /[&!#$%*+,.:;<=>?@^`~]/;

/**
 * A pattern as a browser takes it, which reads it with the flag `v` (HTML Living Standard
 * 4.10.5.3.6): in it `[\w.-]` and `[^/]` are errors. `null` for what is no regular expression
 * without it, either. One that takes for ever stops the page as its own scripts can, and the page
 * around it says so.
 */
export function patternOf(pattern: string): string | null {
  if (isExpression(pattern, "v")) return pattern;
  const strict = isExpression(pattern, "") ? strictly(pattern) : "";
  return strict !== "" && isExpression(strict, "v") ? strict : null;
}

function isExpression(pattern: string, flags: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Escapes what stands for itself without the flag, and takes the backslash from what needs none. */
function strictly(pattern: string): string {
  let [out, isClass] = ["", false];
  // What a `-` in a class stands behind: only after a single character it may begin a range.
  let before: "start" | "one" | "many" = "start";
  for (let at = 0; at < pattern.length; at += 1) {
    const [letter, next] = [pattern.charAt(at), pattern.charAt(at + 1)];
    if (letter === "\\") {
      const isKept = ESCAPED.test(next) && next !== "_";
      out += isKept || (isClass && ESCAPED_IN_CLASS.test(next)) ? letter + next : next;
      before = /[dDwWsSpP]/.test(next) ? "many" : "one";
      at += 1;
    } else if (!isClass) {
      isClass = letter === "[";
      before = "start";
      out += letter;
      if (isClass && next === "^") {
        out += next;
        at += 1;
      }
    } else if (letter === "]") {
      isClass = false;
      out += letter;
    } else if (
      letter === "-" &&
      before === "one" &&
      !/^(]|\\[dDwWsS])/.test(pattern.slice(at + 1))
    ) {
      // The end of the range follows.
      before = "many";
      out += letter;
      const end = /^(\\.|[^\\])/su.exec(pattern.slice(at + 1))?.[0] ?? "";
      out += RESERVED.test(end) && end.length === 1 ? `\\${end}` : end;
      at += end.length;
    } else {
      const isDouble = letter === next && DOUBLE.test(letter);
      out += letter === "-" || RESERVED.test(letter) || isDouble ? `\\${letter}` : letter;
      before = "one";
    }
  }
  return out;
}
