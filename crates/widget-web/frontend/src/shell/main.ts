/** The shell: puts each widget of the address into a frame of its own. */

import { idsIn } from "./address";
import { WidgetFrame } from "./widget_frame";
import { PromptDialog } from "./prompt";
import { SystemTheme } from "./system_theme";
import type { Early } from "./early";
import { programsOf, type Programs } from "./programs";
import { storageOf } from "./storage";
import type { Theme } from "../view/style/theme";

/** Programs are fetched for the next page when this one has most likely drawn its widgets. */
const KEEP_AFTER_MS = 2_000;

/** The title of a widget that has none. */
const UNTITLED = "Widget";

const dialog = new PromptDialog();
const main = document.querySelector("main") ?? document.body;
const ids = idsIn(location.pathname);

const root = document.documentElement;
const system = new SystemTheme(() => cells.forEach((cell) => cell.themeChanged()));
root.dataset["theme"] = system.current;

/** That of each widget, once it is known. */
const themes = new Map<number, Theme>();

/** The page behind its widgets is as they are where they agree, else as the system is. */
function followThemes(): void {
  const [theme = system.current, ...others] = new Set(themes.values());
  root.dataset["theme"] = others.length === 0 ? theme : system.current;
}

/** That of each widget, once it is known. */
const titles = new Map<number, string>();

/** Names the page after its widgets, as far as they have titles of their own. */
function showTitles(): void {
  const inOrder = ids.map((_, index) => titles.get(index) ?? UNTITLED);
  const own = inOrder.filter((title) => title !== UNTITLED);
  document.title = [...(own.length > 0 ? [own.join(" · ")] : []), UNTITLED].join(" – ");
}

// The server has put a frame for each widget into the page.
const places = [...main.querySelectorAll("section")];
const { programs, messages } = takeEarly(window.early);
const cells = ids.map(
  (id, index) =>
    new WidgetFrame(id, {
      place: places[index],
      early: messages,
      storage: storageOf(() => sessionStorage),
      program: (name) => programs.get(name),
      theme: () => system.current,
      dialog,
      onTheme: (theme) => {
        themes.set(index, theme);
        followThemes();
      },
      onTitle: (title) => {
        titles.set(index, title);
        showTitles();
      },
    }),
);

document.body.append(dialog.element);
if (cells.length === 0) {
  const message = document.createElement("p");
  message.className = "empty";
  message.textContent = "This address names no widget.";
  main.append(message);
}

const retry = () => cells.forEach((cell) => cell.retryNow());
window.addEventListener("online", retry);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) retry();
});

window.addEventListener("load", () => {
  const names = new Set([...main.querySelectorAll("iframe")].flatMap(programsOf));
  const keep = () => programs.keep([...names]).catch((error: unknown) => console.warn(error));
  setTimeout(() => void keep(), KEEP_AFTER_MS);
});

function takeEarly(early: Early): { programs: Programs; messages: MessageEvent[] } {
  const messages = early.messages ?? [];
  early.messages = null;
  return { programs: early.programs, messages };
}
