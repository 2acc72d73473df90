//! `show_toast`

use async_trait::async_trait;
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use serde_json::{Map, Value};
use widget_state::{Op, Toast};

use crate::tool::arguments;
use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::schema::brief::BRIEF;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::result::{Changed, change};

pub(crate) struct ShowToast;

#[derive(Deserialize, JsonSchema)]
#[schemars(transform = brief_question)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    #[serde(flatten)]
    #[schemars(with = "Toast")]
    toast: Map<String, Value>,
}

/// An example says what a question needs.
fn brief_question(schema: &mut Schema) {
    if let Some(confirm) = schema.pointer_mut("/properties/confirm").and_then(Value::as_object_mut)
    {
        let example =
            r#"{"event": "rows:delete", "confirm_label": "Delete", "cancel_label": "No"}"#;
        confirm.insert("description".into(), format!("Makes it a question: {example}.").into());
        confirm.insert(BRIEF.into(), true.into());
    }
}

#[async_trait]
impl Tool for ShowToast {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "show_toast";
    const TITLE: &'static str = "Show a toast";
    const DESCRIPTION: &'static str = "Shows a short message over a widget. Delivered once, to \
        the open pages or the first that opens. With confirm it is a question that stands in \
        every page until it is answered, by the event that confirm names, with {confirmed: true} \
        or {confirmed: false}.";
    const HINTS: Hints = Hints::Sends;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "message": "Delete 3 rows?", "kind": "warning", "confirm": {"event": "rows:delete", "confirm_label": "Delete"}}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, toast } = arguments;
        let widget_id = call.widget(widget_id).await?;
        // Read apart: serde knows no path in what is flattened, and takes any name there.
        let toast: Toast = arguments::parse(toast)?;
        change(call, widget_id, Op::Toast(toast)).await
    }
}
