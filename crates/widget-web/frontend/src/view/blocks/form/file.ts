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

/** A file that was chosen and is not kept: on its way, or not taken. */
interface Coming {
  name: string;
  /** Shown beside the name. */
  state: HTMLElement;
  problem: string;
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
  #coming: Coming[] = [];

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
    return this.#coming[0]?.problem ?? validationMessageOf(this.#input);
  }

  isMissing(): boolean {
    return this.#coming.length === 0 && this.#input.validity.valueMissing;
  }

  async #chosen(): Promise<void> {
    const { isMultiple } = this.field;
    const chosen = [...(this.#input.files ?? [])];
    // The same one may be chosen once more.
    this.#input.value = "";
    if (chosen.length === 0) return;
    // Another choice answers what was not taken, and that of one file the one before.
    this.#coming = isMultiple ? this.#coming.filter(isOnItsWay) : [];
    const most = isMultiple ? MAX_FILES : 1;
    // One file takes the place of the one before.
    const room = isMultiple ? most - this.#kept.length - this.#coming.length : most;
    const begun = chosen.slice(0, room).map((file) => ({ file, coming: begin(file.name) }));
    this.#coming.push(...begun.map(({ coming }) => coming));
    const others = chosen.length - begun.length;
    if (others > 0) this.#coming.push(leftOut(others, most));
    this.#changed();
    // One after the other: the first is there soonest.
    for (const { file, coming } of begun) await this.#send(file, coming);
  }

  async #send(file: File, coming: Coming): Promise<void> {
    const isWanted = () => this.#coming.includes(coming);
    if (!isWanted()) return;
    try {
      const kept = await this.upload(file, (share) =>
        coming.state.setAttribute("value", `${share}`),
      );
      if (!isWanted()) return;
      this.#kept = this.field.isMultiple ? [...this.#kept, kept] : [kept];
      this.#coming = this.#coming.filter((one) => one !== coming);
    } catch (error) {
      coming.state = note("not taken");
      coming.problem = `“${file.name}” was not taken: ${messageOf(error)}`;
    }
    this.#changed();
  }

  #changed(): void {
    this.#draw();
    for (const name of ["input", "change"]) {
      this.element.dispatchEvent(new Event(name, { bubbles: true }));
    }
  }

  #draw(): void {
    const count = this.#kept.length + this.#coming.length;
    this.#input.required = this.field.isRequired && count === 0;
    const kept = this.#kept.map((file) =>
      this.#row(file.name, note(sizeText(file.size)), () => {
        this.#kept = this.#kept.filter((one) => one !== file);
      }),
    );
    const coming = this.#coming.map((file) =>
      this.#row(file.name, file.state, () => {
        this.#coming = this.#coming.filter((one) => one !== file);
      }),
    );
    this.#list.replaceChildren(...kept, ...coming);
    this.#list.hidden = count === 0;
  }

  /** A row of the list, with a button that takes its file out. */
  #row(name: string, state: HTMLElement, remove: () => void): HTMLElement {
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
      this.#changed();
      this.#input.focus();
    });
    item.append(text, state, button);
    return item;
  }
}

function isOnItsWay({ state }: Coming): boolean {
  return state instanceof HTMLProgressElement;
}

function begin(name: string): Coming {
  const state = document.createElement("progress");
  state.setAttribute("aria-label", `Sending ${name}`);
  return { name, state, problem: `“${name}” is still being sent.` };
}

function leftOut(count: number, most: number): Coming {
  const name = count === 1 ? "1 more file" : `${count} more files`;
  const taken = most === 1 ? "Only one file is taken" : `At most ${most} files are taken`;
  return { name, state: note("not taken"), problem: `${taken}; the last ${count} were left out.` };
}

function note(text: string): HTMLElement {
  const note = document.createElement("span");
  note.className = "widget-form-file-note";
  note.textContent = text;
  return note;
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
