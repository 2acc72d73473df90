/** The look of a table: AG Grid's Quartz in the colours of the page. */

import { iconOverrides, themeQuartz } from "ag-grid-community";

export const gridTheme = themeQuartz.withParams({
  accentColor: "var(--widget-accent)",
  backgroundColor: "var(--widget-bg)",
  foregroundColor: "var(--widget-text)",
  headerBackgroundColor: "var(--widget-surface)",
  headerTextColor: "var(--widget-muted)",
  borderColor: "var(--widget-line)",
  chromeBackgroundColor: "var(--widget-surface)",
  menuBackgroundColor: "var(--widget-raised)",
  browserColorScheme: "inherit",
  fontFamily: "inherit",
  fontSize: 14,
  spacing: 7,
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
      "conic-gradient(at 40% 80%, #0000 28deg, #000 0 46deg, #0000 0 302deg, #000 0 330deg, #0000 0)",
    checkboxIndeterminateShapeImage: "linear-gradient(#0000 42%, #000 0 58%, #0000 0)",
  });
