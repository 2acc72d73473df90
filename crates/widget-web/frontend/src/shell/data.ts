/** Figures and rows, which are fetched and put into an answer before the view gets it. */

import { isObject } from "../wire/json";

export class DataGone extends Error {}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Fills in every `data` that comes without `json`. All of them are the newest there is. */
export async function fillData(answer: unknown, url: string, fetch: Fetch): Promise<void> {
  const empty = emptyData(answer);
  if (empty.length === 0) return;
  const response = await fetch(url, { cache: "no-store", credentials: "same-origin" });
  if (response.status === 404) throw new DataGone("the widget is gone");
  if (!response.ok) throw new Error(`the data could not be fetched: ${response.status}`);
  const [, revision] = /^(?:W\/)?"(\d+)"$/.exec(response.headers.get("etag") ?? "") ?? [];
  if (revision === undefined) throw new Error("the data came without its revision");
  const json = await response.text();
  for (const data of empty) {
    data["revision"] = Number(revision);
    data["json"] = json;
  }
}

/** A part of the rows of a table that is too large to be fetched whole. */
export async function fetchRows(
  args: Record<string, unknown>,
  url: string,
  fetch: Fetch,
): Promise<object> {
  const { start, end, sort, filter } = args;
  const body = JSON.stringify({ start, end, sort, filter });
  const headers = { "content-type": "application/json" };
  const credentials = "same-origin";
  const response = await fetch(url, { method: "POST", body, headers, credentials });
  if (!response.ok) throw new Error(`the rows could not be fetched: ${response.status}`);
  const answer: unknown = await response.json();
  if (!isObject(answer)) throw new Error("the rows came in another form");
  return answer;
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
