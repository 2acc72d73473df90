/** `range` */

import type { ComponentSpec } from "../../wire/document";
import { isObject } from "../../wire/json";
import { isDisabled, numberOf, type ComponentType } from "./component";
import { grouped, nameOf } from "./field";
import { typing } from "./typing";
import { isInBounds } from "./values";

const PAUSE_MS = 150;

export const range: ComponentType = {
  defaultEvent: "toolbar:change",

  initialValue: (spec) => ({
    start: numberOf(spec, "start", numberOf(spec, "min", 0)),
    end: numberOf(spec, "end", numberOf(spec, "max", 100)),
  }),

  accepts(value, spec) {
    if (!isObject(value) || Object.keys(value).length !== 2) return false;
    const { start, end } = value;
    const isInside = [start, end].every((side = null) => isInBounds(side, spec));
    return isInside && Number(start) <= Number(end);
  },

  valueIn: ({ start, end }) =>
    start === undefined || end === undefined ? undefined : { start, end },

  create(spec, host) {
    const start = thumb(spec, "from");
    const end = thumb(spec, "to");
    const track = document.createElement("div");
    track.className = "widget-range-track";
    track.append(start, end);
    const output = document.createElement("output");
    output.className = "widget-output";
    const group = document.createElement("div");
    group.className = "widget-range";
    group.append(track);
    if (spec["show_value"] !== false) group.append(output);

    const showValue = () => {
      output.textContent = `${start.value} – ${end.value}`;
      track.style.setProperty("--from", `${part(start) * 100}%`);
      track.style.setProperty("--to", `${part(end) * 100}%`);
      // Two thumbs at the upper end: only the lower one can be moved.
      start.style.zIndex = part(start) > 0.5 ? "1" : "";
    };
    start.addEventListener("input", () => {
      if (start.valueAsNumber > end.valueAsNumber) start.value = end.value;
      showValue();
    });
    end.addEventListener("input", () => {
      if (end.valueAsNumber < start.valueAsNumber) end.value = start.value;
      showValue();
    });
    const input = {
      element: group,
      read: () => ({ start: Number(start.value), end: Number(end.value) }),
      show(value: unknown) {
        if (!isObject(value)) return;
        start.value = String(value["start"]);
        end.value = String(value["end"]);
        showValue();
      },
      payload: (value: unknown) => value as { start: number; end: number },
      pauseMs: PAUSE_MS,
    };
    return { element: grouped(group, "group", spec), ...typing(input, spec, host) };
  },
};

function thumb(spec: ComponentSpec, side: "from" | "to"): HTMLInputElement {
  const control = document.createElement("input");
  control.type = "range";
  control.min = String(numberOf(spec, "min", 0));
  control.max = String(numberOf(spec, "max", 100));
  control.step = String(numberOf(spec, "step", 1));
  control.disabled = isDisabled(spec);
  control.setAttribute("aria-label", `${nameOf(spec)}, ${side}`);
  return control;
}

function part({ value, min, max }: HTMLInputElement): number {
  const span = Number(max) - Number(min);
  return span > 0 ? (Number(value) - Number(min)) / span : 0;
}
