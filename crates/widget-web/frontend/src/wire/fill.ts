/** Figures and rows that an answer of `widget_sync` leaves out because of their size. */

import { isObject } from "./json";

export interface WholeData {
  revision: number;
  json: string;
}

type Fetch = (blockId: string) => Promise<WholeData>;

/** Returns whether a view has the data of a block at this revision, or is to fetch it itself. */
type IsKnown = (blockId: string, revision: number) => boolean;

/**
 * Fills in every `data` that comes without `json`, each block's once: from the answer, else by a
 * fetch. All are the newest. For a view that has drawn nothing the first rows are enough, and what
 * is known of the document is left out.
 */
export async function fillData(
  answer: unknown,
  fetch: Fetch,
  isFirst: boolean,
  isKnown: IsKnown = () => false,
): Promise<void> {
  const wanted = new Map<string, Record<string, unknown>[]>();
  for (const [blockId, data, isOfDocument] of dataIn(answer)) {
    if (!isObject(data) || typeof data["json"] === "string") continue;
    if (isOfDocument && isKnown(blockId, Number(data["revision"]))) continue;
    const near = nearData(answer, blockId);
    if (near !== undefined && (isFirst || near["count"] === undefined)) {
      Object.assign(data, near);
      continue;
    }
    wanted.set(blockId, [...(wanted.get(blockId) ?? []), data]);
  }
  const fill = async ([blockId, empty]: [string, Record<string, unknown>[]]) => {
    const whole = await fetch(blockId);
    for (const data of empty) Object.assign(data, whole);
  };
  await Promise.all([...wanted].map(fill));
}

/** The data that came with the answer for a block. */
function nearData(answer: unknown, blockId: string): Record<string, unknown> | undefined {
  const all = isObject(answer) ? answer["data"] : undefined;
  const near = isObject(all) && Object.hasOwn(all, blockId) ? all[blockId] : undefined;
  return isObject(near) ? near : undefined;
}

type Found = [blockId: string, data: unknown, isOfDocument: boolean];

/** Every `data` with the id of its block. */
function dataIn(answer: unknown): Found[] {
  if (!isObject(answer)) return [];
  const { document, ops } = answer;
  const found = isObject(document) ? inBlocks(document["blocks"]) : [];
  for (const entry of Array.isArray(ops) ? (ops as unknown[]) : []) {
    const op: unknown = isObject(entry) ? entry["op"] : null;
    if (isObject(op)) found.push(...inOp(op));
  }
  return found;
}

function inOp(op: Record<string, unknown>): Found[] {
  if (op["type"] === "reload_data") return [[String(op["block_id"]), op["data"], false]];
  return [];
}

function inBlocks(blocks: unknown): Found[] {
  if (!Array.isArray(blocks)) return [];
  return (blocks as unknown[]).filter(isObject).flatMap((block): Found[] => {
    // The `data` of a button are its own.
    const hasData = block["type"] === "chart" || block["type"] === "table";
    const isFetched = hasData && block["data"] !== undefined;
    const own: Found[] = isFetched ? [[String(block["id"]), block["data"], true]] : [];
    return [...own, ...inBlocks(block["blocks"])];
  });
}
