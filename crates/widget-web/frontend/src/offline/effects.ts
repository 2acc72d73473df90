/** Effects of events that need no agent, as on the server: `widget/effects.rs` there. */

import { BODY, type ComponentSpec, type Op } from "../wire/document";
import { asText, isObject, type Json, type JsonObject } from "../wire/json";
import { afterLegend, afterRelayout, isSameView } from "../chart/view_state";
import { componentsOf } from "../view/model/component_ops";
import { textOf, valueIn } from "../view/components/component";
import { COMPONENTS } from "../view/components/registry";
import { typeOf } from "../view/blocks/registry";
import { walkBlocks, type BlockSpec, type ChartBody, type Document } from "../view/model/document";
import type { Action } from "../wire/generated";
import {
  contentOf,
  firstTextIn,
  isEmptied,
  isRemoved,
  isScripted as anyScripted,
  ownTextIn,
  textIn,
} from "../view/model/contents";
import { elementsIn, startText, type Elements, type GivenElements } from "../view/model/elements";
import { tableOperation } from "./grid_events";
import { add } from "./numbers";

/** The operations that follow from an event, in order. */
export function effectsOf(
  document: Document,
  elements: readonly GivenElements[],
  callbacks: Readonly<Record<string, Action>>,
  event: string,
  given: Json,
): Op[] {
  const data = isObject(given) ? given : {};
  const [namespace = "", name = ""] = event.split(":");
  const widget = new Known(document, elements);
  const ofBody = inBlock(document, namespace, name, data);
  const own = Object.hasOwn(callbacks, event) ? callbacks[event] : undefined;
  const action = own ?? implied(widget, namespace, name);
  const value = newValue(widget, event, data);
  if (value?.type === "set_value") widget.changed.set(value.component_id, value.value);
  const ops = [value, ofBody, action && operation(widget, action)];
  return ops.filter((op): op is Op => op !== null && op !== undefined);
}

/** The kinds of bodies that events are about, by the events' namespaces. */
const BODY_OF = new Map<string, "chart" | "table">([
  ["chart", "chart"],
  ["grid", "table"],
]);

/** The operation on the chart or table that an event is about. */
function inBlock(document: Document, namespace: string, name: string, data: JsonObject): Op | null {
  const kind = BODY_OF.get(namespace);
  const known = [...document.bodies].filter(([, body]) => body.kind === kind);
  const named = data["block_id"] ?? (known.length === 1 ? known[0]?.[0] : BODY);
  const [block, body] = known.find(([id]) => id === named) ?? [];
  if (block === undefined || body === undefined) return null;
  return body.kind === "chart"
    ? chartOperation(block, body, name, data)
    : tableOperation(block, body, name, data);
}

/** Returns whether an event is of no use here, where no agent answers it. */
export function awaitsAnswer({ blocks }: Document, event: string, given: Json): boolean {
  const data = isObject(given) ? given : {};
  return walkBlocks(blocks).some(
    (spec) => typeOf(spec)?.value?.awaitsAnswer?.(event, data, spec) === true,
  );
}

type Place =
  | { kind: "component"; spec: ComponentSpec }
  | { kind: "modal"; spec: ComponentSpec }
  | { kind: "element"; text: string }
  | { kind: "block"; spec: BlockSpec }
  /** Nothing is known, but scripts of the page may have made it. */
  | { kind: "perhaps" }
  | { kind: "nowhere" };

/** The document's state that actions read. */
class Known {
  readonly #components: ComponentSpec[];
  /** The values after the event itself, of which an action may set a part. */
  readonly changed = new Map<string, Json>();

  constructor(
    readonly document: Document,
    private readonly elements: readonly GivenElements[],
  ) {
    this.#components = componentsOf(document);
  }

  component(id: Json | undefined): ComponentSpec | undefined {
    return this.#components.find((spec) => spec.component_id === id);
  }

  modal(id: Json | undefined): ComponentSpec | undefined {
    return this.document.modals.find((spec) => spec.component_id === id);
  }

  /** The body of a widget that was made of HTML, a figure or rows alone is none. */
  block(id: string): BlockSpec | undefined {
    const isIt = (spec: BlockSpec) => spec.id === id && id !== BODY;
    return walkBlocks(this.document.blocks).find(isIt);
  }

  isOpen(modal: ComponentSpec): boolean {
    const value = this.document.values.get(modal.component_id);
    return typeof value === "boolean" ? value : modal["open"] === true;
  }

