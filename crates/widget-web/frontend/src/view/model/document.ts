/** The document as the view keeps it: rows parsed, keyed parts in maps. */

import type {
  Column,
  ComponentSpec,
  ElementChange,
  PageDensity,
  PageWidth,
  TableState,
  Toolbar,
  WireBlock,
  WireData,
  WireDocument,
} from "../../wire/document";
import { BODY } from "../../wire/document";
import type { ChartView } from "../../wire/chart";
import type { StyleSheetText, ThemeChoice } from "../../wire/style";
import { parseExact } from "../../wire/exact_json";
import type { WholeData } from "../../wire/fill";
import { isObject, type Json, type JsonObject } from "../../wire/json";
import { readFigure, type Figure } from "./figure";

export type Row = JsonObject;

/** The revisions of data. */
interface Revisions {
  /** Of the newest operation in it. */
  revision: number;
  /** That it was fetched at: operations up to this one are in it. */
  fetched: number;
}

export interface ChartBody extends Revisions {
  kind: "chart";
  figure: Figure;
  view: ChartView;
}

export interface TableBody extends Revisions {
  kind: "table";
  columns: Column[];
  row_id: string | null;
  page_size: number | null;
  /** False if the person cannot select rows. */
  selectable?: boolean | undefined;
  /** True if the last row is shown first, until the person sorts. */
  newest_first?: boolean | undefined;
  /** The most rows that it keeps, the last. */
  max_rows?: number | undefined;
  state: TableState;
  /** All rows or the first; none when they are fetched a part at a time. */
  rows: Row[];
  /** The number of all rows while only the first are here; no operation comes before the others. */
  firstOf: number | null;
  /** The number of rows when they are fetched a part at a time. */
  paged: number | null;
}

/** The part of a chart or a table that operations of its own change. */
export type Body = ChartBody | TableBody;

/** A block; each type reads its own properties. Figures and rows stand beside it. */
export interface BlockSpec {
  readonly type: string;
  readonly id: string;
  readonly properties: JsonObject;
  readonly blocks: readonly BlockSpec[];
}

/** The kinds of page. */
export type PageKind = "html" | "chart" | "grid" | "blocks";

export interface Document {
  title: string;
  height: number | null;
  width: PageWidth;
  density: PageDensity;
  blocks: readonly BlockSpec[];
  /** Of charts and tables, by their block. */
  bodies: ReadonlyMap<string, Body>;
  toolbars: Toolbar[];
  modals: ComponentSpec[];
  values: ReadonlyMap<string, Json>;
  /** In the order of their last writes. */
  contents: readonly ElementChange[];
  theme: ThemeChoice;
  styles: ReadonlyMap<string, Record<string, string>>;
  sheets: readonly StyleSheetText[];
}

type Bodies = Document["bodies"];

/** A document; `before` has the figures and rows that were left out since they are known. */
export function fromWire(wire: WireDocument, before: Bodies = new Map()): Document {
  return {
    ...wire,
    blocks: wire.blocks.map(blockFromWire),
    bodies: new Map(bodiesIn(wire.blocks, before)),
    values: new Map(Object.entries(wire.values)),
    styles: new Map(Object.entries(wire.styles)),
  };
}

/** The document with the figures and rows of the one before that are the same: they stay drawn. */
export function withSameBodies(next: Document, before: Document | null): Document {
  const bodies = [...next.bodies].map(([id, body]): [string, Body] => {
    const known = before?.bodies.get(id);
    return [id, known !== undefined && outlineOf(known) === outlineOf(body) ? known : body];
  });
  return { ...next, bodies: new Map(bodies) };
}

/** All but the data, which is the same at the same revision. */
function outlineOf(body: Body): string {
  if (body.kind === "chart") return JSON.stringify([body.revision, body.view]);
  const { rows: _, firstOf: _first, fetched: _fetched, ...rest } = body;
  return JSON.stringify(Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The kind of page that a document makes: most have a body of one kind and no other block. */
export function kindOf({ blocks }: Pick<Document, "blocks">): PageKind {
  const [first, second] = blocks;
  if (first?.id !== BODY || second !== undefined) return "blocks";
  if (first.type === "table") return "grid";
  return first.type === "html" || first.type === "chart" ? first.type : "blocks";
}

/** Blocks and everything inside them, blocks after the one that they are in. */
export function walkBlocks(blocks: readonly BlockSpec[]): BlockSpec[] {
  return blocks.flatMap((block) => [block, ...walkBlocks(block.blocks)]);
}

export function blockFromWire({ type, id, properties, blocks }: WireBlock): BlockSpec {
  return { type, id, properties, blocks: blocks.map(blockFromWire) };
}

function bodiesIn(blocks: WireBlock[], before: Bodies): [string, Body][] {
  return blocks.flatMap(({ id, body, blocks: inside }) => [
    ...(body === null ? [] : [[id, bodyFromWire(body, before.get(id))] as [string, Body]]),
    ...bodiesIn(inside, before),
  ]);
}

/** Returns whether a body has all data at this revision; newer data is as good. */
export function hasData(body: Body | undefined, revision: number): body is Body {
  if (body === undefined || body.revision < revision) return false;
  return body.kind === "chart" || (body.firstOf === null && body.paged === null);
}

function bodyFromWire(body: NonNullable<WireBlock["body"]>, before: Body | undefined): Body {
  if (body.kind === "table" && body.pages !== undefined) {
    const { pages, data: _, ...rest } = body;
    const fetched = pages.revision;
    return { ...rest, revision: fetched, fetched, rows: [], firstOf: null, paged: pages.count };
  }
  const data = body.data ?? { revision: 0 };
  if (data.json === undefined && hasData(before, data.revision)) {
    if (body.kind === "chart" && before.kind === "chart") return { ...before, view: body.view };
    if (body.kind === "table" && before.kind === "table") {
      const { data: _, pages: _pages, ...table } = body;
      const { revision, fetched, rows } = before;
      return { ...table, revision, fetched, rows, firstOf: null, paged: null };
    }
  }
  const { revision, json, count } = wholeData(data);
  const revisions = { revision, fetched: revision };
  if (body.kind === "chart") {
    return { kind: "chart", ...revisions, figure: readFigure(json), view: body.view };
  }
  const { data: _, pages: _pages, ...table } = body;
  return { ...table, ...revisions, rows: readRows(json), firstOf: count ?? null, paged: null };
}

/** A figure or rows that the shell has filled in. */
export function wholeData(data: WireData): WholeData & { count: number | undefined } {
  const { revision, json, count } = data;
  if (json === undefined) throw new Error("the host left out the data");
  return { revision, json, count };
}

export function readRows(json: string): Row[] {
  const rows = parseExact(json);
  if (!Array.isArray(rows) || !rows.every(isObject)) throw new Error("the rows are no objects");
  return rows as Row[];
}
