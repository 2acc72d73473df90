/** `metric`: a number with its name, its change and a line of the values before it. */

import type { NumberFormat } from "../../wire/document";
import { isObject, type Json } from "../../wire/json";
import { formatted } from "../../number_format";
import type { BlockSpec } from "../model/document";
import { numberOf, textOf, type BlockType } from "./block_view";
import { sparkline } from "./sparkline";

/** Numbers below may be years, and are read without help, as in tables. */
const UNGROUPED = 10_000;

/** A number as JSON has it: `0042` and `0x1F` are names. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const UP = "▲△↑↗⬆";
const DOWN = "▼▽↓↘⬇";

/** An arrow at the begin of a change. */
const ARROW = new RegExp(`^[${UP}${DOWN}]\\ufe0f?\\s*`, "u");

const IS_DOWN = new RegExp(`^\\(?\\s*([-−–${DOWN}]|down\\b|minus\\b)`, "i");
const IN_BRACKETS = new RegExp(`^\\([^+${UP}\\p{L}]*\\)$`, "u");
const IS_UP = new RegExp(`^[+${UP}]`);

/** The sizes of a value, with the characters of which each has room in the narrowest card. */
const SIZES = [
  { name: "large", px: 28, fits: 10 },
  { name: "medium", px: 21, fits: 15 },
  { name: "small", px: 17, fits: Infinity },
] as const;

/** The width of a digit, as a share of its size. */
const CHARACTER = 0.61;

/** A number may have some letters: `CHF 1.2M`. */
const MAX_LETTERS = 4;

const SHARE: NumberFormat = { percent: true, decimals: 1 };

type Direction = "up" | "down" | "level";

/** A change as it is shown. */
interface Change {
  text: string;
  direction: Direction;
}

export const metric: BlockType = {
  takesText: true,
  create(_, host) {
    const element = document.createElement("div");
    element.setAttribute("role", "group");
    const label = part("label");
    const value = part("value");
    const note = part("note");
    const change = document.createElement("span");
    change.className = "widget-metric-change";
    const caption = document.createElement("span");
    note.append(change, caption);
    const trend = part("trend");
    element.append(label, value, note, trend);
    let room = 0;
    const fit = () => {
      value.dataset["size"] = sizeOf(value.textContent, room);
    };
    const observer = new ResizeObserver(([entry]) => {
      room = entry?.contentRect.width ?? 0;
      fit();
    });
    observer.observe(value);
    return {
      element,
      dispose: () => observer.disconnect(),
      update(spec) {
        const now = valueOf(spec, host.text());
        label.textContent = textOf(spec, "label");
        label.hidden = label.textContent === "";
        if (label.hidden) element.removeAttribute("aria-label");
        else element.setAttribute("aria-label", label.textContent);
        value.textContent = written(now, spec);
        fit();
        const changed = changeOf(spec, now);
        change.textContent = changed?.text ?? "";
        change.dataset["direction"] = changed?.direction ?? "level";
        change.dataset["tone"] = toneOf(changed, textOf(spec, "good"));
        caption.textContent = textOf(spec, "caption");
        note.hidden = change.textContent === "" && caption.textContent === "";
        const line = sparkline(numbersOf(spec.properties["trend"]));
        trend.replaceChildren(...(line === null ? [] : [line]));
        trend.hidden = line === null;
      },
    };
  },
};

function part(name: string): HTMLElement {
  const element = document.createElement("div");
  element.className = `widget-metric-${name}`;
  return element;
}

/** The number, a text, or `null` while it is not known. A text that is a number counts as one if it
 * came later, or has a format. */
function valueOf(spec: BlockSpec, replaced: string | undefined): number | string | null {
  const value = replaced ?? spec.properties["value"];
  if (typeof value !== "string") return typeof value === "number" ? value : null;
  const number = JSON_NUMBER.test(value.trim()) ? Number(value) : NaN;
  const isMeant = replaced !== undefined || isObject(spec.properties["format"]);
  return isMeant && Number.isFinite(number) ? number : value;
}

