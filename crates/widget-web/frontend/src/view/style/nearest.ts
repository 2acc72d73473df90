/** "Did you mean": the nearest of the known names. */

/** The candidate nearest to `name`, unless none is near enough to be a typing error. */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let shortest = Infinity;
  for (const candidate of candidates) {
    const allowed = Math.min(
      4,
      Math.max(1, Math.floor(Math.max(name.length, candidate.length) / 3)),
    );
    if (Math.abs(name.length - candidate.length) > allowed) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance <= allowed && distance < shortest) {
      shortest = distance;
      best = candidate;
    }
  }
  return best;
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
