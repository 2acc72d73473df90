/** Local actions, as the server knows them: `action.rs` there. */

import type { Json, JsonObject } from "../wire/json";

export type Action =
  | { action: "increment" | "decrement"; target: string; by?: number }
  | { action: "set"; target: string; value: Json }
  | { action: "toggle" | "reset"; target: string }
  | { action: "emit"; event: string; data?: JsonObject };
