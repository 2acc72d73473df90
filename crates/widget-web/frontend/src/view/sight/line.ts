/** A line of an outline. */

const LONGEST_TEXT = 200;

export interface OutlineLine {
  text: string;
  inside?: OutlineLine[];
}

/** Quoted, on one line and not too long. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const short = line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT)}…` : line;
  return JSON.stringify(short);
}
