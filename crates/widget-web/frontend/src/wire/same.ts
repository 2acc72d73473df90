/** Compares JSON values. */

/** Returns whether two JSON values say the same; what is `null` says nothing. */
export function isSame(left: unknown, right: unknown): boolean {
  const a = left ?? null;
  const b = right ?? null;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [of, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = new Set([...Object.keys(of), ...Object.keys(other)]);
  const own = (from: Record<string, unknown>, name: string) =>
    Object.hasOwn(from, name) ? from[name] : null;
  return [...names].every((name) => isSame(own(of, name), own(other, name)));
}
