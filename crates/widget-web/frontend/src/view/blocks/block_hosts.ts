/** The services of the view for each block. */

import type { ComponentSpec } from "../../wire/document";
import { isObject, type Json, type JsonObject } from "../../wire/json";
import type { DownloadFile } from "../../wire/style";
import type { Assets } from "../assets";
import type { RowsRequest } from "../body/body";
import type { Signals } from "../body/page_api";
import type { Body } from "../model/document";
import type { ThemeSource } from "../style/theme";
import type { BlockHost } from "./block_view";
import { withBlockId } from "./program";

/** The services of the page that are the same for each block. */
export interface BlockPage {
  theme: ThemeSource;
  assets: Assets;
  signals: Signals;
  outbox: { holds(source: string): boolean };
  body(id: string): Body | undefined;
  text(id: string): string | undefined;
  title(): string;
  emit(eventType: string, data: JsonObject, label: string, source: string): void;
  refresh(id: string): void;
  draw(spec: ComponentSpec): HTMLElement;
  download(file: DownloadFile): Promise<void>;
  rows(request: RowsRequest & { block_id: string }): Promise<unknown>;
  upload: BlockHost["upload"];
  notice(text: string): void;
  problem(error: unknown): void;
  drawn(id: string, error: unknown): void;
}

export class BlockHosts {
  constructor(private readonly page: BlockPage) {}

  /** The services for one block, and how they end. */
  of(id: string): { host: BlockHost; dispose: () => void } {
    const { page } = this;
    const ends: (() => void)[] = [];
    const isProgram = () => page.body(id) !== undefined;
    const host: BlockHost = {
      id,
      assets: page.assets,
      theme: () => page.theme.current,
      body: () => page.body(id),
      text: () => page.text(id),
      emit: (eventType, data, label = "") => {
        const sent = isProgram() && isObject(data) ? withBlockId({ id }, data) : data;
        page.emit(eventType, sent as JsonObject, label, id);
      },
      isSettled: () => !page.outbox.holds(id),
      refresh: () => page.refresh(id),
      title: () => page.title(),
      draw: (spec) => page.draw(spec),
      download: (file) => page.download(file),
      rows: (request) => page.rows({ ...request, block_id: id }),
      upload: (file, onPart) => page.upload(file, onPart),
      notice: (text) => page.notice(text),
      problem: (error) => page.problem(error),
      drawn: (error) => page.drawn(id, error),
      on: (eventType, listener) => {
        const forThis = (data: Json, name: string) => {
          const named = isObject(data) ? data["block_id"] : undefined;
          if (named === undefined || named === id) listener(data, name);
        };
        ends.push(page.signals.on(eventType, forThis));
      },
    };
    return { host, dispose: () => ends.forEach((end) => end()) };
  }
}
