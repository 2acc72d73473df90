/** Answers the server's queries about the page. */

import type { JsonObject } from "../../wire/json";
import type { PendingQuery } from "../../wire/sync";
import type { Described, Pictured } from "../body/body";
import type { Theme } from "../style/theme";
import { outlineOf } from "./outline";
import { pictureOf } from "./picture";
import type { ScriptErrors } from "./script_errors";

/** A page in the background lets one that can be seen answer first. */
const AFTER_OTHERS_MS = 300;

/** The queries about the page. */
export interface ViewQueries {
  kind: string;
  theme: Theme;
  describe(): Described[];
  picture(): Promise<Pictured[]>;
}

export async function answerTo(
  query: PendingQuery,
  sights: ViewQueries,
  errors: ScriptErrors,
): Promise<JsonObject> {
  if (document.hidden) await new Promise((resolve) => setTimeout(resolve, AFTER_OTHERS_MS));
  switch (query.query) {
    case "inspect":
      return inspect(sights, errors);
    case "screenshot":
      return { ...(await pictureOf(query, await sights.picture())) };
    default: {
      const { query: kind } = query satisfies never as { query: unknown };
      throw new Error(`this page cannot answer "${String(kind)}"; reload it`);
    }
  }
}

function inspect(sights: ViewQueries, errors: ScriptErrors): JsonObject {
  const described = sights.describe();
  const outline = outlineOf(
    document.body,
    (element) => described.find((one) => one.element === element)?.lines ?? null,
  );
  return {
    outline: outline.text,
    omitted: outline.omitted,
    script_errors: errors.list(sights.kind === "html" || sights.kind === "blocks"),
    page: {
      width: innerWidth,
      height: innerHeight,
      theme: sights.theme,
      visible: !document.hidden,
    },
  };
}
