/** JSON-RPC 2.0 messages, taken apart with care: either side may be hostile. */

import { isObject } from "./json";

export type RpcId = string | number;

export interface RpcError {
  code: number;
  message: string;
}

export type RpcMessage =
  | { kind: "request"; id: RpcId; method: string; params: Record<string, unknown> }
  | { kind: "notification"; method: string; params: Record<string, unknown> }
  | { kind: "result"; id: RpcId; result: unknown }
  | { kind: "error"; id: RpcId; error: RpcError };

export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;

/** Reads a message; `null` when it is none. */
export function readRpc(data: unknown): RpcMessage | null {
  if (!isObject(data) || data["jsonrpc"] !== "2.0") return null;
  const { id, method, params = {} } = data;
  const hasId = typeof id === "string" || typeof id === "number";
  if (typeof method === "string") {
    if (!isObject(params)) return null;
    if (hasId) return { kind: "request", id, method, params };
    return id === undefined ? { kind: "notification", method, params } : null;
  }
  if (!hasId) return null;
  if (isObject(data["error"])) {
    const { code, message } = data["error"];
    const error = {
      code: typeof code === "number" ? code : INTERNAL_ERROR,
      message: typeof message === "string" ? message : "unknown error",
    };
    return { kind: "error", id, error };
  }
  return "result" in data ? { kind: "result", id, result: data["result"] } : null;
}

export function request(id: RpcId, method: string, params: object): object {
  return { jsonrpc: "2.0", id, method, params };
}

export function notification(method: string, params: object): object {
  return { jsonrpc: "2.0", method, params };
}

export function success(id: RpcId, result: object): object {
  return { jsonrpc: "2.0", id, result };
}

export function failure(id: RpcId, code: number, message: string): object {
  return { jsonrpc: "2.0", id, error: { code, message } };
}
