/** The value of an element now, and what else can be said of it. */

/** Returns the value of a field. Of a password only whether there is one: see `statesOf`. */
export function valueOf(element: Element): string | null {
  if (element instanceof HTMLSelectElement) {
    return Array.from(element.selectedOptions, (option) => option.text).join(", ");
  }
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (element instanceof HTMLInputElement) return isTyped(element) ? element.value : null;
  if (element instanceof HTMLElement && element.isContentEditable) return element.innerText;
  if (element instanceof HTMLProgressElement || element instanceof HTMLMeterElement) {
    return String(element.value);
  }
  return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow");
}

const NOT_TYPED = new Set([
  "button",
  "checkbox",
  "file",
  "hidden",
  "image",
  "password",
  "radio",
  "reset",
  "submit",
]);

function isTyped({ type }: HTMLInputElement): boolean {
  return !NOT_TYPED.has(type);
}

/** Attributes of ARIA, and how they are called here when they are true. */
const ARIA: [attribute: string, state: string][] = [
  ["aria-checked", "checked"],
  ["aria-current", "current"],
  ["aria-expanded", "expanded"],
  ["aria-invalid", "invalid"],
  ["aria-pressed", "pressed"],
  ["aria-selected", "selected"],
];
/** It says something when it is false as well. */
const TWO_SIDED: Record<string, string> = {
  "aria-checked": "not checked",
  "aria-expanded": "collapsed",
  "aria-pressed": "not pressed",
};

export function statesOf(element: Element): string[] {
  const states = ARIA.flatMap(([attribute, state]) => {
    const value = element.getAttribute(attribute);
    if (value === null) return [];
    if (value === "false") return TWO_SIDED[attribute] ?? [];
    return value === "mixed" ? "mixed" : state;
  });
  if (element instanceof HTMLInputElement) states.push(...statesOfInput(element));
  if (element.matches(":disabled, [aria-disabled=true]")) states.push("disabled");
  if (element.matches(":required, [aria-required=true]")) states.push("required");
  if (element.matches("textarea[readonly], input[readonly], [aria-readonly=true]")) {
    states.push("read-only");
  }
  if (element === element.ownerDocument.activeElement) states.push("focused");
  if (isOffScreen(element)) states.push("off-screen");
  return states;
}

function statesOfInput(input: HTMLInputElement): string[] {
  switch (input.type) {
    case "checkbox":
    case "radio":
      if (input.indeterminate) return ["mixed"];
      return [input.checked ? "checked" : "not checked"];
    case "password":
      return [input.value === "" ? "empty" : "filled"];
    case "file":
      return [`${input.files?.length ?? 0} files`];
    default:
      return [];
  }
}

/** Outside of the window; a parent that has no size may show its children all the same. */
function isOffScreen(element: Element): boolean {
  const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return false;
  return bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth;
}
