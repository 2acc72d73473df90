//! `set_style`

use std::collections::BTreeMap;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use widget_state::{Op, StyleChange};

use super::result::{Changed, change};
use crate::arguments::WidgetIdArgument;
use crate::tool::{Call, Hints, Tool};
use crate::tool_error::ToolError;

pub(crate) struct SetStyle;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The widget, as the call that made it returned.
    widget_id: WidgetIdArgument,
    /// The id of an element in the widget's HTML, of a component or of a modal.
    component_id: String,
    /// CSS properties and their values: text or a number. null takes back what was
    /// set here before. Properties that are not named stay.
    style: BTreeMap<String, Value>,
}

#[async_trait]
impl Tool for SetStyle {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "set_style";
    const TITLE: &'static str = "Change CSS of an element";
    const DESCRIPTION: &'static str = "Sets CSS properties of one element, component or modal, in \
        every open page and in those opened later. What is set here wins over the element's own \
        styles. For rules that select many elements use inject_css.";
    const HINTS: Hints = Hints::Replaces;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "component_id": "counter", "style": {"color": "green", "font-size": "2rem"}}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, component_id, style } = arguments;
        let style = properties(style)?;
        change(call, widget_id.0, Op::SetStyle { component_id, style }).await
    }
}

/// CSS properties as an argument gives them.
pub(super) fn properties(style: BTreeMap<String, Value>) -> Result<StyleChange, ToolError> {
    let read = |(name, value)| {
        let value = match value {
            Value::Null => None,
            Value::String(text) => Some(text),
            Value::Number(number) => Some(number.to_string()),
            Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
                let problem = "write the value as text or a number, or null to take it back";
                return Err(ToolError::argument(format!("style.{name}"), problem));
            }
        };
        Ok((name, value))
    };
    style.into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_texts_numbers_or_nothing() {
        let style = serde_json::from_value(json!({"color": "red", "opacity": 0.5, "top": null}));
        let style = properties(style.unwrap()).unwrap();
        let expected = json!({"color": "red", "opacity": "0.5", "top": null});
        assert_eq!(serde_json::to_value(style).unwrap(), expected);
        for odd in [json!(true), json!(["red"]), json!({})] {
            let Err(ToolError::Argument { name, problem }) =
                properties([("color".to_owned(), odd)].into())
            else {
                panic!("refused")
            };
            assert!(name == "style.color" && problem.contains("text or a number"), "{problem}");
        }
    }
}
