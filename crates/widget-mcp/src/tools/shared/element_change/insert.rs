//! `prepend`, `before`, `after`: HTML, text or blocks at a place.

use html_escape::encode_text;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{Block, BlockKind, BlockPlace, Blocks, HtmlBlock, Op, Widget};

use super::{is_html, meant};
use crate::tool::error::ToolError;

/// HTML, text or blocks for a place near what has this id.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Insert {
    id: String,
    html: Option<String>,
    text: Option<String>,
    #[serde(default)]
    blocks: Blocks,
}

impl Insert {
    /// Puts it beside what has the id.
    pub(super) fn beside(self, place: BlockPlace) -> Result<Vec<Op>, ToolError> {
        insert(self.id, (self.html, self.text, self.blocks), place)
    }

    /// Puts it into what has the id.
    pub(super) fn inside(self, widget: &Widget, place: BlockPlace) -> Result<Vec<Op>, ToolError> {
        let id = meant(widget, self.id);
        put_into(widget, id, (self.html, self.text, self.blocks), place)
    }
}

/// As [`insert`], at the begin or the end of what has the id.
pub(super) fn put_into(
    widget: &Widget,
    id: String,
    (html, text, blocks): (Option<String>, Option<String>, Blocks),
    place: BlockPlace,
) -> Result<Vec<Op>, ToolError> {
    // In HTML that stands in other HTML, either could be meant.
    if html.is_some() && !blocks.0.is_empty() && is_html(widget, &id) && is_in_html(widget, &id) {
        let problem = format!("put them beside \"{id}\", or set its html with its blocks");
        return Err(ToolError::argument("blocks", problem));
    }
    insert(id, (html, text, blocks), place)
}

fn insert(
    id: String,
    (html, text, blocks): (Option<String>, Option<String>, Blocks),
    place: BlockPlace,
) -> Result<Vec<Op>, ToolError> {
    let problem = match (&html, &text) {
        (Some(_), Some(_)) => "give html or text, not both",
        (None, Some(_)) if !blocks.0.is_empty() => "give html or blocks with text in it",
        (None, None) if blocks.0.is_empty() => "give html or text",
        _ => "",
    };
    if !problem.is_empty() {
        return Err(ToolError::argument("html", problem));
    }
    let html = html.or_else(|| text.map(|text| encode_text(&text).into_owned()));
    let Some(html) = html else { return Ok(insert_blocks(&id, place, blocks)) };
    let mut ops = put_blocks(&id, &html, blocks)?;
    ops.push(Op::edit_element(id, place.edit(html)));
    Ok(ops)
}

/// The operations that put blocks into the same place one by one.
fn insert_blocks(near: &str, place: BlockPlace, Blocks(mut blocks): Blocks) -> Vec<Op> {
    if matches!(place, BlockPlace::After | BlockPlace::Start) {
        blocks.reverse();
    }
    let insert =
        |block| Op::InsertBlock { component_id: near.to_owned(), place, block: Box::new(block) };
    blocks.into_iter().map(insert).collect()
}

/// The operations that put blocks in, for the places of HTML that comes after them.
pub(super) fn put_blocks(beside: &str, html: &str, blocks: Blocks) -> Result<Vec<Op>, ToolError> {
    let html = HtmlBlock::new(html);
    let put = |block: Block| {
        let id = block.id();
        if id.is_empty() {
            let problem = "give them by their ids: {\"ID\": {\"type\": …}}";
            return Err(ToolError::argument("blocks", problem));
        }
        if !html.places().any(|place| place == id) {
            let place = format!("<widget-block id=\"{id}\"></widget-block>");
            let problem = format!("the html has no place for it: {place}");
            return Err(ToolError::argument(format!("blocks.{id}"), problem));
        }
        Ok(Op::PutBlock { component_id: beside.to_owned(), block: Box::new(block) })
    };
    blocks.0.into_iter().map(put).collect()
}

/// Returns whether a block has its place in the HTML of another.
fn is_in_html(widget: &Widget, id: &str) -> bool {
    widget.all_blocks().any(|outer| {
        matches!(outer.kind, BlockKind::Html(_))
            && outer.blocks().iter().any(|block| block.id() == id)
    })
}
