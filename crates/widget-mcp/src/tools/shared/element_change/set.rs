//! `set`: new content, a new value, or other properties.

use std::sync::LazyLock;

use html_escape::encode_text;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};
use widget_state::{
    BODY_ID, Block, BlockKind, BlockPlace, Blocks, ChartEdit, Content, HtmlBlock, Op, Part, Widget,
};

use super::insert::{insert, put_blocks};
use super::{is_html, is_page_of_blocks, meant};
use crate::tool::error::ToolError;
use crate::tool::lenient::ArgumentTypes;
use crate::tools::shared::chart_events::edit_chart;
use crate::tools::shared::value_argument::said;

/// New content: one kind of it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Set {
    id: String,
    text: Option<String>,
    html: Option<String>,
    #[serde(default, deserialize_with = "some")]
    value: Option<Value>,
    block: Option<Map<String, Value>>,
    #[serde(default)]
    blocks: Blocks,
}

impl Set {
    pub(super) fn into_ops(self, widget: &Widget) -> Result<Vec<Op>, ToolError> {
        let Self { id, text, html, value, block, blocks } = self;
        let is_content = html.is_some() || text.is_some() || !blocks.0.is_empty();
        // Some clients send all that may be left out as null.
        let is_other = is_content || block.is_some();
        let value = value.filter(|value| !(value.is_null() && is_other));
        if is_content && value.is_none() && block.is_none() && is_page_of_blocks(widget, &id) {
            return set_page(widget, (html, text, blocks));
        }
        let id = meant(widget, id);
        let op = match (text, html, value, block) {
            (None, Some(html), None, None) => return set_html(widget, id, html, blocks),
            _ if !blocks.0.is_empty() => {
                return Err(ToolError::argument("blocks", "give html with their places, too"));
            }
            (Some(text), None, None, None) => content_op(widget, id, Content::Text(text)),
            (None, None, Some(value), None) => set_value(widget, id, value)?,
            (None, None, None, Some(properties)) => return set_block(widget, id, properties),
            _ => {
                return Err(ToolError::argument("set", "give one of text, html, value and block"));
            }
        };
        Ok(vec![op])
    }

    /// A fault that is no error: properties that are gone with a new block of the same type.
    pub(super) fn problem(&self, widget: &Widget) -> Option<String> {
        gone_with(widget, &self.id, self.block.as_ref()?)
    }
}

/// Other blocks in a page that is a list of them.
fn set_page(
    widget: &Widget,
    content: (Option<String>, Option<String>, Blocks),
) -> Result<Vec<Op>, ToolError> {
    let remove = |block: &Block| Op::RemoveBlock { component_id: block.id().to_owned() };
    let mut ops: Vec<Op> = widget.blocks().iter().map(remove).collect();
    ops.extend(insert(widget, BODY_ID.to_owned(), content, BlockPlace::End)?);
    Ok(ops)
}

/// HTML, with the blocks that stand in it.
fn set_html(
    widget: &Widget,
    id: String,
    html: String,
    blocks: Blocks,
) -> Result<Vec<Op>, ToolError> {
    if !is_html(widget, &id) {
        let mut ops = put_blocks(&id, true, &html, blocks)?;
        ops.push(Op::set_content(id, Content::Html(html)));
        return Ok(ops);
    }
    if blocks.0.is_empty() {
        return Ok(vec![content_op(widget, id, Content::Html(html))]);
    }
    let blocks = serde_json::to_value(&blocks.0);
    let blocks = blocks.map_err(|error| ToolError::argument("blocks", error.to_string()))?;
    Ok(vec![html_of_block(id, html, Some(blocks))])
}

