/** The types of block. A new one is a file and a line here. */

import type { BlockSpec } from "../model/document";
import { componentOf } from "../model/component_ops";
import type { BlockType } from "./block_view";
import { card } from "./card";
import { component } from "./component";
import { divider, spacer } from "./divider";
import { form } from "./form/form";
import { grid } from "./grid";
import { html } from "./html";
import { image } from "./image";
import { column, row } from "./layout_blocks";
import { markdown } from "./markdown";
import { metric } from "./metric";
import { modal } from "./modal";
import { chart, table } from "./program";
import { tab, tabs } from "./tabs";

const BLOCKS: ReadonlyMap<string, BlockType> = new Map([
  ["row", row],
  ["column", column],
  ["grid", grid],
  ["card", card],
  ["tabs", tabs],
  ["tab", tab],
  ["modal", modal],
  ["divider", divider],
  ["spacer", spacer],
  ["html", html],
  ["markdown", markdown],
  ["metric", metric],
  ["form", form],
  ["image", image],
  ["chart", chart],
  ["table", table],
]);

/** The type of a block; `undefined` for one that this page does not know. */
export function typeOf(spec: BlockSpec): BlockType | undefined {
  return componentOf(spec) === null ? BLOCKS.get(spec.type) : component;
}
