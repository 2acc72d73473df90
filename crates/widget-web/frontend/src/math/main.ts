/** Math, made MathML by Temml: the browser draws it with its own fonts. */

import temml from "temml";

/** Longer TeX is shown as it is written. */
const LONGEST = 10_000;
/** Deeper formulas would end the browser's recursion instead of ours. */
const DEEPEST = 120;

/** The exports of `math.js`. */
export interface MathProgram {
  /** The `math` element for TeX; throws an `Error` that says what is wrong with it. */
  draw(source: string, isBlock: boolean): Element;
}

export function draw(source: string, isBlock: boolean): Element {
  if (source.length > LONGEST) throw new Error(`it is longer than ${LONGEST} characters`);
  const target = document.createElement("span");
  try {
    temml.render(source, target, { displayMode: isBlock, throwOnError: true, trust: false });
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
  const math = target.firstElementChild;
  if (math === null) throw new Error("nothing came of it");
  if (isDeeperThan(math, DEEPEST)) throw new Error("it is nested too deeply");
  return math;
}

/** Returns the first line: the library shows the source behind it. */
function reasonOf(error: unknown): string {
  if (error instanceof RangeError) return "it is nested too deeply";
  const message = error instanceof Error ? error.message : String(error);
  const [first = ""] = message.split("\n");
  return first.replace(/^ParseError:\s*/, "");
}

function isDeeperThan(root: Element, most: number): boolean {
  let level: Element[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap((element) => [...element.children]);
  }
  return false;
}
