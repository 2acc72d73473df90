import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenReleased } from "../src/view/components/pressed";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function press(name: string, pointerType = "mouse"): void {
  const event = new Event(name, { bubbles: true });
  document.body.dispatchEvent(Object.assign(event, { pointerType }));
}

/** Returns what was done after each of these events and all that follows at once. */
function doneAfter(...ends: [name: string, pointerType?: string][]): boolean[] {
  const work = vi.fn();
  press("pointerdown");
  whenReleased(work);
  return ends.map(([name, pointerType]) => {
    press(name, pointerType);
    const atOnce = work.mock.calls.length;
    vi.advanceTimersByTime(1);
    expect(atOnce).toBe(0);
    return work.mock.calls.length === 1;
  });
}

test("what waits is done after the click, however the press ends", () => {
  expect(doneAfter(["pointerup"])).toEqual([true]);
  expect(doneAfter(["pointerup", "touch"], ["click"])).toEqual([false, true]);
  for (const name of ["pointercancel", "contextmenu", "keydown"]) {
    expect(doneAfter([name]), name).toEqual([true]);
  }
  const work = vi.fn();
  press("pointerdown");
  whenReleased(work);
  window.dispatchEvent(new Event("blur"));
  vi.advanceTimersByTime(1);
  whenReleased(work);
  expect(work).toHaveBeenCalledTimes(2);
});

test("a press that follows another is one of its own", () => {
  const work = vi.fn();
  press("pointerdown", "touch");
  press("pointerup", "touch");
  press("pointerdown", "touch");
  whenReleased(work);
  vi.advanceTimersByTime(1_000);
  expect(work).not.toHaveBeenCalled();
  press("pointerup", "touch");
  vi.advanceTimersByTime(1_000);
  expect(work).toHaveBeenCalledOnce();
});
