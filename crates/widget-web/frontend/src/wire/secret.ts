/**
 * The talk between the shell and the page on which a secret is typed. Both are pages of this
 * server; they meet on a channel whose name only the two know.
 */

import { isId } from "./id";
import { isObject } from "./json";

/** The view's description of the secret that it asks for; it is shown as text. */
export interface SecretPrompt {
  component_id: string;
  label: string;
  placeholder: string;
  show_toggle: boolean;
  show_copy: boolean;
}

/** The texts of the page of a secret: its address carries them behind the `#`. */
export interface SecretPage extends Omit<SecretPrompt, "component_id"> {
  /** Names the channel on which the answer comes. */
  ticket: string;
  /** The title of the widget. */
  title: string;
}

/**
 * From the page: it is open, or the person has decided. From the shell: it waits for the page, or
 * the question is withdrawn.
 */
export type SecretMessage =
  | { kind: "opened" }
  | { kind: "kept"; secret_ref: string }
  | { kind: "left" }
  | { kind: "waiting" }
  | { kind: "withdrawn" };

const PLAIN: readonly unknown[] = ["opened", "left", "waiting", "withdrawn"];

export function channelOf(ticket: string): string {
  return `widget-secret:${ticket}`;
}

export function readSecretMessage(value: unknown): SecretMessage | null {
  if (!isObject(value)) return null;
  const { kind, secret_ref } = value;
  if (isPlain(kind)) return { kind };
  return kind === "kept" && isId(secret_ref) ? { kind, secret_ref } : null;
}

function isPlain(kind: unknown): kind is Exclude<SecretMessage["kind"], "kept"> {
  return PLAIN.includes(kind);
}

/** Reads what stands behind the `#`; `null` when it is malformed. */
export function readSecretPage(hash: string): SecretPage | null {
  let value: unknown;
  try {
    value = JSON.parse(decodeURIComponent(hash.replace(/^#/, "")));
  } catch {
    return null;
  }
  if (!isObject(value)) return null;
  const { ticket, title, label, placeholder, show_toggle, show_copy } = value;
  if (!isId(ticket) || !isText(title) || !isText(label) || !isText(placeholder)) return null;
  return {
    ticket,
    title,
    label,
    placeholder,
    show_toggle: show_toggle === true,
    show_copy: show_copy === true,
  };
}

/** Text that is short enough to be shown. */
export function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= 200;
}
