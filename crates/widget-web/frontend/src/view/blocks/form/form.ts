/** `form`: fields that the browser checks, and that are sent together. */

import type { Json, JsonObject } from "../../../wire/json";
import type { BlockSpec } from "../../model/document";
import { isSame } from "../../../wire/same";
import { arrange } from "../arrange";
import { textOf, type BlockHost, type BlockType, type BlockView } from "../block_view";
import { FormField } from "./form_field";
import { expressionOf } from "./pattern";
import { isMet, sectionsOf, type Field, type Section } from "./spec";
import { cancelEventOf, DRAFT_EVENT, eventOf, formValue, readState, type FormState } from "./value";
import { pressButtonOf, provide, type CheckedForm } from "../../components/beside";
import { isComposing } from "../../components/composing";
import { whenReleased } from "../../components/pressed";

/** The draft is kept when nothing was entered for so long. */
const PAUSE_MS = 400;
/** The time after which it may be sent again without an answer. */
const ANSWER_TIMEOUT_MS = 30_000;

const SENDING = "Sent. Waiting for an answer …";
const NO_ANSWER = "There is no answer yet. You may change it and send it again.";

export const form: BlockType = {
  value: formValue,
  create: (spec, host) => new Form(spec, host),
};

interface DrawnSection {
  section: Section;
  element: HTMLElement;
  fields: FormField[];
}

class Form implements BlockView, CheckedForm {
  readonly element = document.createElement("form");
  readonly #body = document.createElement("div");
  readonly #button = button("widget-primary", () => this.#send());
  readonly #cancel = button("widget-ghost", () => this.#leave());
  readonly #foot = document.createElement("div");
  readonly #status = document.createElement("p");
  #drawn = "";
  #sections: DrawnSection[] = [];
  #state: FormState;
  /** Fields whose input is not in the draft yet. */
  readonly #entered = new Set<string>();
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** Fields that were left and are not checked yet. */
  readonly #left = new Set<FormField>();
  /** True from sending to when the server has it. */
  #isSent = false;
  #answerTimer: ReturnType<typeof setTimeout> | undefined;
  #isOverdue = false;
  /** The element that had the focus when it became busy. */
  #focused: Element | null = null;

