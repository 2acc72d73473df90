/** The programs that a figure needs: a build of Plotly, base maps, templates. */

import { hasAsset, isNeeded, loadAsset, type AssetName, type Assets } from "../view/assets";
import type { Figure } from "../view/model/figure";
import type { JsonObject } from "../wire/json";
import { fillBaseMaps } from "./base_maps";
import { installInPageWorkers } from "./in_page_worker";
import { isTiledMap, needsBaseMap } from "./maps";
import { combined, isNoChoice, namesIn, ownFor } from "./named_template";
import { otherType, type Plotly } from "./plotly";

export class ChartPrograms {
  /** True once a chart of the page draws with all of Plotly. */
  static #isWhole = isNeeded("plotly");
  /** The name of the build of Plotly that was started last. */
  #bundle: AssetName | null = null;
  #plotly: Plotly | null = null;
  #hasBaseMaps = false;

  constructor(private readonly assets: Assets) {}

  /** Starts the build that draws a figure. */
  async plotly(figure: Figure): Promise<Plotly> {
    const name = this.#bundleFor(figure);
    if (figure.data.some(isTiledMap)) installInPageWorkers();
    if (this.#bundle === name && this.#plotly !== null) return this.#plotly;
    await loadAsset(this.assets, name);
    if (window.Plotly === undefined) throw new Error("Plotly did not start");
    this.#bundle = name;
    this.#plotly = window.Plotly;
    return this.#plotly;
  }

  /**
   * Fetches land and borders where a figure shows them. Answers whether they came just now, after
   * a plot that may have been drawn without; `null` when this page has none.
   */
  async baseMaps(figure: Figure): Promise<boolean | null> {
    const isNeeded = needsBaseMap(figure);
    const isThere = hasAsset(this.assets, "base-maps");
    const isNew = isNeeded && isThere && !this.#hasBaseMaps;
    if (isNew) {
      await loadAsset(this.assets, "base-maps");
      this.#hasBaseMaps = true;
    }
    fillBaseMaps();
    return isNeeded && !isThere ? null : isNew;
  }

  /** The template of a figure; `own` is for one that leaves the choice to us. */
  async template({ layout }: Figure, own: JsonObject): Promise<JsonObject> {
    const { template } = layout;
    if (isNoChoice(template)) return ownFor(template, own);
    if (typeof template !== "string") return (template ?? {}) as JsonObject;
    const names = namesIn(template);
    if (!hasAsset(this.assets, "templates")) {
      throw new Error(`this place has no template "${template}"; a browser does`);
    }
    await loadAsset(this.assets, "templates");
    const { templates } = window.WidgetTemplates ?? { templates: {} };
    return combined(names, templates, own);
  }

  #bundleFor(figure: Figure): AssetName {
    const other = otherType(figure);
    // Once the full bundle is there, the smaller one is of no use.
    const isSmall = !ChartPrograms.#isWhole && other === null;
    if (isSmall && hasAsset(this.assets, "plotly-cartesian")) return "plotly-cartesian";
    if (hasAsset(this.assets, "plotly")) {
      ChartPrograms.#isWhole = true;
      return "plotly";
    }
    const all = `this place draws no traces of the type "${other}"`;
    throw new Error(`${all}; a browser draws those of all types that Plotly has`);
  }
}
