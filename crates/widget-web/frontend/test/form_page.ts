/** A form on a page, for tests. */

import { drawPage, element } from "./view_page";

export const expense = (more: object = {}) => ({
  type: "form",
  id: "expense",
  title: "Expense",
  submit: "Hand in",
  fields: [
    { name: "what", type: "text", label: "What for", required: true, pattern: "[A-Z].*" },
    { name: "amount", type: "number", label: "Amount", help: "In EUR", min: 1, max: 500 },
    { name: "kind", type: "select", options: [{ label: "A meal", value: "meal" }] },
  ],
  sections: [
    {
      title: "The meal",
      show_if: { kind: "meal" },
      fields: [
        { name: "guests", type: "number", value: 2 },
        { name: "vegan", type: "toggle" },
        { name: "days", type: "multiselect", options: options("mon", "tue"), required: true },
        { name: "room", type: "radio", options: options("a", "b"), show_if: { vegan: true } },
      ],
    },
  ],
  ...more,
});

export function options(...values: string[]): object[] {
  return values.map((value) => ({ label: value, value }));
}

export const control = <E extends HTMLElement = HTMLInputElement>(name: string) =>
  element<E>(`expense:${name}`);
export const said = (name: string) => element(`expense:${name}:error`).textContent;
export const status = () => document.querySelector(".widget-form-status")?.textContent;
export const send = () => document.querySelector<HTMLElement>(".widget-form-foot button")?.click();
export const drawn = (more: object = {}, parts: object = {}) =>
  drawPage({ blocks: [expense(more)], ...parts });

export function enter(name: string, value: string): void {
  const input = control(name);
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

export const button = (event: string) => ({
  type: "button",
  id: event,
  component_id: event,
  event,
});
export const fill = (name: string, value: string) => {
  enter("what", name);
  enter("amount", value);
};
export const counted = (events: () => (readonly unknown[])[], name: string) =>
  events().filter(([sent]) => sent === name).length;
