/** Puts into the copy of an element what its markup does not say. */

/** An element of the page and its copy. */
export type Pair = [element: Element, copy: Element];

export function freeze([element, copy]: Pair): void {
  if (element instanceof HTMLInputElement) freezeInput(element, copy);
  else if (element instanceof HTMLTextAreaElement) copy.textContent = element.value;
  else if (element instanceof HTMLOptionElement) copy.toggleAttribute("selected", element.selected);
  else if (element instanceof HTMLCanvasElement) becomeImage(element, copy, element);
  else if (element instanceof HTMLVideoElement) becomeImage(element, copy, element);
  else if (element instanceof HTMLImageElement) freezeImage(element, copy);
  if (isOnTop(element)) pin(element as HTMLElement, copy as HTMLElement);
  if (element.scrollTop !== 0 || element.scrollLeft !== 0) scroll(element, copy);
}

function freezeInput(input: HTMLInputElement, copy: Element): void {
  if (input.type === "checkbox" || input.type === "radio") {
    copy.toggleAttribute("checked", input.checked);
  } else if (input.type !== "file") {
    copy.setAttribute("value", input.value);
  }
}

/** An image inside an image must bring its data along. */
function freezeImage(image: HTMLImageElement, copy: Element): void {
  if (image.currentSrc.startsWith("data:")) {
    copy.setAttribute("src", image.currentSrc);
    copy.removeAttribute("srcset");
  } else if (image.complete && image.naturalWidth > 0) {
    becomeImage(image, copy, image);
  }
}

function becomeImage(
  element: Element,
  copy: Element,
  source: HTMLCanvasElement | HTMLVideoElement | HTMLImageElement,
): void {
  const url = dataUrlOf(source);
  if (url === null) return;
  const image = document.createElement("img");
  for (const name of ["id", "class", "style"]) {
    const value = copy.getAttribute(name);
    if (value !== null) image.setAttribute(name, value);
  }
  const { width, height } = getComputedStyle(element);
  image.style.width = width;
  image.style.height = height;
  image.src = url;
  copy.replaceWith(image);
}

function dataUrlOf(source: HTMLCanvasElement | HTMLVideoElement | HTMLImageElement): string | null {
  try {
    if (source instanceof HTMLCanvasElement) return source.toDataURL();
    const isVideo = source instanceof HTMLVideoElement;
    const canvas = document.createElement("canvas");
    canvas.width = isVideo ? source.videoWidth : source.naturalWidth;
    canvas.height = isVideo ? source.videoHeight : source.naturalHeight;
    canvas.getContext("2d")?.drawImage(source, 0, 0);
    return canvas.toDataURL();
  } catch {
    // Nothing of it may be read; its place stays empty.
    return null;
  }
}

/** Returns whether it is drawn over everything, whatever is around it (HTML 6.12, the top layer). */
function isOnTop(element: Element): boolean {
  return element instanceof HTMLElement && element.matches("dialog:modal, :popover-open");
}

const MAX_Z_INDEX = 2_147_483_647;

/** In an image nothing is on top: it gets the place that it has. */
function pin(element: HTMLElement, copy: HTMLElement): void {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { display } = getComputedStyle(element);
  copy.removeAttribute("popover");
  Object.assign(copy.style, {
    boxSizing: "border-box",
    position: "fixed",
    inset: `${top}px auto auto ${left}px`,
    width: `${width}px`,
    height: `${height}px`,
    maxWidth: "none",
    maxHeight: "none",
    margin: "0",
    transform: "none",
    zIndex: String(MAX_Z_INDEX),
    display,
  });
  if (!element.matches("dialog:modal")) return;
  copy.setAttribute("open", "");
  const { backgroundColor } = getComputedStyle(element, "::backdrop");
  const backdrop = document.createElement("div");
  Object.assign(backdrop.style, {
    position: "fixed",
    inset: "0",
    zIndex: String(MAX_Z_INDEX),
    background: backgroundColor,
  });
  copy.before(backdrop);
}

/** Scrolls a copy: content moves as it does on the screen, and fixed or sticky elements stay. */
function scroll({ scrollLeft, scrollTop, children }: Element, copy: Element): void {
  Array.from(copy.children).forEach((inside, index) => {
    const child = children[index];
    if (!(inside instanceof HTMLElement || inside instanceof SVGElement) || !child) return;
    const { position, left, top } = getComputedStyle(child);
    if (position === "fixed" || position === "sticky") return;
    const moved = (length: string, by: number) => `${(Number.parseFloat(length) || 0) - by}px`;
    if (position === "static") inside.style.position = "relative";
    inside.style.left = moved(position === "static" ? "0" : left, scrollLeft);
    inside.style.top = moved(position === "static" ? "0" : top, scrollTop);
  });
}
