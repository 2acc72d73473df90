/** Light or dark: as the agent has chosen, else as the host says, or the system while it says nothing. */

import type { ThemeChoice } from "../wire/look";

export type Theme = "light" | "dark";

export class ThemeSource {
  #listeners: ((theme: Theme) => void)[] = [];
  #host: Theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  #choice: ThemeChoice = "system";
  #current: Theme = this.#host;

  constructor(private readonly root: HTMLElement = document.documentElement) {
    this.#mark();
  }

  get current(): Theme {
    return this.#current;
  }

  onChange(listener: (theme: Theme) => void): void {
    this.#listeners.push(listener);
  }

  /** Takes the theme of a host context; anything else in it is left alone. */
  take(context: unknown): void {
    const theme = (context as { theme?: unknown } | null | undefined)?.theme;
    if (theme !== "light" && theme !== "dark") return;
    this.#host = theme;
    this.#follow();
  }

  /** Takes the theme of the document. */
  choose(choice: ThemeChoice): void {
    this.#choice = choice;
    this.#follow();
  }

  #follow(): void {
    const theme = this.#choice === "system" ? this.#host : this.#choice;
    if (theme === this.#current) return;
    this.#current = theme;
    this.#mark();
    for (const listener of this.#listeners) listener(theme);
  }

  #mark(): void {
    this.root.dataset["theme"] = this.#current;
    // What AG Grid looks at.
    this.root.dataset["agThemeMode"] = this.#current;
  }
}
