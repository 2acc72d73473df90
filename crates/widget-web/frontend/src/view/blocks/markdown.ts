/** `markdown`: text in Markdown, whose program is loaded when the first of them is drawn. */

import type { MarkdownProgram, MarkdownText } from "../../markdown/main";
import { hasAsset, loadAsset } from "../assets";
import type { BlockSpec } from "../model/document";
import { textOf, type BlockHost, type BlockType } from "./block_view";

declare global {
  interface Window {
    WidgetMarkdown?: MarkdownProgram;
  }
}

export const markdown: BlockType = {
  takesText: true,
  isLate: true,
  create(_, host) {
    const element = document.createElement("div");
    let text: MarkdownText | null = null;
    return {
      element,
      async update(spec) {
        text ??= await started(element, host);
        await text.update(host.text() ?? textOf(spec, "markdown"));
      },
      setTheme: () => void text?.themeChanged().catch((error: unknown) => host.problem(error)),
      dispose: () => text?.dispose(),
    };
  },
};

/** Returns whether a text is that of the block and more. */
export function isLengthened(spec: BlockSpec, text: string | undefined): boolean {
  const first = textOf(spec, "markdown");
  return text !== undefined && text.length > first.length && text.startsWith(first);
}

async function started(element: HTMLElement, host: BlockHost): Promise<MarkdownText> {
  const { assets } = host;
  if (!hasAsset(assets, "markdown")) throw new Error("this page draws no Markdown; a browser does");
  await loadAsset(assets, "markdown");
  if (window.WidgetMarkdown === undefined) throw new Error("the program of Markdown did not start");
  const text = window.WidgetMarkdown.create({ assets, isDark: () => host.theme() === "dark" });
  element.replaceChildren(text.element);
  return text;
}
