/** The parts of a file that a person has put into a form, on their way to the server. */

import { isObject } from "../wire/json";

/** Further tries of a part while the server is not reached, and the pause before the first. */
const MAX_TRIES = 5;
const PAUSE_MS = 500;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Sends a part; the server takes one that it has already. */
export async function sendFilePart(
  args: Record<string, unknown>,
  url: string,
  fetch: Fetch,
): Promise<object> {
  const { file, ref, start, base64 } = args;
  const body = JSON.stringify({ file, ref, start, base64 });
  const headers = { "content-type": "application/json" };
  const init: RequestInit = { method: "POST", body, headers, credentials: "same-origin" };
  const response = await reached(() => fetch(url, init));
  if (!response.ok)
    throw new Error((await response.text()).trim() || `the server answered ${response.status}.`);
  const answer: unknown = await response.json();
  if (!isObject(answer)) throw new Error("the answer came in another form");
  return answer;
}

async function reached(send: () => Promise<Response>): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const response = await send().catch(() => null);
    if (response !== null && response.status < 500) return response;
    if (tries === MAX_TRIES)
      throw new Error("the server is not reached; choose it once more later.");
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** tries));
  }
}
