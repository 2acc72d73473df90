/** The arguments and the answer of `widget_sync`. */

import { readChange, readDocument, type Change, type WireDocument } from "./document";
import type {
  EventInput as WireEvent,
  Failure,
  PendingQuery,
  QueryResult,
  Rejected as Rejection,
  SyncRequest as SyncArguments,
} from "./generated";
import { isId } from "./id";
import { asText, isCount, isObject } from "./json";

export const MAX_WAIT_MS = 25_000;

/** In bytes of JSON: what the server takes. */
export const MAX_ANSWER = 6 * 1024 * 1024;
/** In one call. */
export const MAX_ANSWERS = 8;
/** In one call; the server has at most 8 open. */
export const MAX_ANSWERING = 32;
/** In one call: as many as a view sends at most. */
const MAX_EVENTS = 500;
const MAX_FAILURES = 512;
/** Of the events and failures of one call, in characters of JSON: what the server takes beside the answers. */
const MAX_REPORTS = 1_900_000;
/** The largest event that a call carries, in bytes. */
export const MAX_CARRIED = MAX_REPORTS - 100_000;

export type { Failure, PendingQuery, QueryResult, Rejection, SyncArguments, WireEvent };

export interface SyncAnswer {
  acked: number;
  rejected: Rejection[];
  /** `null`: the viewer has nothing, and this answer changes nothing. */
  revision: number | null;
  document?: WireDocument;
  ops: Change[];
  /** To be answered when all of that is drawn. */
  queries: PendingQuery[];
  destroyed: boolean;
  /** The largest event that the server takes; comes with a document. */
  max_event_bytes?: number;
}

/** Reads an answer; throws an `Error` that says what is wrong with it. */
export function readAnswer(value: unknown): SyncAnswer {
  if (!isObject(value)) throw new Error("the answer is not an object");
  const { acked, rejected = [], revision = null, document, ops = [], destroyed = false } = value;
  const { queries = [] } = value;
  if (!isCount(acked)) throw new Error("the answer does not say what is stored");
  if (revision !== null && !isCount(revision)) throw new Error("the answer has no revision");
  if (!Array.isArray(rejected) || !Array.isArray(ops) || !Array.isArray(queries)) {
    throw new Error("the answer is malformed");
  }
  const answer: SyncAnswer = {
    acked,
    rejected: rejected.map(readRejection),
    revision,
    ops: ops.map(readChange),
    queries: queries.map(readQuery),
    destroyed: destroyed === true,
  };
  const { max_event_bytes } = value;
  if (isCount(max_event_bytes)) answer.max_event_bytes = max_event_bytes;
  if (document !== undefined && document !== null) answer.document = readDocument(document);
  return answer;
}

function readRejection(value: unknown): Rejection {
  if (!isObject(value) || !isCount(value["n"])) throw new Error("malformed rejection");
  return { n: value["n"], reason: asText(value["reason"]) };
}

/** Reads a query. One of a kind that is not among its types is for the view to refuse. */
function readQuery(value: unknown): PendingQuery {
  if (!isObject(value) || !isId(value["request_id"]) || !("query" in value)) {
    throw new Error("malformed query");
  }
  return value as unknown as PendingQuery;
}

/** Reads arguments that come from the untrusted view; `null` when they are malformed. */
export function readArguments(value: unknown): SyncArguments | null {
  if (!isObject(value)) return null;
  const { widget_id, viewer_id, revision = null, failures = [], events = [] } = value;
  const { answers = [], answering = [], wait_ms = 0 } = value;
  const fine =
    isId(widget_id) &&
    isId(viewer_id) &&
    (revision === null || isCount(revision)) &&
    isCount(wait_ms) &&
    isList(failures, MAX_FAILURES, isFailure) &&
    isList(events, MAX_EVENTS, isEvent) &&
    isList(answers, MAX_ANSWERS, isAnswer) &&
    isList(answering, MAX_ANSWERING, isId) &&
    isSendable(answers, [events, failures]);
  if (!fine) return null;
  return {
    widget_id,
    viewer_id,
    revision,
    failures,
    events,
    answers,
    answering,
    wait_ms: Math.min(wait_ms, MAX_WAIT_MS),
  };
}

function isFailure(value: unknown): value is Failure {
  return isObject(value) && isCount(value["revision"]) && typeof value["reason"] === "string";
}

function isAnswer(value: unknown): value is QueryResult {
  if (!isObject(value) || !isId(value["request_id"])) return false;
  const { result, error } = value;
  return error === undefined ? isObject(result) : result === undefined && typeof error === "string";
}

function isList<T>(
  value: unknown,
  longest: number,
  isItem: (item: unknown) => item is T,
): value is T[] {
  return Array.isArray(value) && value.length <= longest && value.every(isItem);
}

/** The server ends a connection that sends more. */
function isSendable(answers: QueryResult[], reports: [WireEvent[], Failure[]]): boolean {
  if (JSON.stringify(reports).length > MAX_REPORTS) return false;
  if (answers.length === 0) return true;
  return new TextEncoder().encode(JSON.stringify(answers)).length <= MAX_ANSWER;
}

export function isEvent(value: unknown): value is WireEvent {
  return (
    isObject(value) &&
    isCount(value["n"]) &&
    typeof value["event_type"] === "string" &&
    typeof value["label"] === "string" &&
    value["data"] !== undefined
  );
}
