/** The movement of a marquee, and what holds it. */

export type Direction = "left" | "right" | "up" | "down";

export interface Movement {
  direction: Direction;
  behavior: "scroll" | "alternate" | "slide" | "static";
  /** CSS pixels a second. */
  speed: number;
  pauseOnHover: boolean;
}

/** More copies than this are not needed to fill any screen with the shortest text. */
const MAX_COPIES = 60;

export class Motion {
  /** A button that stops anything moving for long (WCAG 2.2.2). */
  readonly button = document.createElement("button");
  readonly #track = document.createElement("div");
  readonly #calm = matchMedia("(prefers-reduced-motion: reduce)");
  #copy: (isFirst: boolean) => HTMLElement = () => document.createElement("div");
  #animation: Animation | null = null;
  #sizes = "";
  #stopped = false;
  #held = new Set<"hover" | "focus">();

  constructor(
    private readonly view: HTMLElement,
    private readonly movement: Movement,
  ) {
    this.#track.className = "widget-marquee-track";
    view.append(this.#track);
    this.button.type = "button";
    this.button.className = "widget-marquee-pause";
    this.button.addEventListener("click", () => {
      this.#stopped = !this.#stopped;
      this.#hold();
    });
    if (movement.pauseOnHover) {
      view.addEventListener("mouseenter", () => this.#hold("hover", true));
      view.addEventListener("mouseleave", () => this.#hold("hover", false));
    }
    view.addEventListener("focusin", () => this.#hold("focus", true));
    view.addEventListener("focusout", () => this.#hold("focus", false));
    this.#calm.addEventListener("change", () => this.#move());
    new ResizeObserver(() => this.#moveIfResized()).observe(view);
    this.#hold();
  }

  /** Redraws the content, of which `copy` makes a new instance each time. */
  draw(copy: (isFirst: boolean) => HTMLElement): void {
    this.#copy = copy;
    this.#move();
  }

  get #isStill(): boolean {
    return this.movement.behavior === "static" || this.#calm.matches;
  }

  #moveIfResized(): void {
    if (`${this.view.clientWidth} ${this.view.clientHeight}` !== this.#sizes) this.#move();
  }

  #move(): void {
    const at = this.#animation?.currentTime ?? null;
    this.#animation?.cancel();
    this.#animation = null;
    const first = this.#copy(true);
    this.#track.replaceChildren(first);
    this.view.classList.toggle("widget-still", this.#isStill);
    this.button.hidden = this.#isStill;
    this.#sizes = `${this.view.clientWidth} ${this.view.clientHeight}`;
    const upright = this.movement.direction === "up" || this.movement.direction === "down";
    const room = upright ? this.view.clientHeight : this.view.clientWidth;
    const length = upright ? first.offsetHeight : first.offsetWidth;
    if (this.#isStill || length === 0) return;
    if (this.movement.behavior === "scroll") {
      const copies = Math.min(MAX_COPIES, Math.ceil(room / length));
      for (let n = 0; n < copies; n++) this.#track.append(this.#copy(false));
    }
    this.#animation = this.#animate(length, room, upright ? "Y" : "X");
    // A changed price does not make everything start again.
    if (at !== null && this.movement.behavior !== "slide") this.#animation.currentTime = at;
    this.#hold();
  }

  #animate(length: number, room: number, axis: "X" | "Y"): Animation {
    const { behavior, direction, speed } = this.movement;
    const forward = direction === "left" || direction === "up";
    const [from, to] = stretch(behavior, length, room);
    const ends = forward ? [from, to] : behavior === "slide" ? [-length, to] : [to, from];
    const keyframes = ends.map((offset) => ({ transform: `translate${axis}(${offset}px)` }));
    const distance = Math.abs((ends[1] ?? 0) - (ends[0] ?? 0));
    return this.#track.animate(keyframes, {
      duration: (distance / speed) * 1_000,
      iterations: behavior === "slide" ? 1 : Infinity,
      direction: behavior === "alternate" ? "alternate" : "normal",
      easing: behavior === "slide" ? "ease-out" : "linear",
      fill: "both",
    });
  }

  #hold(by?: "hover" | "focus", holds?: boolean): void {
    if (by !== undefined && holds === true) this.#held.add(by);
    if (by !== undefined && holds === false) this.#held.delete(by);
    this.button.textContent = this.#stopped ? "▶" : "❚❚";
    this.button.setAttribute("aria-label", this.#stopped ? "Move" : "Stop");
    if (this.#stopped || this.#held.size > 0) this.#animation?.pause();
    else if (this.#animation?.playState === "paused") this.#animation.play();
  }
}

/** From where to where the content goes, when it goes to the left or up. */
function stretch(behavior: Movement["behavior"], length: number, room: number): [number, number] {
  switch (behavior) {
    case "alternate":
      return length > room ? [0, room - length] : [room - length, 0];
    case "slide":
      return [room, 0];
    default:
      return [0, -length];
  }
}
