/** The parser: CommonMark with tables, strikethrough, addresses as links, footnotes and math. */

import MarkdownIt from "markdown-it";
import { footnotes } from "./footnotes";
import { math } from "./math_rules";

/** Deeper nesting is text: recursion, and the depth of the page, have an end. */
export const DEEPEST = 100;

export const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: DEEPEST });

// `main.rs` and `a@b` are not addresses; `https://…` is.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// Which addresses are followed or shown is decided in one place: address.ts.
parser.validateLink = () => true;
parser.use(footnotes);
parser.use(math);
