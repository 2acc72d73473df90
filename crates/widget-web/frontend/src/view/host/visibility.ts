/** The visibility of this view: some hosts mount its frame and keep it hidden. */

/** With the fields of the second version, which TypeScript does not know. */
interface VisibilityOptions extends IntersectionObserverInit {
  trackVisibility: boolean;
  delay: number;
}
interface VisibilityEntry extends IntersectionObserverEntry {
  isVisible?: boolean;
}

export class FrameVisibility {
  #isShown = false;
  #entry: VisibilityEntry | undefined;
  readonly #observer: IntersectionObserver;

  /** `changed` is called when the frame comes into sight or goes out of it for good. */
  constructor(private readonly changed: () => void) {
    // The second version notices `visibility: hidden`, transparency and what lies on top, which
    // only Chromium has: elsewhere the frame has to have a size.
    const options: VisibilityOptions = { trackVisibility: true, delay: 100 };
    this.#observer = new IntersectionObserver((entries) => {
      this.#entry = entries.at(-1);
      this.#check();
    }, options);
  }

  begin(): void {
    this.#observer.observe(document.documentElement);
    window.addEventListener("resize", () => this.#check());
    document.addEventListener("visibilitychange", () => this.#check());
    this.#check();
  }

  get isHidden(): boolean {
    return !this.#isShown;
  }

  #check(): void {
    const before = this.#isShown;
    this.#isShown = hasSize() && (before || isSeen(this.#entry));
    if (this.#isShown !== before) this.changed();
  }
}

/** A frame that is not displayed, or in one that is not, has none. */
function hasSize(): boolean {
  return window.innerWidth > 0 && window.innerHeight > 0;
}

/** A frame that the person has scrolled away counts as shown, and so does a page behind another. */
function isSeen(entry: VisibilityEntry | undefined): boolean {
  if (document.hidden) return true;
  if (entry === undefined) return false;
  return !entry.isIntersecting || entry.isVisible !== false;
}
