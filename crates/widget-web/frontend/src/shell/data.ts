/** Figures and rows, which are fetched and put into an answer before the view gets it. */

import type { WholeData } from "../wire/fill";
import { parseExact } from "../wire/exact_json";
import { isObject } from "../wire/json";

export class DataGone extends Error {}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The figure or all rows of a widget. */
export async function fetchData(url: string, fetch: Fetch): Promise<WholeData> {
  const response = await fetch(url, { cache: "no-store", credentials: "same-origin" });
  if (response.status === 404) throw new DataGone("the widget is gone");
  if (!response.ok) throw new Error(`the data could not be fetched: ${response.status}`);
  const [, revision] = /^(?:W\/)?"(\d+)"$/.exec(response.headers.get("etag") ?? "") ?? [];
  if (revision === undefined) throw new Error("the data came without its revision");
  return { revision: Number(revision), json: await response.text() };
}

/** A part of the rows of a table that is too large to be fetched whole. */
export async function fetchRows(
  args: Record<string, unknown>,
  url: string,
  fetch: Fetch,
): Promise<object> {
  const { block_id, start, end, sort, filter } = args;
  const body = JSON.stringify({ block_id, start, end, sort, filter });
  const headers = { "content-type": "application/json" };
  const credentials = "same-origin";
  const response = await fetch(url, { method: "POST", body, headers, credentials });
  if (!response.ok) throw new Error(`the rows could not be fetched: ${response.status}`);
  const answer = parseExact(await response.text());
  if (!isObject(answer)) throw new Error("the rows came in another form");
  return answer;
}
