/** Clicks on the nodes of a flow, which Plotly takes for the begin of a drag. */

/** The pointer may move so far in a click, in CSS pixels. */
const STILL = 4;

/**
 * Sees to it that a click on a node of a flow arrives. Plotly puts the node before the others when
 * it is pressed, and a browser tells no click on an element that was moved in the document meanwhile.
 */
export function clickFlows(element: HTMLElement): void {
  let pressed: MouseEvent | null = null;
  let isClicked = false;
  element.addEventListener("mousedown", (event) => (pressed = event), true);
  element.addEventListener("click", () => (isClicked = true), true);
  element.addEventListener("mouseup", ({ target, clientX, clientY }) => {
    const node = target instanceof Element ? target.closest(".sankey-node") : null;
    if (node === null || pressed === null) return;
    if (Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY) > STILL) return;
    isClicked = false;
    // The browser's own click comes first.
    setTimeout(() => {
      if (isClicked) return;
      node.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX, clientY }));
    });
  });
}
