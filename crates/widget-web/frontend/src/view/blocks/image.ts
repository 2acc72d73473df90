/** `image`: a picture with what it shows in words, and a caption. */

import { numberOf, textOf, type BlockType } from "./block_view";

export const image: BlockType = {
  create() {
    const element = document.createElement("figure");
    const picture = document.createElement("img");
    const caption = document.createElement("figcaption");
    element.append(picture, caption);
    return {
      element,
      async update(spec) {
        const width = numberOf(spec, "width");
        picture.alt = textOf(spec, "alt");
        picture.style.width = width === null ? "" : `${width}px`;
        caption.textContent = textOf(spec, "caption");
        caption.hidden = caption.textContent === "";
        picture.src = textOf(spec, "src");
        try {
          await picture.decode();
        } catch {
          const why = "its data are those of no picture, or this client shows none";
          throw new Error(`the picture "${spec.id}" cannot be shown: ${why}`);
        }
      },
    };
  },
};
