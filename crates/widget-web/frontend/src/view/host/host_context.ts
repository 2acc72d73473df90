/** The host's capabilities and context (MCP Apps 2026-01-26, `ui/initialize` and after). */

import { isObject } from "../../wire/json";

/** A standard capability of the host. */
export type Capability =
  "serverTools" | "openLinks" | "downloadFile" | "message" | "updateModelContext";

/** A field of the host's context for the view. */
export type ContextField =
  "theme" | "styles" | "displayMode" | "availableDisplayModes" | "containerDimensions";

/** The ways in which a host may show the view; this view knows all that there are. */
export const DISPLAY_MODES = ["inline", "fullscreen", "pip"] as const;
export type DisplayMode = (typeof DISPLAY_MODES)[number];

/** A capability of our own shell or of an exported page that no other host has. */
export type OwnCapability = "announces-end" | "keeps-secrets" | "holds-programs";

export class HostContext {
  #capabilities: Record<string, unknown> = {};
  #context: Record<string, unknown> = {};
  #listeners: (() => void)[] = [];

  /** Takes the answer to `ui/initialize`; anything malformed counts as absent. */
  begin(answer: unknown): void {
    const { hostCapabilities, hostContext } = isObject(answer) ? answer : {};
    this.#capabilities = isObject(hostCapabilities) ? hostCapabilities : {};
    this.change(hostContext);
  }

  /** Takes the fields that changed; the others stay as they were. */
  change(context: unknown): void {
    if (isObject(context)) this.#context = { ...this.#context, ...context };
    for (const listener of this.#listeners) listener();
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  can(capability: Capability): boolean {
    return isObject(this.#capabilities[capability]);
  }

  does(what: OwnCapability): boolean {
    const { experimental } = this.#capabilities;
    return isObject(experimental) && `widget-mcp/${what}` in experimental;
  }

  /** A field of the context, which is not validated. */
  context(field: ContextField): unknown {
    return this.#context[field];
  }

  /**
   * Returns the size to request: no higher than the host gives at most, and a width only where it
   * leaves that to us.
   */
  sizeFor({ height: wanted }: { height: number }): { width?: number; height: number } {
    const dimensions = this.context("containerDimensions");
    const { maxWidth, maxHeight } = isObject(dimensions) ? dimensions : {};
    const height = typeof maxHeight === "number" ? Math.min(wanted, maxHeight) : wanted;
    return typeof maxWidth === "number" ? { width: maxWidth, height } : { height };
  }

  /** The way in which the host shows the view; anything unknown counts as inline. */
  get displayMode(): DisplayMode {
    const mode = this.context("displayMode");
    return DISPLAY_MODES.find((known) => known === mode) ?? "inline";
  }

  /** Returns whether the host decides how large the view is, and not the view. */
  get isSized(): boolean {
    return this.displayMode !== "inline";
  }

  offers(mode: DisplayMode): boolean {
    const modes = this.context("availableDisplayModes");
    return Array.isArray(modes) && modes.includes(mode);
  }
}
