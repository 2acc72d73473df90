/** A toolbar around its components: folded away, and made larger and smaller. */

import type { Position, Toolbar } from "../../wire/document";

const SMALLEST = 48;
const STEP = 16;
const KEYS: Record<string, number> = {
  ArrowLeft: -STEP,
  ArrowUp: -STEP,
  ArrowRight: STEP,
  ArrowDown: STEP,
};

export function frameToolbar(
  { position, collapsible, resizable }: Toolbar,
  items: HTMLElement[],
): HTMLElement {
  const toolbar = document.createElement("div");
  toolbar.className = `widget-toolbar widget-at-${position}`;
  const content = document.createElement("div");
  content.className = "widget-toolbar-items";
  content.append(...items);
  if (collapsible) toolbar.append(foldButton(toolbar, content));
  toolbar.append(content);
  if (resizable) toolbar.append(handle(toolbar, position));
  return toolbar;
}

function foldButton(toolbar: HTMLElement, content: HTMLElement): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "widget-fold";
  const fold = (folded: boolean) => {
    content.hidden = folded;
    toolbar.classList.toggle("widget-folded", folded);
    button.setAttribute("aria-expanded", String(!folded));
    button.setAttribute("aria-label", folded ? "Show toolbar" : "Hide toolbar");
    button.title = folded ? "Show toolbar" : "Hide toolbar";
  };
  button.addEventListener("click", () => fold(!content.hidden));
  fold(false);
  return button;
}

/** The edge towards the body: a separator that can be moved (ARIA 1.2). */
function handle(toolbar: HTMLElement, position: Position): HTMLElement {
  const isUpright = position === "left" || position === "right" || position === "inside";
  // Where the handle is on the left or upper edge, a move towards it enlarges.
  const sign = position === "right" || position === "inside" ? -1 : 1;
  const grows = position === "bottom" || position === "footer" ? -1 : sign;
  const edge = document.createElement("div");
  edge.className = "widget-handle";
  edge.tabIndex = 0;
  edge.setAttribute("role", "separator");
  edge.setAttribute("aria-orientation", isUpright ? "vertical" : "horizontal");
  edge.setAttribute("aria-label", "Resize toolbar");

  const size = () => (isUpright ? toolbar.offsetWidth : toolbar.offsetHeight);
  const most = () => (isUpright ? window.innerWidth : window.innerHeight) * 0.8;
  const setSize = (pixels: number) => {
    const bounded = Math.round(Math.max(SMALLEST, Math.min(most(), pixels)));
    toolbar.style.setProperty(isUpright ? "width" : "height", `${bounded}px`);
    toolbar.classList.add("widget-resized");
    edge.setAttribute("aria-valuenow", String(bounded));
  };
  edge.setAttribute("aria-valuenow", "0");
  edge.addEventListener("focus", () => edge.setAttribute("aria-valuenow", String(size())));
  edge.addEventListener("keydown", (event) => {
    const by = KEYS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setSize(size() + by * grows);
  });
  edge.addEventListener("pointerdown", (down) => {
    const before = size();
    const at = ({ clientX, clientY }: PointerEvent) => (isUpright ? clientX : clientY);
    const move = (event: PointerEvent) => setSize(before + (at(event) - at(down)) * grows);
    edge.setPointerCapture(down.pointerId);
    edge.addEventListener("pointermove", move);
    edge.addEventListener(
      "lostpointercapture",
      () => edge.removeEventListener("pointermove", move),
      {
        once: true,
      },
    );
  });
  return edge;
}
