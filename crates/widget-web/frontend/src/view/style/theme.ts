/** Light or dark: as the agent has chosen, else as the host says, or the system while it says
 * nothing; and the look of the host. */

import { isObject } from "../../wire/json";
import type { ThemeChoice } from "../../wire/style";
import type { HostContext } from "../host/host_context";

export type Theme = "light" | "dark";

/** Colours, fonts and measures by the names that MCP Apps gives them. */
const VARIABLE = /^--(?:color|font|border|shadow)-[a-z0-9-]{1,60}$/;

export class ThemeSource {
  #listeners: ((theme: Theme) => void)[] = [];
  #host: Theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  #choice: ThemeChoice = "system";
  #current: Theme = this.#host;
  #variables: [string, string][] = [];
  #styles = "";
  #hostRule: CSSStyleRule | null = null;

  constructor(private readonly root: HTMLElement = document.documentElement) {
    this.#mark();
  }

  get current(): Theme {
    return this.#current;
  }

  onChange(listener: (theme: Theme) => void): void {
    this.#listeners.push(listener);
  }

  /** Follows what the host says; what it leaves out stays. */
  followHost(host: HostContext): void {
    const theme = host.context("theme");
    if (theme === "light" || theme === "dark") this.#host = theme;
    this.#follow(this.#adopt(host.context("styles")));
  }

  /** Takes the theme of the document. */
  choose(choice: ThemeChoice): void {
    this.#choice = choice;
    this.#follow(false);
  }

  #follow(hasNewStyles: boolean): void {
    const theme = this.#choice === "system" ? this.#host : this.#choice;
    const isNewTheme = theme !== this.#current;
    if (!isNewTheme && !hasNewStyles) return;
    this.#current = theme;
    this.#mark();
    this.#paint();
    for (const listener of this.#listeners) listener(theme);
  }

  /** The colours of a light host would not be read on a dark page. */
  #paint(): void {
    for (const [name, value] of this.#variables) {
      const isColour = /^--(?:color|shadow)-/.test(name);
      if (isColour && this.#current !== this.#host) this.#rule().style.removeProperty(name);
      else this.#rule().style.setProperty(name, value);
    }
  }

  #mark(): void {
    this.root.dataset["theme"] = this.#current;
    // What AG Grid looks at.
    this.root.dataset["agThemeMode"] = this.#current;
  }

  /** theme.css says what the variables are used for. Answers whether anything is new. */
  #adopt(styles: unknown): boolean {
    const { variables, css } = isObject(styles) ? styles : {};
    const values = Object.entries(isObject(variables) ? variables : {}).filter(
      (entry): entry is [string, string] => VARIABLE.test(entry[0]) && typeof entry[1] === "string",
    );
    const fonts = fontsOf(css);
    const text = JSON.stringify([values, fonts]);
    if ((values.length === 0 && fonts === "") || text === this.#styles) return false;
    this.#styles = text;
    this.#variables = values;
    useFonts(fonts);
    return true;
  }

  /** Weaker than any rule of the agent's page, which may use the same names. */
  #rule(): CSSStyleRule {
    if (this.#hostRule === null) {
      const style = document.createElement("style");
      style.textContent = ":where(:root) {}";
      document.head.append(style);
      this.#hostRule = style.sheet?.cssRules[0] as CSSStyleRule;
    }
    return this.#hostRule;
  }
}

/** The style sheet that loads the host's fonts, if it has one. */
export function fontsOf(css: unknown): string {
  const fonts = isObject(css) ? css["fonts"] : undefined;
  return typeof fonts === "string" ? fonts : "";
}

const FONTS = "widget-host-fonts";

function useFonts(fonts: string): void {
  if (fonts === "" && document.getElementById(FONTS) === null) return;
  const style = document.getElementById(FONTS) ?? document.createElement("style");
  style.id = FONTS;
  style.textContent = fonts;
  document.head.append(style);
}
