/** A cell whose value may be an address: then it is a link, which leaves through the host. */

import type { ICellRendererComp, ICellRendererParams } from "ag-grid-community";
import type { Json } from "../wire/json";
import type { GridRow } from "./rows";

/** Returns whether a value is an address of the web and nothing else. */
export function isAddress(value: unknown): value is string {
  return typeof value === "string" && /^https?:\/\/\S+$/i.test(value) && URL.canParse(value);
}

export function linkTo(address: string, text: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.href = address;
  link.rel = "noopener noreferrer";
  link.textContent = text;
  return link;
}

export class LinkCell implements ICellRendererComp<GridRow> {
  #element: HTMLElement = document.createElement("span");

  init({ value, valueFormatted }: ICellRendererParams<GridRow, Json>): void {
    const text = valueFormatted ?? "";
    if (isAddress(value)) this.#element = linkTo(value, text);
    else this.#element.textContent = text;
  }

  getGui(): HTMLElement {
    return this.#element;
  }

  /** Another value is drawn in a cell of its own. */
  refresh(): boolean {
    return false;
  }
}