  place(id: string): Place {
    const component = this.component(id);
    if (component !== undefined) return { kind: "component", spec: component };
    const modal = this.modal(id);
    if (modal !== undefined) return { kind: "modal", spec: modal };
    const { contents } = this.document;
    const text = firstTextIn(contents, id) ?? this.#original(id);
    if (text !== undefined) return { kind: "element", text };
    const block = this.block(id);
    if (block !== undefined) return { kind: "block", spec: block };
    const inside = this.#divs();
    const inner = inside.find(({ texts }) => texts.has(id))?.texts.get(id);
    if (inner !== undefined) return { kind: "element", text: inner };
    const all = [...this.elements, ...inside];
    const isScripted = all.some(({ scripted }) => scripted) || anyScripted(contents);
    return { kind: isScripted ? "perhaps" : "nowhere" };
  }

  /** The text that stands in an element now, if the document knows it. */
  text(id: string): string | null {
    const { contents } = this.document;
    const component = this.component(id);
    if (component !== undefined) return ownTextIn(contents, id) ?? firstText(component);
    const place = this.place(id);
    if (place.kind === "nowhere") return null;
    return textIn(contents, id) ?? (place.kind === "element" ? place.text : null);
  }

  /** The text that an element of the HTML as it was given starts with, if it is still there. */
  #original(id: string): string | undefined {
    const { contents } = this.document;
    for (const given of this.elements) {
      const { revision } = given;
      const text = startText(given, id, (container) => isEmptied(contents, container, revision));
      if (text !== undefined && !isRemoved(contents, id, revision)) return text;
    }
    return undefined;
  }

  /** The HTML in components that has not been replaced. */
  #divs(): Elements[] {
    const { contents } = this.document;
    const isFirst = (spec: ComponentSpec) => contentOf(contents, spec.component_id) === undefined;
    const divs = this.#components.filter((spec) => spec.type === "div" && isFirst(spec));
    return divs.map((spec) => elementsIn(textOf(spec, "content")));
  }
}

/** The text that a component starts with that has content. */
function firstText(spec: ComponentSpec): string | null {
  if (spec.type === "div" && textOf(spec, "content") !== "") {
    return elementsIn(textOf(spec, "content")).text;
  }
  return spec.type === "button" || spec.type === "div" ? textOf(spec, "label") : null;
}

function initialValue(spec: ComponentSpec): Json | undefined {
  return COMPONENTS.get(spec.type)?.initialValue?.(spec);
}

function accepts(spec: ComponentSpec, value: Json): boolean {
  return COMPONENTS.get(spec.type)?.accepts?.(value, spec) ?? false;
}

function newValue(widget: Known, event: string, data: JsonObject): Op | null {
  const id = data["componentId"];
  if (typeof id !== "string") return null;
  if (event === "modal:close" && widget.modal(id) !== undefined) return setValue(id, false);
  const block = widget.block(id);
  const ofBlock = block && typeOf(block)?.value;
  if (block !== undefined && ofBlock !== undefined) {
    const before = widget.document.values.get(id) ?? ofBlock.initial(block);
    const after = ofBlock.after(before, event, data, block);
    return after === undefined ? null : setValue(id, after);
  }
  const spec = widget.component(id);
  const value = spec && valueIn(COMPONENTS.get(spec.type), data);
  if (spec === undefined || value === undefined) return null;
  const own = textOf(spec, "event") || COMPONENTS.get(spec.type)?.defaultEvent;
  return own === event && accepts(spec, value) ? setValue(id, value) : null;
}

/** The action that is in the name of the event, such as `counter:increment`. */
function implied(widget: Known, target: string, name: string): Action | undefined {
  switch (name) {
    case "increment":
    case "decrement":
      return { action: name, target, by: 1 };
    case "toggle":
    case "reset":
      return { action: name, target };
    case "open":
    case "close":
      // An element may be called `door`: only a modal has an open state.
      if (widget.modal(target) === undefined && widget.block(target)?.type !== "modal") {
        return undefined;
      }
      return { action: "set", target, value: name === "open" };
    default:
      return undefined;
  }
}

function operation(widget: Known, action: Action): Op | null {
  if (action.action === "emit") {
    return { type: "emit", event_type: action.event, data: action.data };
  }
  const { target } = action;
  const place = widget.place(target);
  if (place.kind === "nowhere") return null;
  switch (action.action) {
    case "increment":
    case "decrement": {
      const { by } = action;
      return added(widget, place, target, action.action === "increment" ? by : -by);
    }
    case "set":
      return set(widget, place, target, action.value);
    case "toggle":
      return toggle(widget, place, target);
    case "reset":
      return reset(widget, place, target);
  }
}

