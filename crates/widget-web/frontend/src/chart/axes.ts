/** The Cartesian axes of a layout. Pure. */

import { isObject, type Json, type JsonObject } from "../wire/json";

/** Returns whether a name of a layout is that of one. */
export function isAxis(name: string): boolean {
  return /^[xy]axis\d*$/.test(name);
}

/** Those that the layout says something of, each by its name. */
export function axesOf(layout: JsonObject): [string, JsonObject][] {
  const isOne = (entry: [string, Json]): entry is [string, JsonObject] =>
    isAxis(entry[0]) && isObject(entry[1]);
  return Object.entries(layout).filter(isOne);
}
