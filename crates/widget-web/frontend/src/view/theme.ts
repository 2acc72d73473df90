/** Light or dark, and the look of the host, or of the system while the host says nothing. */

import { isObject } from "../wire/json";
import type { HostFacts } from "./host_facts";

export type Theme = "light" | "dark";

/** Colours, fonts and measures by the names that MCP Apps gives them. */
const VARIABLE = /^--(?:color|font|border|shadow)-[a-z0-9-]{1,60}$/;

export class ThemeSource {
  #listeners: ((theme: Theme) => void)[] = [];
  #current: Theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
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

  /** Takes what the host says; what it leaves out stays. */
  take(host: HostFacts): void {
    const theme = host.context("theme");
    const isNewTheme = (theme === "light" || theme === "dark") && theme !== this.#current;
    if (isNewTheme) {
      this.#current = theme;
      this.#mark();
    }
    const hasNewStyles = this.#adopt(host.context("styles"));
    if (!isNewTheme && !hasNewStyles) return;
    for (const listener of this.#listeners) listener(this.#current);
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
    for (const [name, value] of values) this.#rule().style.setProperty(name, value);
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
