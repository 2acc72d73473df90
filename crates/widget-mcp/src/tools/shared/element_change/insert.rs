//! `prepend`, `before`, `after`: HTML, text or blocks at a place.

use html_escape::encode_text;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{Block, BlockPlace, Blocks, HtmlBlock, Op, Widget};

use super::at_page;
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
    pub(super) fn beside(self, widget: &Widget, place: BlockPlace) -> Result<Vec<Op>, ToolError> {
        insert(widget, self.id, (self.html, self.text, self.blocks), place)
    }

    /// Puts it into what has the id.
    pub(super) fn inside(self, widget: &Widget, place: BlockPlace) -> Result<Vec<Op>, ToolError> {
        let id = at_page(widget, self.id);
        insert(widget, id, (self.html, self.text, self.blocks), place)
    }
}

/// As a change of HTML; among blocks HTML is one of them.
pub(super) fn insert(
    widget: &Widget,
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
    if widget.is_in_list(&id, place) {
        return Ok(insert_blocks(&id, place, Blocks(vec![html_block(html, blocks)?])));
    }
    let is_inside = matches!(place, BlockPlace::Start | BlockPlace::End);
    let mut ops = put_blocks(&id, is_inside, &html, blocks)?;
    ops.push(Op::edit_element(id, place.edit(html)));
    Ok(ops)
}

fn html_block(html: String, blocks: Blocks) -> Result<Block, ToolError> {
    let block = HtmlBlock::new(html).with_blocks(blocks.0);
    block.check_places().map_err(|problem| ToolError::argument("html", problem))?;
    Ok(block.into())
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

/// The operations that put blocks in, for the places of HTML that comes after them into what has
/// the id, or beside it.
pub(super) fn put_blocks(
    near: &str,
    is_inside: bool,
    html: &str,
    blocks: Blocks,
) -> Result<Vec<Op>, ToolError> {
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
        Ok(Op::PutBlock { component_id: near.to_owned(), is_inside, block: Box::new(block) })
    };
    blocks.0.into_iter().map(put).collect()
}