function written(value: number | string | null, spec: BlockSpec): string {
  if (value === null) return "–";
  return typeof value === "string" ? value : numberText(value, spec);
}

/** A whole amount of money has no cents, and a change is grouped as its value is. */
function numberText(value: number, spec: BlockSpec, changed?: number | string | null): string {
  const given = spec.properties["format"];
  const signed = changed !== undefined;
  const grouped = [value, changed].some(
    (one) => typeof one === "number" && Math.abs(one) >= UNGROUPED,
  );
  const format: NumberFormat = isObject(given) ? given : { grouped };
  const isWhole =
    format.currency !== undefined && format.compact !== true && Number.isInteger(value);
  const locale = textOf(spec, "locale") || undefined;
  return formatted(value, isWhole ? { decimals: 0, ...format } : format, { signed, locale });
}

/** The largest in which a text has room on one line: a number that breaks is read as two. */
function sizeOf(text: string, room: number): string {
  // Letters are of any width.
  const width = (text.match(/\p{L}/gu) ?? []).length <= MAX_LETTERS ? room : 0;
  const fitting = SIZES.find(
    ({ px, fits }) => text.length <= Math.max(fits, width / (px * CHARACTER)),
  );
  return (fitting ?? SIZES[2]).name;
}

function changeOf(spec: BlockSpec, value: number | string | null): Change | null {
  const said = spec.properties["change"];
  const given = spec.properties["format"];
  const isShare = isObject(given) && given["percent"] === true;
  const asValue = (change: number) =>
    isShare ? pointsText(change, spec) : numberText(change, spec, value);
  if (typeof said === "number") return counted(said, asValue);
  const text = textOf(spec, "change").trim();
  // An arrow stands there already.
  const plain = text.replace(ARROW, "");
  if (text !== "") return { text: plain === "" ? text : plain, direction: directionOf(text) };
  const reference = numberOf(spec, "reference");
  if (reference === null || typeof value !== "number") return null;
  // Nothing is a percentage of nothing, and one of a percentage would be taken for points.
  if (reference === 0 || isShare) return counted(value - reference, asValue);
  const locale = textOf(spec, "locale") || undefined;
  return counted(value - reference, (change) =>
    formatted(change / Math.abs(reference), SHARE, { signed: true, locale }),
  );
}

/** The change of a percentage, in percentage points. */
function pointsText(change: number, { properties: { format, locale } }: BlockSpec): string {
  const given = isObject(format) ? format["decimals"] : undefined;
  const decimals = Math.max(1, typeof given === "number" ? given : 1);
  const language = typeof locale === "string" ? locale : undefined;
  return `${formatted(100 * change, { decimals }, { signed: true, locale: language })}\u00a0pp`;
}

/** A change that is a number; one that is too small to be seen is none. */
function counted(change: number, shown: (change: number) => string): Change {
  const text = shown(change);
  const isLevel = text === shown(-change);
  return { text, direction: isLevel ? "level" : change > 0 ? "up" : "down" };
}

/** The direction that a text says: `0 %` and words are neither, `(3 %)` is less. */
function directionOf(text: string): Direction {
  const isNumber = /\p{Nd}/u.test(text);
  if (isNumber && !/\p{Nd}/u.test(text.replaceAll("0", ""))) return "level";
  if (IS_DOWN.test(text)) return "down";
  if (isNumber && IN_BRACKETS.test(text)) return "down";
  return isNumber || IS_UP.test(text) ? "up" : "level";
}

function toneOf(change: Change | null, good: string): "good" | "bad" | "none" {
  if (change === null || change.direction === "level" || good === "none") return "none";
  return change.direction === (good || "up") ? "good" : "bad";
}

function numbersOf(value: Json | undefined): number[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "number") : [];
}
