/** An animation that runs when a new plot takes the place of the old one: it goes on there. */

import type { FrameInQueue, Plotly, PlotlyElement } from "./plotly";

/** The frames that an animation has not shown yet; empty when none runs. Plotly has no public way to ask. */
export function framesLeft({ _transitionData: animation }: PlotlyElement): FrameInQueue[] {
  // One that was given as an object has no name to call it by.
  return (animation?._frameQueue ?? []).filter(({ name }) => name !== undefined);
}

/** Plays frames as the animation that they are of would have. */
export function playOn(plotly: Plotly, element: PlotlyElement, frames: FrameInQueue[]): void {
  if (frames.length === 0) return;
  const names = frames.map(({ name }) => name);
  const frame = frames.map(({ frameOpts }) => frameOpts);
  const transition = frames.map(({ transitionOpts }) => transitionOpts);
  // Who stops it rejects the promise with nothing to say.
  plotly.animate(element, names, { mode: "immediate", frame, transition }).catch(() => {});
}
