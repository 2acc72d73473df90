//! One change of an element, a block or a component, as `update_widget` takes it.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use html_escape::encode_text;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};
use widget_state::{
    BODY_ID, Block, BlockKind, BlockPlace, Blocks, ChartEdit, Content, ElementEdit,
};
use widget_state::{HtmlBlock, Op, Part, Points, RowStrategy, Widget};

use crate::tool::arguments::JsonText;
use crate::tool::error::ToolError;
use crate::tool::lenient::ArgumentTypes;
use crate::tools::shared::chart_events::edit_chart;
use crate::tools::shared::style_argument::properties;
use crate::tools::shared::value_argument::said;

/// A change of what has this id.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ElementChange {
    /// New content: text or html of an element, the text of a Markdown block or metric, the value
    /// of a component or modal; a whole block with its type, or properties of it that change.
    Set {
        id: String,
        text: Option<String>,
        html: Option<String>,
        #[serde(default, deserialize_with = "some")]
        value: Option<Value>,
        block: Option<Map<String, Value>>,
        #[serde(default)]
        blocks: Blocks,
    },
    /// HTML, text or blocks at the end of an element, text at the end of a Markdown block, rows of
    /// a table, points of a chart.
    Append(Append),
    /// HTML, text or blocks at the begin of an element.
    Prepend {
        id: String,
        html: Option<String>,
        text: Option<String>,
        #[serde(default)]
        blocks: Blocks,
    },
    /// HTML, text or blocks before an element or a block.
    Before {
        id: String,
        html: Option<String>,
        text: Option<String>,
        #[serde(default)]
        blocks: Blocks,
    },
    /// HTML, text or blocks after an element or a block.
    After {
        id: String,
        html: Option<String>,
        text: Option<String>,
        #[serde(default)]
        blocks: Blocks,
    },
    /// Puts a block before or after another, or an element, or at the end of what holds some.
    Move { id: String, before: Option<String>, after: Option<String>, into: Option<String> },
    /// Says what is wrong in the fields of a form, as its value says by `errors`.
    #[schemars(skip)]
    SetErrors { id: String, errors: BTreeMap<String, String> },
    /// Takes an element or a block out of the page.
    Remove { id: String },
    /// Gives an element classes and takes classes away.
    Class {
        id: String,
        #[serde(default)]
        add: Vec<String>,
        #[serde(default)]
        remove: Vec<String>,
    },
    /// Sets attributes of an element; null takes one away.
    Attributes { id: String, attributes: BTreeMap<String, Value> },
    /// Sets CSS properties of an element, component or modal; null takes one back.
    Style { id: String, style: BTreeMap<String, Value> },
}

/// Content that is put at the end of an element or block: one kind of it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Append {
    id: String,
    html: Option<String>,
    text: Option<String>,
    #[serde(default)]
    blocks: Blocks,
    rows: Option<JsonText>,
    #[serde(default)]
    extend: BTreeMap<String, Vec<Points>>,
    max_points: Option<usize>,
}

impl Append {
    fn into_ops(self, widget: &Widget) -> Result<Vec<Op>, ToolError> {
        let Self { id, html, text, blocks, rows, extend, max_points } = self;
        let id = meant(widget, id);
        let is_html = html.is_some() || text.is_some() || !blocks.0.is_empty();
        let has_points = !extend.is_empty() || max_points.is_some();
        let op = match (rows, text) {
            (None, Some(text))
                if html.is_none()
                    && blocks.0.is_empty()
                    && !has_points
                    && is_markdown(widget, &id) =>
            {
                Op::AppendText { component_id: id, text }
            }
            (None, text) if !has_points => {
                return put_into(widget, id, (html, text, blocks), BlockPlace::End);
            }
            (Some(rows), _) if !is_html && !has_points => {
                let rows = as_list(rows.into_text());
                Op::TableRows { block_id: Some(id), strategy: RowStrategy::Append, rows }
            }
            (None, _) if !is_html => {
                edit_chart(Some(id), ChartEdit { extend, max_points, ..ChartEdit::default() })?
            }
            _ => {
                let problem = "give one of html, text, blocks, rows and extend";
                return Err(ToolError::argument("append", problem));
            }
        };
        Ok(vec![op])
    }
}

/// One row stands for a list of it.
fn as_list(rows: Arc<str>) -> Arc<str> {
    let is_one = rows.trim_start().starts_with('{')
        && serde_json::from_str::<Map<String, Value>>(&rows).is_ok_and(|row| {
            !row.is_empty() && !row.values().any(|value| value.is_array() || value.is_object())
        });
    if is_one { format!("[{rows}]").into() } else { rows }
}

