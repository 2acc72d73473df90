/** A time limit for drawing: what a page shows must not keep it from what comes next. */

/** The time that Plotly has to draw a figure. */
export const DRAW_TIMEOUT_MS = 10_000;

const TICK_MS = 500;

/** A drawing that is not done in time. It may end later. */
export interface LateDrawing {
  /** The time is over. */
  begins(): void;
  /** It has ended after all: `null`, or the error with which it did. */
  ends(error: unknown): void;
}

/**
 * Resolves as `drawing` does, or rejects when the time is over. It is counted in ticks, so a page
 * that computes without a pause has not used it up when it comes to an end.
 */
export function withTimeout<T>(drawing: Promise<T>, late: LateDrawing): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = DRAW_TIMEOUT_MS / TICK_MS;
    const timer = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      clearInterval(timer);
      late.begins();
      drawing.then(
        () => late.ends(null),
        (error: unknown) => late.ends(error),
      );
      const seconds = DRAW_TIMEOUT_MS / 1_000;
      reject(
        new Error(`the chart was not drawn within ${seconds} s; it is shown if it is done later`),
      );
    }, TICK_MS);
    void drawing.then(resolve, reject).finally(() => clearInterval(timer));
  });
}
