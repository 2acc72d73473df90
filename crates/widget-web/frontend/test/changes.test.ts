import { expect, test } from "vitest";
import fixture from "../../../widget-state/tests/fixtures/changes.json";
import schema from "../src/wire/schema.json";
import { fillData } from "../src/wire/fill";
import { readChange, readDocument } from "../src/wire/document";
import { isObject } from "../src/wire/json";
import { fromWire, type Document } from "../src/view/model/document";
import { frameAfter, type Frame } from "../src/view/model/frame";
import { applyOp } from "../src/view/model/reducer";

interface Before {
  blocks: object[];
}

/**
 * A document or the place of the first case with the same one, the changes that viewers get, and
 * the parts that are others after them; `changes.rs` there writes it.
 */
interface Case {
  before: Before | number;
  changes: object[];
  after: object;
}

const cases = fixture as unknown as Case[];

test("there are cases of every operation", () => {
  expect(cases.length).toBeGreaterThan(300);
  const types = cases.flatMap(({ changes }) => changes.map((change) => readChange(change).op.type));
  const all = schema.definitions.Op.oneOf.map(({ properties }) => properties.type.const);
  expect([...new Set(types)].sort()).toEqual(all.sort());
});

test.each(cases.map((one, index) => [index, one] as const))(
  "document %i is what the server has after the same changes",
  async (_, { before: given, changes, after }) => {
    const before = typeof given === "number" ? (cases[given] as Case).before : given;
    if (typeof before === "number") throw new Error("the first case has a document");
    const newest = { ...before, ...after };
    const sent = structuredClone({ ops: changes });
    // As the shell does: what is fetched is the newest.
    await fillData(sent, async (id) => dataIn(newest.blocks, id), false);
    const read = sent.ops.map(readChange);
    const first = fromWire(readDocument(before));
    const document = read.reduce((current, change) => applyOp(current, change).document, first);
    expect(inOrder(document)).toEqual(inOrder(fromWire(readDocument(newest))));
    // The page around the view has no more than this of the reducer.
    const frame = read.reduce((current: Frame, { op }) => frameAfter(current, op), first);
    expect([frame.title, frame.theme]).toEqual([document.title, document.theme]);
  },
);

/** The document, with lists where the order counts, and however its data has come. */
function inOrder(document: Document): object {
  const styles = [...document.styles].map(([id, style]) => [id, Object.entries(style)] as const);
  const bodies = [...document.bodies].map(([id, body]) => [id, { ...body, fetched: 0 }] as const);
  const contents = [...document.contents];
  return { ...document, contents, bodies: new Map(bodies), styles: new Map(styles) };
}

/** The figure or the rows of a block. */
function dataIn(blocks: unknown, id: string): { revision: number; json: string } {
  const all = allIn(blocks);
  const data = all.find((block) => block["id"] === id)?.["data"];
  if (!isObject(data)) throw new Error(`the block "${id}" has no data`);
  return data as { revision: number; json: string };
}

function allIn(blocks: unknown): Record<string, unknown>[] {
  const list = (Array.isArray(blocks) ? (blocks as unknown[]) : []).filter(isObject);
  return list.flatMap((block) => [block, ...allIn(block["blocks"])]);
}
