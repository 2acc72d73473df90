/** The frame of an animation that is in sight. It lies over the figure, which does not hold it. Pure. */

import { isJsonObject, isObject, type Json, type JsonObject } from "../wire/json";
import { put } from "../view/model/attribute";
import type { Figure } from "../view/model/figure";

/** The attributes that the frames played so far have set. */
export interface FrameState {
  data: ReadonlyMap<number, JsonObject>;
  layout: JsonObject;
}

export const NO_FRAME: FrameState = { data: new Map(), layout: {} };

/** The state after a frame: `{data, traces, layout}`, where traces are numbered from 0 by default. */
export function afterFrame(state: FrameState, frame: unknown): FrameState {
  if (!isObject(frame)) return state;
  const traces = Array.isArray(frame["traces"]) ? (frame["traces"] as unknown[]) : null;
  const given = Array.isArray(frame["data"]) ? (frame["data"] as unknown[]) : [];
  const data = new Map(state.data);
  given.forEach((trace, place) => {
    const index = traces === null ? place : traces[place];
    if (typeof index !== "number" || !isObject(trace)) return;
    data.set(index, put(data.get(index) ?? {}, [], trace as JsonObject));
  });
  const layout = isObject(frame["layout"]) ? (frame["layout"] as JsonObject) : {};
  return { data, layout: put(state.layout, [], layout) };
}

/** The figure with the frame over it. */
export function withFrame(figure: Figure, state: FrameState): Figure {
  if (state === NO_FRAME) return figure;
  const { data, layout } = state;
  return {
    ...figure,
    data: figure.data.map((trace, index) => put(trace, [], data.get(index) ?? {})),
    layout: put(figure.layout, [], layout),
  };
}

/** The state after an edit of the figure: an attribute that the edit has set is seen. */
export function afterEdit(state: FrameState, before: Figure, after: Figure): FrameState {
  if (state === NO_FRAME || before === after) return state;
  const data = [...state.data].map(([index, trace]) => {
    const left = unchanged(trace, before.data[index] ?? {}, after.data[index] ?? {});
    return [index, left] as const;
  });
  return { data: new Map(data), layout: unchanged(state.layout, before.layout, after.layout) };
}

/** An edit keeps the very values that it does not change. */
function unchanged(shown: JsonObject, before: JsonObject, after: JsonObject): JsonObject {
  const own = (object: JsonObject, name: string): Json | undefined =>
    Object.hasOwn(object, name) ? object[name] : undefined;
  return Object.fromEntries(
    Object.entries(shown).filter(([name]) => own(before, name) === own(after, name)),
  );
}

/** A frame of the figure by its name, over those that it builds on; `null` when there is none. */
export function frameNamed({ frames = [] }: Figure, name: string): JsonObject | null {
  const named = new Map(
    frames.filter(isJsonObject).map((frame, index) => [nameOf(frame, index), frame] as const),
  );
  const chain: JsonObject[] = [];
  for (let next: string | null = name; next !== null;) {
    const frame: JsonObject | undefined = named.get(next);
    if (frame === undefined || chain.includes(frame)) break;
    chain.unshift(frame);
    next = typeof frame["baseframe"] === "string" ? frame["baseframe"] : null;
  }
  if (chain.length === 0) return null;
  const { data, layout } = chain.reduce<FrameState>(afterFrame, NO_FRAME);
  return { data: [...data.values()], traces: [...data.keys()], layout };
}

/** The frames with each trace and each layout in them mapped; the very same if none is another. */
export function mapFrames(
  frames: readonly Json[],
  trace: (trace: JsonObject) => JsonObject,
  layout: (layout: JsonObject) => JsonObject,
): readonly Json[] {
  const mapped = frames.map((frame) => {
    if (!isJsonObject(frame)) return frame;
    const { data, layout: given } = frame;
    const traces = Array.isArray(data)
      ? data.map((one) => (isJsonObject(one) ? trace(one) : one))
      : data;
    const changes = isJsonObject(given) ? layout(given) : given;
    const isSame = changes === given && areSame(traces, data);
    if (isSame) return frame;
    return {
      ...frame,
      ...(traces === undefined ? {} : { data: traces }),
      ...(changes === undefined ? {} : { layout: changes }),
    };
  });
  return areSame(mapped, frames) ? frames : mapped;
}

function areSame(one: Json | undefined, other: Json | readonly Json[] | undefined): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.every((item, index) => item === other[index]);
}

/** Plotly names those that have no name. */
function nameOf({ name }: JsonObject, index: number): string {
  return typeof name === "string" || typeof name === "number" ? String(name) : `frame ${index}`;
}
