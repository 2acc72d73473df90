/**
 * Password fields of an agent's HTML. What the person types never is in this page: the host asks
 * for it as it does for a `secret` component, and the field stands for its reference.
 */

import type { ComponentSpec } from "../../wire/document";
import type { JsonObject } from "../../wire/json";

export interface PasswordKeeper {
  /** Returns whether the host asks for secrets and keeps them. */
  keepsSecrets(): boolean;
  /** Answers the reference, `null` when the person gave nothing. */
  askSecret(spec: ComponentSpec): Promise<string | null>;
}

const MAX_NAME = 64;
const MAX_TEXT = 200;
/** Stands in the field, so that it looks filled and a `required` field is content. */
const FILLED = "********";
const CLIENT = "Open this widget in a browser to enter it.";

/** Fields that are or were for passwords: a script may show one as text. */
const references = new WeakMap<HTMLInputElement, string | null>();

export function isPassword(field: unknown): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === "password" || references.has(field));
}

/** Returns the reference that an event carries instead of the value. */
export function referenceIn(field: HTMLInputElement): JsonObject | null {
  const secret_ref = field.value === "" ? null : (references.get(field) ?? null);
  return secret_ref === null ? null : { secret_ref };
}

/** Keeps what is typed into password fields out of the page, before any script sees it. */
export function guardPasswords(root: Document, keeper: PasswordKeeper): void {
  let asking = false;

  const ask = async (field: HTMLInputElement) => {
    if (asking || field.disabled || field.readOnly) return;
    if (!keeper.keepsSecrets()) {
      field.placeholder = CLIENT;
      field.title = CLIENT;
      return;
    }
    asking = true;
    try {
      const reference = await keeper.askSecret(questionOf(field));
      if (reference === null) return;
      references.set(field, reference);
      field.value = FILLED;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    } finally {
      asking = false;
    }
  };

  const onPassword = (event: Event, handle: (field: HTMLInputElement) => void) => {
    const [field] = event.composedPath();
    if (!isPassword(field)) return;
    if (!references.has(field)) references.set(field, null);
    handle(field);
  };

  // On the window, so that no listener of the page comes before.
  const view = root.defaultView ?? window;
  view.addEventListener("click", (event) => onPassword(event, (field) => void ask(field)), true);
  const stop = (event: Event, field: HTMLInputElement) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    void ask(field);
  };
  view.addEventListener(
    "keydown",
    (event) =>
      onPassword(event, (field) => {
        const writes = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
        if (!writes && event.key !== "Backspace" && event.key !== "Delete") return;
        stop(event, field);
      }),
    true,
  );
  for (const type of ["beforeinput", "paste", "drop"]) {
    view.addEventListener(type, (event) => onPassword(event, (field) => stop(event, field)), true);
  }
  // A password manager fills a field without asking; what it wrote goes at once.
  view.addEventListener(
    "input",
    (event) =>
      onPassword(event, (field) => {
        if (!event.isTrusted) return;
        event.stopImmediatePropagation();
        field.value = references.get(field) == null ? "" : FILLED;
      }),
    true,
  );
}

function questionOf(field: HTMLInputElement): ComponentSpec {
  const name = (field.id || field.name || "password").slice(0, MAX_NAME);
  const label = field.labels?.[0]?.textContent ?? "";
  const title = (field.getAttribute("aria-label") ?? label).replace(/\s+/g, " ").trim();
  return {
    type: "secret",
    component_id: name,
    label: (title || field.placeholder || name).slice(0, MAX_TEXT),
    placeholder: field.placeholder.slice(0, MAX_TEXT),
  };
}
