/** What the host says of itself (MCP Apps 2026-01-26, `ui/initialize` and after). */

import { isObject } from "../wire/json";

/** What it does for a view that asks for it. */
export type Capability = "serverTools" | "openLinks" | "downloadFile";

/** What it says of the place where the view stands. */
export type ContextField =
  | "theme"
  | "styles"
  | "displayMode"
  | "availableDisplayModes"
  | "containerDimensions"
  | "safeAreaInsets";

/** What our own shell does for a view, and no other host. */
export type OwnCapability = "announces-end" | "keeps-secrets";

export class HostFacts {
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

  /** A field of the context, which nobody has checked. */
  context(field: ContextField): unknown {
    return this.#context[field];
  }

  /** What to ask for. A width is asked for only where the host leaves it to us. */
  sizeFor({ height }: { height: number }): { width?: number; height: number } {
    const dimensions = this.context("containerDimensions");
    const maxWidth = isObject(dimensions) ? dimensions["maxWidth"] : undefined;
    return typeof maxWidth === "number" ? { width: maxWidth, height } : { height };
  }

  get isFullscreen(): boolean {
    return this.context("displayMode") === "fullscreen";
  }

  get offersFullscreen(): boolean {
    const modes = this.context("availableDisplayModes");
    return Array.isArray(modes) && modes.includes("fullscreen");
  }
}
