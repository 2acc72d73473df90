/** The arguments and the answer of `widget_sync`. */

import { readDocument, readOp, type Op, type WireDocument } from "./document";
import { isId } from "./id";
import { isCount, isObject, type Json } from "./json";

export const LONGEST_WAIT_MS = 25_000;

export interface WireEvent {
  n: number;
  event_type: string;
  data: Json;
  label: string;
}

export interface Failure {
  revision: number;
  reason: string;
}

export interface SyncArguments {
  widget_id: string;
  viewer_id: string;
  revision: number | null;
  failures: Failure[];
  events: WireEvent[];
  wait_ms: number;
}

export interface Rejection {
  n: number;
  reason: string;
}

export interface SyncAnswer {
  acked: number;
  rejected: Rejection[];
  /** `null`: the viewer has nothing, and this answer changes nothing. */
  revision: number | null;
  document?: WireDocument;
  ops: { revision: number; op: Op }[];
  destroyed: boolean;
}

/** Reads an answer; throws an `Error` that says what is wrong with it. */
export function readAnswer(value: unknown): SyncAnswer {
  if (!isObject(value)) throw new Error("the answer is no object");
  const { acked, rejected = [], revision = null, document, ops = [], destroyed = false } = value;
  if (!isCount(acked)) throw new Error("the answer does not say what is stored");
  if (revision !== null && !isCount(revision)) throw new Error("the answer has no revision");
  if (!Array.isArray(rejected) || !Array.isArray(ops)) throw new Error("the answer is malformed");
  const answer: SyncAnswer = {
    acked,
    rejected: rejected.map(readRejection),
    revision,
    ops: ops.map((entry: unknown) => {
      if (!isObject(entry) || !isCount(entry["revision"])) throw new Error("malformed operation");
      return { revision: entry["revision"], op: readOp(entry["op"]) };
    }),
    destroyed: destroyed === true,
  };
  if (document !== undefined && document !== null) answer.document = readDocument(document);
  return answer;
}

function readRejection(value: unknown): Rejection {
  if (!isObject(value) || !isCount(value["n"])) throw new Error("malformed rejection");
  return { n: value["n"], reason: String(value["reason"] ?? "") };
}

/** Reads arguments that come from the untrusted view; `null` when they are malformed. */
export function readArguments(value: unknown): SyncArguments | null {
  if (!isObject(value)) return null;
  const { widget_id, viewer_id, revision = null, failures = [], events = [], wait_ms = 0 } = value;
  const fine =
    isId(widget_id) &&
    isId(viewer_id) &&
    (revision === null || isCount(revision)) &&
    isCount(wait_ms) &&
    Array.isArray(failures) &&
    failures.every(isFailure) &&
    Array.isArray(events) &&
    events.every(isEvent);
  if (!fine) return null;
  return {
    widget_id,
    viewer_id,
    revision,
    failures,
    events,
    wait_ms: Math.min(wait_ms, LONGEST_WAIT_MS),
  };
}

function isFailure(value: unknown): value is Failure {
  return isObject(value) && isCount(value["revision"]) && typeof value["reason"] === "string";
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
