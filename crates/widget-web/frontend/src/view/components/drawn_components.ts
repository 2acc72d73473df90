/** Components that are drawn, wherever they stand: shown with their values. */

import type { ComponentSpec, Content } from "../../wire/document";
import type { Json, JsonObject } from "../../wire/json";
import { walkComponents } from "../model/component_ops";
import type { ComponentType, ComponentView, ComponentHost } from "./component";
import { textOf, valueIn } from "./component";
import { noteInput } from "./kept_input";
import { COMPONENTS } from "./registry";

interface Drawn {
  spec: ComponentSpec;
  type: ComponentType;
  view: ComponentView;
  /** Entered by the person; until the document says it. */
  entered?: Json | undefined;
}

/** The services of the view for components. */
export interface ComponentsPage {
  emit(eventType: string, data: JsonObject, label: string, source: string): void;
  /** Returns whether input of the component is still on its way to the server. */
  holds(componentId: string): boolean;
  /** The document's value of the component. */
  value(componentId: string): Json | undefined;
  keepsSecrets(): boolean;
  askSecret(spec: ComponentSpec): Promise<string | null>;
}

export class DrawnComponents {
  readonly #drawn = new Map<string, Drawn>();
  /** Those that were drawn since they were last asked for. */
  readonly #redrawn = new Map<string, HTMLElement>();

  constructor(private readonly page: ComponentsPage) {}

  /** Draws a component; throws an `Error` when this page cannot. */
  draw(spec: ComponentSpec): HTMLElement {
    const type = COMPONENTS.get(spec.type);
    if (type === undefined) {
      throw new Error(`this page cannot draw a component of type "${spec.type}"`);
    }
    const view = type.create(spec, this.#host);
    this.#drawn.set(spec.component_id, { spec, type, view });
    this.#redrawn.set(spec.component_id, view.element);
    return view.element;
  }

  /** Draws a component that is another now in its place, with what the person does there. */
  replace(spec: ComponentSpec): void {
    const first = this.#drawn.get(spec.component_id);
    if (first === undefined) throw new Error(`"${spec.component_id}" is not drawn`);
    const ids = walkComponents([first.spec]).map(({ component_id }) => component_id);
    for (const id of ids) this.#drawn.get(id)?.view.flush?.();
    const before = new Map(ids.map((id) => [id, this.#drawn.get(id)]));
    const restore = noteInput(
      first.view.element,
      (control) =>
        before.get(control.id)?.view.isBusy?.() === true ||
        control.getAttribute("aria-invalid") === "true",
    );
    const element = this.draw(spec);
    const kept = new Set(walkComponents([spec]).map(({ component_id }) => component_id));
    for (const id of ids) if (!kept.has(id)) this.#drawn.delete(id);
    for (const id of kept) this.#goOn(id, before.get(id));
    first.view.element.replaceWith(element);
    restore();
  }

  /** Shows what was entered into the component before this one, and is on its way. */
  #goOn(id: string, before: Drawn | undefined): void {
    const drawn = this.#drawn.get(id);
    const entered = before?.entered;
    if (drawn === undefined || entered === undefined || drawn.type !== before?.type) return;
    if (!(drawn.type.accepts?.(entered, drawn.spec) ?? false)) return;
    drawn.entered = entered;
    drawn.view.setValue?.(entered);
  }

  /** Forgets components that are taken out of the page, with those inside them. */
  forget(specs: readonly ComponentSpec[]): void {
    for (const { component_id } of walkComponents(specs)) this.#drawn.delete(component_id);
  }

  /** The elements of those that were drawn since the last time, by their ids. */
  takeDrawn(): [id: string, element: HTMLElement][] {
    const drawn = [...this.#redrawn];
    this.#redrawn.clear();
    return drawn;
  }

  /** Shows the document's values. Only in the page can a dialog be opened. */
  showAll(): void {
    for (const id of this.#drawn.keys()) this.show(id);
  }

  /** Draws what an operation changed in the fields of a component. */
  update(spec: ComponentSpec): void {
    const drawn = this.#drawn.get(spec.component_id);
    if (drawn === undefined) return;
    drawn.spec = spec;
    drawn.view.update?.(spec);
  }

  /** Shows the document's value, unless the person's own input is still on its way. */
  show(componentId: string): void {
    const drawn = this.#drawn.get(componentId);
    if (!drawn?.view.setValue || this.page.holds(componentId) || drawn.view.isBusy?.()) return;
    drawn.entered = undefined;
    drawn.view.setValue(this.#value(drawn));
  }

  /** `null` is the value of a field that was emptied. */
  #value({ spec, type, entered }: Drawn): Json {
    if (entered !== undefined) return entered;
    const said = this.page.value(spec.component_id);
    return said === undefined ? (type.initialValue?.(spec) ?? null) : said;
  }

  has(componentId: string): boolean {
    return this.#drawn.has(componentId);
  }

  ids(): Iterable<string> {
    return this.#drawn.keys();
  }

  /** Replaces the content of a component; answers why it cannot be done. */
  setContent(componentId: string, content: Content): string[] {
    const drawn = this.#drawn.get(componentId);
    if (drawn?.view.setContent === undefined) {
      const type = drawn?.spec.type ?? "component";
      return [`"${componentId}" is a ${type}: it has a value and no content`];
    }
    drawn.view.setContent(content);
    return [];
  }

  /** Makes events of input that still waits. */
  flush(): void {
    for (const { view } of this.#drawn.values()) view.flush?.();
  }

  readonly #host: ComponentHost = {
    emit: (spec, payload) => {
      const type = COMPONENTS.get(spec.type);
      const drawn = this.#drawn.get(spec.component_id);
      if (drawn?.view.setValue) drawn.entered = valueIn(type, payload);
      const eventType = textOf(spec, "event") || (type?.defaultEvent ?? "");
      this.page.emit(eventType, payload, textOf(spec, "label"), spec.component_id);
    },
    refresh: (componentId) => this.show(componentId),
    valuesOf: (isAbout) => {
      const wanted = [...this.#drawn.values()].filter(
        ({ view }) => view.setValue && isAbout(view.element),
      );
      return Object.fromEntries(
        wanted.map((drawn) => [drawn.spec.component_id, this.#value(drawn)]),
      );
    },
    draw: (spec) => this.draw(spec),
    keepsSecrets: () => this.page.keepsSecrets(),
    askSecret: (spec) => this.page.askSecret(spec),
  };
}
