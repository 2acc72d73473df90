/** The part of a document that the page around a view shows too. Pure. */

import type { Op } from "../../wire/document";
import type { Document } from "./document";

/** The shell has what is here, and no more of the reducer. */
export type Frame = Pick<Document, "title" | "theme">;

/** The frame after an operation; the same object when the operation is not about it. */
export function frameAfter(frame: Frame, op: Op): Frame {
  switch (op.type) {
    case "set_theme":
      return { ...frame, theme: op.theme };
    default:
      return frame;
  }
}
