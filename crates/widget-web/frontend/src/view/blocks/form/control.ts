/** The part of a field that takes its input, whatever its type. */

import type { Json } from "../../../wire/json";

/** The message for a fault that no browser has words for. */
const NOT_ALLOWED = "This is not allowed here.";

export interface Control {
  /** Stands in the field. */
  readonly element: HTMLElement;
  /** The part that the label names. Absent: the element. */
  readonly labelled?: HTMLElement;
  /** Each is marked when the field is wrong. */
  readonly marked: readonly HTMLElement[];
  /** The place of the label. Absent: above. */
  readonly label?: "beside";
  /** The element that gets the focus when something is wrong. */
  target(): HTMLElement;
  read(): Json;
  write(value: Json): void;
  /** Says what is wrong; empty when nothing is. */
  problem(): string;
  /** True if something is required and nothing was entered. */
  isMissing(): boolean;
}

export type Checked = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function validationMessageOf({ validity, validationMessage }: Checked): string {
  return validity.valid ? "" : validationMessage || NOT_ALLOWED;
}
