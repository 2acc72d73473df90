/** Elements in an order, of which those that stay are not moved. */

/** Makes these the children of an element; a moved element would lose its scroll and focus. */
export function arrange(parent: Element, elements: readonly Element[]): void {
  const wanted = new Set<Element>(elements);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  let at = parent.firstElementChild;
  for (const element of elements) {
    if (element === at) at = at.nextElementSibling;
    else parent.insertBefore(element, at);
  }
}
