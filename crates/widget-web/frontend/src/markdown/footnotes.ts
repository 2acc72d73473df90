/** Footnotes: `[^name]` in the text, `[^name]: …` where it is defined. */

import type { Env, MarkdownIt, StateBlock, StateInline } from "markdown-it";

export const NOTE_OPEN = "footnote_open";
export const NOTE_CLOSE = "footnote_close";
export const NOTE_REFERENCE = "footnote_reference";

const REFERENCE = /\[\^([^\]\s[^]{1,80})\]/y;
const DEFINITION = /\[\^([^\]\s[^]{1,80})\]:[ \t]*/y;
/** Continued lines of a definition are indented by so much. */
const INDENT = 4;

export function footnotes(md: MarkdownIt): void {
  const alt = ["paragraph", "reference"];
  md.block.ruler.before("reference", "footnote_definition", definition, { alt });
  md.inline.ruler.before("link", NOTE_REFERENCE, reference);
}

/** The names that are defined, by the environment of a parse. */
export function notesIn(env: Env): Set<string> {
  return (env["notes"] ??= new Set<string>()) as Set<string>;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function reference(state: StateInline, silent: boolean): boolean {
  const found = matchAt(REFERENCE, state.src, state.pos);
  const label = found?.[1];
  if (found === null || label === undefined || !notesIn(state.env).has(label)) return false;
  if (!silent) state.push(NOTE_REFERENCE, "", 0).meta = { label };
  state.pos += found[0].length;
  return true;
}

function definition(state: StateBlock, first: number, last: number, silent: boolean): boolean {
  if ((state.sCount[first] ?? 0) >= INDENT) return false;
  const start = (state.bMarks[first] ?? 0) + (state.tShift[first] ?? 0);
  const found = matchAt(DEFINITION, state.src, start);
  const label = found?.[1];
  if (found === null || label === undefined) return false;
  // It ends whatever it stands behind, and inside of another block it is text.
  if (silent || state.level !== 0) return silent;
  notesIn(state.env).add(label);
  const open = state.push(NOTE_OPEN, "", 1);
  open.meta = { label };
  open.map = [first, first + 1];
  inside(state, first, last, found[0].length);
  open.map[1] = state.line;
  state.push(NOTE_CLOSE, "", -1);
  return true;
}

/** Reads the lines of a definition as blocks of their own. */
function inside(state: StateBlock, first: number, last: number, offset: number): void {
  const { blkIndent, parentType } = state;
  const [mark, shift, count] = [
    state.bMarks[first] ?? 0,
    state.tShift[first] ?? 0,
    state.sCount[first] ?? 0,
  ];
  // The first line begins behind the name, and counts as indented like those that follow.
  state.bMarks[first] = mark + shift + offset;
  state.tShift[first] = 0;
  state.sCount[first] = INDENT;
  state.blkIndent = INDENT;
  state.level += 1;
  state.parentType = "blockquote";
  state.md.block.tokenize(state, first, last);
  state.level -= 1;
  state.blkIndent = blkIndent;
  state.parentType = parentType;
  state.bMarks[first] = mark;
  state.tShift[first] = shift;
  state.sCount[first] = count;
}
