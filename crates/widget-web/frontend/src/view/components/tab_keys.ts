/** The keys that lead from tab to tab (ARIA, pattern of tabs). Pure. */

/** Returns the tab that a key leads to; `null` for none. */
export function step(key: string, from: number, count: number): number | null {
  if (from < 0) return null;
  switch (key) {
    case "ArrowRight":
      return (from + 1) % count;
    case "ArrowLeft":
      return (from + count - 1) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
