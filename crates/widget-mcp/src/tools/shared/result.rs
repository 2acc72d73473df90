//! The results that several tools share.

use schemars::JsonSchema;
use serde::Serialize;
use widget_state::{Delivery, DeliveryStatus, Op, Widget, WidgetId};

use crate::tool::Call;
use crate::tool::error::ToolError;
use crate::tools::shared::faults::Faults;
use crate::tools::shared::opening::{Mode, open};
use crate::tools::shared::viewers::{Viewers, viewers};

/// More say no more.
const MAX_WARNINGS: usize = 10;

/// A new widget.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Created {
    /// Names the widget in further calls.
    #[schemars(with = "String")]
    widget_id: WidgetId,
    /// The page that shows it.
    url: String,
    /// Its revision, 1; each call that changes it adds one.
    revision: u64,
    /// The place of its page: the client was asked to show it in the conversation (`inline`), it is
    /// in a window of its own (`window`) or in the person's browser (`browser`), or nowhere yet,
    /// and the person has to be given the url (`headless`).
    mode: Mode,
    /// The ids of its components, modals and blocks, in reading order.
    component_ids: Vec<String>,
    /// The pages that show it.
    viewers: Viewers,
    /// Events that change an element by themselves which is not there yet, parts of the HTML
    /// that do nothing, and faults of figures: types of traces, names of attributes and values
    /// that there are not, broken typed arrays, tiles of maps, and steps of fields that miss what
    /// was meant. Left out if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<Vec<String>>,
}

/// Takes a new widget and opens its page, unless the client shows it itself.
pub(crate) async fn create(call: &Call, widget: Widget) -> Result<Created, ToolError> {
    let component_ids = widget.parts().map(|part| part.id().to_owned()).collect();
    let warnings = Some(warnings(&widget)).filter(|warnings| !warnings.is_empty());
    let (revision, title) = (widget.revision(), widget.title().to_owned());
    let widget_id = call.widgets.store().create(widget).await?;
    let _only_one_is_made = call.created.set(widget_id);
    let mode = open(call, widget_id, title, None).await;
    let (url, viewers) = (call.widgets.url(&[widget_id]), viewers(call, widget_id).await?);
    Ok(Created { widget_id, url, revision, mode, component_ids, viewers, warnings })
}

/// Names and data that the agent may have mistaken: actions that do nothing as the widget is (HTML
/// that is put in later may bring their elements), parts of the HTML that do nothing, and faults of
/// its figures.
fn warnings(widget: &Widget) -> Vec<String> {
    let missing = widget.missing_targets().map(|(event, target)| {
        format!(
            "{event:?} changes the element {target:?}, which is not there: until set_content \
             or update_widget puts it in, the event changes nothing and only reaches you"
        )
    });
    missing.chain(widget.problems()).take(MAX_WARNINGS).collect()
}

/// A change, and what became of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct Changed {
    /// The widget's revision with this change.
    revision: u64,
    /// `applied`: a viewer shows it. `pending`: no viewer has confirmed it yet,
    /// it will be there when one opens. `failed`: a viewer could not do it, for
    /// the given reason.
    delivery: Delivery,
    /// The pages that show the widget.
    viewers: Viewers,
    /// Faults of a new figure, as `warnings` of show_chart, unknown names and values of attributes
    /// in a change, attributes of new HTML that do nothing, columns that rows bring or give another
    /// type, and a signal that nothing takes. Left out if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Vec<String>")]
    warnings: Option<Vec<String>>,
}

impl Changed {
    /// Returns whether a page shows it.
    pub(crate) fn is_applied(&self) -> bool {
        self.delivery.status == DeliveryStatus::Applied
    }

    pub(crate) fn with_warnings(mut self, mut warnings: Vec<String>) -> Self {
        warnings.truncate(MAX_WARNINGS);
        self.warnings = Some(warnings).filter(|warnings| !warnings.is_empty());
        self
    }
}

/// Applies an operation and tells what became of it.
pub(crate) async fn change(call: &Call, id: WidgetId, op: Op) -> Result<Changed, ToolError> {
    let chart = match &op {
        Op::EditChart { block_id, edit } if edit.replaces_points() => Some(block_id.clone()),
        _ => None,
    };
    let mut faults = Faults::default();
    if is_of_what_is_there(&op) {
        faults.note(&*call.widgets.store().get(id).await?, std::slice::from_ref(&op));
    } else {
        faults.add(op.problems());
    }
    let change = call.widgets.change(id, op).await?;
    let mut problems = faults.told(call.widgets.store(), id).await?;
    if let Some(chart) = chart {
        problems.extend(faults_of_lists(call, id, chart.as_deref()).await?);
    }
    Ok(changed(call, id, change).await?.with_warnings(problems))
}

/// Returns whether the faults of an operation show beside what the widget has.
fn is_of_what_is_there(op: &Op) -> bool {
    matches!(
        op,
        Op::TableRows { .. }
            | Op::TableCell { .. }
            | Op::TableColumns { .. }
            | Op::SetContent { .. }
    )
}

/// The points that a chart as it is now does not draw.
async fn faults_of_lists(
    call: &Call,
    id: WidgetId,
    block_id: Option<&str>,
) -> Result<Vec<String>, ToolError> {
    let widget = call.widgets.store().get(id).await?;
    // It may be gone by now.
    let chart = widget.the_chart(block_id);
    Ok(chart.map(|(_, chart)| chart.figure().faults_of_lists()).unwrap_or_default())
}

/// Tells what became of a change of this revision.
pub(crate) async fn changed(
    call: &Call,
    id: WidgetId,
    (revision, delivery): (u64, Delivery),
) -> Result<Changed, ToolError> {
    let viewers = viewers(call, id).await?;
    Ok(Changed { revision, delivery, viewers, warnings: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_whose_element_is_not_there_is_warned_of() {
        let widget = |html: &str| {
            let callbacks = r#"{"app:more": {"action": "increment", "target": "total"}}"#;
            Widget::html(html).with_callbacks(serde_json::from_str(callbacks).unwrap())
        };
        let [warning] = &warnings(&widget("<p>Later</p>"))[..] else { panic!("one warning") };
        assert!(
            warning.starts_with(r#""app:more" changes the element "total", which is not there"#)
        );
        assert_eq!(warnings(&widget("<b id=total>0</b>")), [""; 0]);
    }
}
