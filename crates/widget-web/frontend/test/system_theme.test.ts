import { afterEach, expect, test, vi } from "vitest";

import { SystemTheme } from "../src/shell/system_theme";

/** A query as Chromium makes them: no `change` for what was read before it would be sent. */
class Query {
  #now = false;
  #told = false;
  #listeners: ((event: { matches: boolean }) => void)[] = [];

  get matches(): boolean {
    this.#told = this.#now;
    return this.#now;
  }

  addEventListener(_type: string, listener: (event: { matches: boolean }) => void): void {
    this.#listeners.push(listener);
  }

  set(matches: boolean): void {
    this.#now = matches;
  }

  /** At the next frame. */
  report(): void {
    if (this.#told === this.#now) return;
    for (const listener of this.#listeners) listener(this);
  }
}

afterEach(() => vi.unstubAllGlobals());

test("a change is told although the theme was asked for between", () => {
  const query = new Query();
  vi.stubGlobal("matchMedia", () => query);
  const onChange = vi.fn();
  const system = new SystemTheme(onChange);
  expect(system.current).toBe("light");
  query.set(true);
  expect(system.current).toBe("light");
  query.report();
  expect(onChange).toHaveBeenCalledOnce();
  expect(system.current).toBe("dark");
});
