/** Elements in an order, of which those that stay are not moved. */

/** Makes these the children of an element; a moved element would lose its scroll and focus. */
export function arrange(parent: Element, elements: readonly Element[]): void {
  const wanted = new Set<Element>(elements);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  const staying = inOrder([...parent.children], elements);
  let at = parent.firstElementChild;
  for (const element of elements) {
    while (at !== null && !staying.has(at)) at = at.nextElementSibling;
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
  }
}

/** Children that stand in the wanted order already. */
interface Run {
  last: Element;
  before: Run | null;
  weight: number;
}

/** Of the children that need not move the most, and the one with the focus before all others. */
function inOrder(children: readonly Element[], elements: readonly Element[]): Set<Element> {
  const places = new Map(elements.map((element, place) => [element, place]));
  const placeOf = (element: Element) => places.get(element) ?? 0;
  const heavier = (one: Run | null, other: Run) =>
    one === null || other.weight > one.weight ? other : one;
  const isRising = (child: Element, index: number) => {
    const before = children[index - 1];
    return before === undefined || placeOf(before) < placeOf(child);
  };
  if (children.every(isRising)) return new Set(children);
  const runs: Run[] = [];
  for (const last of children) {
    const earlier = runs.filter((run) => placeOf(run.last) < placeOf(last));
    const before = earlier.reduce(heavier, null);
    const own = last.contains(document.activeElement) ? children.length : 1;
    runs.push({ last, before, weight: (before?.weight ?? 0) + own });
  }
  const staying = new Set<Element>();
  for (let run = runs.reduce(heavier, null); run !== null; run = run.before) staying.add(run.last);
  return staying;
}