impl ElementChange {
    /// A fault that is no error: properties that are gone with a new block of the same type.
    pub(crate) fn problem(&self, widget: &Widget) -> Option<String> {
        match self {
            Self::Set { id, block: Some(properties), .. } => gone_with(widget, id, properties),
            _ => None,
        }
    }

    /// The operations that it is on this widget.
    pub(crate) fn into_ops(self, widget: &Widget) -> Result<Vec<Op>, ToolError> {
        let op = match self {
            Self::Set { id, text, html, value, block, blocks } => {
                let id = meant(widget, id);
                // Some clients send all that may be left out as null.
                let is_other = text.is_some() || html.is_some() || block.is_some();
                let value = value.filter(|value| !(value.is_null() && is_other));
                return set(widget, id, SetTo { text, html, value, block }, blocks);
            }
            Self::Append(append) => return append.into_ops(widget),
            Self::Prepend { id, html, text, blocks } => {
                let id = meant(widget, id);
                return put_into(widget, id, (html, text, blocks), BlockPlace::Start);
            }
            Self::Before { id, html, text, blocks } => {
                return insert(id, (html, text, blocks), BlockPlace::Before);
            }
            Self::After { id, html, text, blocks } => {
                return insert(id, (html, text, blocks), BlockPlace::After);
            }
            Self::Move { id, before, after, into } => {
                let into = into.map(|into| meant(widget, into));
                move_block(widget, id, (before, after, into))?
            }
            Self::SetErrors { id, errors } => set_value(widget, id, json!({ "errors": errors })),
            Self::Remove { id } if widget.block(&id).is_some() => {
                Op::RemoveBlock { component_id: id }
            }
            Self::Remove { id } => Op::edit_element(id, ElementEdit::Remove),
            Self::Class { id, add, remove } => {
                if add.is_empty() && remove.is_empty() {
                    return Err(ToolError::argument("class", "give add or remove"));
                }
                let gone = remove.into_iter().map(|name| (name, false));
                let all = gone.chain(add.into_iter().map(|name| (name, true)));
                Op::edit_element(id, ElementEdit::Classes(all.collect()))
            }
            Self::Attributes { id, attributes } => {
                let mut read = BTreeMap::new();
                for (name, value) in attributes {
                    let value = attribute(&name, value)?;
                    read.insert(name, value);
                }
                Op::edit_element(id, ElementEdit::Attributes(read))
            }
            Self::Style { id, style } => {
                Op::SetStyle { component_id: id, style: properties(style)? }
            }
        };
        Ok(vec![op])
    }
}

/// The properties that a whole block of the same type takes away.
fn gone_with(widget: &Widget, id: &str, properties: &Map<String, Value>) -> Option<String> {
    let before = widget.block(id)?;
    // Those of figures and rows would be written out for their names.
    let is_large = matches!(before.kind, BlockKind::Chart(_) | BlockKind::Table(_));
    if is_large || properties.get("type")?.as_str()? != before.kind.type_name() {
        return None;
    }
    let new = as_of_its_type(widget, id, properties.clone());
    let before = serde_json::to_value(before).ok()?;
    let after: Block = serde_json::from_value(new.clone().into()).ok()?;
    let after = serde_json::to_value(after).ok()?;
    let is_gone = |name: &&String| {
        !matches!(&***name, "id" | "span")
            && !new.contains_key(*name)
            && before.get(*name) != after.get(*name)
    };
    let gone: Vec<&str> = before.as_object()?.keys().filter(is_gone).map(String::as_str).collect();
    (!gone.is_empty()).then(|| {
        let gone = gone.join(", ");
        format!(
            "\"{id}\" is a whole new block, without its {gone}: properties without `type` change \
             alone, and the others stay"
        )
    })
}

/// A value that may be `null`, which empties a component.
fn some<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

/// The id that is meant: `body` is the HTML, chart or table of the widget itself, unless it has
/// something of this id.
fn meant(widget: &Widget, id: String) -> String {
    let is_body = id == "body"
        && widget.block(BODY_ID).is_some()
        && widget.part(&id).is_none()
        && !widget.elements_now().iter().any(|(known, _)| *known == id);
    if is_body { BODY_ID.to_owned() } else { id }
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
    set_html(id, html, None)
}

/// The things that `set` sets, of which one is given.
struct SetTo {
    text: Option<String>,
    html: Option<String>,
    value: Option<Value>,
    block: Option<Map<String, Value>>,
}

