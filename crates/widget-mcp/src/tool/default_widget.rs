//! The widget of a call: the one it names, or the only one there is.

use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{WidgetId, WidgetStore, WidgetSummary};

use crate::tool::Call;
use crate::tool::error::ToolError;

/// The argument that names a widget.
const WIDGET_ID: &str = "widget_id";

/// The number of widgets an error lists.
const MAX_LISTED: usize = 10;

/// The longest title in an error, in characters.
const MAX_TITLE_CHARS: usize = 60;

/// The id of a widget as an argument.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(transparent)]
#[schemars(transparent)]
pub(crate) struct WidgetIdArgument(
    /// The id that the call which made the widget returned. May be left out while there is only one
    /// widget.
    #[schemars(with = "String")]
    pub(crate) Option<WidgetId>,
);

impl Call {
    /// Returns the widget that the argument names, or the only one there is.
    ///
    /// # Errors
    ///
    /// [`ToolError::Argument`] when none is named and there is none or more than one.
    pub(crate) async fn widget(&self, argument: WidgetIdArgument) -> Result<WidgetId, ToolError> {
        let id = match argument.0 {
            Some(id) => id,
            None => only_widget(self.widgets.store()).await?,
        };
        Ok(*self.about.get_or_init(|| id))
    }
}

async fn only_widget(store: &dyn WidgetStore) -> Result<WidgetId, ToolError> {
    match store.list().await?.as_slice() {
        [only] => Ok(only.widget_id),
        [] => {
            let problem = "there is no widget yet; create_widget, show_chart and show_dataframe \
                make one";
            Err(ToolError::argument(WIDGET_ID, problem))
        }
        several => Err(ToolError::argument(WIDGET_ID, ambiguous(several))),
    }
}

/// The newest widgets by id and title, and how many more there are.
fn ambiguous(widgets: &[WidgetSummary]) -> String {
    let listed = widgets.iter().rev().take(MAX_LISTED).map(|widget| {
        let title: String = widget.title.chars().take(MAX_TITLE_CHARS).collect();
        format!("{} {title:?}", widget.widget_id)
    });
    let listed = listed.collect::<Vec<_>>().join(", ");
    let count = widgets.len();
    let more = match count.saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more (list_widgets names all)"),
    };
    format!("there are {count} widgets, so say which one: {listed}{more}")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};
    use widget_state::{Limits, Widget};

    use super::*;
    use crate::widgets::Widgets;

    async fn widget(call: &Call, argument: Value) -> Result<WidgetId, String> {
        match call.widget(serde_json::from_value(argument).unwrap()).await {
            Ok(id) => Ok(id),
            Err(ToolError::Argument { name, problem }) => {
                assert_eq!(name, "widget_id");
                Err(problem)
            }
            Err(ToolError::Failed(problem)) => panic!("{problem}"),
        }
    }

    #[tokio::test]
    async fn the_only_widget_is_the_default() {
        let call = Call::detached(Arc::new(Widgets::new("http://127.0.0.1:1", Limits::default())));
        let store = call.widgets.store();
        assert!(widget(&call, json!(null)).await.unwrap_err().contains("no widget yet"));
        let only = store.create(Widget::html("")).await.unwrap();
        assert_eq!(widget(&call, json!(null)).await, Ok(only));
        assert_eq!(widget(&call, json!(only.to_string())).await, Ok(only));
        for n in 0..11 {
            let title = format!("Number {n} \"{}", "x".repeat(100));
            store.create(Widget::html("").with_title(title).unwrap()).await.unwrap();
        }
        let problem = widget(&call, json!(null)).await.unwrap_err();
        assert!(problem.starts_with("there are 12 widgets"), "{problem}");
        assert!(
            problem.contains("\"Number 10 \\\"xx") && problem.contains("and 2 more"),
            "{problem}"
        );
        assert!(!problem.contains(&only.to_string()) && problem.len() < 1_300, "{problem}");
    }
}
