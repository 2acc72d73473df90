//! The state of resources at the acknowledgement of a subscription.

use std::collections::HashMap;

use futures_util::FutureExt;
use parking_lot::Mutex;
use rmcp::model::SubscriptionFilter;
use tokio::task;
use widget_state::{Watermark, WidgetId};

use crate::resources;
use crate::widgets::Widgets;

/// The state of the resources in a filter.
#[derive(Debug, Default)]
pub(super) struct Baseline {
    /// `None`: as it is when it is looked at first.
    pub(super) list: Option<u64>,
    pub(super) widgets: HashMap<WidgetId, Watermark>,
}

impl Baseline {
    /// The state now. A store that has to be waited for is left out.
    fn now(widgets: &Widgets, filter: &SubscriptionFilter) -> Self {
        let store = widgets.store();
        let uris = filter.resource_subscriptions.iter().flatten();
        let seen = uris.filter_map(|uri| resources::widget(uri)).filter_map(|id| {
            let seen = store.changed(id, Watermark::default()).now_or_never()?;
            Some((id, seen.ok()?))
        });
        let list = store.list_changed(0).now_or_never().and_then(Result::ok);
        Self { list, widgets: seen.collect() }
    }
}

/// The baselines of requests that rmcp acknowledges before it calls `listen`, by the task of the
/// request: what changes in between is news to the client.
#[derive(Debug, Default)]
pub(super) struct Baselines(Mutex<HashMap<task::Id, Baseline>>);

impl Baselines {
    pub(super) fn note(&self, widgets: &Widgets, filter: &SubscriptionFilter) {
        let Some(task) = task::try_id() else { return };
        self.0.lock().insert(task, Baseline::now(widgets, filter));
    }

    /// The baseline of the request that this task serves.
    pub(super) fn take(&self) -> Baseline {
        let noted = task::try_id().and_then(|task| self.0.lock().remove(&task));
        noted.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use widget_state::{Limits, Op, Widget, WidgetStoreExt};

    use super::*;

    #[tokio::test]
    async fn what_changes_after_the_acknowledgement_is_news() {
        // As rmcp does, in a task of its own.
        tokio::spawn(a_change_between()).await.unwrap();
    }

    async fn a_change_between() {
        let widgets = Widgets::new("http://127.0.0.1:1", Limits::default());
        let store = widgets.store();
        let id = store.create(Widget::html("<b id=a>1</b>")).await.unwrap();
        let filter = SubscriptionFilter::builder()
            .resources_list_changed()
            .resource_subscriptions([format!("pkg://widget/{id}")])
            .build();
        let baselines = Baselines::default();
        baselines.note(&widgets, &filter);
        let op = Op::set_content("a", widget_state::Content::Text("2".into()));
        store.apply(id, op).await.unwrap();
        store.create(Widget::html("")).await.unwrap();

        let baseline = baselines.take();
        let seen = baseline.widgets[&id];
        assert!(store.changed(id, seen).now_or_never().is_some());
        assert!(store.list_changed(baseline.list.unwrap()).now_or_never().is_some());
        assert!(baselines.take().list.is_none(), "it is taken once");
    }
}