fn set(widget: &Widget, id: String, to: SetTo, blocks: Blocks) -> Result<Vec<Op>, ToolError> {
    let op = match to {
        SetTo { text: None, html: Some(html), value: None, block: None }
            if is_html(widget, &id) && !blocks.0.is_empty() =>
        {
            let blocks = serde_json::to_value(&blocks.0);
            let blocks =
                blocks.map_err(|error| ToolError::argument("blocks", error.to_string()))?;
            set_html(id, html, Some(blocks))
        }
        SetTo { text: None, html: Some(html), value: None, block: None }
            if is_html(widget, &id) =>
        {
            content_op(widget, id, Content::Html(html))
        }
        SetTo { text: None, html: Some(html), value: None, block: None } => {
            let mut ops = put_blocks(&id, &html, blocks)?;
            ops.push(Op::set_content(id, Content::Html(html)));
            return Ok(ops);
        }
        _ if !blocks.0.is_empty() => {
            return Err(ToolError::argument("blocks", "give html with their places, too"));
        }
        SetTo { text: Some(text), html: None, value: None, block: None } => {
            content_op(widget, id, Content::Text(text))
        }
        SetTo { text: None, html: None, value: Some(value), block: None } => {
            set_value(widget, id, value)
        }
        SetTo { text: None, html: None, value: None, block: Some(properties) } => {
            let properties = as_of_its_type(widget, &id, properties);
            Op::SetBlock { component_id: id, properties }
        }
        _ => {
            return Err(ToolError::argument("set", "give one of text, html, value and block"));
        }
    };
    Ok(vec![op])
}

/// The value of a component; the number of a metric, which is written as it is.
fn set_value(widget: &Widget, id: String, value: Value) -> Op {
    match widget.part(&id) {
        Some(Part::Block(block)) if block.takes_text() => {
            let text = value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned);
            Op::set_content(id, Content::Text(text))
        }
        Some(part) => Op::set_value(id, said(part, value)),
        None => Op::set_value(id, value),
    }
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

    let Some(known) = widget.block(id).map(|block| block.kind.type_name()) else {
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
fn set_html(id: String, html: String, blocks: Option<Value>) -> Op {
    let has_places = HtmlBlock::new(&*html).places().next().is_some();
    let blocks = blocks.or_else(|| (!has_places).then(|| Value::Array(Vec::new())));
    let mut properties = Map::from_iter([("html".to_owned(), Value::String(html))]);
    properties.extend(blocks.map(|blocks| ("blocks".to_owned(), blocks)));
    Op::SetBlock { component_id: id, properties }
}

fn is_html(widget: &Widget, id: &str) -> bool {
    widget.block(id).is_some_and(|block| matches!(block.kind, BlockKind::Html(_)))
}

fn is_markdown(widget: &Widget, id: &str) -> bool {
    widget.block(id).is_some_and(|block| matches!(block.kind, BlockKind::Markdown(_)))
}

/// Returns whether a block has its place in the HTML of another.
fn is_in_html(widget: &Widget, id: &str) -> bool {
    widget.all_blocks().any(|outer| {
        matches!(outer.kind, BlockKind::Html(_))
            && outer.blocks().iter().any(|block| block.id() == id)
    })
}

/// As [`insert`], at the begin or the end of what has the id.
fn put_into(
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
fn put_blocks(beside: &str, html: &str, blocks: Blocks) -> Result<Vec<Op>, ToolError> {
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

fn move_block(
    widget: &Widget,
    id: String,
    to: (Option<String>, Option<String>, Option<String>),
) -> Result<Op, ToolError> {
    if widget.block(&id).is_none() && widget.elements_now().iter().any(|(known, _)| *known == id) {
        let problem = format!(
            "\"{id}\" is an element of the html: remove it, and put it in again by before or after"
        );
        return Err(ToolError::argument("move", problem));
    }
    let (place, near) = match to {
        (Some(other), None, None) if other != id => (BlockPlace::Before, other),
        (None, Some(other), None) if other != id => (BlockPlace::After, other),
        (None, None, Some(other)) if other != id => (BlockPlace::End, other),
        _ => {
            let problem = "give before, after or into: the id of another block";
            return Err(ToolError::argument("move", problem));
        }
    };
    Ok(Op::MoveBlock { component_id: id, place, near })
}

/// The value of an attribute: `true` is one without a value, `false` and `null` none, where the
/// two words are no values of their own.
fn attribute(name: &str, value: Value) -> Result<Option<String>, ToolError> {
    match value {
        Value::Bool(word) if ["aria-", "data-"].iter().any(|start| name.starts_with(start)) => {
            Ok(Some(word.to_string()))
        }
        Value::Null | Value::Bool(false) => Ok(None),
        Value::Bool(true) => Ok(Some(String::new())),
        Value::String(text) => Ok(Some(text)),
        Value::Number(number) => Ok(Some(number.to_string())),
        Value::Array(_) | Value::Object(_) => {
            let problem = "write the value as text, a number, true, or null to take it away";
            Err(ToolError::argument(format!("attributes.{name}"), problem))
        }
    }
}
