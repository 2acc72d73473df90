import { expect, test } from "vitest";
import { ScrollEnds } from "../src/view/body/scroll_end";

/** A log of the agent's, 100 pixels high, with lines of 20. */
function log(lines: number): HTMLElement {
  document.body.innerHTML =
    '<div class="widget-content"><div style="overflow-y: auto"></div></div>';
  const element = document.querySelector<HTMLElement>(".widget-content > div");
  if (element === null) throw new Error("the log is there");
  const line = () => element.append(document.createElement("p"));
  for (let at = 0; at < lines; at += 1) line();
  Object.defineProperty(element, "clientHeight", { value: 100 });
  Object.defineProperty(element, "scrollHeight", { get: () => 20 * element.children.length });
  element.scrollTo = ((to: ScrollToOptions) => {
    element.scrollTop = Math.min(to.top ?? 0, element.scrollHeight - 100);
  }) as typeof element.scrollTo;
  return element;
}

test("an element that is at its end grows in a block that is not full yet", () => {
  const block = log(2);
  const part = document.createElement("pre");
  part.style.overflow = "auto";
  block.append(part);
  const ends = new ScrollEnds();
  ends.note(part);
  for (let at = 0; at < 8; at += 1) add(block);
  ends.follow();
  expect(block.scrollTop).toBe(120);
});

const add = (element: Element) => element.append(document.createElement("p"));

test("a log at its end stays there as it grows", () => {
  const element = log(10);
  element.scrollTop = 100;
  const ends = new ScrollEnds();
  ends.note(element);
  add(element);
  ends.follow();
  expect(element.scrollTop).toBe(120);
  add(element);
  ends.follow();
  expect(element.scrollTop).toBe(140);
});

test.each([
  ["that a person scrolls away from", 100],
  ["that was read in its middle", 40],
])("a log %s stays where it is", (_, before) => {
  const element = log(10);
  element.scrollTop = before;
  const ends = new ScrollEnds();
  ends.note(element);
  add(element);
  ends.follow();
  element.scrollTop = 40;
  add(element);
  ends.follow();
  expect(element.scrollTop).toBe(40);
});
