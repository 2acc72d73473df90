/** Any component as a block. */

import { componentOf } from "../model/component_ops";
import { arrange } from "./arrange";
import type { BlockType } from "./block_view";

export const component: BlockType = {
  create(_, { draw }) {
    const element = document.createElement("div");
    return {
      element,
      update(spec) {
        const own = componentOf(spec);
        if (own !== null) arrange(element, [draw(own)]);
      },
    };
  },
};