/// Other properties of a block. `open` of a modal is its value, which says it from the start on.
fn set_block(
    widget: &Widget,
    id: String,
    mut properties: Map<String, Value>,
) -> Result<Vec<Op>, ToolError> {
    let layout = take_layout(widget, &id, &mut properties);
    let edit = ChartEdit { layout, ..ChartEdit::default() };
    let edit = if edit.is_empty() { None } else { Some(edit_chart(Some(id.clone()), edit)?) };
    if edit.is_some() && properties.is_empty() {
        return Ok(edit.into_iter().collect());
    }
    let is_modal = widget.part(&id).is_some_and(|part| part.type_name() == "modal");
    let is_whole = properties.contains_key("type");
    let says_open = properties.get("open").is_some_and(|open| !open.is_null());
    let open = if is_modal && !is_whole && says_open { properties.remove("open") } else { None };
    let open = open.map(|open| set_value(widget, id.clone(), open)).transpose()?;
    let others = (open.is_none() || !properties.is_empty()).then(|| {
        let properties = as_of_its_type(widget, &id, properties);
        Op::SetBlock { component_id: id, properties }
    });
    Ok(others.into_iter().chain(open).chain(edit).collect())
}

/// Takes the title of a chart, and its layout where its data stay: they are merged into the layout
/// that is there.
fn take_layout(
    widget: &Widget,
    id: &str,
    properties: &mut Map<String, Value>,
) -> Map<String, Value> {
    let is_chart = widget.block(id).is_some_and(|block| matches!(block.kind, BlockKind::Chart(_)));
    if !is_chart || properties.contains_key("type") {
        return Map::new();
    }
    let title = match properties.get("title") {
        Some(Value::String(text)) => Some(json!({ "text": text })),
        Some(Value::Number(number)) => Some(json!({ "text": number.to_string() })),
        Some(title @ (Value::Object(_) | Value::Null)) => Some(title.clone()),
        _ => None,
    };
    if title.is_some() {
        properties.remove("title");
    }
    let layout_in = |object: &Map<String, Value>| object.get("layout")?.as_object().cloned();
    // Other members of a figure are in the place of its own.
    let (own, holder) = match properties.get("figure") {
        Some(Value::Object(figure)) if figure.len() == 1 => (layout_in(figure), "figure"),
        None if !properties.contains_key("data") => (layout_in(properties), "layout"),
        _ => (None, ""),
    };
    if own.is_some() {
        properties.remove(holder);
    }
    let mut layout = own.unwrap_or_default();
    layout.extend(title.map(|title| ("title".to_owned(), title)));
    layout
}

/// The operation that gives an element, component or block this content.
pub(crate) fn content_op(widget: &Widget, id: String, content: Content) -> Op {
    let id = meant(widget, id);
    if !is_html(widget, &id) {
        return Op::set_content(id, content);
    }
    let html = match content {
        Content::Html(html) => html,
        Content::Text(text) => encode_text(&text).into_owned(),
    };
    html_of_block(id, html, None)
}

/// The value of a component; the number of a metric, which is written as it is.
pub(super) fn set_value(widget: &Widget, id: String, value: Value) -> Result<Op, ToolError> {
    Ok(match widget.part(&id) {
        Some(Part::Block(block)) if block.takes_text() => {
            let text = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
            Op::set_content(id, Content::Text(text))
        }
        Some(part) => {
            let value = said(part, value).map_err(|it| ToolError::argument("value", it))?;
            Op::set_value(id, value)
        }
        None => Op::set_value(id, value),
    })
}

