/** Choices of the person in the menus and sliders of a figure: their effect on the figure. Pure. */

import type { ChartView } from "../wire/chart";
import { isCount, isJsonObject, isObject, type Json, type JsonObject } from "../wire/json";
import { editFigure } from "../view/model/chart_edit";
import type { Figure } from "../view/model/figure";
import { afterFrame, frameNamed, NO_FRAME, withFrame } from "./frames";

const CHOICE = /^(updatemenus|sliders)\[(\d+)\]\.active$/;

/** Returns whether an attribute says what is chosen in a menu or slider. */
export function isChoice(name: string): boolean {
  return CHOICE.test(name);
}

/**
 * The figure as the buttons and steps that are active in the view have left it: the last choice
 * wins.
 */
export function withChoices(figure: Figure, { layout, chosen = [] }: ChartView): Figure {
  const others = Object.keys(layout).filter((name) => !chosen.includes(name));
  return [...others, ...chosen].reduce((current, name) => {
    const [, kind = "", index = ""] = CHOICE.exec(name) ?? [];
    const active = layout[name];
    const list = kind === "" ? undefined : figure.layout[kind];
    const control = Array.isArray(list) ? list[Number(index)] : undefined;
    if (!isObject(control) || typeof active !== "number") return current;
    const command = commandOf(control, kind === "sliders" ? "steps" : "buttons", active);
    return command === null ? current : withCommand(current, command);
  }, figure);
}

interface Command {
  method: string;
  args: Json[];
}

function commandOf(control: JsonObject, parts: string, active: number): Command | null {
  const list = control[parts];
  const given = (Array.isArray(list) ? list : []).filter(isJsonObject);
  // A button that is pressed again has no active one after it, and does the opposite.
  const isBack = active === -1;
  const part = isBack ? given.find(({ args2 }) => Array.isArray(args2)) : given[active];
  const args = part?.[isBack ? "args2" : "args"];
  if (part === undefined || !Array.isArray(args)) return null;
  const { method = "restyle" } = part;
  return typeof method === "string" ? { method, args } : null;
}

function withCommand(figure: Figure, { method, args }: Command): Figure {
  const [first, second, third] = args;
  switch (method) {
    case "restyle": {
      const isPair = typeof first === "string";
      return edited(figure, attributes(first, second), {}, isPair ? third : second);
    }
    case "relayout":
      return edited(figure, {}, attributes(first, second), undefined);
    case "update":
      return edited(figure, attributes(first, {}), attributes(second, {}), third);
    case "animate": {
      const [name] = Array.isArray(first) ? first : [first];
      const frame = typeof name === "string" ? frameNamed(figure, name) : null;
      return frame === null ? figure : withFrame(figure, afterFrame(NO_FRAME, frame));
    }
    default:
      return figure;
  }
}

/** Plotly takes a name and a value, or an object of them. */
function attributes(name: Json | undefined, value: Json | undefined): JsonObject {
  if (typeof name === "string") return { [name]: value ?? null };
  return isObject(name) ? name : {};
}

function edited(
  figure: Figure,
  restyle: JsonObject,
  layout: JsonObject,
  given: Json | undefined,
): Figure {
  const indices = given === undefined || given === null ? null : [given].flat().filter(isCount);
  const traces = indices?.filter((index) => index < figure.data.length);
  return editFigure(figure, { restyle, layout, ...(traces === undefined ? {} : { traces }) });
}
