/** Programs that are started when something needs them. */

export type AssetName =
  | "chart"
  | "grid"
  | "markdown"
  | "math"
  | "mermaid"
  | "plotly-cartesian"
  | "plotly"
  | "base-maps"
  | "templates";

/** The URLs of scripts and style sheets; empty when they are inlined in the page itself. */
export type Assets = { [name in AssetName]?: string };

/** The addresses, which carry a hash, stand in the page. */
export function readAssets(): Assets {
  const element = document.querySelector("script[data-widget-assets]");
  return JSON.parse(element?.textContent ?? "{}") as Assets;
}

/** Starts the programs that the page has asked for beforehand, since its widget needs them. */
export function startPreloaded(assets: Assets): void {
  for (const { dataset } of document.querySelectorAll<HTMLElement>("link[data-widget-preload]")) {
    const name = dataset["widgetPreload"] as AssetName;
    // What draws with it tries again, and says so.
    loadAsset(assets, name).catch((error: unknown) => console.warn(error));
  }
}

/** Returns whether the page has no server to load anything from: it is a file, in a frame of some host. */
export function isOneFile(assets: Assets): boolean {
  return Object.keys(assets).length === 0;
}

/** Returns whether this page can start a program. A file of one piece carries only some. */
export function hasAsset(assets: Assets, name: AssetName): boolean {
  return assets[name] !== undefined || packed(name) !== null;
}

const loading = new Map<AssetName, Promise<void>>();

/** Starts a program once. */
export function loadAsset(assets: Assets, name: AssetName): Promise<void> {
  const known = loading.get(name);
  if (known !== undefined) return known;
  const started = start(assets, name).catch((error: unknown) => {
    // The next drawing tries again.
    loading.delete(name);
    throw error;
  });
  loading.set(name, started);
  return started;
}

async function start(assets: Assets, name: AssetName): Promise<void> {
  const element = packed(name);
  if (element !== null) {
    run(await unpack(element.textContent));
    return;
  }
  const url = assets[name];
  if (url === undefined) throw new Error(`this page has no program "${name}"`);
  return fetchScript(url);
}

function packed(name: AssetName): Element | null {
  return document.querySelector(`script[data-widget-program="${name}"]`);
}

/** Base64 of gzip. No request is made for it, so no policy of a host refuses it. */
async function unpack(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked).text();
}

function run(program: string): void {
  const script = document.createElement("script");
  script.textContent = program;
  document.head.append(script);
}

/**
 * A classic script: a module would need CORS, which an opaque origin lacks. Each program of the view
 * has its own copy of this file, so what the page has already is seen in the page.
 */
function fetchScript(url: string): Promise<void> {
  const script =
    document.head.querySelector<HTMLScriptElement>(`script[src="${url}"]`) ?? added(url);
  if (script.dataset["loaded"] !== undefined) return Promise.resolve();
  return new Promise((resolve, reject) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`could not load ${url}`)));
  });
}

function added(url: string): HTMLScriptElement {
  const script = document.createElement("script");
  script.src = url;
  script.addEventListener("load", () => (script.dataset["loaded"] = ""));
  script.addEventListener("error", () => script.remove());
  document.head.append(script);
  return script;
}
