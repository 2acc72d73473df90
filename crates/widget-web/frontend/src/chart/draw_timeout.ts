/** A time limit for drawing: what a page shows must not keep it from what comes next. */

/** The time that Plotly has to draw a figure. */
export const DRAW_TIMEOUT_MS = 10_000;

const TICK_MS = 500;

/**
 * Resolves as `drawing` does, or rejects with `reason` when the time is over. It is counted in
 * ticks, so a page that computes without a pause has not used it up when it comes to an end.
 */
export function withTimeout<T>(drawing: Promise<T>, reason: () => string): Promise<T> {
  return new Promise((resolve, reject) => {
    let left = DRAW_TIMEOUT_MS / TICK_MS;
    const timer = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      clearInterval(timer);
      reject(new Error(reason()));
    }, TICK_MS);
    void drawing.then(resolve, reject).finally(() => clearInterval(timer));
  });
}
