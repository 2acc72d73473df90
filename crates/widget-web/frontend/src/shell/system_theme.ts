/** Light or dark, as the system says. */

import type { Theme } from "../view/style/theme";

export class SystemTheme {
  #current: Theme;

  constructor(onChange: () => void) {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    this.#current = themeOf(dark);
    dark.addEventListener("change", (event) => {
      this.#current = themeOf(event);
      onChange();
    });
  }

  /** Kept, because Chromium sends no `change` for what was read from the query before. */
  get current(): Theme {
    return this.#current;
  }
}

function themeOf({ matches }: { matches: boolean }): Theme {
  return matches ? "dark" : "light";
}
