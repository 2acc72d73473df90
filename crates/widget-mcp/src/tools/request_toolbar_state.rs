//! `request_toolbar_state`

use std::collections::BTreeMap;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use widget_state::Widget;

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::viewers::{Viewers, viewers};

pub(crate) struct RequestToolbarState;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The widget's revision.
    revision: u64,
    /// The value of each component that has one, for each modal whether it is open, and of tabs
    /// of blocks the id of the one that is shown; set_toolbar_values takes the same.
    values: BTreeMap<String, Value>,
    /// The pages that show the widget.
    viewers: Viewers,
}

#[async_trait]
impl Tool for RequestToolbarState {
    type Arguments = Arguments;
    type Output = Output;

    const NAME: &'static str = "request_toolbar_state";
    const TITLE: &'static str = "Read the values of components";
    const DESCRIPTION: &'static str = "Returns the values of all components, as the person and \
        you have left them, and which modals are open. A secret is a reference, never what was \
        typed.";
    const HINTS: Hints = Hints::ReadOnly;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef"}"#;

    async fn call(call: &Call, Arguments { widget_id }: Arguments) -> Result<Output, ToolError> {
        let widget_id = call.widget(widget_id).await?;
        let widget = call.widgets.store().get(widget_id).await?;
        let viewers = viewers(call, widget_id).await?;
        Ok(Output { revision: widget.revision(), values: values(&widget), viewers })
    }
}

/// The values of all components, whether modals are open, and the tabs that are shown.
pub(super) fn values(widget: &Widget) -> BTreeMap<String, Value> {
    widget.values().into_iter().map(|(id, value)| (id.to_owned(), value)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use widget_state::{Modal, Op, Toolbar};

    use super::*;

    #[test]
    fn values_are_those_of_the_document_and_can_be_set_again() {
        let toolbar: Toolbar = serde_json::from_value(json!({"items": [
            {"type": "button", "component_id": "go"},
            {"type": "toggle", "component_id": "dark", "value": true},
            {"type": "div", "children": [{"type": "text", "component_id": "name"}]},
            {"type": "secret", "component_id": "token"},
        ]}))
        .unwrap();
        let modal: Modal = serde_json::from_value(json!({"component_id": "box",
            "items": [{"type": "number", "component_id": "age", "value": 36}]}))
        .unwrap();
        let widget = Widget::html("").with_toolbars([toolbar]).unwrap();
        let mut widget = widget.with_modals([modal]).unwrap();
        widget.apply(Op::set_value("name", json!("Ada"))).unwrap();
        widget.apply(Op::set_value("box", json!(true))).unwrap();
        let values = values(&widget);
        let expected = json!({"dark": true, "name": "Ada", "token": null, "box": true, "age": 36});
        assert_eq!(serde_json::to_value(&values).unwrap(), expected);
        for (id, value) in values.into_iter().filter(|(_, value)| !value.is_null()) {
            widget.apply(Op::set_value(id, value)).unwrap();
        }
    }
}
