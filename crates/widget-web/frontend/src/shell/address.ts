/** The addresses of a page with widgets. */

import { isId } from "../wire/id";

/** The ids in `/widget/{id}[,{id}…]`, each once. */
export function idsIn(pathname: string): string[] {
  const [, list = ""] = /^\/widget\/([^/]+)\/?$/.exec(pathname) ?? [];
  return [...new Set(list.split(",").filter(isId))];
}

export function liveUrl(widgetId: string, base: URL = new URL(location.href)): string {
  const url = new URL(`/widget/${widgetId}/live`, base);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return url.href;
}

/** The address of the figure or the rows of a block; of the only one without its id. */
export function dataUrl(widgetId: string, blockId?: string): string {
  const query = blockId === undefined ? "" : `?block=${encodeURIComponent(blockId)}`;
  return `/widget/${widgetId}/data${query}`;
}

export function secretUrl(widgetId: string, componentId: string): string {
  return `/widget/${widgetId}/secret/${encodeURIComponent(componentId)}`;
}

export function fileUrl(widgetId: string): string {
  return `/widget/${widgetId}/file`;
}

export function rowsUrl(widgetId: string): string {
  return `/widget/${widgetId}/rows`;
}
