//! Signals: events from the agent to the scripts of the page.

use crate::block::BlockKind;
use crate::event::EventName;
use crate::html_index::HtmlIndex;
use crate::widget::Widget;
use crate::widget::contents::Changed;

/// Ends of the text before the name of an event that is sent and not waited for.
const SENDERS: [&str; 2] = ["data-event=", "emit"];

impl Widget {
    /// Returns whether a script of the page may take a signal ([`Op::Emit`](crate::Op::Emit)):
    /// whether its name stands in HTML with scripts, other than as an event that the HTML itself
    /// sends. Nothing else takes one: a signal runs no callback.
    ///
    /// A script that puts the name together from parts is not seen.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_state::{EventName, Widget};
    ///
    /// let clear = EventName::new("pad:clear")?;
    /// let listens = "<script>widget.on('pad:clear', () => pad.reset())</script>";
    /// assert!(Widget::html(listens).may_take(&clear));
    /// assert!(!Widget::html("<button data-event='pad:clear'>Clear</button>").may_take(&clear));
    /// # Ok::<(), widget_state::StateError>(())
    /// ```
    #[must_use]
    pub fn may_take(&self, signal: &EventName) -> bool {
        self.all_html().any(|html| awaits(html, signal.as_str()) && HtmlIndex::of(html).scripted)
    }

    /// The agent's HTML: that of the blocks, that of components, and what replaced their contents.
    fn all_html(&self) -> impl Iterator<Item = &str> {
        let of_blocks = self.all_blocks().filter_map(|block| match &block.kind {
            BlockKind::Html(html) => Some(html.html()),
            _ => None,
        });
        let put_in = self.contents.iter().filter_map(Changed::html);
        of_blocks.chain(self.div_contents()).chain(put_in)
    }
}

/// Returns whether a name stands in HTML and is not sent there.
fn awaits(html: &str, name: &str) -> bool {
    let continues = |letter: char| letter.is_ascii_alphanumeric() || "_-.:".contains(letter);
    html.match_indices(name).any(|(start, _)| {
        let (before, after) = (&html[..start], &html[start + name.len()..]);
        let sender = before.trim_end_matches(['"', '\'', '`', '(', ' ']);
        !before.ends_with(continues)
            && !after.starts_with(continues)
            && !SENDERS.iter().any(|end| sender.ends_with(end))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::block::Block;
    use crate::op::{Content, Op};

    fn takes(html: &str) -> bool {
        Widget::html(html).may_take(&EventName::new("cart:add").unwrap())
    }

    #[test]
    fn a_name_in_a_script_may_be_taken() {
        assert!(takes("<script>widget.on('cart:add', show)</script>"));
        assert!(takes("<script>const names = [`cart:add`, `cart:drop`]</script>"));
        assert!(takes("<b onclick='widget.on(\"cart:add\", show)'></b>"));
    }

    #[test]
    fn what_the_page_sends_and_other_names_are_not_taken() {
        for html in [
            "",
            "<p>cart:add</p>",
            "<b data-event=\"cart:add\"></b><script>1</script>",
            "<script>widget.emit('cart:add'); widget.emit( 'cart:add', {})</script>",
            "<script>widget.on('cart:added', f); widget.on('my-cart:add', f)</script>",
        ] {
            assert!(!takes(html), "{html}");
        }
    }

    #[test]
    fn every_html_of_the_page_counts() {
        let name = EventName::new("a:b").unwrap();
        let script = "<script>widget.on('a:b', f)</script>";
        let blocks = json!([{"type": "card", "blocks": [{"type": "html", "html": script}]}]);
        let blocks: Vec<Block> = serde_json::from_value(blocks).unwrap();
        assert!(Widget::page(blocks).unwrap().may_take(&name));
        let mut widget = Widget::html("<div id=box></div>");
        assert!(!widget.may_take(&name));
        let html = "<img onload=\"widget.on('a:b', f)\">";
        widget.apply(Op::set_content("box", Content::Html(html.into()))).unwrap();
        assert!(widget.may_take(&name));
    }
}
