/** The toolbars and modals around the blocks. */

import type { ComponentSpec, Position, Toolbar } from "../../wire/document";
import type { DrawnComponents } from "./drawn_components";
import { frameToolbar } from "./toolbar_frame";

export interface DrawnToolbars {
  elements: [Position, HTMLElement][];
  dialogs: HTMLElement[];
  problems: string[];
}

/** Draws all toolbars and modals; returns the elements and what could not be drawn. */
export function drawToolbars(
  toolbars: Toolbar[],
  modals: ComponentSpec[],
  components: DrawnComponents,
): DrawnToolbars {
  const problems: string[] = [];
  const draw = (spec: ComponentSpec): HTMLElement => {
    try {
      return components.draw(spec);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
      return document.createElement("span");
    }
  };
  const elements = toolbars.map((toolbar): [Position, HTMLElement] => [
    toolbar.position,
    frameToolbar(toolbar, toolbar.items.map(draw)),
  ]);
  return { elements, dialogs: modals.map(draw), problems };
}
