/** The interface of every type of component to the rest of the view. */

import type { ComponentSpec, Content } from "../../wire/document";
import type { Json, JsonObject } from "../../wire/json";

/** A component that is drawn. */
export interface ComponentView {
  readonly element: HTMLElement;
  /** Shows a value. Absent: the component has none. */
  setValue?(value: Json): void;
  /** Replaces the content. Absent: the component has none. */
  setContent?(content: Content): void;
  /** Draws what an operation changed in its fields. Absent: none changes them. */
  update?(spec: ComponentSpec): void;
  /** True if the person is giving input that is not yet an event. */
  isBusy?(): boolean;
  /** Makes an event of such input at once. */
  flush?(): void;
}

/** The services of the view for a component. */
export interface ComponentHost {
  /** Sends the component's event. */
  emit: (spec: ComponentSpec, payload: JsonObject) => void;
  /** Shows the document's value again. */
  refresh: (componentId: string) => void;
  /** The values of the components that something is about, as the person has left them. */
  valuesOf: (isAbout: (element: Element) => boolean) => JsonObject;
  /** Draws a component inside. */
  draw: (spec: ComponentSpec) => HTMLElement;
  /** Returns whether the host keeps secrets, so that one can be asked for. */
  keepsSecrets: () => boolean;
  /** Lets the host ask the person for a secret; answers its reference, `null` without one. */
  askSecret: (spec: ComponentSpec) => Promise<string | null>;
}

export interface ComponentType {
  /** The event of a component that names none. */
  readonly defaultEvent: string;
  /** The value it starts with. Absent: the component has none. */
  initialValue?(spec: ComponentSpec): Json;
  /** Returns whether it can have a value; one that has none accepts none. */
  accepts?(value: Json, spec: ComponentSpec): boolean;
  /** The value that the data of its event carries. Absent: `value`. */
  valueIn?(data: JsonObject): Json | undefined;
  create(spec: ComponentSpec, host: ComponentHost): ComponentView;
}

/** The value that the data of a component's event carries. */
export function valueIn(type: ComponentType | undefined, data: JsonObject): Json | undefined {
  return type?.valueIn === undefined ? data["value"] : type.valueIn(data);
}

/** The text in a field, or an empty one. */
export function textOf(spec: ComponentSpec, field: string): string {
  const value = spec[field];
  return typeof value === "string" ? value : "";
}

/** The number in a field, or another. */
export function numberOf(spec: ComponentSpec, field: string, otherwise: number): number {
  const value = spec[field];
  return typeof value === "number" ? value : otherwise;
}

/** The one of the known names that stands in a field, or the first. */
export function oneOf<T extends string>(
  spec: ComponentSpec,
  field: string,
  known: readonly [T, ...T[]],
): T {
  return known.find((name) => name === spec[field]) ?? known[0];
}

export function isDisabled(spec: ComponentSpec): boolean {
  return spec["disabled"] === true;
}
