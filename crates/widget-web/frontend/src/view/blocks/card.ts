/** `card`: blocks in a frame with a title and components beside it. */

import { isComponent } from "../../wire/document";
import { arrange } from "./arrange";
import { textOf, type BlockType } from "./block_view";

export const card: BlockType = {
  create(_, { draw }) {
    const element = document.createElement("section");
    const head = document.createElement("div");
    head.className = "widget-card-head";
    const titles = document.createElement("div");
    titles.className = "widget-card-titles";
    const title = document.createElement("h3");
    const subtitle = document.createElement("p");
    const actions = document.createElement("div");
    actions.className = "widget-card-actions";
    const content = document.createElement("div");
    content.className = "widget-card-content";
    titles.append(title, subtitle);
    head.append(titles, actions);
    element.append(head, content);
    let drawn = "";
    return {
      element,
      update(spec) {
        title.textContent = textOf(spec, "title");
        subtitle.textContent = textOf(spec, "subtitle");
        title.hidden = title.textContent === "";
        subtitle.hidden = subtitle.textContent === "";
        if (title.hidden) element.removeAttribute("aria-label");
        else element.setAttribute("aria-label", title.textContent);
        const items: unknown = spec.properties["actions"] ?? [];
        // Actions that did not change stay, with the focus.
        if (drawn !== JSON.stringify(items)) {
          drawn = JSON.stringify(items);
          const specs = Array.isArray(items) ? items.filter(isComponent) : [];
          actions.replaceChildren(...specs.map(draw));
        }
        head.hidden = title.hidden && subtitle.hidden && actions.childElementCount === 0;
      },
      place: (children) =>
        arrange(
          content,
          children.map((child) => child.element),
        ),
    };
  },
};
