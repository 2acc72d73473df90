/**
 * The blocks of a text that grows. What is appended changes only the end of what is there, so the
 * blocks before it are neither read again nor drawn again.
 */

import type { Env, Token } from "markdown-it";
import { notesIn, NOTE_OPEN } from "./footnotes";
import { parser } from "./parser";
import { nodesOf } from "./to_tree";
import type { Node } from "./tree";

/** A block of the text, with all that follows it up to the next. */
export interface Block {
  /** Its place in the text. */
  start: number;
  nodes: readonly Node[];
  /** The footnote that it defines. */
  note: string | null;
}

/** Names that a text defines: what links and footnotes elsewhere in it mean. */
interface Definitions {
  references: NonNullable<Env["references"]>;
  notes: Set<string>;
}

export class Source {
  #text = "";
  #blocks: Block[] = [];
  /** The names that are defined before `#firmEnd`, which nothing that is appended changes. */
  #firm = none();
  #firmEnd = 0;
  /** All that is defined, for comparison. */
  #defined = "";

  /** The blocks of this text; those that are the same as before are the same objects. */
  read(given: string): readonly Block[] {
    const text = given.includes("\r") ? given.replace(/\r\n?/g, "\n") : given;
    if (text === this.#text) return this.#blocks;
    const kept = text.startsWith(this.#text) ? this.#keepable() : 0;
    this.#text = text;
    if (kept > 0 && this.#readFrom(kept)) return this.#blocks;
    this.#firm = none();
    this.#firmEnd = 0;
    this.#readFrom(0);
    return this.#blocks;
  }

  /**
   * How many blocks stay whatever is appended. The last line may turn out to be anything, and
   * then what it ends may be split in two: a table takes the last line of a paragraph.
   */
  #keepable(): number {
    const lastLine = this.#text.lastIndexOf("\n") + 1;
    const open = this.#blocks.findLastIndex(({ start }) => start < lastLine);
    return Math.max(0, open - 1);
  }

  /** Reads what follows so many blocks. Answers whether these still mean what they did. */
  #readFrom(kept: number): boolean {
    const start = kept === 0 ? 0 : (this.#blocks[kept]?.start ?? 0);
    this.#firmUp(start);
    const own = none();
    const env = envOf(this.#firm, own);
    const blocks = blocksOf(parser.parse(this.#text.slice(start), env), this.#text, start);
    const defined = JSON.stringify([all(this.#firm, own)]);
    const isSame = defined === this.#defined;
    this.#defined = defined;
    if (kept > 0 && !isSame) return false;
    this.#blocks = [...this.#blocks.slice(0, kept), ...blocks];
    return true;
  }

  /** Takes over the definitions that stand before a place. */
  #firmUp(end: number): void {
    if (end <= this.#firmEnd) return;
    const more = none();
    const tokens: Token[] = [];
    const text = this.#text.slice(this.#firmEnd, end);
    parser.block.parse(text, parser, envOf(this.#firm, more), tokens);
    Object.assign(this.#firm.references, more.references);
    for (const note of more.notes) this.#firm.notes.add(note);
    this.#firmEnd = end;
  }
}

function none(): Definitions {
  return { references: Object.create(null) as Definitions["references"], notes: new Set() };
}

/** The environment of a parse, which writes to `own`. The first definition of a name counts. */
function envOf(firm: Definitions, own: Definitions): Env {
  Object.setPrototypeOf(own.references, firm.references);
  const env: Env = { references: own.references };
  for (const note of firm.notes) notesIn(env).add(note);
  own.notes = notesIn(env);
  return env;
}

function all(firm: Definitions, own: Definitions): unknown {
  return [firm.references, own.references, [...own.notes]];
}

/** Groups tokens by the outermost blocks. */
function blocksOf(tokens: readonly Token[], text: string, from: number): Block[] {
  const lineStarts = startsOf(text, from);
  const blocks: Block[] = [];
  for (let first = 0; first < tokens.length;) {
    const behind = endOf(tokens, first);
    const opening = tokens[first];
    if (opening === undefined) break;
    const isNote = opening.type === NOTE_OPEN;
    blocks.push({
      start: lineStarts[opening.map?.[0] ?? 0] ?? from,
      nodes: nodesOf(isNote ? tokens.slice(first + 1, behind - 1) : tokens.slice(first, behind)),
      note: isNote ? String(opening.meta?.["label"]) : null,
    });
    first = behind;
  }
  return blocks;
}

function endOf(tokens: readonly Token[], first: number): number {
  let depth = 0;
  for (let at = first; at < tokens.length; at++) {
    depth += tokens[at]?.nesting ?? 0;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
}

function startsOf(text: string, from: number): number[] {
  const starts = [from];
  for (let at = text.indexOf("\n", from); at !== -1; at = text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}
