/** The properties that every block has. */

import { BODY } from "../../wire/document";
import { asText, isObject } from "../../wire/json";
import { componentOf } from "../model/component_ops";
import type { BlockSpec } from "../model/document";
import { numberOf, textOf } from "./block_view";
import { dress } from "./dress";

/** Puts the common properties of a block on its element, in the place of those from before. */
export function applyCommon(element: HTMLElement, spec: BlockSpec): void {
  // A component has an element of its own inside, which takes the rest.
  const isComponent = componentOf(spec) !== null;
  const classes = isComponent ? [] : textOf(spec, "class_name").split(/\s+/).filter(Boolean);
  dress(element, { classes, styles: stylesOf(spec, isComponent) });
  if (isComponent) {
    element.dataset["block"] = spec.id;
    element.dataset["component"] = spec.type;
  } else if (spec.id !== BODY) element.id = spec.id;
  const type = isComponent ? "component" : spec.type;
  element.classList.add("widget-block", `widget-block-${type}`);
  element.classList.toggle("widget-sticky", spec.properties["sticky"] === true);
  element.classList.toggle("widget-height-auto", spec.properties["height"] === "auto");
  element.classList.toggle("widget-height-fixed", numberOf(spec, "height") !== null);
  element.hidden = spec.properties["hidden"] === true;
  const isDisabled = !isComponent && spec.properties["disabled"] === true;
  element.inert = isDisabled;
  if (isDisabled) element.setAttribute("aria-disabled", "true");
  else element.removeAttribute("aria-disabled");
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
