//! One change of an element, a block or a component, as `update_widget` takes it.

mod append;
mod insert;
mod move_block;
mod set;

use std::collections::{BTreeMap, HashSet};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use widget_state::{BODY_ID, Block, BlockKind, BlockPlace, ElementEdit, Op, RowStrategy, Widget};

use append::Append;
use insert::Insert;
use move_block::Move;
use set::Set;
pub(crate) use set::content_op;

use crate::tool::arguments::JsonText;
use crate::tool::error::ToolError;
use crate::tools::shared::style_argument::properties;

/// A change of what has this id.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ElementChange {
    /// New content: text or html of an element, the text of a Markdown block or metric, the value
    /// of a component or modal; a whole block or
    /// component with its type, or properties of it that change.
    Set(Set),
    /// HTML, text or blocks at the end of an element, text at the end of a Markdown block, rows of
    /// a table, points of a chart.
    Append(Append),
    /// Whole rows of a table in the place of those with the same `row_id`.
    Update { id: String, rows: JsonText },
    /// HTML, text or blocks at the begin of an element.
    Prepend(Insert),
    /// HTML, text or blocks before an element or a block.
    Before(Insert),
    /// HTML, text or blocks after an element or a block.
    After(Insert),
    /// Puts a block before or after another, or an element, or at the end of what holds some.
    Move(Move),
    /// Says what is wrong in the fields of a form, as its value says by `errors`.
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

impl ElementChange {
    /// A fault that is no error: properties that are gone with a new block of the same type.
    pub(crate) fn problem(&self, widget: &Widget) -> Option<String> {
        match self {
            Self::Set(set) => set.problem(widget),
            _ => None,
        }
    }

    /// The operations that it is on this widget.
    pub(crate) fn into_ops(self, widget: &Widget) -> Result<Vec<Op>, ToolError> {
        let op = match self {
            Self::Set(set) => return set.into_ops(widget),
            Self::Append(append) => return append.into_ops(widget),
            Self::Prepend(insert) => return insert.inside(widget, BlockPlace::Start),
            Self::Before(insert) => return insert.beside(widget, BlockPlace::Before),
            Self::After(insert) => return insert.beside(widget, BlockPlace::After),
            Self::Move(to) => to.into_op(widget)?,
            Self::Update { id, rows } => append::rows_op(widget, id, RowStrategy::Update, rows),
            Self::SetErrors { id, errors } => {
                set::set_value(widget, id, json!({ "errors": errors }))?
            }
            Self::Remove { id } if widget.block(&id).is_some() => {
                Op::RemoveBlock { component_id: id }
            }
            Self::Remove { id } if is_the_page(widget, &id) => {
                let problem = "the page itself stays: set its html, or remove what is in it";
                return Err(ToolError::argument("remove", problem));
            }
            Self::Remove { id } => Op::edit_element(id, ElementEdit::Remove),
            Self::Class { id, add, remove } => {
                if add.is_empty() && remove.is_empty() {
                    return Err(ToolError::argument("class", "give add or remove"));
                }
                if let Some(block) = block_with_look(widget, &id) {
                    return Ok(vec![set_classes(block, &add, &remove)]);
                }
                let gone = remove.into_iter().map(|name| (name, false));
                let all = gone.chain(add.into_iter().map(|name| (name, true)));
                Op::edit_element(id, ElementEdit::Classes(all.collect()))
            }
            Self::Attributes { id, attributes }
                if (widget.block(&id).is_some() || widget.component(&id).is_some())
                    && !attributes.is_empty()
                    && attributes.keys().all(is_own) =>
            {
                let is_set =
                    |value| value != "false" && !matches!(value, Value::Null | Value::Bool(false));
                let properties =
                    attributes.into_iter().map(|(name, value)| (name, is_set(value).into()));
                Op::SetBlock { component_id: id, properties: properties.collect() }
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

/// Other classes of a block, which has them as a property.
fn set_classes(block: &Block, add: &[String], remove: &[String]) -> Op {
    let before = block.common.class_name.split_whitespace();
    let mut names: Vec<&str> =
        before.filter(|name| !remove.iter().any(|gone| gone == name)).collect();
    names.extend(add.iter().map(String::as_str));
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(*name));
    let properties = Map::from_iter([("class_name".to_owned(), names.join(" ").into())]);
    Op::SetBlock { component_id: block.id().to_owned(), properties }
}

/// The block of this id, unless it is a component.
fn block_with_look<'a>(widget: &'a Widget, id: &str) -> Option<&'a Block> {
    widget.block(id).filter(|block| !matches!(block.kind, BlockKind::Component(_)))
}

/// Returns whether an attribute of elements is a property of blocks.
fn is_own(name: &String) -> bool {
    matches!(&**name, "hidden" | "disabled")
}

/// The id that is meant: `body` is the HTML, chart or table of the widget itself, unless it has
/// something of this id.
fn meant(widget: &Widget, id: String) -> String {
    let is_body = widget.block(BODY_ID).is_some() && is_the_page(widget, &id);
    if is_body { BODY_ID.to_owned() } else { id }
}

/// As [`meant`], of a place in the page, which may be one of blocks.
fn at_page(widget: &Widget, id: String) -> String {
    if is_the_page(widget, &id) { BODY_ID.to_owned() } else { id }
}

fn is_page_of_blocks(widget: &Widget, id: &str) -> bool {
    widget.block(BODY_ID).is_none() && is_the_page(widget, id)
}

/// Returns whether an id is `body`, and nothing of the widget has it.
fn is_the_page(widget: &Widget, id: &str) -> bool {
    id == "body"
        && widget.part(id).is_none()
        && !widget.elements_now().iter().any(|(known, _)| *known == id)
}

fn is_html(widget: &Widget, id: &str) -> bool {
    widget.block(id).is_some_and(|block| matches!(block.kind, BlockKind::Html(_)))
}
