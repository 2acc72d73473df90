/** What every kind of body is to the rest of the view. */

import type { Json } from "../../wire/json";
import type { Body } from "../document";
import type { Change } from "../reducer";
import type { Theme } from "../theme";

export interface BodyView<B extends Body = Body> {
  /** Draws it; rejects with an `Error` that says what cannot be drawn. */
  draw(body: B): Promise<void>;
  /** Draws what an operation changed. */
  update(body: B, change: Change): Promise<void>;
  setTheme(theme: Theme): void;
  dispose(): void;
}

/** What a body may ask of the view. */
export interface BodyPage {
  theme(): Theme;
  emit(eventType: string, data: Json): void;
}
