/** A message that moves what is being pressed would take the click from it: it waits. */

let isPressed = false;
const waiting: (() => void)[] = [];

function release(): void {
  isPressed = false;
  for (const work of waiting.splice(0)) work();
}

document.addEventListener("pointerdown", () => (isPressed = true), { capture: true });
for (const name of ["pointerup", "pointercancel"]) {
  // The click comes first.
  document.addEventListener(name, () => setTimeout(release), { capture: true });
}

/** Does something at once, or after the click of what the person is pressing. */
export function whenReleased(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}
