/** Light or dark, as the host says, or the system while it says nothing. */

export type Theme = "light" | "dark";

export class ThemeSource {
  #listeners: ((theme: Theme) => void)[] = [];
  #current: Theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";

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
    if ((theme !== "light" && theme !== "dark") || theme === this.#current) return;
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