/** Adds to the value of a component, such as a number or a slider, else to the text of an element. */
function added(widget: Known, place: Place, target: string, by: number): Op | null {
  const initial = place.kind === "component" ? initialValue(place.spec) : undefined;
  if (place.kind !== "component" || initial === undefined) {
    const isMetric = place.kind === "block" && place.spec.type === "metric";
    const number = isMetric ? asText(place.spec.properties["value"]) : null;
    const text = widget.text(target) ?? number;
    return text === null ? null : setText(target, add(text, by));
  }
  const known = widget.document.values.get(target);
  const value = known === undefined ? initial : known;
  if (typeof value === "boolean" || (typeof value === "object" && value !== null)) return null;
  const text = add(value === null ? "" : String(value), by);
  const sum = typeof value === "string" ? text : Number(text);
  return accepts(place.spec, sum) ? setValue(target, sum) : null;
}

/** Sets the value of a block that has one and takes it. */
function setBlock({ document, changed }: Known, spec: BlockSpec, value?: Json): Op | null {
  const kind = typeOf(spec)?.value;
  if (kind === undefined) return null;
  const next = value ?? kind.initial(spec);
  if (!kind.accepts(next, spec)) return null;
  const known = changed.get(spec.id) ?? document.values.get(spec.id);
  const before = known ?? kind.initial(spec);
  return setValue(spec.id, kind.setTo?.(before, next) ?? next);
}

function set(widget: Known, place: Place, target: string, value: Json): Op | null {
  const isText = place.kind === "block" && typeOf(place.spec)?.takesText === true;
  if (place.kind === "block" && !isText) return setBlock(widget, place.spec, value);
  if (place.kind === "component" && initialValue(place.spec) !== undefined) {
    return accepts(place.spec, value) ? setValue(target, value) : null;
  }
  if (place.kind === "modal") return typeof value === "boolean" ? setValue(target, value) : null;
  if (place.kind === "nowhere") return null;
  return setText(target, typeof value === "string" ? value : JSON.stringify(value));
}

function toggle(widget: Known, place: Place, target: string): Op | null {
  const isOn = isOnAt(widget, place);
  if (isOn !== undefined) return setValue(target, !isOn);
  const text = widget.text(target);
  return text === null ? null : setText(target, flip(text));
}

/** The value of what is on or off; `undefined` for what has none of its own. */
function isOnAt(widget: Known, place: Place): boolean | undefined {
  if (place.kind === "modal") return widget.isOpen(place.spec);
  if (place.kind !== "component" && place.kind !== "block") return undefined;
  const [id, initial] =
    place.kind === "component"
      ? [place.spec.component_id, initialValue(place.spec)]
      : [place.spec.id, typeOf(place.spec)?.value?.initial(place.spec)];
  const value = initial === undefined ? undefined : (widget.document.values.get(id) ?? initial);
  return typeof value === "boolean" ? value : undefined;
}

function reset(widget: Known, place: Place, target: string): Op | null {
  switch (place.kind) {
    case "block":
      return setBlock(widget, place.spec);
    case "component": {
      const value = initialValue(place.spec);
      return value === undefined ? null : setValue(target, value);
    }
    case "modal":
      return setValue(target, place.spec["open"] === true);
    case "element":
      return setText(target, place.text);
    default:
      return null;
  }
}

function setValue(component_id: string, value: Json): Op {
  return { type: "set_value", component_id, value };
}

function setText(component_id: string, text: string): Op {
  return { type: "set_content", component_id, content: { text } };
}

/** The two words that a text can be turned over between. */
const PAIRS = [
  ["on", "off"],
  ["On", "Off"],
  ["yes", "no"],
  ["Yes", "No"],
  ["true", "false"],
  ["True", "False"],
];

function flip(text: string): string {
  const now = text.trim();
  const pair = PAIRS.find((words) => words.includes(now));
  return pair?.find((word) => word !== now) ?? "true";
}

function chartOperation(
  block_id: string,
  { view }: ChartBody,
  name: string,
  data: JsonObject,
): Op | null {
  const next = chartViewAfter(view, name, data);
  return isSameView(next, view) ? null : { type: "set_chart_view", block_id, view: next };
}

function chartViewAfter(view: ChartBody["view"], name: string, data: JsonObject) {
  const { visible, selections } = data;
  switch (name) {
    case "relayout":
      return afterRelayout(view, data);
    case "selected": {
      const isSome = Array.isArray(selections) && selections.length > 0;
      return afterRelayout(view, { selections: isSome ? selections : null });
    }
    case "legend-click":
      return isObject(visible) ? afterLegend(view, visible) : view;
    default:
      return view;
  }
}
