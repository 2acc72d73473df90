//! CSS properties as an argument.

use std::collections::BTreeMap;

use serde_json::Value;
use widget_state::StyleChange;

use crate::tool::error::ToolError;

/// Reads CSS properties; a value of null takes a property back.
pub(crate) fn properties(style: BTreeMap<String, Value>) -> Result<StyleChange, ToolError> {
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
