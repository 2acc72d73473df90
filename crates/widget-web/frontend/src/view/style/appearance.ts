/**
 * The appearance set by the agent. Styles of single elements are rules of
 * a style sheet: they outlive the element, reach one that comes later, and when one is taken
 * back the element's own shows again.
 */

import type { StyleSheetText } from "../../wire/style";
import { nearest } from "./nearest";

export class Appearance {
  readonly #holder = document.createElement("div");
  readonly #sheets = document.createElement("div");
  readonly #styles = document.createElement("style");

  constructor(parent: HTMLElement) {
    this.#holder.hidden = true;
    this.#holder.append(this.#sheets, this.#styles);
    parent.append(this.#holder);
  }

  /** Puts the style sheets in, in this order; answers for each that cannot work why not. */
  setSheets(sheets: readonly StyleSheetText[]): Problems {
    const elements = sheets.map(({ css_id, css }) => {
      const element = document.createElement("style");
      element.dataset["cssId"] = css_id;
      element.textContent = css;
      return element;
    });
    this.#sheets.replaceChildren(...elements);
    const problems = elements.map(({ sheet }, index): [string, string[]] => [
      sheets[index]?.css_id ?? "",
      sheet === null
        ? ["this host refuses style sheets"]
        : sheet.cssRules.length === 0
          ? ["the style sheet has no rule that this browser understands"]
          : [],
    ]);
    return new Map(problems);
  }

  /** Gives elements their styles; answers for each element what is not valid CSS. */
  setStyles(styles: ReadonlyMap<string, Record<string, string>>): Problems {
    const { sheet } = this.#styles;
    while (sheet !== null && sheet.cssRules.length > 0) sheet.deleteRule(0);
    const problems = [...styles].map(([id, style]): [string, string[]] => [
      id,
      sheet === null ? ["this host refuses styles"] : addRule(sheet, id, style),
    ]);
    return new Map(problems);
  }
}

/** By the id of an element or style sheet. */
type Problems = Map<string, string[]>;

function addRule(sheet: CSSStyleSheet, id: string, style: Record<string, string>): string[] {
  const rule = sheet.cssRules[sheet.insertRule(`${selectorOf(id)} {}`, sheet.cssRules.length)];
  if (!(rule instanceof CSSStyleRule)) return ["this browser does not understand the selector"];
  return Object.entries(style).flatMap(([property, value]) => {
    // More than the element's own styles, which are no less specific than any rule.
    rule.style.setProperty(property, value, "important");
    return rule.style.getPropertyValue(property) === "" ? [problemOf(property, value)] : [];
  });
}

/** A component is its outermost element; the id may be on the control inside it. */
export function selectorOf(id: string): string {
  const component = `[data-widget-component="${CSS.escape(id)}"]`;
  return `${component}, [id="${CSS.escape(id)}"]:not(${component} *)`;
}

function problemOf(property: string, value: string): string {
  if (CSS.supports(property, "initial")) return `"${value}" is not a value of ${property}`;
  const near = nearest(property, knownProperties());
  const hint = near === null ? "" : `; did you mean ${near}?`;
  return `this browser knows no CSS property ${property}${hint}`;
}

function knownProperties(): string[] {
  const names = new Set<string>();
  for (let at: unknown = document.body.style; at !== null; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) {
      names.add(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    }
  }
  return [...names].filter((name) => CSS.supports(name, "initial"));
}
