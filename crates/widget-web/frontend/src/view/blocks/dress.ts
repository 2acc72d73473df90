/** The classes and styles of a block: those of its place in HTML, and over them its own. */

import { isSame } from "../../wire/same";

/** The classes and styles that a block has by itself. */
export interface Own {
  readonly classes: string[];
  readonly styles: [name: string, value: string][];
}

/** The classes and styles of the places that a block has come to. */
interface OfPlaces {
  readonly classes: readonly string[];
  /** As it was written: a shorthand with `var()` cannot be read in parts. */
  readonly css: string;
}

interface Dress {
  readonly ofPlaces: OfPlaces;
  readonly own: Own;
}

const NAKED: Dress = { ofPlaces: { classes: [], css: "" }, own: { classes: [], styles: [] } };

const worn = new WeakMap<HTMLElement, Dress>();

/** Gives a block its own classes and styles, in the place of those from before. */
export function dress(element: HTMLElement, own: Own): void {
  const before = dressOf(element);
  // A script of the page may have changed what the place gave.
  if (!isSame([own.classes, own.styles], [before.own.classes, before.own.styles])) {
    change(element, { ...before, own });
  }
}

/** Gives a block the classes and styles of a place beside those of the places it had before. */
export function dressAtPlace(element: HTMLElement, place: HTMLElement): void {
  const { ofPlaces, own } = dressOf(element);
  const isWorn = (name: string) => ofPlaces.classes.includes(name) || own.classes.includes(name);
  const classes = [...place.classList].filter(
    (name) => isWorn(name) || !element.classList.contains(name),
  );
  const both = {
    classes: [...ofPlaces.classes, ...classes],
    css: `${ofPlaces.css} ${place.style.cssText}`,
  };
  change(element, { own, ofPlaces: both });
}

/** Takes the classes and styles of its places from a block. */
export function undressAtPlace(element: HTMLElement): void {
  change(element, { ...dressOf(element), ofPlaces: NAKED.ofPlaces });
}

function dressOf(element: HTMLElement): Dress {
  return worn.get(element) ?? NAKED;
}

function change(element: HTMLElement, after: Dress): void {
  const { ofPlaces, own } = dressOf(element);
  element.classList.remove(...ofPlaces.classes, ...own.classes);
  for (const name of namesIn(ofPlaces.css)) element.style.removeProperty(name);
  for (const [name] of own.styles) element.style.removeProperty(name);
  element.classList.add(...after.ofPlaces.classes, ...after.own.classes);
  if (after.ofPlaces.css !== "") element.style.cssText += ` ${after.ofPlaces.css}`;
  for (const [name, value] of after.own.styles) element.style.setProperty(name, value);
  worn.set(element, after);
}

/** The properties that a style sets. */
function namesIn(css: string): string[] {
  if (css === "") return [];
  const { style } = document.createElement("i");
  style.cssText = css;
  return Array.from(style);
}
