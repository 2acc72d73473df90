/** `$…$`, `$$…$$`, `\(…\)` and `\[…\]`: math in the text and as blocks. */

import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

export const MATH_INLINE = "math_inline";
export const MATH_BLOCK = "math_block";
/** A block that has no end yet. */
export const MATH_OPEN = "math_open_block";

export function math(md: MarkdownIt): void {
  md.inline.ruler.before("escape", MATH_INLINE, inlineRule);
  const alt = ["paragraph", "reference", "blockquote", "list"];
  md.block.ruler.before("fence", MATH_BLOCK, blockRule, { alt });
}

interface Delimiters {
  open: string;
  close: string;
  isBlock: boolean;
}

const INLINE: Delimiters[] = [
  { open: "$$", close: "$$", isBlock: true },
  { open: "$", close: "$", isBlock: false },
  { open: "\\(", close: "\\)", isBlock: false },
  { open: "\\[", close: "\\]", isBlock: true },
];
const BLOCK = INLINE.filter(({ isBlock }) => isBlock);

/** Delimiters that end nowhere in a text, so that each is looked for once. */
const unclosed = new WeakMap<StateInline, Set<string>>();

function inlineRule(state: StateInline, silent: boolean): boolean {
  const delimiters = INLINE.find(({ open }) => state.src.startsWith(open, state.pos));
  if (delimiters === undefined) return false;
  const start = state.pos + delimiters.open.length;
  const end = closing(state, delimiters, start);
  if (end === null) return false;
  const source = state.src.slice(start, end);
  if (source.trim() === "") return false;
  if (!silent) {
    const token = state.push(MATH_INLINE, "math", 0);
    token.content = source.trim();
    token.meta = { isBlock: delimiters.isBlock };
  }
  state.pos = end + delimiters.close.length;
  return true;
}

function closing(state: StateInline, { open, close }: Delimiters, start: number): number | null {
  const given = unclosed.get(state) ?? new Set();
  if (given.has(open)) return null;
  const end = open === "$" ? dollarAfter(state.src, start) : closeAfter(state.src, close, start);
  if (end === null) unclosed.set(state, given.add(open));
  // An amount of money: "$5 and more".
  return open === "$" && isSpace(state.src[start]) ? null : end;
}

/** A dollar sign that ends math has no space before it and no digit behind it. */
function dollarAfter(text: string, start: number): number | null {
  for (let at = text.indexOf("$", start + 1); at !== -1; at = text.indexOf("$", at + 1)) {
    const isEscaped = text[at - 1] === "\\";
    if (!isEscaped && !isSpace(text[at - 1]) && !/\d/.test(text[at + 1] ?? "")) return at;
  }
  return null;
}

function closeAfter(text: string, close: string, start: number): number | null {
  const at = text.indexOf(close, start);
  return at === -1 ? null : at;
}

function isSpace(character: string | undefined): boolean {
  return character === undefined || /\s/.test(character);
}

/**
 * Takes lines from one that begins with `$$` or `\[` to one that ends with its counterpart. Where
 * a blank line comes first they are text: so what is open never reaches beyond its block.
 */
function blockRule(state: StateBlock, first: number, last: number, silent: boolean): boolean {
  const opening = lineAt(state, first);
  const delimiters = BLOCK.find(({ open }) => opening.startsWith(open));
  if (delimiters === undefined || (state.sCount[first] ?? 0) - state.blkIndent >= 4) return false;
  const { open, close } = delimiters;
  const inside = opening.slice(open.length);
  // What goes on behind its end on the same line is math in a text.
  if (inside.includes(close) && !inside.endsWith(close)) return false;
  if (silent) return true;
  const lines = [inside];
  let line = first + 1;
  while (!lines.at(-1)?.endsWith(close) && goesOn(state, line, last)) {
    lines.push(lineAt(state, line));
    line += 1;
  }
  const isClosed = lines.at(-1)?.endsWith(close) === true;
  const token = state.push(isClosed ? MATH_BLOCK : MATH_OPEN, "", 0);
  const source = lines.join("\n");
  token.content = isClosed ? source.slice(0, -close.length).trim() : open + source;
  token.map = [first, line];
  token.block = true;
  state.line = line;
  return true;
}

function lineAt(state: StateBlock, line: number): string {
  const start = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
  return state.src.slice(start, state.eMarks[line]).trimEnd();
}

function goesOn(state: StateBlock, line: number, last: number): boolean {
  return line < last && !state.isEmpty(line) && (state.sCount[line] ?? 0) >= state.blkIndent;
}
