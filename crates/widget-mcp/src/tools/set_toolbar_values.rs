//! `set_toolbar_values`

use std::collections::BTreeMap;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use widget_state::{Op, Widget};

use super::result::{Changed, change};
use crate::arguments::WidgetIdArgument;
use crate::tool::{Call, Hints, Tool};
use crate::tool_error::ToolError;

pub(crate) struct SetToolbarValues;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The widget, as the call that made it returned.
    widget_id: WidgetIdArgument,
    /// The id of each component that changes, and its new value: as its event
    /// carries it, a list for a multiselect, `{start, end}` for a range. For a
    /// modal true, which opens it, or false.
    values: BTreeMap<String, Value>,
}

#[async_trait]
impl Tool for SetToolbarValues {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "set_toolbar_values";
    const TITLE: &'static str = "Set values of components";
    const DESCRIPTION: &'static str = "Sets the values of components, and opens and closes modals, \
        in every open page and in those opened later. Either all values are set or, when one of \
        them cannot be, none.";
    const HINTS: Hints = Hints::Replaces;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "values": {"colour": "red", "dark": true}}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, values } = arguments;
        let widget = call.widgets.store().get(widget_id.0).await?;
        let mut ops = checked(&widget, values)?;
        let Some(last) = ops.pop() else {
            return Err(ToolError::argument("values", "name at least one component"));
        };
        for op in ops {
            call.widgets.store().apply(widget_id.0, op).await?;
        }
        change(call, widget_id.0, last).await
    }
}

/// The operations, tried on a copy so that a wrong value leaves the others unset.
fn checked(widget: &Widget, values: BTreeMap<String, Value>) -> Result<Vec<Op>, ToolError> {
    let mut copy = widget.clone();
    let check = |(id, value): (String, Value)| {
        let op = Op::set_value(&id, value);
        let refused = |error| ToolError::argument(format!("values.{id}"), error);
        copy.apply(&op).map_err(refused)?;
        Ok(op)
    };
    values.into_iter().map(check).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use widget_state::Toolbar;

    use super::*;

    fn try_values(values: Value) -> Result<Vec<Op>, ToolError> {
        let toolbar: Toolbar = serde_json::from_value(json!({"items": [
            {"type": "toggle", "component_id": "dark"},
            {"type": "range", "component_id": "span", "max": 50},
        ]}))
        .unwrap();
        let widget = Widget::html("").with_toolbars(vec![toolbar]).unwrap();
        checked(&widget, serde_json::from_value(values).unwrap())
    }

    #[test]
    fn values_are_set_together_or_not_at_all() {
        let fine = json!({"dark": true, "span": {"start": 0, "end": 9}});
        assert_eq!(try_values(fine).unwrap().len(), 2);
        for (values, argument, part) in [
            (
                json!({"dark": true, "span": 3}),
                "values.span",
                "it takes {start, end}, each a number",
            ),
            (json!({"drak": true}), "values.drak", "did you mean \"dark\"?"),
        ] {
            let Err(ToolError::Argument { name, problem }) = try_values(values) else {
                panic!("refused")
            };
            assert_eq!(name, argument);
            assert!(problem.contains(part), "{problem}");
        }
    }
}
