//! `update_widget`

use std::sync::Arc;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use widget_state::{Op, StateError, Widget};

use crate::tool::default_widget::WidgetIdArgument;
use crate::tool::error::ToolError;
use crate::tool::{Call, Hints, Tool};
use crate::tools::shared::element_change::ElementChange;
use crate::tools::shared::faults::Faults;
use crate::tools::shared::result::{Changed, changed};

pub(crate) struct UpdateWidget;

/// The most changes of one call.
const MAX_CHANGES: usize = 500;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: the only one.
    #[serde(default)]
    widget_id: WidgetIdArgument,
    /// [{"op": "append", "id": "log", "html": "<li>3</li>"}, {"op": "set", "id": "rev", "block":
    /// {"value": 42}}]. Ops: set(text, html, value or block), append, prepend, before, after(html,
    /// text or blocks), append(rows or extend), update(rows), move(before, after or into), remove, class(add,
    /// remove), attributes(attributes), style(style), set_errors(errors). The page is body.
    #[schemars(extend("x-brief" = true))]
    changes: Vec<ElementChange>,
    /// Refused if changed since, drafts aside.
    if_revision: Option<u64>,
}

#[async_trait]
impl Tool for UpdateWidget {
    type Arguments = Arguments;
    type Output = Changed;

    const NAME: &'static str = "update_widget";
    const TITLE: &'static str = "Change parts of a widget";
    const DESCRIPTION: &'static str = "Changes elements, blocks and components by their ids, in \
        order: all or, when one is wrong, none.";
    const HINTS: Hints = Hints::Changes;
    const EXAMPLE: &'static str = r#"{"widget_id": "0123456789abcdef0123456789abcdef", "changes": [{"op": "set", "id": "counter", "text": "5"}, {"op": "style", "id": "counter", "style": {"color": "green"}}, {"op": "after", "id": "counter", "html": "<p id=\"note\">Done</p>"}]}"#;

    async fn call(call: &Call, arguments: Arguments) -> Result<Changed, ToolError> {
        let Arguments { widget_id, changes, if_revision } = arguments;
        let widget_id = call.widget(widget_id).await?;
        if changes.is_empty() {
            return Err(ToolError::argument("changes", "give at least one"));
        }
        if changes.len() > MAX_CHANGES {
            let count = changes.len();
            let problem =
                format!("{count} changes are too many; at most {MAX_CHANGES} are allowed");
            return Err(ToolError::argument("changes", problem));
        }
        let mut widget = call.widgets.store().get(widget_id).await?;
        let (mut ops, mut faults) = (Vec::new(), Faults::default());
        // The change that each operation is a part of.
        let mut places = Vec::new();
        let last = changes.len() - 1;
        for (index, change) in changes.into_iter().enumerate() {
            faults.add(change.problem(&widget));
            let more = change.into_ops(&widget).map_err(|error| at(index, error))?;
            faults.note(&widget, &more);
            if index < last {
                follow(&mut widget, &more);
            }
            ops.extend(more);
            places.resize(ops.len(), index);
        }
        // A store that is the only one to hold a widget changes it in place.
        drop(widget);
        let change = call.widgets.change_all(widget_id, ops, if_revision).await;
        let change = change.map_err(|error| refused(error, &places))?;
        let problems = faults.told(call.widgets.store(), widget_id).await?;
        Ok(changed(call, widget_id, change).await?.with_warnings(problems))
    }
}

/// Makes changes of blocks and figures, which a later change may be of. The store says what is
/// wrong with them.
fn follow(widget: &mut Arc<Widget>, ops: &[Op]) {
    let is_followed = |op: &&Op| op.is_of_blocks() || matches!(op, Op::EditChart { .. });
    for op in ops.iter().filter(is_followed) {
        let _refused_by_the_store = Arc::make_mut(widget).apply(op.clone());
    }
}

/// The error of one of the changes.
fn at(index: usize, error: ToolError) -> ToolError {
    let problem = match error {
        ToolError::Argument { name, problem } if ["component_id", "block_id"].contains(&&*name) => {
            problem
        }
        ToolError::Argument { name, problem } if name == "data_json" => format!("rows: {problem}"),
        ToolError::Argument { name, problem } => format!("{name}: {problem}"),
        ToolError::Failed(problem) => problem,
    };
    ToolError::argument(format!("changes[{index}]"), format!("{problem}; nothing is changed"))
}

fn refused(error: StateError, places: &[usize]) -> ToolError {
    match error {
        StateError::Batch { index, source } => {
            at(places.get(index).copied().unwrap_or(index), (*source).into())
        }
        other => other.into(),
    }
}

#[cfg(test)]
mod tests;
