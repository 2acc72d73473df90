/** The elements of an agent's HTML, as the server knows them: `outline.rs` there. */

export interface Elements {
  /** The text that an element starts with, by its id. */
  texts: ReadonlyMap<string, string>;
  /** The text of all of it. */
  text: string;
  /** True if scripts may make further elements. */
  scripted: boolean;
}

export function elementsIn(html: string): Elements {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const texts = new Map<string, string>();
  let scripted = false;
  for (const element of parsed.querySelectorAll("*")) {
    scripted ||= element.tagName === "SCRIPT";
    scripted ||= element.getAttributeNames().some((name) => name.startsWith("on"));
    // The first of two elements with one id is the one a browser finds.
    if (element.id !== "" && !texts.has(element.id)) {
      texts.set(element.id, element.textContent.trim());
    }
  }
  return { texts, text: parsed.body.textContent.trim(), scripted };
}
