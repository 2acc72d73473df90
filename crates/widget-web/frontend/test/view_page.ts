/** A whole view without a host, for tests. */

import { Caption } from "../src/view/host/caption";
import { delegate } from "../src/view/body/delegate";
import { Emitter } from "../src/view/sync/emitter";
import { EventRoutes } from "../src/view/host/event_routes";
import { Outbox } from "../src/view/sync/outbox";
import { Page, type PageParts } from "../src/view/page";
import { Signals } from "../src/view/body/page_api";
import { ScriptErrors } from "../src/view/capture/script_errors";
import { SizeReporter } from "../src/view/host/size";
import { ThemeSource } from "../src/view/style/theme";
import { wireDocument, type TestDocument } from "./document";

/** jsdom lays nothing out and lacks these. */
export function fillIn(): void {
  window.matchMedia ??= () => ({ matches: false, addEventListener() {} }) as never;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  globalThis.IntersectionObserver ??= class {
    constructor(private readonly call: IntersectionObserverCallback) {}
    observe() {
      const entry = { isIntersecting: true, isVisible: true };
      this.call([entry as never], this as never);
    }
  } as never;
  for (const name of ["showPopover", "hidePopover", "scrollIntoView", "scrollTo"] as const) {
    HTMLElement.prototype[name] ??= () => {};
  }
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
  globalThis.CSS ??= { escape: (text: string) => text.replace(/["\\]/g, "\\$&") } as never;
}

export async function drawPage(parts: TestDocument, more: Partial<PageParts> = {}) {
  fillIn();
  document.body.replaceChildren();
  const outbox = new Outbox();
  const signals = new Signals();
  const emitter = new Emitter(
    outbox,
    () => {},
    () => {},
  );
  const page = new Page(document.body, {
    outbox,
    emitter,
    routes: new EventRoutes({
      can: () => false,
      request: async () => ({}),
      isByPerson: () => false,
      title: () => "",
      now: () => 0,
    }),
    signals,
    theme: new ThemeSource(),
    assets: {},
    size: new SizeReporter(() => {}),
    errors: new ScriptErrors(),
    caption: new Caption({ openInBrowser() {}, display() {} }),
    announceEnd: () => true,
    requestTeardown() {},
    keepsSecrets: () => true,
    askSecret: async () => "c".repeat(32),
    openLink: async () => {},
    download: async () => {},
    rows: async () => ({}),
    upload: async ({ name, size, type }) => ({ ref: "f".repeat(32), name, size, type }),
    data: () => Promise.reject(new Error("no data")),
    ...more,
  });
  const problems = await page.draw(wireDocument(parts));
  const events = () =>
    outbox.batch().map(({ event_type, data, label }) => [event_type, data, label]);
  return { page, outbox, signals, emitter, problems, events };
}

/** Listens once for the whole test file: the listeners are on the document. */
export function listen(
  links: string[],
  emit: (type: string, data: unknown, label: string) => void,
) {
  delegate(document, {
    emit: (type, data, { label }) => emit(type, data, label),
    save: () => {},
    openLink: (url) => links.push(url),
  });
}

export function element<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`no #${id}`);
  return found as E;
}

/** The body as it is now; the order of attributes, classes and styles says nothing. */
export function seen(): string {
  const shown = document.querySelector(".widget-content") as Element;
  const fields = [...shown.querySelectorAll<HTMLInputElement>("input, textarea, select")];
  const entered = fields.map(({ value, checked }) => `${value} ${String(checked)}`);
  const body = shown.cloneNode(true) as Element;
  for (const element of body.querySelectorAll<HTMLElement>("*")) {
    element.className = [...element.classList].sort().join(" ");
    const { style } = element;
    const styles = Array.from(style).map((name) => `${name}: ${style.getPropertyValue(name)}`);
    element.setAttribute("style", styles.sort().join("; "));
    const attributes = [...element.attributes].sort((one, other) =>
      one.name < other.name ? -1 : 1,
    );
    for (const { name } of attributes) element.removeAttribute(name);
    for (const { name, value } of attributes) if (value !== "") element.setAttribute(name, value);
  }
  return [body.innerHTML, ...entered].join("\n");
}
