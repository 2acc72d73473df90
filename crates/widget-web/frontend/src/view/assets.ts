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

/** The addresses of programs; none in a page that is one file. */
export type Assets = { [name in AssetName]?: string } & {
  /** Fetches a packed program for a page that is one file and has not got it. */
  fetchPacked?: (name: AssetName) => Promise<string>;
};

/** The addresses, which carry a hash, stand in the page. */
export function readAssets(): Assets {
  const element = document.querySelector("script[data-widget-assets]");
  return JSON.parse(element?.textContent ?? "{}") as Assets;
}

/** The programs that the widget of the page needs, as its address says. */
export class NeededPrograms {
  readonly #names = new URLSearchParams(location.search);
  #held: [AssetName, Promise<string>][] = [];

  constructor(private readonly assets: Assets) {}

  /** Asks the page around this one for those that it has at hand. */
  ask(ask: (name: string) => Promise<string>): void {
    this.#held = this.#listed("held").map((name) => [name, ask(name)]);
    for (const [, text] of this.#held) text.catch(() => {});
  }

  /** Starts them; the page has asked for the files of the others already. */
  start(): void {
    for (const [name, text] of this.#held) this.#load(name, text);
    for (const name of this.#listed("with")) this.#load(name);
    this.#held = [];
  }

  #load(name: AssetName, text?: Promise<string>): void {
    // What draws with it tries again, and says so.
    loadAsset(this.assets, name, text).catch((error: unknown) => console.warn(error));
  }

  #listed(key: string): AssetName[] {
    const names = (this.#names.get(key) ?? "").split(",") as AssetName[];
    return names.filter((name) => Object.hasOwn(this.assets, name));
  }
}

/** Returns whether the widget of the page needed a program when the page was asked for. */
export function isNeeded(name: AssetName): boolean {
  const names = new URLSearchParams(location.search);
  return ["with", "held"].some((key) => (names.get(key) ?? "").split(",").includes(name));
}

/** Returns whether the page has no server to load anything from: it is a file, in a frame of some host. */
export function isOneFile(assets: Assets): boolean {
  return Object.keys(assets).every((key) => key === "fetchPacked");
}

/** Returns whether this page can start a program. A file without a server carries only some. */
export function hasAsset(assets: Assets, name: AssetName): boolean {
  return assets[name] !== undefined || assets.fetchPacked !== undefined || packed(name) !== null;
}

const loading = new Map<AssetName, Promise<void>>();

/** Starts a program once, from its text where the page fetches that. */
export function loadAsset(assets: Assets, name: AssetName, text?: Promise<string>): Promise<void> {
  const known = loading.get(name);
  if (known !== undefined) return known;
  const started = start(assets, name, text).catch((error: unknown) => {
    // The next drawing tries again.
    loading.delete(name);
    throw error;
  });
  loading.set(name, started);
  return started;
}

async function start(assets: Assets, name: AssetName, text?: Promise<string>): Promise<void> {
  const element = packed(name);
  if (element !== null) {
    run(await unpack(element.textContent));
    return;
  }
  const url = assets[name];
  if (url !== undefined) return scriptOf(url, text);
  if (assets.fetchPacked === undefined) throw new Error(`this page has no program "${name}"`);
  run(await unpack(await assets.fetchPacked(name)));
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
  // It has run, and its text is large.
  script.remove();
}

/**
 * A classic script: a module would need CORS, which an opaque origin lacks. Each program of the view
 * has its own copy of this file, so what the page has already is seen in the page.
 */
function scriptOf(url: string, text?: Promise<string>): Promise<void> {
  const script =
    document.head.querySelector<HTMLScriptElement>(`script[data-program="${url}"]`) ??
    added(url, text);
  if (script.dataset["loaded"] !== undefined) return Promise.resolve();
  return new Promise((resolve, reject) => {
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`could not load ${url}`)));
  });
}

function added(url: string, text?: Promise<string>): HTMLScriptElement {
  const script = document.createElement("script");
  script.dataset["program"] = url;
  script.addEventListener("load", () => (script.dataset["loaded"] = ""));
  script.addEventListener("error", () => script.remove());
  document.head.append(script);
  const load = () => void (script.src = url);
  if (text === undefined) load();
  else text.then(run).then(() => script.dispatchEvent(new Event("load")), load);
  return script;
}
