/** The size of a frame on paper: a print shows the widget whole, as it is laid out on the screen. */

/** A browser makes a page narrower for paper, but not without end. */
const MAX_WIDTH = 1_200;
/** A hundred sheets, more or less. */
const MAX_HEIGHT = 100_000;

export class PrintSize {
  /** The height that the view has asked for last. */
  #wanted = 0;

  constructor(frame: HTMLIFrameElement) {
    window.addEventListener("beforeprint", () => {
      const { clientWidth, clientHeight } = frame;
      const width = Math.min(clientWidth, MAX_WIDTH);
      // The lines of a narrower page are more.
      const height = Math.max(clientHeight, (this.#wanted * clientWidth) / width);
      frame.style.setProperty("--print-width", `${width}px`);
      frame.style.setProperty("--print-height", `${Math.ceil(height)}px`);
    });
  }

  want(height: number): void {
    this.#wanted = Math.min(MAX_HEIGHT, Math.ceil(height));
  }
}
