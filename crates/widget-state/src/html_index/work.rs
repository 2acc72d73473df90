//! The bounds of the work that a parser does for HTML.

use std::cell::Cell;

use html5ever::interface::Tracer;
use html5ever::tokenizer::{TagKind, Token};
use html5ever::tree_builder::TreeBuilder;

use super::tree::{Handle, Tree};

/// So many elements may be looked at for a byte of HTML. In pages there are about four.
const MAX_LOOKS_A_BYTE: usize = 16;

/// So many more for any HTML.
const MIN_LOOKS: usize = 100_000;

/// So many more nodes there may be than half of the bytes.
const MIN_NODES: usize = 10_000;

/// So many tokens are read before the open elements are counted.
const TOKENS_A_COUNT: usize = 64;

/// Elements that leave marks behind themselves if they are closed by another, some of them in a
/// template alone.
const MARKING: [&str; 4] = ["applet", "marquee", "object", "template"];
const MARKING_IN_TEMPLATE: [&str; 3] = ["caption", "td", "th"];

/// The work that may still be done, and the cost of a token as far as it is known.
pub(super) struct Work {
    max_looks: usize,
    max_nodes: usize,
    /// The looks that html5ever does not tell of.
    looks: usize,
    tokens: usize,
    /// The elements that are open, or will be again, by the last count.
    open: usize,
    /// The marks that may have been left, at most.
    marks: usize,
    has_template: bool,
}

impl Work {
    pub(super) fn of(html: &str) -> Self {
        Self {
            max_looks: html.len() * MAX_LOOKS_A_BYTE + MIN_LOOKS,
            max_nodes: html.len() / 2 + MIN_NODES,
            looks: 0,
            tokens: 0,
            open: 0,
            marks: 0,
            has_template: false,
        }
    }

    pub(super) fn allows(&mut self, token: &Token, builder: &TreeBuilder<Handle, Tree>) -> bool {
        if self.tokens == TOKENS_A_COUNT {
            let count = Count(Cell::new(0));
            builder.trace_handles(&count);
            (self.tokens, self.open) = (0, count.0.get());
        }
        self.tokens += 1;
        if let Token::TagToken(tag) = token
            && tag.kind == TagKind::StartTag
        {
            let name = &*tag.name;
            self.has_template |= name == "template";
            let marks =
                MARKING.contains(&name) || self.has_template && MARKING_IN_TEMPLATE.contains(&name);
            self.marks += usize::from(marks);
        }
        self.looks += 1 + self.open + self.marks;
        self.looks + builder.sink.looks() < self.max_looks && builder.sink.len() < self.max_nodes
    }
}

struct Count(Cell<usize>);

impl Tracer for Count {
    type Handle = Handle;

    fn trace_handle(&self, _node: &Handle) {
        self.0.set(self.0.get() + 1);
    }
}
