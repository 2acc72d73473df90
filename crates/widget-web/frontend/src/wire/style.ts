/** The appearance and the offers of a widget on the wire. */

import type { FileOffer, StyleSheet as StyleSheetText, Theme as ThemeChoice } from "./generated";
import { isObject, textIn } from "./json";

export type { StyleSheetText, ThemeChoice };

/** The appearance set by the agent beside its HTML. */
export interface Appearance {
  theme: ThemeChoice;
  /** CSS properties by element or component. */
  styles: Record<string, Record<string, string>>;
  /** In the order in which they apply. */
  sheets: StyleSheetText[];
}

/** A file that is offered to the person. */
export interface DownloadFile {
  name: string;
  mimeType: string;
  content: { text: string } | { base64: string };
}

export function readAppearance({ theme, styles, sheets }: Record<string, unknown>): Appearance {
  const byId = Object.entries(isObject(styles) ? styles : {});
  return {
    theme: readTheme(theme),
    styles: Object.fromEntries(byId.map(([id, style]) => [id, withoutNull(readStyle(style))])),
    sheets: Array.isArray(sheets) ? sheets.map(readSheet) : [],
  };
}

/** Reads a theme; a missing or unknown one is that of the host. */
export function readTheme(value: unknown): ThemeChoice {
  return value === "light" || value === "dark" ? value : "system";
}

function readStyle(value: unknown): Record<string, string | null> {
  const entries = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(
    entries.map(([property, text]) => [property, text === null ? null : textIn(text)]),
  );
}

function readSheet(value: unknown): StyleSheetText {
  const { css_id, css } = isObject(value) ? value : {};
  return { css_id: textIn(css_id), css: textIn(css) };
}

/** The file in an offer. */
export function fileOf(offer: FileOffer): DownloadFile {
  const content = "text" in offer ? { text: offer.text } : { base64: offer.base64 };
  return { name: offer.filename, mimeType: offer.mime_type, content };
}

function withoutNull(style: Record<string, string | null>): Record<string, string> {
  const set = Object.entries(style).filter((entry): entry is [string, string] => entry[1] !== null);
  return Object.fromEntries(set);
}
