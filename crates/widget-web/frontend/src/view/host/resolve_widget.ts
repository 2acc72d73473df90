/** Finds the widget to show: the result of the tool call that the view was opened for names it. */

import { isId } from "../../wire/id";
import { isObject } from "../../wire/json";
import { textOf } from "../../wire/tool_result";
import type { Host } from "./host";

export interface Found {
  widgetId: string;
  /** The page that shows it in a browser; our own shell names none. */
  url: string | null;
}

/** A host that reopens a view sends the arguments of its call within this time. */
const AS_BEFORE_MS = 2_000;

/** A host that has sent nothing by then will hardly do so. */
const SILENCE_MS = 8_000;

const NOTHING_CAME =
  "This client has not said which widget to show. If it asks you to allow the call, answer it; " +
  "otherwise ask the agent to show the widget again.";

/** Survives a reload, which our origin leaves nothing else of. Only that of a frame is ours. */
const MEMORY = "widget-mcp:";

export class WhichWidget {
  #found = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    host: Host,
    private readonly found: (found: Found) => void,
    /** There will be none, for this reason. */
    private readonly failed: (reason: string) => void,
    /** It is shown in another place. */
    private readonly needless: () => void,
  ) {
    // A result will follow, perhaps once the person has allowed the call.
    host.onNotification("ui/notifications/tool-input", () => this.#awaitResult());
    host.onNotification("ui/notifications/tool-input-partial", () => this.#awaitResult());
    host.onNotification("ui/notifications/tool-result", (result) => this.#result(result));
    host.onNotification("ui/notifications/tool-cancelled", () => {
      if (!this.#found) failed("The call that makes this widget was cancelled.");
    });
  }

  /** The host knows that we are here. One that sends nothing now takes us for the view of before. */
  begin(): void {
    this.#timer = setTimeout(() => {
      const remembered = recall();
      if (remembered !== null) this.#show(remembered);
      else this.#awaitResult();
    }, AS_BEFORE_MS);
  }

  /** Says after some time that nothing came. A result that comes later is drawn in the place of that. */
  #awaitResult(): void {
    clearTimeout(this.#timer);
    if (!this.#found) this.#timer = setTimeout(() => this.failed(NOTHING_CAME), SILENCE_MS);
  }

  #result(result: Record<string, unknown>): void {
    clearTimeout(this.#timer);
    if (this.#found) return;
    if (isElsewhere(result)) {
      this.failed("This widget is open in a page of its own.");
      this.needless();
      return;
    }
    const found = readFound(result["structuredContent"]) ?? readFound(inText(result));
    if (found !== null) this.#show(found);
    else if (result["isError"] === true) this.failed(`The agent's call failed: ${textOf(result)}`);
    else this.failed("This client did not say which widget to show.");
  }

  #show(found: Found): void {
    this.#found = true;
    window.name = MEMORY + JSON.stringify({ widget_id: found.widgetId, url: found.url });
    this.found(found);
  }
}

/** The call asked for another place than the conversation. */
function isElsewhere(result: Record<string, unknown>): boolean {
  const contents = [result["structuredContent"], inText(result)];
  return contents.some((content) => isObject(content) && content["elsewhere"] === true);
}

function recall(): Found | null {
  if (!window.name.startsWith(MEMORY)) return null;
  return readFound(parse(window.name.slice(MEMORY.length)));
}

function readFound(content: unknown): Found | null {
  if (!isObject(content)) return null;
  const { widget_id: widgetId, url } = content;
  if (!isId(widgetId)) return null;
  const isPage = typeof url === "string" && /^https?:\/\//.test(url) && URL.canParse(url);
  return { widgetId, url: isPage ? url : null };
}

/** Reads the text that a host passes on if it knows no structured results. */
function inText(result: Record<string, unknown>): unknown {
  return parse(textOf(result));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
