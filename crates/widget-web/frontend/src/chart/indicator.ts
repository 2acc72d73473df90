/** Numbers (`indicator`), with what Plotly leaves ugly put right. Pure. */

import { isObject, type JsonObject } from "../wire/json";

/** The room at either side of a number that has others beside it, as a part of the whole. */
const GAP = 0.02;

/** A change in parts of the whole has one decimal, unless its author says otherwise: Plotly writes six. */
export function withShare(trace: JsonObject): JsonObject {
  const { type, delta } = trace;
  if (type !== "indicator" || !isObject(delta) || delta["relative"] !== true) return trace;
  return { ...trace, delta: { valueformat: ".1%", ...delta } };
}

/** A number does not meet the one beside it, to whose edge Plotly makes it grow. */
export function withRoom(trace: JsonObject): JsonObject {
  const { type, domain } = trace;
  if (type !== "indicator" || !isObject(domain) || !Array.isArray(domain["x"])) return trace;
  const [from, to] = domain["x"];
  if (typeof from !== "number" || typeof to !== "number" || to - from <= 4 * GAP) return trace;
  const x = [from > 0 ? from + GAP : from, to < 1 ? to - GAP : to];
  return { ...trace, domain: { ...domain, x } };
}
