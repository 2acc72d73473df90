/** Pictures that a library made of a text that is not trusted. */

import { isWebAddress } from "./address";

const ACTIVE = "script, iframe, object, embed, image, use[href^='http'], audio, video, form";

/** The picture without anything that runs, loads or leads elsewhere than to the web. */
export function safeSvg(svg: string): Element {
  const parsed = new DOMParser().parseFromString(svg, "text/html");
  const picture = parsed.body.querySelector("svg");
  if (picture === null) throw new Error("no picture came of it");
  for (const active of picture.querySelectorAll(ACTIVE)) active.remove();
  for (const element of [picture, ...picture.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      const isHandler = name.toLowerCase().startsWith("on");
      const isLink = name === "href" || name === "xlink:href";
      const leads = isLink && !value.startsWith("#") && !isWebAddress(value);
      if (isHandler || leads) element.removeAttribute(name);
    }
  }
  return document.importNode(picture, true);
}
