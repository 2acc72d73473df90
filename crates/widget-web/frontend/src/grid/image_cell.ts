/** A cell whose value may be a picture. */

import type { ICellRendererComp, ICellRendererParams } from "ag-grid-community";
import type { Json } from "../wire/json";
import type { GridRow } from "./rows";

/** Returns whether a value is a picture. From the network none could be loaded. */
export function isPicture(value: Json): value is string {
  return typeof value === "string" && /^data:image\/[\w.+-]+[;,]/i.test(value);
}

export class ImageCell implements ICellRendererComp<GridRow> {
  #element: HTMLElement = document.createElement("span");

  init({ value, valueFormatted, colDef }: ICellRendererParams<GridRow, Json>): void {
    if (!isPicture(value ?? null)) {
      this.#element.textContent = valueFormatted ?? "";
      return;
    }
    const image = document.createElement("img");
    image.className = "widget-cell-image";
    image.alt = colDef?.headerName ?? "";
    image.src = value as string;
    this.#element = image;
  }

  getGui(): HTMLElement {
    return this.#element;
  }

  /** Another value is drawn in a cell of its own. */
  refresh(): boolean {
    return false;
  }
}
