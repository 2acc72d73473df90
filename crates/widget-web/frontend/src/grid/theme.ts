/** The look of a table: AG Grid's Quartz in the colours of the page. */

import { themeQuartz } from "ag-grid-community";

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
