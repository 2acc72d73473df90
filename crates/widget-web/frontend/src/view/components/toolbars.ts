/** The toolbars and modals around the blocks. */

import { isComponent, type ComponentSpec, type Position, type Toolbar } from "../../wire/document";
import { isSame } from "../../wire/same";
import type { DrawnComponents } from "./drawn_components";
import { messageOf } from "../body/page_api";
import { frameToolbar } from "./toolbar_frame";

/** The parts of a page around its blocks. */
interface Around {
  toolbars: Toolbar[];
  modals: ComponentSpec[];
}

/** The components that changed in their places; `null` if more than those did. */
export function changedItems(before: Around, next: Around): ComponentSpec[] | null {
  if (!isSame(frames(before), frames(next))) return null;
  const old = items(before);
  return items(next).filter((spec, index) => !isSame(spec, old[index]));
}

/** Draws components that changed in their places; returns what could not be drawn. */
export function redraw(changed: readonly ComponentSpec[], components: DrawnComponents): string[] {
  return changed.flatMap((spec) => {
    try {
      components.replace(spec);
      return [];
    } catch (error) {
      return [messageOf(error)];
    }
  });
}

/** All but the properties of components. */
function frames({ toolbars, modals }: Around): unknown[] {
  return [...toolbars, ...modals].map((holder) => ({
    ...holder,
    items: itemsOf(holder).map((spec) => spec.component_id),
  }));
}

const items = ({ toolbars, modals }: Around) => [...toolbars, ...modals].flatMap(itemsOf);

function itemsOf(holder: Toolbar | ComponentSpec): ComponentSpec[] {
  const items: unknown = "items" in holder ? holder.items : [];
  return Array.isArray(items) ? items.filter(isComponent) : [];
}

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
      problems.push(messageOf(error));
      return document.createElement("span");
    }
  };
  const elements = toolbars.map((toolbar): [Position, HTMLElement] => [
    toolbar.position,
    frameToolbar(toolbar, toolbar.items.map(draw)),
  ]);
  return { elements, dialogs: modals.map(draw), problems };
}
