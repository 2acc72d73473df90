/** The interface of every kind of body to the rest of the view. */

import type { ColumnSort } from "../../wire/document";
import type { Json, JsonObject } from "../../wire/json";
import type { Body } from "../model/document";
import type { DownloadFile } from "../../wire/style";
import type { Listener } from "./page_api";
import type { BodyChange } from "../model/change";
import type { OutlineLine } from "../capture/line";
import type { Theme } from "../style/theme";

export interface BodyView<B extends Body = Body> {
  /** Draws it; rejects with an `Error` that says what cannot be drawn. */
  draw(body: B): Promise<void>;
  /** Draws what an operation changed. */
  update(body: B, change: BodyChange): Promise<void>;
  /** All that the person did here has reached the document, which is this now. */
  settled?(body: B): void;
  setTheme(theme: Theme): void;
  /** An element whose content is told better in words, and these words. */
  describe?(): Described | null;
  /** An element that a copy of the page would show without its content, and its picture. */
  picture?(): Promise<Pictured | null>;
  dispose(): void;
}

export interface Described {
  element: Element;
  lines: OutlineLine[];
}

export interface Pictured {
  element: Element;
  /** A `data:` URL. */
  url: string;
}

/** A query of rows: a filter and a sort. */
export interface RowsRequest {
  start: number;
  end: number;
  sort: ColumnSort[];
  filter: JsonObject;
}

/** The services of the view for a body. */
export interface BodyPage {
  theme(): Theme;
  emit(eventType: string, data: Json): void;
  /** Returns whether all that the person did here has reached the document. */
  isSettled(): boolean;
  /** The title of the widget; may be empty. */
  title(): string;
  /** Offers a file to the person, and says in the page if the host does not take it. */
  download(file: DownloadFile): Promise<void>;
  /** A part of the rows of a table that are fetched a part at a time. */
  rows(request: RowsRequest): Promise<unknown>;
  /** Tells the person something. */
  notice(text: string): void;
  /** Says in the page what could not be drawn. */
  problem(error: unknown): void;
  /**
   * Says above the body how a drawing ended that no change waits for, in the place of what was
   * said there: `null` when all is well.
   */
  drawn(error: unknown): void;
  /** Listens to a signal of the agent. */
  on(eventType: string, listener: Listener): void;
}
