/** The height of a table that shows all of its rows. Pure. */

import type { TableBody } from "./document";

/** The header of two lines, the footer and a scrollbar, in CSS pixels. */
const AROUND = 104;
const ROW = 39;
const PAGES = 48;

/** A longer table scrolls. */
const MOST = 600;

/** The height in CSS pixels, up to a bound; by the rows of a page where it has pages. */
export function tableHeight({ rows, firstOf, paged, page_size }: TableBody): number {
  const all = paged ?? firstOf ?? rows.length;
  const height = AROUND + ROW * Math.min(all, page_size ?? all) + (page_size === null ? 0 : PAGES);
  return Math.min(height, MOST);
}
