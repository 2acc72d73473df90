//! Telling clients what has changed: a widget's resource, and which there are.
//!
//! Clients of the older protocols subscribe to one resource at a time, and are told
//! of the list without asking. Those of 2026-07-28 open one long request for all
//! they want to receive.

mod baseline;
mod listener;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::join_all;
use parking_lot::Mutex;
use rmcp::model::SubscriptionFilter;
use rmcp::service::SubscriptionContext;
use rmcp::{ErrorData, Peer, RoleServer};
use tokio_util::task::AbortOnDropHandle;
use widget_state::{StateError, Watermark, WidgetId};

use super::waking::Waking;
use crate::error::ServerError;
use crate::resources;
use crate::widgets::Widgets;
use baseline::{Baseline, Baselines};
use listener::Listener;

/// The most resources that one client subscribes to.
const MAX: usize = 1_000;

/// The least time between two notifications about the same. What changes in
/// between is told with the next, so a burst of changes is not a burst of them.
const PAUSE: Duration = Duration::from_millis(100);

/// The subscriptions of one client. They end with the connection.
#[derive(Debug, Default)]
pub(crate) struct Subscriptions {
    /// The version of the list when the connection began.
    list_seen: AtomicU64,
    list: Mutex<Option<AbortOnDropHandle<()>>>,
    by_uri: Mutex<HashMap<String, AbortOnDropHandle<()>>>,
    /// Of requests to listen that are being acknowledged.
    baselines: Baselines,
}

impl Subscriptions {
    /// A client begins a connection: whatever changes from now on is news to it.
    pub(crate) async fn begin(&self, widgets: &Widgets) {
        match widgets.store().list_changed(0).await {
            Ok(seen) => self.list_seen.store(seen, Ordering::Release),
            Err(error) => log_error(&error),
        }
    }

    /// Tells the client when resources come and go, now that it may be told.
    pub(crate) fn follow_list(&self, widgets: Arc<Widgets>, peer: Peer<RoleServer>) {
        let seen = self.list_seen.load(Ordering::Acquire);
        let task = async move { follow_list(&widgets, &Listener::Older(peer), seen).await };
        *self.list.lock() = Some(AbortOnDropHandle::new(tokio::spawn(task)));
    }

    /// Tells a client when the resource at an address changes, from now on.
    ///
    /// # Errors
    ///
    /// When nothing is there, or the client has subscribed to too many.
    pub(crate) async fn add(
        &self,
        widgets: Arc<Widgets>,
        peer: Peer<RoleServer>,
        uri: String,
    ) -> Result<(), ErrorData> {
        resources::read(&widgets, &uri).await?;
        let Some(id) = resources::widget(&uri) else {
            // It is part of the program and never changes.
            return Ok(());
        };
        let seen = widgets.store().changed(id, Watermark::default()).await;
        let seen = seen.map_err(ServerError::from)?;
        let mut by_uri = self.by_uri.lock();
        by_uri.retain(|_, task| !task.is_finished());
        if by_uri.len() >= MAX && !by_uri.contains_key(&uri) {
            let problem = format!("a client subscribes to at most {MAX} resources; unsubscribe");
            return Err(ErrorData::invalid_params(problem, None));
        }
        let address = uri.clone();
        let task = async move {
            follow_widget(&widgets, &Listener::Older(peer), &address, (id, seen)).await;
        };
        by_uri.insert(uri, AbortOnDropHandle::new(tokio::spawn(task)));
        Ok(())
    }

    /// Returns the accepted part of the subscriptions that a client of 2026-07-28 requests,
    /// and notes how its resources are now.
    pub(crate) fn accept(
        &self,
        widgets: &Widgets,
        requested: &SubscriptionFilter,
    ) -> SubscriptionFilter {
        let accepted = accepted(requested);
        self.baselines.note(widgets, &accepted);
        accepted
    }

    /// Tells such a client what it has asked for, until it ends the request.
    pub(crate) async fn listen(&self, widgets: &Widgets, context: &SubscriptionContext) {
        listen(widgets, context, &self.baselines.take()).await;
    }

    /// Tells no more. An address that was not subscribed to is none of ours.
    pub(crate) fn remove(&self, uri: &str) {
        self.by_uri.lock().remove(uri);
    }
}

/// Another connection has subscribed to nothing.
impl Clone for Subscriptions {
    fn clone(&self) -> Self {
        Self::default()
    }
}

