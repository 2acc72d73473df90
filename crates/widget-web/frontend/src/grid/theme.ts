/** The look of a table: AG Grid's Quartz in the colours of the page. */

import { iconOverrides, themeQuartz } from "ag-grid-community";
import { ROW_HEIGHT } from "../view/model/table_height";

export const gridTheme = themeQuartz.withParams({
  accentColor: "var(--widget-accent)",
  backgroundColor: "var(--widget-ground)",
  foregroundColor: "var(--widget-text)",
  // Of the ground, which in a card is another than that of the page.
  headerBackgroundColor: "color-mix(in srgb, var(--widget-text) 4%, var(--widget-ground))",
  headerTextColor: "var(--widget-muted)",
  borderColor: "var(--widget-line)",
  chromeBackgroundColor: "var(--widget-surface)",
  menuBackgroundColor: "var(--widget-raised)",
  browserColorScheme: "inherit",
  fontFamily: "inherit",
  fontSize: 14,
  spacing: 7,
  rowHeight: ROW_HEIGHT,
  wrapperBorderRadius: 8,
});

/** Some hosts refuse every picture, and AG Grid's signs are pictures. */
export const gridThemeWithoutPictures = gridTheme
  .withPart(
    iconOverrides({
      type: "font",
      family: "inherit",
      icons: {
        asc: "↑",
        desc: "↓",
        none: "↕",
        filter: "▽",
        filterActive: "▼",
        menu: "≡",
        menuAlt: "⋮",
        first: "«",
        previous: "‹",
        next: "›",
        last: "»",
        smallDown: "▾",
        smallLeft: "◂",
        smallRight: "▸",
        smallUp: "▴",
        cancel: "×",
        cross: "×",
        tick: "✓",
        grip: "⠿",
        loading: "…",
        pin: "⇤",
        unlinked: "",
      },
    }),
  )
  .withParams({
    // A tick, and a bar.
    checkboxCheckedShapeImage:
      "conic-gradient(at 42% 74%, #0000 38deg, #000 0 52deg, #0000 0 300deg, #000 0 322deg, #0000 0)",
    checkboxIndeterminateShapeImage: "linear-gradient(#0000 42%, #000 0 58%, #0000 0)",
  });
