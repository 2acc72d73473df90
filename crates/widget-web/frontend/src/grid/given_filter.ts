/** Tells a filter that the person sets from one that the page gives. */

import type { FilterModel, GridApi } from "ag-grid-community";
import type { JsonObject } from "../wire/json";
import { filterOf } from "./filters";
import type { GridRow } from "./rows";
import { isSame } from "../wire/same";

type Api = Pick<GridApi<GridRow>, "getFilterModel" | "setFilterModel">;

/** AG Grid corrects a model that does not fit a column, and calls that a change by the person. */
export class GivenFilter {
  /** The model that AG Grid had when the page had given one; `null` after one of the person. */
  #model: JsonObject | null = null;

  give(api: Api, model: FilterModel): void {
    api.setFilterModel(model);
    this.note(api);
  }

  /** Takes the model that is there for one that the page gave, as after a change of columns. */
  note(api: Api): void {
    this.#model = filterOf(api);
  }

  /** Returns whether a change that AG Grid tells of is the person's. */
  isOfPerson(api: Api): boolean {
    if (isSame(this.#model, filterOf(api))) return false;
    this.#model = null;
    return true;
  }
}
