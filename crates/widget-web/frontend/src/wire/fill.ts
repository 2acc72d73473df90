/** Figures and rows that an answer of `widget_sync` leaves out because of their size. */

import { isObject } from "./json";

export interface WholeData {
  revision: number;
  json: string;
}

/** Fills in every `data` that comes without `json`. All of them are the newest there is. */
export async function fillData(answer: unknown, fetch: () => Promise<WholeData>): Promise<void> {
  const empty = emptyData(answer);
  if (empty.length === 0) return;
  const whole = await fetch();
  for (const data of empty) Object.assign(data, whole);
}

function emptyData(answer: unknown): Record<string, unknown>[] {
  if (!isObject(answer)) return [];
  const { document, ops } = answer;
  const found: unknown[] = [];
  if (isObject(document) && isObject(document["body"])) found.push(document["body"]["data"]);
  for (const entry of Array.isArray(ops) ? ops : []) {
    const op: unknown = isObject(entry) ? entry["op"] : null;
    if (isObject(op) && op["type"] === "reload_data") found.push(op["data"]);
  }
  return found.filter((data) => isObject(data) && typeof data["json"] !== "string") as Record<
    string,
    unknown
  >[];
}
