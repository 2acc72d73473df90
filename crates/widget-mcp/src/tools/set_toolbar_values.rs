//! `set_toolbar_values`

use std::collections::BTreeMap;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use widget_state::{Op, StateError};

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::result::{Changed, changed};
use crate::tools::shared::value_argument::said;

pub(crate) struct SetToolbarValues;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// The id of each component that changes, and its new value: as its event
    /// carries it, a list for a multiselect, `{start, end}` for a range. For a
    /// modal true, which opens it, or false. For a form its answer, {errors: {field: text}},
    /// {message} or {values}.
    values: BTreeMap<String, Value>,
}

#[async_trait]
impl Tool for SetToolbarValues {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "set_toolbar_values";
    const TITLE: &'static str = "Set values of components";
    const DESCRIPTION: &'static str = "Sets the values of components, and opens and closes \
        modals: all of them or, when one cannot be set, none.";
    const HINTS: Hints = Hints::Replaces;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "values": {"colour": "red", "dark": true}}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, values } = arguments;
        let widget_id = call.widget(widget_id).await?;
        if values.is_empty() {
            return Err(ToolError::argument("values", "name at least one component"));
        }
        let widget = call.widgets.store().get(widget_id).await?;
        let said = |(id, value): (String, Value)| {
            let Some(part) = widget.part(&id) else { return Ok(Op::set_value(id, value)) };
            let value = said(part, value);
            let value = value.map_err(|it| ToolError::argument(format!("values.{id}"), it))?;
            Ok(Op::set_value(part.id(), value))
        };
        let ops = values.into_iter().map(said).collect::<Result<_, ToolError>>()?;
        let change = call.widgets.change_all(widget_id, ops, None).await.map_err(refused)?;
        changed(call, widget_id, change).await
    }
}

