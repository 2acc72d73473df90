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

/** The page, as queries about it are answered from. */
export interface QuerySource {
  kind: string;
  theme: Theme;
  describe(): Described[];
  picture(): Promise<Pictured[]>;
}

export async function answerTo(
  query: PendingQuery,
  source: QuerySource,
  errors: ScriptErrors,
): Promise<JsonObject> {
  if (document.hidden) await new Promise((resolve) => setTimeout(resolve, AFTER_OTHERS_MS));
  switch (query.query) {
    case "inspect":
      return inspect(source, errors);
    case "screenshot":
      return { ...(await pictureOf(query, await source.picture())) };
    default: {
      const { query: kind } = query satisfies never as { query: unknown };
      throw new Error(`this page cannot answer "${String(kind)}"; reload it`);
    }
  }
}

function inspect(source: QuerySource, errors: ScriptErrors): JsonObject {
  const described = source.describe();
  const outline = outlineOf(
    document.body,
    (element) => described.find((one) => one.element === element)?.lines ?? null,
  );
  return {
    outline: outline.text,
    omitted: outline.omitted,
    script_errors: errors.list(source.kind === "html" || source.kind === "blocks"),
    page: {
      width: innerWidth,
      height: innerHeight,
      theme: source.theme,
      visible: !document.hidden,
    },
  };
}
