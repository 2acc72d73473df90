/** Blocks whose program is loaded when the first of them is drawn: charts and tables. */

import { BODY } from "../../wire/document";
import { LazyView } from "../body/lazy";
import type { Body } from "../model/document";
import { tableHeight } from "../model/table_height";
import type { BlockHost, BlockType } from "./block_view";

function program(kind: Body["kind"]): BlockType {
  return {
    create(_, host) {
      const element = document.createElement("div");
      const view = new LazyView(kind, element, host, host.assets);
      return {
        element,
        async update(_spec, change) {
          const body = host.body();
          if (body?.kind !== kind) return;
          if (body.kind === "grid") {
            element.style.setProperty("--expected-height", `${tableHeight(body)}px`);
          }
          if (change === undefined) await view.draw(body);
          else await view.update(body, change);
        },
        settled() {
          const body = host.body();
          if (body?.kind === kind) view.settled(body);
        },
        setTheme: (theme) => view.setTheme(theme),
        describe: () => view.describe(),
        picture: () => view.picture(),
        dispose: () => view.dispose(),
      };
    },
  };
}

export const chart = program("chart");
export const table = program("grid");

/** Events of a chart or table say which it is, unless it is the body of its widget. */
export function withBlockId(host: Pick<BlockHost, "id">, data: object): object {
  return host.id === BODY ? data : { ...data, block_id: host.id };
}