fn refused(error: StateError) -> ToolError {
    let error = match error {
        StateError::Batch { source, .. } => *source,
        other => other,
    };
    match &error {
        StateError::UnknownElement { id, .. }
        | StateError::BadValue { id, .. }
        | StateError::NotAComponent { id } => ToolError::argument(format!("values.{id}"), error),
        _ => match error.into() {
            ToolError::Argument { name, problem } if name == "value" => {
                ToolError::argument("values", problem)
            }
            other => other,
        },
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;
    use widget_state::{Limits, Toolbar, Widget, WidgetId};

    use super::*;
    use crate::widgets::Widgets;

    async fn set(call: &Call, id: WidgetId, values: Value) -> Result<Changed, ToolError> {
        let arguments = json!({"widget_id": id, "values": values});
        SetToolbarValues::call(call, serde_json::from_value(arguments).unwrap()).await
    }

    #[tokio::test]
    async fn values_are_set_together_or_not_at_all() {
        let toolbar: Toolbar = serde_json::from_value(json!({"items": [
            {"type": "toggle", "component_id": "dark"},
            {"type": "text", "component_id": "name"},
            {"type": "range", "component_id": "span", "max": 50},
        ]}))
        .unwrap();
        let call = Call::detached(Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default())));
        let store = call.widgets.store();
        let widget = Widget::html("").with_toolbars([toolbar]).unwrap();
        let id = store.create(widget).await.unwrap();
        let too_large = "x".repeat(Limits::default().event_bytes);
        for (values, argument, part) in [
            (
                json!({"dark": true, "span": 3}),
                "values.span",
                "it takes {start, end}, each a number",
            ),
            (json!({"drak": true}), "values.drak", "did you mean \"dark\"?"),
            (json!({"dark": 1}), "values.dark", "it takes true or false"),
            (json!({"dark": true, "name": too_large}), "values", "--max-event-bytes"),
            (json!({}), "values", "name at least one"),
        ] {
            let Err(ToolError::Argument { name, problem }) = set(&call, id, values).await else {
                panic!("refused")
            };
            assert_eq!(name, argument);
            assert!(problem.contains(part), "{problem}");
        }
        assert_eq!(store.get(id).await.unwrap().revision(), 1);
        set(&call, id, json!({"dark": true, "span": {"start": 0, "end": 9}})).await.unwrap();
        let widget = store.get(id).await.unwrap();
        assert_eq!(widget.values()["dark"], json!(true));
        assert_eq!(widget.revision(), 2);
    }

    #[tokio::test]
    async fn days_and_times_of_a_form_are_written_as_a_browser_reads_them() {
        let form = json!([{"type": "form", "id": "trip", "fields": [
            {"name": "day", "type": "date"}, {"name": "at", "type": "time"},
            {"name": "what", "value": "Rome"}]}]);
        let call = Call::detached(Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default())));
        let store = call.widgets.store();
        let widget = Widget::page(serde_json::from_value(form).unwrap()).unwrap();
        let id = store.create(widget).await.unwrap();
        let given = json!({"day": "20260501", "at": "09:30:00", "what": "20260501"});
        set(&call, id, json!({"trip": {"values": given}})).await.unwrap();
        let expected = json!({"day": "2026-05-01", "at": "09:30", "what": "20260501"});
        assert_eq!(store.get(id).await.unwrap().values()["trip"]["values"], expected);
        let emptied = json!({"day": "", "at": null});
        set(&call, id, json!({"trip": {"values": emptied}})).await.unwrap();
        let given = json!({"trip": {"values": {"day": "1 May 2026"}}});
        let Err(ToolError::Argument { name, problem }) = set(&call, id, given).await else {
            panic!("no field shows it")
        };
        assert_eq!(name, "values.trip");
        let expected = "its value cannot be \"1 May 2026\"; write it as 2026-05-01";
        assert_eq!(problem, format!("\"day\": {expected}"));
    }

    #[tokio::test]
    async fn a_text_is_taken_for_the_value_that_it_says() {
        let toolbar: Toolbar = serde_json::from_value(json!({"items": [
            {"type": "toggle", "component_id": "dark"},
            {"type": "number", "component_id": "price", "max": 50},
            {"type": "range", "component_id": "span", "max": 50},
            {"type": "text", "component_id": "name"},
            {"type": "select", "component_id": "seats", "options": ["1", "2"]},
            {"type": "multiselect", "component_id": "rows", "options": ["1", "2"]},
            {"type": "multiselect", "component_id": "more", "options": ["1", "2"]},
            {"type": "select", "component_id": "size", "options": [
                {"label": "Small", "value": "s"}, {"label": "Large", "value": "l"}]},
            {"type": "multiselect", "component_id": "days", "options": [
                {"label": "Monday", "value": "mon"}, {"label": "Tuesday", "value": "tue"}]},
        ]}))
        .unwrap();
        let call = Call::detached(Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default())));
        let store = call.widgets.store();
        let id = store.create(Widget::html("").with_toolbars([toolbar]).unwrap()).await.unwrap();
        let given = json!({"dark": "True", "price": "42.50", "span": {"start": "3", "end": 7},
            "name": "42.50", "seats": "2", "rows": "[\"1\", \"2\"]", "more": "2",
            "size": "Large", "days": ["tuesday"]});
        set(&call, id, given).await.unwrap();
        let widget = store.get(id).await.unwrap();
        let expected = json!({"dark": true, "price": 42.5, "span": {"start": 3, "end": 7},
            "name": "42.50", "seats": "2", "rows": ["1", "2"], "more": ["2"],
            "size": "l", "days": ["tue"]});
        assert_eq!(serde_json::to_value(widget.values()).unwrap(), expected);
        for (part, text) in [
            ("dark", "maybe"),
            ("dark", "1"),
            ("price", "42,50"),
            ("price", "60"),
            ("price", "4 2"),
            ("span", "3"),
            ("price", "true"),
            ("size", "Huge"),
        ] {
            let Err(ToolError::Argument { name, .. }) = set(&call, id, json!({part: text})).await
            else {
                panic!("{part} takes no {text:?}")
            };
            assert_eq!(name, format!("values.{part}"));
        }
        assert_eq!(store.get(id).await.unwrap().revision(), widget.revision());
        set(&call, id, json!({"dark": "Off", "span": [2, 5]})).await.unwrap();
        let widget = store.get(id).await.unwrap();
        let values = widget.values();
        assert_eq!(
            (&values["dark"], &values["span"]),
            (&json!(false), &json!({"start": 2, "end": 5}))
        );
    }

    #[tokio::test]
    async fn a_widget_that_is_gone_is_not_taken_for_a_wrong_value() {
        let call = Call::detached(Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default())));
        let nobody = WidgetId::random().unwrap();
        let Err(ToolError::Argument { name, .. }) = set(&call, nobody, json!({"a": 1})).await
        else {
            panic!("refused")
        };
        assert_eq!(name, "widget_id");
    }
}
