/** The height of a table that shows all of its rows. Pure. */

import type { TableBody } from "./document";

/** The header, the footer and the frame, in CSS pixels. */
const AROUND = 81;
export const ROW_HEIGHT = 39;
const PAGES = 48;

/** A table without rows says so, which takes the room of some. */
const LEAST_ROWS = 3;

/** The rows in sight at once when all that can be are. */
export function rowsAtOnce({ rows, firstOf, paged, page_size }: TableBody): number {
  const all = paged ?? firstOf ?? rows.length;
  return all === 0 ? LEAST_ROWS : Math.min(all, page_size ?? all);
}

/** The height in CSS pixels before the table is drawn. */
export function tableHeight(body: TableBody): number {
  return AROUND + ROW_HEIGHT * rowsAtOnce(body) + (body.page_size === null ? 0 : PAGES);
}
