//! A call that names no widget means the only one there is.

use rmcp::model::JsonObject;
use serde_json::Value;
use widget_state::{WidgetStore, WidgetSummary};

use crate::tool_error::ToolError;

/// The argument that names a widget.
const WIDGET_ID: &str = "widget_id";

/// The number of widgets an error lists.
const LISTED: usize = 10;

/// The longest title in an error, in characters.
const MAX_TITLE: usize = 60;

/// Lets a call leave out `widget_id` where the schema of a tool requires it, and
/// says so there. Whether the tool takes one.
pub(crate) fn make_optional(schema: &mut JsonObject) -> bool {
    let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) else {
        return false;
    };
    let before = required.len();
    required.retain(|name| name != WIDGET_ID);
    if required.len() == before {
        return false;
    }
    if required.is_empty() {
        schema.remove("required");
    }
    let description = schema
        .get_mut("properties")
        .and_then(|properties| properties.get_mut(WIDGET_ID))
        .and_then(|property| property.get_mut("description"));
    if let Some(Value::String(text)) = description {
        text.push_str(" May be left out while there is only one widget.");
    }
    true
}

/// Names the only widget in a call that names none.
///
/// # Errors
///
/// [`ToolError::Argument`] when there is none or more than one.
pub(crate) async fn fill_in(
    store: &dyn WidgetStore,
    arguments: &mut JsonObject,
) -> Result<(), ToolError> {
    if arguments.get(WIDGET_ID).is_some_and(|id| !id.is_null()) {
        return Ok(());
    }
    let widgets = store.list().await?;
    match widgets.as_slice() {
        [only] => {
            arguments.insert(WIDGET_ID.into(), only.widget_id.to_string().into());
            Ok(())
        }
        [] => {
            let problem = "there is no widget yet; create_widget, show_chart and show_dataframe \
                make one";
            Err(ToolError::argument(WIDGET_ID, problem))
        }
        several => Err(ToolError::argument(WIDGET_ID, which(several))),
    }
}

/// The newest widgets by id and title, and how many more there are.
fn which(widgets: &[WidgetSummary]) -> String {
    let listed = widgets.iter().rev().take(LISTED).map(|widget| {
        let title: String = widget.title.chars().take(MAX_TITLE).collect();
        format!("{} {title:?}", widget.widget_id)
    });
    let listed = listed.collect::<Vec<_>>().join(", ");
    let count = widgets.len();
    let more = match count.saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more (list_widgets names all)"),
    };
    format!("there are {count} widgets, so say which one: {listed}{more}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use widget_state::{MemoryStore, Widget};

    use super::*;

    fn object(value: Value) -> JsonObject {
        let Value::Object(object) = value else { panic!("an object") };
        object
    }

    async fn filled(store: &MemoryStore, arguments: Value) -> Result<Value, String> {
        let mut arguments = object(arguments);
        match fill_in(store, &mut arguments).await {
            Ok(()) => Ok(arguments["widget_id"].clone()),
            Err(ToolError::Argument { name, problem }) => {
                assert_eq!(name, "widget_id");
                Err(problem)
            }
            Err(ToolError::Failed(problem)) => panic!("{problem}"),
        }
    }

    #[tokio::test]
    async fn the_only_widget_is_meant_and_of_several_none() {
        let store = MemoryStore::new();
        assert!(filled(&store, json!({})).await.unwrap_err().contains("no widget yet"));
        let only = store.create(Widget::html("")).await.unwrap();
        for arguments in [json!({}), json!({"widget_id": null})] {
            assert_eq!(filled(&store, arguments).await, Ok(json!(only.to_string())));
        }
        assert_eq!(filled(&store, json!({"widget_id": "x"})).await, Ok(json!("x")));
        for n in 0..11 {
            let title = format!("Number {n} \"{}", "x".repeat(100));
            store.create(Widget::html("").with_title(title).unwrap()).await.unwrap();
        }
        let problem = filled(&store, json!({})).await.unwrap_err();
        assert!(problem.starts_with("there are 12 widgets"), "{problem}");
        assert!(
            problem.contains("\"Number 10 \\\"xx") && problem.contains("and 2 more"),
            "{problem}"
        );
        assert!(!problem.contains(&only.to_string()) && problem.len() < 1_300, "{problem}");
    }

    #[test]
    fn only_what_is_required_becomes_optional() {
        let mut schema = object(json!({
            "properties": {"widget_id": {"description": "It."}, "text": {}},
            "required": ["widget_id", "text"],
        }));
        assert!(make_optional(&mut schema));
        assert_eq!(schema["required"], json!(["text"]));
        let description = schema["properties"]["widget_id"]["description"].as_str().unwrap();
        assert!(description.ends_with("only one widget."));
        assert!(!make_optional(&mut schema));
    }
}
