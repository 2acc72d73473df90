/** Input that becomes an event after a pause. */

import type { ComponentSpec } from "../../wire/document";
import type { Json, JsonObject } from "../../wire/json";
import type { ComponentView, ComponentHost } from "./component";
import { isComposing } from "./composing";

/** Timers of a browser end at once beyond this. */
const MAX_PAUSE_MS = 60_000;

export interface Input {
  /** Has the input, or holds what has it. */
  element: HTMLElement;
  /** Returns the input of the person; `undefined` if it cannot be sent. */
  read(): Json | undefined;
  show(value: Json): void;
  /** Returns the event's data beside the id. */
  payload(value: Json): JsonObject;
  pauseMs: number;
}

export type Typing = Required<Pick<ComponentView, "isBusy" | "flush" | "setValue">>;

/** Each value is sent once: after a pause, on Enter, or when the input is left. */
export function typing(input: Input, spec: ComponentSpec, host: ComponentHost): Typing {
  const { element } = input;
  const pause = Math.min(input.pauseMs, MAX_PAUSE_MS);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let composing = false;
  let known: string | undefined;
  const flush = () => {
    if (timer === undefined || composing) return;
    clearTimeout(timer);
    timer = undefined;
    const value = input.read();
    if (value === undefined) return;
    const text = JSON.stringify(value);
    if (text === known) {
      host.refresh(spec.component_id);
      return;
    }
    known = text;
    host.emit(spec, { ...input.payload(value), componentId: spec.component_id });
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(flush, pause);
  };
  element.addEventListener("input", wait);
  element.addEventListener("compositionstart", () => (composing = true));
  element.addEventListener("compositionend", () => {
    composing = false;
    wait();
  });
  element.addEventListener("focusout", flush);
  element.addEventListener("keydown", (event) => {
    // In a field of several lines it begins a new one.
    const isLine = !(event.target instanceof HTMLTextAreaElement);
    if (event.key === "Enter" && isLine && !isComposing(event)) flush();
  });
  return {
    isBusy: () => timer !== undefined || composing,
    flush,
    setValue(value) {
      known = JSON.stringify(value);
      input.show(value);
    },
  };
}
