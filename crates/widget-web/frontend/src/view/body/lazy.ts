/** Bodies whose program is loaded when the first of them is drawn. */

import { hasAsset, loadAsset, type Assets } from "../assets";
import type { Body } from "../model/document";
import type { BodyChange } from "../model/change";
import type { Theme } from "../style/theme";
import type { BodyPage, BodyView, Described, Pictured } from "./body";

/** The exports of `chart.js` and `grid.js`. */
export interface BodyProgram {
  create(container: HTMLElement, page: BodyPage, assets: Assets): BodyView;
}

declare global {
  interface Window {
    WidgetChart?: BodyProgram;
    WidgetGrid?: BodyProgram;
  }
}

const PROGRAMS = { chart: "chart", table: "grid" } as const;
const NAMES = { chart: "charts", table: "tables" };

export class LazyView implements BodyView {
  #view: BodyView | null = null;
  #isDisposed = false;

  constructor(
    private readonly kind: Body["kind"],
    private readonly container: HTMLElement,
    private readonly page: BodyPage,
    private readonly assets: Assets,
  ) {}

  async draw(body: Body): Promise<void> {
    if (this.#view === null) {
      const asset = PROGRAMS[this.kind];
      if (!hasAsset(this.assets, asset))
        throw new Error(`this page draws no ${NAMES[this.kind]}; a browser does`);
      await loadAsset(this.assets, asset);
      if (this.#isDisposed) return;
      const program = this.kind === "chart" ? window.WidgetChart : window.WidgetGrid;
      if (program === undefined) throw new Error(`the program of the ${this.kind} did not start`);
      this.#view = program.create(this.container, this.page, this.assets);
    }
    await this.#view.draw(body);
  }

  async update(body: Body, change: BodyChange): Promise<void> {
    if (this.#view === null) await this.draw(body);
    else await this.#view.update(body, change);
  }

  settled(body: Body): void {
    this.#view?.settled?.(body);
  }

  setTheme(theme: Theme): void {
    this.#view?.setTheme(theme);
  }

  describe(): Described | null {
    return this.#view?.describe?.() ?? null;
  }

  async picture(): Promise<Pictured | null> {
    return (await this.#view?.picture?.()) ?? null;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#view?.dispose();
    this.container.replaceChildren();
  }
}
