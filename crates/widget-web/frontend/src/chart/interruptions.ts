/** Animations that are stopped: Plotly rejects their promise with nothing to say. */

import type { PlotlyElement } from "./plotly";

/** So soon after a promise was rejected the browser tells that nothing has taken it up. */
const TOLD_MS = 100;

/** Keeps the end of an animation, by the person or by another one, from being told as an error. */
export function allowInterruptions(element: PlotlyElement): void {
  element.on("plotly_animationinterrupted", () => {
    const ended = new AbortController();
    addEventListener("unhandledrejection", ignoreNothing, { signal: ended.signal });
    setTimeout(() => ended.abort(), TOLD_MS);
  });
}

function ignoreNothing(event: PromiseRejectionEvent): void {
  if (event.reason === undefined) event.preventDefault();
}