fn accepted(requested: &SubscriptionFilter) -> SubscriptionFilter {
    let uris = requested.resource_subscriptions.iter().flatten();
    let known = uris.filter(|uri| resources::widget(uri).is_some()).take(MAX).cloned();
    SubscriptionFilter::builder().resources_list_changed().resource_subscriptions(known).build()
}

async fn listen(widgets: &Widgets, context: &SubscriptionContext, baseline: &Baseline) {
    let listener = Listener::Newer(context.sink().clone());
    let wanted = context.accepted();
    let list = async {
        if wanted.resources_list_changed == Some(true) {
            let seen = match baseline.list {
                Some(seen) => Ok(seen),
                None => widgets.store().list_changed(0).await,
            };
            match seen {
                Ok(seen) => follow_list(widgets, &listener, seen).await,
                Err(error) => log_error(&error),
            }
        }
    };
    let uris = wanted.resource_subscriptions.iter().flatten();
    let each = join_all(uris.map(|uri| follow_address(widgets, &listener, uri, baseline)));
    let all = async {
        tokio::join!(list, each);
        // The request stays open though there is no more to tell.
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = context.cancelled() => {}
        () = all => {}
    }
}

async fn follow_address(widgets: &Widgets, listener: &Listener, uri: &str, baseline: &Baseline) {
    let Some(id) = resources::widget(uri) else { return };
    let seen = match baseline.widgets.get(&id) {
        Some(seen) => Ok(*seen),
        None => widgets.store().changed(id, Watermark::default()).await,
    };
    match seen {
        Ok(seen) => follow_widget(widgets, listener, uri, (id, seen)).await,
        Err(error) => log_error(&error),
    }
}

/// Notifies the listener of created and destroyed widgets until it disconnects.
async fn follow_list(widgets: &Widgets, listener: &Listener, mut seen: u64) {
    loop {
        seen = match widgets.store().list_changed(seen).await {
            Ok(now) => now,
            Err(error) => return log_error(&error),
        };
        if !listener.list_changed().await {
            return;
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Tells of every new revision of a widget, of waking events and of its end, as long as the listener
/// receives it.
async fn follow_widget(
    widgets: &Widgets,
    listener: &Listener,
    uri: &str,
    (id, mut seen): (WidgetId, Watermark),
) {
    let waking = match widgets.store().get(id).await {
        Ok(widget) => Waking::of(&widget),
        // Its end is told below.
        Err(StateError::UnknownWidget { .. }) => None,
        Err(error) => return log_error(&error),
    };
    loop {
        let now = match widgets.store().changed(id, seen).await {
            Ok(now) => now,
            Err(StateError::UnknownWidget { .. }) => {
                listener.updated(uri).await;
                return;
            }
            Err(error) => return log_error(&error),
        };
        // Events and viewers are no part of the resource, but what wakes a model is to reach it.
        let is_woken = match is_woken(widgets, id, waking.as_ref(), (seen.seq, now.seq)).await {
            Ok(is_woken) => is_woken,
            // The next round tells of its end.
            Err(StateError::UnknownWidget { .. }) => false,
            Err(error) => return log_error(&error),
        };
        if is_woken || now.revision != seen.revision {
            if !listener.updated(uri).await {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
        seen = now;
    }
}

/// Returns whether an event has come that is to wake the model.
async fn is_woken(
    widgets: &Widgets,
    id: WidgetId,
    waking: Option<&Waking>,
    (seen, now): (u64, u64),
) -> Result<bool, StateError> {
    let Some(waking) = waking.filter(|_| now > seen) else { return Ok(false) };
    let page = widgets.store().read_events(id, waking.after(seen)).await?;
    Ok(page.events.iter().any(|event| waking.includes(event)))
}

fn log_error(error: &StateError) {
    // A widget that is not there has nothing to tell.
    if !matches!(error, StateError::UnknownWidget { .. }) {
        tracing::error!(error = error as &dyn std::error::Error, "a subscription has ended");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_change_is_accepted_and_not_without_end() {
        let widgets = (0..=MAX).map(|n| format!("pkg://widget/{n:032x}"));
        let others = ["pkg://docs/readme", "pkg://widget/x", ""].map(str::to_owned);
        let asked = SubscriptionFilter::builder()
            .prompts_list_changed()
            .resource_subscriptions(others.into_iter().chain(widgets))
            .build();
        let accepted = accepted(&asked);
        let uris = accepted.resource_subscriptions.unwrap();
        assert_eq!(uris.len(), MAX);
        assert!(uris.iter().all(|uri| resources::widget(uri).is_some()));
        assert_eq!(accepted.prompts_list_changed, None);
    }
}
