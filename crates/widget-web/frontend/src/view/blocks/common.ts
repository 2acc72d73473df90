/** The properties that every block has. */

import { BODY } from "../../wire/document";
import { asText, isObject } from "../../wire/json";
import { componentOf } from "../model/component_ops";
import type { BlockSpec } from "../model/document";
import { numberOf, textOf } from "./block_view";

/** The classes and styles that were put on an element, to be taken back. */
interface Applied {
  classes: string[];
  styles: string[];
}

const applied = new WeakMap<HTMLElement, Applied>();

/** Puts the common properties of a block on its element, in the place of those from before. */
export function applyCommon(element: HTMLElement, spec: BlockSpec): void {
  const before = applied.get(element) ?? { classes: [], styles: [] };
  element.classList.remove(...before.classes);
  for (const name of before.styles) element.style.removeProperty(name);
  // A component has an element of its own inside, which takes the rest.
  const isComponent = componentOf(spec) !== null;
  const classes = isComponent ? [] : textOf(spec, "class_name").split(/\s+/).filter(Boolean);
  const styles = stylesOf(spec, isComponent);
  if (isComponent) {
    element.dataset["block"] = spec.id;
    element.dataset["component"] = spec.type;
  } else if (spec.id !== BODY) element.id = spec.id;
  const type = isComponent ? "component" : spec.type;
  element.classList.add("widget-block", `widget-block-${type}`, ...classes);
  element.classList.toggle("widget-sticky", spec.properties["sticky"] === true);
  element.classList.toggle("widget-height-auto", spec.properties["height"] === "auto");
  element.classList.toggle("widget-height-fixed", numberOf(spec, "height") !== null);
  for (const [name, value] of styles) element.style.setProperty(name, value);
  element.hidden = spec.properties["hidden"] === true;
  const isDisabled = !isComponent && spec.properties["disabled"] === true;
  element.inert = isDisabled;
  if (isDisabled) element.setAttribute("aria-disabled", "true");
  else element.removeAttribute("aria-disabled");
  applied.set(element, { classes, styles: styles.map(([name]) => name) });
}

function stylesOf(spec: BlockSpec, isComponent: boolean): [string, string][] {
  const { style } = spec.properties;
  const own = isObject(style) && !isComponent ? Object.entries(style) : [];
  const height = numberOf(spec, "height");
  const span = numberOf(spec, "span");
  return [
    ...(span === null ? [] : [["--span", String(span)] as [string, string]]),
    ...(height === null ? [] : [["height", `${height}px`] as [string, string]]),
    ...own.map(([name, value]): [string, string] => [cssName(name), asText(value)]),
  ];
}

function cssName(name: string): string {
  if (name.startsWith("--")) return name;
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
