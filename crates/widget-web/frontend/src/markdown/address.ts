/** The addresses that a text may lead to, and the pictures it may show. */

const WEB = /^https?:\/\//i;
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/i;
/** A place in the same text. */
const PLACE = /^#./;

/** Returns whether a link to it is a link: it leaves through the host, which asks the person. */
export function isWebAddress(address: string): boolean {
  return WEB.test(address) && URL.canParse(address);
}

/** The name of the place in this text that an address means; `null` if it means none. */
export function placeIn(address: string): string | null {
  if (!PLACE.test(address)) return null;
  try {
    return decodeURIComponent(address.slice(1));
  } catch {
    return address.slice(1);
  }
}

/** Returns whether a picture is part of the text itself. Scripts in it do not run. */
export function isPictureData(address: string): boolean {
  return PICTURE.test(address);
}

/** The place that a heading makes, as code forges name it. */
export function placeOf(heading: string): string {
  const kept = heading.trim().toLowerCase();
  return kept.replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "").replaceAll(" ", "-");
}
