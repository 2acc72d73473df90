/** The shell: puts each widget of the address into a frame of its own. */

import { idsIn } from "./address";
import { WidgetFrame } from "./widget_frame";
import { PromptDialog } from "./prompt";
import { SystemTheme } from "./system_theme";
import type { Theme } from "../view/style/theme";

declare global {
  interface Window {
    /** Filled by the page until the shell is there. */
    early?: MessageEvent[] | null;
  }
}

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

// The server has put a frame for each widget into the page.
const places = [...main.querySelectorAll("section")];
const early = takeEarly();
const cells = ids.map(
  (id, index) =>
    new WidgetFrame(id, {
      place: places[index],
      early,
      storage: storage(),
      theme: () => system.current,
      dialog,
      onTheme: (theme) => {
        themes.set(index, theme);
        followThemes();
      },
      onTitle: (title) => {
        if (index === 0) document.title = title === "Widget" ? title : `${title} – Widget`;
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

function takeEarly(): MessageEvent[] {
  const messages = window.early ?? [];
  window.early = null;
  return messages;
}

function storage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}
