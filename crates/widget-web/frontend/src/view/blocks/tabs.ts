/** `tabs` and `tab`: blocks of which one is shown at a time (ARIA: tabs). */

import type { Json } from "../../wire/json";
import { step } from "../components/tab_keys";
import { arrange } from "./arrange";
import { textOf, type BlockType, type BlockValue, type PlacedBlock } from "./block_view";

const DEFAULT_EVENT = "tabs:change";

export const tab: BlockType = {
  create() {
    const element = document.createElement("div");
    element.setAttribute("role", "tabpanel");
    element.tabIndex = 0;
    return {
      element,
      update(spec) {
        element.setAttribute("aria-label", textOf(spec, "title"));
      },
      place: (children) =>
        arrange(
          element,
          children.map((child) => child.element),
        ),
    };
  },
};

const value: BlockValue = {
  initial: (spec) => textOf(spec, "selected") || (spec.blocks[0]?.id ?? null),
  accepts: (value, spec) => spec.blocks.some(({ id }) => id === value),
  after(_, event, { value }, spec) {
    const isItsOwn = event === (textOf(spec, "event") || DEFAULT_EVENT);
    const isTab = spec.blocks.some(({ id }) => id === value);
    return isItsOwn && isTab ? value : undefined;
  },
};

export const tabs: BlockType = {
  value,
  create(first, host) {
    const element = document.createElement("div");
    const list = document.createElement("div");
    list.className = "widget-tablist";
    list.setAttribute("role", "tablist");
    const panels = document.createElement("div");
    panels.className = "widget-tabpanels";
    element.append(list, panels);
    let spec = first;
    let placed: readonly PlacedBlock[] = [];
    let shown = "";

    const show = (id: string) => {
      shown = id;
      placed.forEach((panel, index) => {
        const isShown = panel.spec.id === shown;
        // A panel that is not shown keeps its size for what is drawn in it.
        panel.element.classList.toggle("widget-tab-shown", isShown);
        panel.element.inert = !isShown || panel.spec.properties["disabled"] === true;
        const button = list.children[index];
        button?.setAttribute("aria-selected", String(isShown));
        if (button instanceof HTMLElement) button.tabIndex = isShown ? 0 : -1;
      });
    };
    const choose = (id: string) => {
      if (id === shown) return;
      show(id);
      const chosen = placed.find((panel) => panel.spec.id === id)?.spec;
      const label = chosen === undefined ? "" : textOf(chosen, "title");
      const data = { value: id, componentId: spec.id };
      host.emit(textOf(spec, "event") || DEFAULT_EVENT, data, label);
    };
    const makeButton = (id: string): HTMLElement => {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("role", "tab");
      button.setAttribute("aria-controls", id);
      button.addEventListener("click", () => choose(id));
      return button;
    };
    /** One that stays keeps its focus. */
    const buttonOf = ({ spec: { id, properties }, spec }: PlacedBlock): HTMLElement => {
      const buttons = [...list.children] as HTMLElement[];
      const known = buttons.find((one) => one.getAttribute("aria-controls") === id);
      const button = known ?? makeButton(id);
      button.textContent = textOf(spec, "title");
      button.hidden = properties["hidden"] === true;
      return button;
    };
    list.addEventListener("keydown", (event) => {
      const buttons = ([...list.children] as HTMLElement[]).filter((button) => !button.hidden);
      const next = step(event.key, buttons.indexOf(event.target as HTMLElement), buttons.length);
      const button = next === null ? undefined : buttons[next];
      if (button === undefined) return;
      event.preventDefault();
      button.focus();
      choose(button.getAttribute("aria-controls") ?? "");
    });
    const canShow = (panel: PlacedBlock) => panel.spec.properties["hidden"] !== true;
    const start = (): string => {
      const selected = placed.find((panel) => panel.spec.id === textOf(spec, "selected"));
      const first = selected !== undefined && canShow(selected) ? selected : placed.find(canShow);
      return first?.spec.id ?? "";
    };
    return {
      element,
      update(next) {
        spec = next;
      },
      place(children) {
        placed = children;
        arrange(list, children.map(buttonOf));
        arrange(
          panels,
          children.map((child) => child.element),
        );
        const known = children.find((child) => child.spec.id === shown);
        show(known !== undefined && canShow(known) ? shown : start());
      },
      setValue(value: Json | undefined) {
        const known = placed.find((child) => child.spec.id === value);
        show(known !== undefined && canShow(known) ? known.spec.id : start());
      },
    };
  },
};
