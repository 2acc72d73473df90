/** A message that moves what is being pressed would take the click from it: it waits. */

/** The longest time from the end of a touch to its click. */
const CLICK_MS = 300;

let isPressed = false;
let ending: ReturnType<typeof setTimeout> | undefined;
const waiting: (() => void)[] = [];

function release(): void {
  isPressed = false;
  for (const work of waiting.splice(0)) work();
}

/** The click comes first. */
function releaseAfter(pause: number): void {
  clearTimeout(ending);
  ending = setTimeout(release, pause);
}

const everywhere = { capture: true };
document.addEventListener(
  "pointerdown",
  () => {
    clearTimeout(ending);
    isPressed = true;
  },
  everywhere,
);
document.addEventListener(
  "pointerup",
  ({ pointerType }) => releaseAfter(pointerType === "touch" ? CLICK_MS : 0),
  everywhere,
);
// Some ends of a press are not told as such, as those in the list of a select.
for (const name of ["click", "pointercancel", "contextmenu", "keydown"]) {
  document.addEventListener(name, () => releaseAfter(0), everywhere);
}
window.addEventListener("blur", () => releaseAfter(0));

/** Does something at once, or after the click of what the person is pressing. */
export function whenReleased(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}
