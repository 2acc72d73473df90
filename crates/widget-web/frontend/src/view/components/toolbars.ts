/** The components of all toolbars: drawn, and shown with their values. */

import type { ComponentSpec, Content, Position, Toolbar } from "../../wire/document";
import type { Json, JsonObject } from "../../wire/json";
import type { ComponentType, ComponentView, ComponentHost } from "./component";
import { textOf } from "./component";
import { COMPONENTS } from "./registry";
import { frameToolbar } from "./toolbar_frame";

interface Drawn {
  spec: ComponentSpec;
  type: ComponentType;
  view: ComponentView;
}

export interface DrawnToolbars {
  elements: [Position, HTMLElement][];
  dialogs: HTMLElement[];
  problems: string[];
}

/** The services of the view for the toolbars. */
export interface ToolbarPage {
  emit(eventType: string, data: JsonObject, label: string, source: string): void;
  /** Returns whether input of the component is still on its way to the server. */
  holds(componentId: string): boolean;
  /** The document's value of the component. */
  value(componentId: string): Json | undefined;
  keepsSecrets(): boolean;
  askSecret(spec: ComponentSpec): Promise<string | null>;
}

export class Toolbars {
  #drawn = new Map<string, Drawn>();
  #problems: string[] = [];

  constructor(private readonly page: ToolbarPage) {}

  /** Redraws all toolbars and modals; returns the elements and what could not be drawn. */
  draw(toolbars: Toolbar[], modals: ComponentSpec[]): DrawnToolbars {
    this.#drawn.clear();
    this.#problems = [];
    const elements = toolbars.map((toolbar): [Position, HTMLElement] => {
      const items = toolbar.items.map((spec) => this.#surroundings.draw(spec));
      return [toolbar.position, frameToolbar(toolbar, items)];
    });
    const dialogs = modals.map((spec) => this.#surroundings.draw(spec));
    return { elements, dialogs, problems: this.#problems };
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
    const value = this.page.value(componentId) ?? drawn.type.initialValue?.(drawn.spec);
    drawn.view.setValue(value ?? null);
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

  #surroundings: ComponentHost = {
    emit: (spec, payload) => {
      const type = COMPONENTS.get(spec.type);
      const eventType = textOf(spec, "event") || (type?.defaultEvent ?? "");
      this.page.emit(eventType, payload, textOf(spec, "label"), spec.component_id);
    },
    refresh: (componentId) => this.show(componentId),
    draw: (spec) => {
      const type = COMPONENTS.get(spec.type);
      if (type === undefined) {
        this.#problems.push(`this page cannot draw a component of type "${spec.type}"`);
        return document.createElement("span");
      }
      const view = type.create(spec, this.#surroundings);
      this.#drawn.set(spec.component_id, { spec, type, view });
      return view.element;
    },
    keepsSecrets: () => this.page.keepsSecrets(),
    askSecret: (spec) => this.page.askSecret(spec),
  };
}
