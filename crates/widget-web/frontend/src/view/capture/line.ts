/** A line of an outline. */

const MAX_TEXT = 200;

export interface OutlineLine {
  text: string;
  inside?: OutlineLine[];
}

/** Quoted, on one line and not too long. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const short = line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT)}…` : line;
  return JSON.stringify(short);
}