  constructor(
    private spec: BlockSpec,
    private readonly host: BlockHost,
  ) {
    this.#state = readState(formValue.initial(spec));
    this.element.noValidate = true;
    this.#body.className = "widget-form-body";
    this.#status.className = "widget-form-status";
    this.#status.setAttribute("role", "status");
    this.#foot.className = "widget-form-foot";
    this.element.append(this.#body, this.#foot);
    this.element.addEventListener("keydown", (event) => this.#pressed(event));
    this.element.addEventListener("focusout", () => this.flush());
    provide(this.element, this);
  }

  update(spec: BlockSpec): void {
    this.spec = spec;
    const drawn = JSON.stringify(spec.properties);
    if (drawn === this.#drawn) return;
    this.flush();
    this.#left.clear();
    this.#drawn = drawn;
    this.#button.textContent = textOf(spec, "submit") || "Send";
    this.#cancel.textContent = textOf(spec, "cancel");
    const buttons = [
      ...(this.hasButton ? [this.#button] : []),
      ...(this.#cancel.textContent === "" ? [] : [this.#cancel]),
    ];
    arrange(this.#foot, [...buttons, this.#status]);
    const title = textOf(spec, "title");
    if (title === "") this.element.removeAttribute("aria-label");
    else this.element.setAttribute("aria-label", title);
    const [fields, free] = [this.#fields, [...this.#sections]];
    this.#sections = sectionsOf(spec).map((section) => {
      const at = free.findIndex((one) => one.section.title === section.title);
      const [known] = at === -1 ? [] : free.splice(at, 1);
      return this.#drawSection(section, known?.element, fields);
    });
    const head = [heading(title), paragraph(textOf(spec, "help"))];
    const sections = this.#sections.map(({ element }) => element);
    arrange(this.#body, [...head.filter((one) => one !== null), ...sections]);
    this.#showState();
    this.#refusePatterns();
  }

  setValue(value: Json | undefined): void {
    const before = this.#state;
    const wasBusy = this.isBusy();
    this.#state = readState(value ?? formValue.initial(this.spec));
    const { isBusy, message } = this.#state;
    if (!isBusy) this.#expect(false);
    else if (!before.isBusy || this.#isSent || message !== before.message) this.#expect(true);
    this.#isSent = false;
    this.#showFields(before);
    this.#showState();
    if (wasBusy && !this.isBusy()) this.#giveBack();
  }

  /** Sends what was entered to the draft at once. */
  flush(): void {
    clearTimeout(this.#pause);
    if (this.#entered.size === 0) return;
    const entered = this.#fields.filter(({ name }) => this.#entered.has(name));
    this.#entered.clear();
    const values = Object.fromEntries(entered.map((field) => [field.name, field.read()]));
    this.host.emit(DRAFT_EVENT, { values, componentId: this.spec.id });
  }

  dispose(): void {
    clearTimeout(this.#pause);
    clearTimeout(this.#answerTimer);
  }

  get id(): string {
    return this.spec.id;
  }

  get hasButton(): boolean {
    return this.spec.properties["submit"] !== false;
  }

  check(): boolean {
    const shown = this.#visible();
    for (const field of shown) field.check();
    const wrong = shown.find((field) => field.isWrong);
    wrong?.focus();
    return wrong === undefined;
  }

  values(): JsonObject {
    this.flush();
    return Object.fromEntries(this.#visible().map((field) => [field.name, field.read()]));
  }

  sent(): void {
    // The person has been told why it was not.
    if (this.host.isSettled()) return;
    this.#isSent = true;
    this.#showState();
  }

  isBusy(): boolean {
    return this.#isSent || (this.#state.isBusy && !this.#isOverdue);
  }

  get #fields(): FormField[] {
    return this.#sections.flatMap(({ fields }) => fields);
  }

  /** Draws a section, in the element of one with its title; fields that are the same stay. */
  #drawSection(
    section: Section,
    known: HTMLElement | undefined,
    before: readonly FormField[],
  ): DrawnSection {
    const { title, help } = section;
    const element = known ?? document.createElement(title === "" ? "div" : "fieldset");
    element.className = "widget-form-section";
    const fields = section.fields.map((one) => {
      const drawn = before.find(({ name }) => name === one.name);
      if (drawn !== undefined && isSame(drawn.field, one)) return drawn;
      return this.#drawField(one, drawn);
    });
    const head = [legend(title), paragraph(help)].filter((part) => part !== null);
    arrange(element, [...head, ...fields.map((field) => field.element)]);
    return { section, element, fields };
  }

  /** Draws a field, which may come in the place of another. */
  #drawField(spec: Field, before: FormField | undefined): FormField {
    const field = new FormField(spec, `${this.spec.id}:${spec.name}`, (file, onPart) =>
      this.host.upload(file, onPart),
    );
    field.element.addEventListener("input", () => this.#typed(field));
    field.element.addEventListener("change", () => {
      this.flush();
      this.#left.add(field);
      whenReleased(() => this.#checkLeft());
    });
    // What was typed last may still be on its way.
    const isNewer = before?.field.type === spec.type && !this.host.isSettled();
    const value = isNewer ? before.read() : this.#state.values.get(spec.name);
    field.show(value === undefined ? spec.start : value);
    const error = this.#state.errors.get(spec.name);
    if (error !== undefined) field.say(error);
    return field;
  }

  #typed(field: FormField): void {
    this.#entered.add(field.name);
    // What the agent found wrong was another value.
    if (this.#state.errors.has(field.name)) field.say("");
    else if (field.isWrong) field.check();
    this.#visible();
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.flush(), PAUSE_MS);
  }

  #checkLeft(): void {
    for (const field of this.#left) field.checkEntered();
    this.#left.clear();
  }

  #pressed(event: KeyboardEvent): void {
    const field = event.target;
    // Those that open something by this key.
    const isLine = field instanceof HTMLInputElement && !["color", "file"].includes(field.type);
    if (event.key !== "Enter" || !isLine || isComposing(event)) return;
    event.preventDefault();
    if (this.hasButton) this.#send();
    else pressButtonOf(this.element);
  }

  #send(): void {
    if (this.isBusy() || !this.check()) return;
    const values = this.values();
    const label = this.#button.textContent;
    this.host.emit(eventOf(this.spec), { values, componentId: this.spec.id }, label);
    this.sent();
  }

  #leave(): void {
    const data = { componentId: this.spec.id };
    this.host.emit(cancelEventOf(this.spec), data, this.#cancel.textContent);
  }

  /** Shows the fields whose conditions are met, and answers them. */
  #visible(): FormField[] {
    const values = new Map<string, Json>();
    const visible: FormField[] = [];
    for (const { section, element, fields } of this.#sections) {
      const isOpen = isMet(section.showIf, values);
      const shown = fields.filter((field) => {
        const isShown = isOpen && isMet(field.field.showIf, values);
        field.element.hidden = !isShown;
        if (isShown) values.set(field.name, field.read());
        return isShown;
      });
      element.hidden = shown.length === 0;
      visible.push(...shown);
    }
    return visible;
  }

  /** Shows the document's values and errors; input that is not in the draft yet is newer. */
  #showFields(before: FormState): void {
    const { values, errors } = this.#state;
    for (const field of this.#fields) {
      const { name } = field;
      if (this.#entered.has(name)) continue;
      const value = values.get(name);
      field.show(value === undefined ? field.field.start : value);
      const error = errors.get(name);
      if (error !== undefined) field.say(error);
      else if (before.errors.has(name)) field.say("");
    }
  }

  #showState(): void {
    const isBusy = this.isBusy();
    if (isBusy && !this.#body.inert) this.#focused = document.activeElement;
    this.#body.inert = isBusy;
    this.element.setAttribute("aria-busy", String(isBusy));
    this.#button.setAttribute("aria-disabled", String(isBusy));
    const visible = this.#visible();
    this.#status.textContent = this.#said(visible);
    const isError = this.#state.errors.size > 0 && !isBusy;
    this.#status.dataset["tone"] = isError ? "error" : isBusy ? "busy" : "none";
  }

  /** The text beside the button; errors of fields that are not shown stand there too. */
  #said(visible: readonly FormField[]): string {
    const { isBusy, message, errors } = this.#state;
    if (this.isBusy()) return (!this.#isSent && message) || SENDING;
    if (isBusy) return NO_ANSWER;
    const hidden = this.#fields.filter((field) => !visible.includes(field));
    const others = hidden.flatMap(({ name, field }) => {
      const error = errors.get(name);
      return error === undefined ? [] : [`${field.label}: ${error}`];
    });
    return [message, ...others].filter((text) => text !== "").join(" ");
  }

  /** Waits for an answer from now on, or no longer. */
  #expect(isExpected: boolean): void {
    clearTimeout(this.#answerTimer);
    this.#isOverdue = false;
    if (!isExpected) return;
    this.#answerTimer = setTimeout(() => {
      this.#isOverdue = true;
      this.#showState();
      this.#giveBack();
    }, ANSWER_TIMEOUT_MS);
  }

  /** Gives the focus back that was taken when it became busy, or to the first field that is wrong. */
  #giveBack(): void {
    const { activeElement } = document;
    const isElsewhere = activeElement !== null && activeElement !== document.body;
    if (isElsewhere && !this.element.contains(activeElement)) return;
    const wrong = this.#visible().find((field) => field.isWrong);
    if (wrong !== undefined) wrong.focus();
    else if (!isElsewhere && this.#focused instanceof HTMLElement) this.#focused.focus();
  }

  #refusePatterns(): void {
    const wrong = this.#fields.find(
      ({ field }) => field.pattern !== "" && expressionOf(field.pattern) === null,
    );
    if (wrong === undefined) return;
    const name = JSON.stringify(wrong.name);
    throw new Error(
      `the pattern of the field ${name} is no regular expression of this browser; it is not checked`,
    );
  }
}

function button(look: string, pressed: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  // A host may forbid frames to submit forms.
  element.type = "button";
  element.className = `widget-button ${look} widget-md`;
  element.addEventListener("click", pressed);
  return element;
}

function heading(text: string): HTMLElement | null {
  if (text === "") return null;
  const title = document.createElement("h3");
  title.className = "widget-form-title";
  title.textContent = text;
  return title;
}

function legend(text: string): HTMLElement | null {
  if (text === "") return null;
  const legend = document.createElement("legend");
  legend.textContent = text;
  return legend;
}

function paragraph(text: string): HTMLElement | null {
  if (text === "") return null;
  const help = document.createElement("p");
  help.className = "widget-form-note";
  help.textContent = text;
  return help;
}
