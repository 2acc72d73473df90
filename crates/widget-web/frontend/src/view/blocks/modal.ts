/** `modal`: blocks in a dialog over the page. Whether it is open is its value. */

import type { BlockSpec } from "../model/document";
import { Dialog, modalLook } from "../overlay/dialog";
import { arrange } from "./arrange";
import { textOf, type BlockType, type BlockValue } from "./block_view";

const CLOSED = "modal:close";

const value: BlockValue = {
  initial: ({ properties }) => properties["open"] === true,
  accepts: (value) => typeof value === "boolean",
  after: (_, event) => (event === CLOSED ? false : undefined),
};

export const modal: BlockType = {
  value,
  create(first: BlockSpec, host) {
    let spec = first;
    const content = document.createElement("div");
    content.className = "widget-modal-blocks";
    const closed = () => host.emit(CLOSED, { componentId: spec.id }, textOf(spec, "title"));
    const dialog = new Dialog(content, closed);
    return {
      element: dialog.element,
      update(next) {
        spec = next;
        dialog.look(modalLook(spec.properties, spec.id));
      },
      place: (children) =>
        arrange(
          content,
          children.map((child) => child.element),
        ),
      setValue: (open) => dialog.show((open ?? value.initial(spec)) === true),
    };
  },
};
