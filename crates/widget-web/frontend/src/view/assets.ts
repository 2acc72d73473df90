/** Scripts that are loaded when something needs them. */

export interface Assets {
  chart: string;
  grid: string;
  plotlyCartesian: string;
  plotly: string;
}

/** The names, which carry a hash, stand in the page itself. */
export function readAssets(): Assets {
  const element = document.querySelector("script[data-widget-assets]");
  return JSON.parse(element?.textContent ?? "{}") as Assets;
}

const loading = new Map<string, Promise<void>>();

/** Loads a classic script once. A module would need CORS, which an opaque origin lacks. */
export function loadScript(url: string): Promise<void> {
  const known = loading.get(url);
  if (known !== undefined) return known;
  const promise = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      // The next drawing tries again.
      loading.delete(url);
      script.remove();
      reject(new Error(`could not load ${url}`));
    });
    document.head.append(script);
  });
  loading.set(url, promise);
  return promise;
}
