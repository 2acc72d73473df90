/** The interface of every type of block to the rest of the view. */

import type { ComponentSpec } from "../../wire/document";
import type { KeptFile } from "../../wire/file";
import type { Json, JsonObject } from "../../wire/json";
import type { Assets } from "../assets";
import type { BodyPage, Described, Pictured } from "../body/body";
import type { BodyChange } from "../model/change";
import type { BlockSpec, Body } from "../model/document";
import type { Theme } from "../style/theme";

/** A block inside of another, drawn. */
export interface PlacedBlock {
  readonly spec: BlockSpec;
  readonly element: HTMLElement;
}

/** The drawing of one block. */
export interface BlockView {
  /** Takes the id, classes and CSS properties of the block. */
  readonly element: HTMLElement;
  /**
   * Draws the block as it is now; called first, with the element in the page, and after each
   * change of its own properties or its text. Without a `change` all of it is to be drawn. Rejects
   * with an `Error` that says what cannot be drawn.
   */
  update(spec: BlockSpec, change?: BodyChange): void | Promise<void>;
  /** Places the blocks inside it, in order; the elements of those that stay are the same. */
  place?(children: readonly PlacedBlock[]): void;
  /** There is new content in elements of the page, which may have places for the blocks inside. */
  contentChanged?(): void;
  /** Shows the document's value; `undefined` is that of the start. */
  setValue?(value: Json | undefined): void;
  /** Sends input that still waits. */
  flush?(): void;
  /** All that the person did here has reached the document. */
  settled?(): void;
  setTheme?(theme: Theme): void;
  /** An element whose content is told better in words, and these words. */
  describe?(): Described | null;
  /** An element that a copy of the page would show without its content, and its picture. */
  picture?(): Promise<Pictured | null>;
  dispose?(): void;
}

/** The services of the view for a block. */
export interface BlockHost extends BodyPage {
  readonly id: string;
  readonly assets: Assets;
  /** The figure or the rows. */
  body(): Body | undefined;
  /** The text that replaced what the block shows. */
  text(): string | undefined;
  /** Sends an event of the block; of a chart or table with the id of the block. */
  emit(eventType: string, data: Json, label?: string): void;
  /** Sends a file to the server; `onPart` gets the share of it that is there. */
  upload(file: File, onPart: (share: number) => void): Promise<KeptFile>;
  /** Shows the document's value again, unless input is still on its way to the server. */
  refresh(): void;
  /** Draws a component inside. */
  draw: (spec: ComponentSpec) => HTMLElement;
}

/** The values that a type of block has in the document, as on the server: `block/` there. */
export interface BlockValue {
  /** The value it starts with. */
  initial(spec: BlockSpec): Json;
  accepts(value: Json, spec: BlockSpec): boolean;
  /** The value that it has when it is set to an accepted one. Absent: that. */
  setTo?(before: Json, value: Json): Json;
  /** The value that one of its events gives it; `undefined` for one that changes nothing. */
  after(before: Json, event: string, data: JsonObject, spec: BlockSpec): Json | undefined;
  /** Returns whether an event is its own and of no use without an agent that answers. Absent: none. */
  awaitsAnswer?(event: string, data: JsonObject, spec: BlockSpec): boolean;
}

/** A type of block. A new one is a file and a line in `registry.ts`. */
export interface BlockType {
  /** Absent: it has no value. */
  readonly value?: BlockValue;
  /** True if it is drawn last, as its program takes its time: what is around it is there before. */
  readonly isLate?: boolean;
  /** True if a text of the document may replace what the block shows: `host.text()`. */
  readonly takesText?: boolean;
  create(spec: BlockSpec, host: BlockHost): BlockView;
}

/** The text in a property, or an empty one. */
export function textOf({ properties }: BlockSpec, name: string): string {
  const value = properties[name];
  return typeof value === "string" ? value : "";
}

/** The number in a property; `null` without one. */
export function numberOf({ properties }: BlockSpec, name: string): number | null {
  const value = properties[name];
  return typeof value === "number" ? value : null;
}
