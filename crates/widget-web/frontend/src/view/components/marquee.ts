/** `marquee` */

import { isComponent, type ComponentSpec } from "../../wire/document";
import { isDisabled, numberOf, oneOf, textOf, type ComponentType } from "./component";
import { applyCommon, nameOf } from "./field";
import { Motion, type Direction } from "./motion";
import { drawItem } from "./ticker_item";

const DIRECTIONS = ["left", "right", "up", "down"] as const;
const BEHAVIORS = ["scroll", "alternate", "slide", "static"] as const;

export const marquee: ComponentType = {
  defaultEvent: "marquee:click",

  create(spec, { emit }) {
    const direction: Direction = oneOf(spec, "direction", DIRECTIONS);
    const behavior = oneOf(spec, "behavior", BEHAVIORS);
    const element = document.createElement("div");
    element.id = spec.component_id;
    element.className = `widget-marquee widget-marquee-${direction} widget-marquee-${behavior}`;
    element.setAttribute("role", "group");
    element.setAttribute("aria-label", nameOf(spec));
    element.style.setProperty("--gap", `${numberOf(spec, "gap", 32)}px`);
    applyCommon(element, spec);

    const label = document.createElement("span");
    label.className = "widget-label";
    label.textContent = textOf(spec, "label");
    const view = document.createElement("div");
    view.className = "widget-marquee-view";
    const motion = new Motion(view, {
      direction,
      behavior,
      speed: numberOf(spec, "speed", 60),
      pauseOnHover: spec["pause_on_hover"] !== false,
    });
    element.append(label, view, motion.button);

    let current = spec;
    const drawCopy = (isFirst: boolean) => copyOf(current, isFirst);
    motion.draw(drawCopy);
    view.addEventListener("click", ({ target }) => {
      const item = target instanceof Element ? target.closest("[data-ticker]") : null;
      if (current["clickable"] !== true || isDisabled(current) || item === null) return;
      const value = item.getAttribute("data-ticker") ?? "";
      emit(current, { value, componentId: current.component_id });
    });
    return {
      element,
      update(next) {
        current = next;
        motion.draw(drawCopy);
      },
    };
  },
};

/** Only the first copy is for a keyboard and a screen reader. */
function copyOf(spec: ComponentSpec, isFirst: boolean): HTMLElement {
  const copy = document.createElement("div");
  copy.className = "widget-marquee-copy";
  if (!isFirst) copy.setAttribute("aria-hidden", "true");
  const separator = textOf(spec, "separator");
  const clickable = spec["clickable"] === true;
  for (const item of itemsOf(spec)) {
    const element = drawItem(item, clickable ? "button" : "span");
    element.dataset["ticker"] = textOf(item, "ticker") || element.textContent;
    if (element instanceof HTMLButtonElement) {
      element.type = "button";
      element.disabled = isDisabled(spec);
      if (!isFirst) element.tabIndex = -1;
    }
    copy.append(element);
    if (separator === "") continue;
    const between = document.createElement("span");
    between.className = "widget-separator";
    between.setAttribute("aria-hidden", "true");
    between.textContent = separator;
    copy.append(between);
  }
  return copy;
}

function itemsOf(spec: ComponentSpec): ComponentSpec[] {
  const items: unknown[] = Array.isArray(spec["items"]) ? spec["items"] : [];
  if (items.length > 0) return items.filter(isComponent);
  const text = textOf(spec, "text");
  return text === "" ? [] : [{ type: "ticker_item", component_id: "", text }];
}
