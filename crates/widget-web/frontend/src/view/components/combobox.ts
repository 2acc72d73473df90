/** A `select` in which the person types to find an option (ARIA 1.2, combobox). */

import type { ComponentSpec } from "../../wire/document";
import { choicesOf, choiceText, type Choice } from "./choices";
import { isDisabled, textOf, type ComponentView, type ComponentHost } from "./component";
import { labelled, nameOf } from "./field";
import { place } from "./popup";
import { isComposing } from "./composing";

export function combobox(spec: ComponentSpec, host: ComponentHost): ComponentView {
  const box = new Combobox(
    spec,
    (choice) => host.emit(spec, { value: choice.value, componentId: spec.component_id }),
    () => host.refresh(spec.component_id),
  );
  return {
    element: labelled(box.input, spec, box.list),
    setValue: (value) => box.show(value),
    isBusy: () => box.isOpen,
  };
}

class Combobox {
  readonly input = document.createElement("input");
  readonly list = document.createElement("ul");
  readonly #choices: Choice[];
  readonly #options: HTMLElement[];
  #chosen: Choice | undefined;
  #active: number | null = null;
  isOpen = false;

  constructor(
    spec: ComponentSpec,
    private readonly pick: (choice: Choice) => void,
    /** The list was closed: what the document says is shown again. */
    private readonly closed: () => void,
  ) {
    const { input, list } = this;
    this.#choices = choicesOf(spec);
    list.id = `widget-list-${spec.component_id}`;
    list.className = "widget-popup widget-listbox";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", nameOf(spec));
    list.setAttribute("popover", "manual");
    this.#options = this.#choices.map((choice, index) => {
      const option = document.createElement("li");
      option.id = `${list.id}-${index}`;
      option.className = "widget-option";
      option.setAttribute("role", "option");
      option.append(choiceText(choice));
      return option;
    });
    list.append(...this.#options);

    input.type = "text";
    input.className = "widget-input widget-select";
    input.placeholder = textOf(spec, "placeholder");
    input.disabled = isDisabled(spec);
    input.setAttribute("autocomplete", "off");
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", "false");
    input.setAttribute("aria-controls", list.id);
    input.addEventListener("input", () => this.#open(input.value));
    input.addEventListener("click", () => this.#open(""));
    input.addEventListener("focus", () => input.select());
    input.addEventListener("blur", () => this.#close());
    input.addEventListener("keydown", (event) => this.#key(event));
    // The focus stays in the field.
    list.addEventListener("mousedown", (event) => event.preventDefault());
    list.addEventListener("click", ({ target }) => {
      const option = target instanceof Element ? target.closest("[role=option]") : null;
      this.#choose(this.#options.indexOf(option as HTMLElement));
    });
  }

  show(value: unknown): void {
    this.#chosen = this.#choices.find((choice) => choice.value === value);
    this.input.value = this.#chosen?.label ?? "";
    this.#options.forEach((option, index) => {
      option.setAttribute("aria-selected", String(this.#choices[index] === this.#chosen));
    });
  }

  #key(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp":
        event.preventDefault();
        if (this.isOpen) this.#move(event.key === "ArrowDown" ? 1 : -1);
        else this.#open("");
        break;
      case "Enter":
        if (!this.isOpen) return;
        event.preventDefault();
        this.#choose(this.#active ?? -1);
        break;
      case "Escape":
        if (!this.isOpen) return;
        // A modal around it stays open.
        event.preventDefault();
        event.stopPropagation();
        this.#close();
    }
  }

  #visible(): number[] {
    return this.#options.flatMap((option, index) => (option.hidden ? [] : [index]));
  }

  #open(search: string): void {
    const wanted = search.trim().toLowerCase();
    this.#options.forEach((option, index) => {
      const { label, description } = this.#choices[index] ?? { label: "", description: "" };
      option.hidden = !`${label} ${description}`.toLowerCase().includes(wanted);
    });
    if (!this.isOpen) {
      this.isOpen = true;
      this.input.setAttribute("aria-expanded", "true");
      place(this.list, this.input);
      this.list.showPopover();
    }
    const visible = this.#visible();
    this.list.classList.toggle("widget-none-found", visible.length === 0);
    const chosen = this.#choices.indexOf(this.#chosen as Choice);
    this.#activate(visible.includes(chosen) ? chosen : (visible[0] ?? null));
  }

  #move(by: number): void {
    const visible = this.#visible();
    const at = visible.indexOf(this.#active ?? -1);
    this.#activate(visible[(at + by + visible.length) % visible.length] ?? null);
  }

  #activate(index: number | null): void {
    this.#active = index;
    this.#options.forEach((option, at) => {
      option.classList.toggle("widget-active", at === index);
    });
    const option = index === null ? undefined : this.#options[index];
    if (option === undefined) this.input.removeAttribute("aria-activedescendant");
    else this.input.setAttribute("aria-activedescendant", option.id);
    option?.scrollIntoView({ block: "nearest" });
  }

  #choose(index: number): void {
    const choice = this.#choices[index];
    if (choice === undefined) return;
    const changed = choice !== this.#chosen;
    this.show(choice.value);
    if (changed) this.pick(choice);
    this.#close();
  }

  #close(): void {
    // What was typed to find something is not a value.
    this.input.value = this.#chosen?.label ?? "";
    if (!this.isOpen) return;
    this.isOpen = false;
    this.input.setAttribute("aria-expanded", "false");
    this.#activate(null);
    this.list.hidePopover();
    this.closed();
  }
}