/// The properties in the types that those of the block have. `null` takes one away, and stays.
fn as_of_its_type(
    widget: &Widget,
    id: &str,
    mut properties: Map<String, Value>,
) -> Map<String, Value> {
    #[derive(JsonSchema)]
    struct OneBlock {
        #[expect(dead_code, reason = "it is there for its schema")]
        block: Block,
    }
    static TYPES: LazyLock<ArgumentTypes> = LazyLock::new(ArgumentTypes::of::<OneBlock>);

    let component = || widget.component(id).map(|component| component.kind.type_name());
    let block = widget.block(id).map(|block| block.kind.type_name());
    let Some(known) = block.or_else(component) else {
        return properties;
    };
    let nulls: Vec<String> = properties
        .iter()
        .filter(|(_, value)| value.is_null())
        .map(|(name, _)| name.clone())
        .collect();
    properties.retain(|_, value| !value.is_null());
    let is_whole = properties.contains_key("type");
    if !is_whole {
        merge_figure(widget, id, &mut properties);
    }
    properties.entry("type").or_insert_with(|| known.into());
    let mut said = Map::from_iter([("block".to_owned(), Value::Object(properties))]);
    TYPES.adapt(&mut said);
    let mut properties = match said.remove("block") {
        Some(Value::Object(properties)) => properties,
        _ => Map::new(),
    };
    if !is_whole {
        properties.remove("type");
    }
    properties.extend(nulls.into_iter().map(|name| (name, Value::Null)));
    properties
}

/// Members of a figure that stand among the properties of a chart change its figure.
fn merge_figure(widget: &Widget, id: &str, properties: &mut Map<String, Value>) {
    let Some(BlockKind::Chart(chart)) = widget.block(id).map(|block| &block.kind) else { return };
    let members = ["data", "layout", "config", "frames"];
    let is_given = members.iter().any(|member| properties.contains_key(*member));
    if !is_given || properties.contains_key("figure") {
        return;
    }
    let before = serde_json::from_str(chart.figure().as_json());
    let mut figure: Map<String, Value> = before.unwrap_or_default();
    figure.extend(members.iter().filter_map(|member| properties.remove_entry(*member)));
    properties.insert("figure".to_owned(), figure.into());
}

/// The HTML of a block, with the blocks in its places; those that it has stay if none are given.
fn html_of_block(id: String, html: String, blocks: Option<Value>) -> Op {
    let has_places = HtmlBlock::new(&*html).places().next().is_some();
    let blocks = blocks.or_else(|| (!has_places).then(|| Value::Array(Vec::new())));
    let mut properties = Map::from_iter([("html".to_owned(), Value::String(html))]);
    properties.extend(blocks.map(|blocks| ("blocks".to_owned(), blocks)));
    Op::SetBlock { component_id: id, properties }
}

/// The properties that a whole block of the same type takes away.
fn gone_with(widget: &Widget, id: &str, properties: &Map<String, Value>) -> Option<String> {
    let whole_type = properties.get("type")?.as_str()?;
    let before = match (widget.block(id), widget.component(id)) {
        // Those of figures and rows would be written out for their names.
        (Some(block), _) if matches!(block.kind, BlockKind::Chart(_) | BlockKind::Table(_)) => {
            return None;
        }
        (Some(block), _) if block.kind.type_name() == whole_type => serde_json::to_value(block),
        (None, Some(component)) if component.kind.type_name() == whole_type => {
            serde_json::to_value(component)
        }
        _ => return None,
    };
    let before = before.ok()?;
    let new = as_of_its_type(widget, id, properties.clone());
    let after: Block = serde_json::from_value(new.clone().into()).ok()?;
    let after = serde_json::to_value(after).ok()?;
    // With another title and other blocks a card is another.
    let is_other = ["title", "blocks"].iter().all(|name| properties.contains_key(*name));
    let may_be_gone = |name: &str| match name {
        "id" | "component_id" | "span" => true,
        "subtitle" => is_other,
        _ => false,
    };
    let is_gone = |name: &&String| {
        !may_be_gone(name) && !new.contains_key(*name) && before.get(*name) != after.get(*name)
    };
    let gone: Vec<&str> = before.as_object()?.keys().filter(is_gone).map(String::as_str).collect();
    (!gone.is_empty()).then(|| {
        let gone = gone.join(", ");
        format!(
            "\"{id}\" has lost its {gone}: with a `type` it is a whole new {whole_type}; without it \
             only the properties that are named change"
        )
    })
}

/// A value that may be `null`, which empties a component.
fn some<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}
