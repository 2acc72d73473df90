/** Links and pictures. */

import { isPictureData, isWebAddress, placeIn } from "./address";
import { element, type Node } from "./tree";

/** A link opens through the host, or leads to a place in this text; any other is only text. */
export function linkAttributes(
  href: string,
  title: string | number | null,
): Record<string, string> {
  const place = placeIn(href);
  const told: Record<string, string> = title === null ? {} : { title: String(title) };
  if (place !== null) return { ...told, href: "#", "data-to": place };
  if (isWebAddress(href)) return { ...told, href };
  return { title: `Not opened from here: ${href.slice(0, 200)}`, class: "md-no-link" };
}

/** A picture that is part of the text, or one that would have to be fetched. */
export function picture(address: string, name: string): Node {
  if (!isPictureData(address)) return { kind: "picture", address, name };
  return element("img", { src: address, alt: name }, []);
}

/** Shows words in the place of a picture, and its address if a person can open it. */
export function drawUnloaded(target: HTMLElement, address: string, name: string): void {
  target.className = "md-picture";
  const title = document.createElement(isWebAddress(address) ? "a" : "span");
  title.textContent = name === "" ? "Image" : name;
  if (isWebAddress(address)) title.setAttribute("href", address);
  const where = isWebAddress(address) ? new URL(address).host : "another place";
  const note = document.createElement("span");
  note.className = "md-picture-note";
  note.textContent = ` not loaded from ${where}: a widget reaches no network`;
  target.replaceChildren(title, note);
}

/** The same for the agent, with the way that there is. */
export function unloaded(address: string): string {
  const shown = address.length > 200 ? `${address.slice(0, 200)}…` : address;
  const way = "give it as an image block or a data URL";
  return `the image ${shown} is not loaded: a widget reaches no network; ${way}`;
}
