//! One change of an element, a block or a component, as `update_widget` takes it.

use std::collections::BTreeMap;

use html_escape::encode_text;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use widget_state::{BlockKind, Content, ElementEdit, Op, Part, Widget};

use crate::tool::error::ToolError;
use crate::tools::shared::style_argument::properties;
use crate::tools::shared::value_argument::said;

/// A change of what has this id.
#[derive(Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum ElementChange {
    /// New content: text or html of an element, the text of a Markdown block or metric, the value
    /// of a component or modal.
    Set { id: String, text: Option<String>, html: Option<String>, value: Option<Value> },
    /// HTML or text at the end of an element, text at the end of a Markdown block.
    Append { id: String, html: Option<String>, text: Option<String> },
    /// HTML or text at the begin of an element.
    Prepend { id: String, html: Option<String>, text: Option<String> },
    /// HTML or text before an element.
    Before { id: String, html: Option<String>, text: Option<String> },
    /// HTML or text after an element.
    After { id: String, html: Option<String>, text: Option<String> },
    /// Takes an element out of the page.
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
    /// The operation that it is on this widget.
    pub(crate) fn into_op(self, widget: &Widget) -> Result<Op, ToolError> {
        Ok(match self {
            Self::Set { id, text: Some(text), html: None, value: None } => {
                Op::set_content(id, Content::Text(text))
            }
            Self::Set { id, text: None, html: Some(html), value: None } => {
                Op::set_content(id, Content::Html(html))
            }
            Self::Set { id, text: None, html: None, value: Some(value) } => {
                set_value(widget, id, value)
            }
            Self::Set { .. } => {
                return Err(ToolError::argument("set", "give one of text, html and value"));
            }
            Self::Append { id, html: None, text: Some(text) } if is_markdown(widget, &id) => {
                Op::AppendText { component_id: id, text }
            }
            Self::Append { id, html, text } => insert(id, html, text, ElementEdit::Append)?,
            Self::Prepend { id, html, text } => insert(id, html, text, ElementEdit::Prepend)?,
            Self::Before { id, html, text } => insert(id, html, text, ElementEdit::Before)?,
            Self::After { id, html, text } => insert(id, html, text, ElementEdit::After)?,
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
        })
    }
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

fn is_markdown(widget: &Widget, id: &str) -> bool {
    widget.block(id).is_some_and(|block| matches!(block.kind, BlockKind::Markdown(_)))
}

fn insert(
    id: String,
    html: Option<String>,
    text: Option<String>,
    edit: fn(String) -> ElementEdit,
) -> Result<Op, ToolError> {
    match (html, text) {
        (Some(html), None) => Ok(Op::edit_element(id, edit(html))),
        (None, Some(text)) => Ok(Op::edit_element(id, edit(encode_text(&text).into_owned()))),
        (None, None) => Err(ToolError::argument("html", "give html or text")),
        (Some(_), Some(_)) => Err(ToolError::argument("html", "give html or text, not both")),
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
