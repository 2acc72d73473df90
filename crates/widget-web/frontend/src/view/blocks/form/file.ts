/**
 * The control of a field for files. A file is sent to the server as soon as it is chosen; the form holds
 * what names it there.
 */

import { areKeptFiles, isKeptFile, MAX_FILES, type KeptFile } from "../../../wire/file";
import type { Json } from "../../../wire/json";
import { messageOf } from "../../body/page_api";
import { validationMessageOf, type Control } from "./control";
import type { Field } from "./spec";

/** Sends a file to the server; `onPart` gets the share of it that is there. */
export type Upload = (file: File, onPart: (share: number) => void) => Promise<KeptFile>;

/** A file on its way. */
interface Sending {
  name: string;
  progress: HTMLProgressElement;
}

export function files(field: Field, upload: Upload): Control {
  return new Files(field, upload);
}

class Files implements Control {
  readonly element = document.createElement("div");
  readonly #input = document.createElement("input");
  readonly #list = document.createElement("ul");
  readonly labelled = this.#input;
  readonly marked = [this.#input];
  #kept: KeptFile[] = [];
  #sending: Sending[] = [];
  /** The reason why not all of those that were chosen last are kept. */
  #failure = "";

  constructor(
    private readonly field: Field,
    private readonly upload: Upload,
  ) {
    this.element.className = "widget-form-files";
    this.#input.type = "file";
    this.#input.accept = field.accept;
    this.#input.multiple = field.isMultiple;
    // The form is notified of files that are kept.
    this.#input.addEventListener("input", (event) => event.stopPropagation());
    this.#input.addEventListener("change", (event) => {
      event.stopPropagation();
      void this.#chosen();
    });
    this.#list.className = "widget-form-file-list";
    // The input covers it, so that it takes clicks and files that are dropped.
    const zone = document.createElement("div");
    zone.className = "widget-input widget-form-drop";
    zone.append(...invitation(field), this.#input);
    this.element.append(zone, this.#list);
    this.#draw();
  }

  target(): HTMLElement {
    return this.#input;
  }

  read(): Json {
    return this.field.isMultiple ? [...this.#kept] : (this.#kept[0] ?? null);
  }

  write(value: Json): void {
    if (this.field.isMultiple) this.#kept = areKeptFiles(value) ? value : [];
    else this.#kept = isKeptFile(value) ? [value] : [];
    this.#draw();
  }

  problem(): string {
    const [sending] = this.#sending;
    if (sending !== undefined) return `“${sending.name}” is still being sent.`;
    return this.#failure || validationMessageOf(this.#input);
  }

  isMissing(): boolean {
    const isIdle = this.#sending.length === 0 && this.#failure === "";
    return isIdle && this.#input.validity.valueMissing;
  }

  async #chosen(): Promise<void> {
    const chosen = [...(this.#input.files ?? [])];
    // The same one may be chosen once more.
    this.#input.value = "";
    if (chosen.length === 0) return;
    this.#failure = "";
    if (!this.field.isMultiple) {
      this.#sending = [];
      this.#kept = [];
    }
    const room = MAX_FILES - this.#kept.length - this.#sending.length;
    const begun = chosen.slice(0, room).map((file) => ({ file, sending: this.#begin(file) }));
    if (chosen.length > room) {
      this.#failure = `At most ${MAX_FILES} files are taken; the last ${chosen.length - room} were left out.`;
    }
    this.#draw();
    // One after the other: the first is there soonest.
    for (const { file, sending } of begun) await this.#send(file, sending);
    this.#changed();
  }

  #begin({ name }: File): Sending {
    const progress = document.createElement("progress");
    progress.setAttribute("aria-label", `Sending ${name}`);
    const sending = { name, progress };
    this.#sending.push(sending);
    return sending;
  }

  async #send(file: File, sending: Sending): Promise<void> {
    const isWanted = () => this.#sending.includes(sending);
    if (!isWanted()) return;
    try {
      const kept = await this.upload(file, (share) => (sending.progress.value = share));
      if (isWanted()) this.#kept = [...this.#kept, kept];
    } catch (error) {
      if (isWanted()) this.#failure = `“${file.name}” was not taken: ${messageOf(error)}`;
    }
    this.#sending = this.#sending.filter((one) => one !== sending);
    this.#changed();
  }

  #changed(): void {
    this.#draw();
    for (const name of ["input", "change"]) {
      this.element.dispatchEvent(new Event(name, { bubbles: true }));
    }
  }

  #draw(): void {
    const { isRequired } = this.field;
    this.#input.required = isRequired && this.#kept.length + this.#sending.length === 0;
    const kept = this.#kept.map((file) => {
      const size = document.createElement("span");
      size.className = "widget-form-file-size";
      size.textContent = sizeText(file.size);
      return row(file.name, size, () => (this.#kept = this.#kept.filter((it) => it !== file)));
    });
    const sending = this.#sending.map((one) =>
      row(one.name, one.progress, () => (this.#sending = this.#sending.filter((it) => it !== one))),
    );
    this.#list.replaceChildren(...[...kept, ...sending].map((make) => make(() => this.#removed())));
    this.#list.hidden = this.#list.childElementCount === 0;
  }

  #removed(): void {
    this.#failure = "";
    this.#changed();
    this.#input.focus();
  }
}

/** A row of the list. */
function row(name: string, state: HTMLElement, remove: () => void) {
  return (removed: () => void): HTMLElement => {
    const item = document.createElement("li");
    const text = document.createElement("span");
    text.className = "widget-form-file-name";
    text.textContent = name;
    text.title = name;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "widget-button widget-ghost widget-sm";
    button.textContent = "×";
    button.setAttribute("aria-label", `Remove ${name}`);
    button.addEventListener("click", () => {
      remove();
      removed();
    });
    item.append(text, state, button);
    return item;
  };
}

function invitation({ placeholder, isMultiple }: Field): HTMLElement[] {
  const text = (className: string, content: string) => {
    const span = document.createElement("span");
    span.className = className;
    span.textContent = content;
    return span;
  };
  const choose = text(
    "widget-form-choose",
    placeholder || `Choose ${isMultiple ? "files" : "a file"}`,
  );
  const drop = text("widget-form-or-drop", `or drop ${isMultiple ? "them" : "it"} here`);
  return placeholder === "" ? [choose, drop] : [choose];
}

/** A size in the reader's words, such as `1.2 MB`. */
function sizeText(bytes: number): string {
  const unit = bytes < 1_000 ? "byte" : bytes < 1_000_000 ? "kilobyte" : "megabyte";
  const size = bytes / { byte: 1, kilobyte: 1_000, megabyte: 1_000_000 }[unit];
  const unitDisplay = unit === "byte" ? "long" : "short";
  const options = { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(undefined, options).format(size);
}
