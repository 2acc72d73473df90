/** Types of files that a person may be given. */

/**
 * Allowed types, with the endings of their names. Nothing that a browser or an office program
 * runs when it opens the file: no HTML, no SVG, no archives.
 */
export const ENDINGS: Readonly<Record<string, string>> = {
  "text/plain": "txt",
  "text/csv": "csv",
  "text/markdown": "md",
  "application/json": "json",
  "image/png": "png",
  "image/jpeg": "jpg",
  "application/pdf": "pdf",
};

/** The type that an ending stands for. */
export function typeOfEnding(ending: string): string | undefined {
  const short = ending === "jpeg" ? "jpg" : ending;
  return Object.keys(ENDINGS).find((type) => ENDINGS[type] === short);
}
