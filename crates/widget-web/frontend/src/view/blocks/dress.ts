/** The classes and styles of a block: those of its place in HTML, and over them its own. */

import { isSame } from "../../wire/same";

/** The classes and styles that a block has by itself. */
export interface Own {
  readonly classes: string[];
  readonly styles: [name: string, value: string][];
}

/** The classes and styles of the place of a block. */
interface OfPlace {
  readonly classes: readonly string[];
  /** As it was written: a shorthand with `var()` cannot be read in parts. */
  readonly css: string;
}

interface Dress {
  readonly ofPlace: OfPlace;
  readonly own: Own;
}

const NAKED: Dress = { ofPlace: { classes: [], css: "" }, own: { classes: [], styles: [] } };

const worn = new WeakMap<HTMLElement, Dress>();

/** Gives a block its own classes and styles, in the place of those from before. */
export function dress(element: HTMLElement, own: Own): void {
  const before = dressOf(element);
  // A script of the page may have changed what the place gave.
  if (!isSame([own.classes, own.styles], [before.own.classes, before.own.styles])) {
    change(element, { ...before, own });
  }
}

/** Gives a block the classes and styles of its place, instead of those of the one before. */
export function dressAtPlace(element: HTMLElement, place: HTMLElement): void {
  const { cssText: css } = place.style;
  undressAtPlace(element);
  const { own } = dressOf(element);
  const classes = [...place.classList].filter(
    (name) => own.classes.includes(name) || !element.classList.contains(name),
  );
  change(element, { own, ofPlace: { classes, css } });
}

/** Takes the classes and styles of its place from a block. */
export function undressAtPlace(element: HTMLElement): void {
  change(element, { ...dressOf(element), ofPlace: NAKED.ofPlace });
}

function dressOf(element: HTMLElement): Dress {
  return worn.get(element) ?? NAKED;
}

function change(element: HTMLElement, after: Dress): void {
  const { ofPlace, own } = dressOf(element);
  element.classList.remove(...ofPlace.classes, ...own.classes);
  for (const name of namesIn(ofPlace.css)) element.style.removeProperty(name);
  for (const [name] of own.styles) element.style.removeProperty(name);
  element.classList.add(...after.ofPlace.classes, ...after.own.classes);
  if (after.ofPlace.css !== "") element.style.cssText += ` ${after.ofPlace.css}`;
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
