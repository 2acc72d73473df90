//! The conformance suites of [`WidgetStore`], [`Journal`](crate::Journal) and
//! [`SecretStore`](crate::SecretStore): what every implementation must do.
//!
//! ```
//! use widget_state::{MemoryStore, testing};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() {
//! let make = async |limits, clock| MemoryStore::with_limits(limits).with_clock(clock);
//! testing::conformance(make).await;
//! # }
//! ```

mod clock;
mod events;
mod follower;
mod journal;
mod operations;
mod presence;
mod queries;
mod secrets;
mod style;
mod viewers;

use std::sync::Arc;

use serde_json::{Value, json};

pub use clock::ManualClock;
pub use follower::Follower;
pub use journal::{durable_journal, journal};
pub use secrets::secrets;

use crate::clock::{Clock, SystemClock};
use crate::component::toolbar::Toolbar;
use crate::event::EventInput;
use crate::id::ViewerId;
use crate::limits::Limits;
use crate::store::WidgetStore;
use crate::widget::Widget;

/// Runs the whole suite. `make` gives an empty store with the given limits and clock, each
/// time another one.
///
/// # Panics
///
/// When the store does not do what the contract says.
pub async fn conformance<S, F>(make: F)
where
    S: WidgetStore,
    F: AsyncFn(Limits, Arc<dyn Clock>) -> S,
{
    durable_cases(&make).await;
    // The rest ends with the process that holds the widgets: the number of a list, deliveries and
    // queries.
    let store = async || make(Limits::default(), Arc::new(SystemClock)).await;
    operations::list_changed_returns_when_widgets_come_and_go(&store().await).await;
    viewers::delivery_is_told_truthfully(&store().await).await;
    queries::the_first_result_is_the_reply(&store().await).await;
    queries::a_query_is_no_operation(&store().await).await;
    queries::the_newest_queries_are_open(&store().await).await;
    queries::who_cannot_answer_or_leaves_is_not_waited_for(&store().await).await;
    queries::what_was_not_asked_is_dropped(&store().await).await;
}

/// The cases that hold for a store as well that is closed and opened between any two calls.
async fn durable_cases<S, F>(make: &F)
where
    S: WidgetStore,
    F: AsyncFn(Limits, Arc<dyn Clock>) -> S,
{
    let with_limits = async |limits| make(limits, Arc::new(SystemClock)).await;
    let store = async || with_limits(Limits::default()).await;
    let small = async || with_limits(small()).await;
    operations::a_widget_is_created_changed_listed_and_removed(&store().await).await;
    operations::refused_operations_change_nothing(&store().await).await;
    operations::operations_of_one_call_are_one_revision(&store().await).await;
    operations::components_change_for_every_viewer(&store().await).await;
    style::the_appearance_is_part_of_the_document(&store().await).await;
    style::offers_are_signals(&store().await).await;
    operations::limits_are_kept(&small().await).await;
    operations::changed_returns_at_changes_and_at_the_end(&store().await).await;
    events::events_are_stored_once_and_in_order(&store().await).await;
    events::bad_events_are_rejected_and_never_asked_for_again(&small().await).await;
    events::reading_does_not_destroy(&store().await).await;
    events::events_are_chosen_by_name(&store().await).await;
    events::what_falls_off_is_told(&small().await).await;
    events::waiting_ends_with_an_event_or_with_time(&store().await).await;
    events::events_act_on_the_document(&store().await).await;
    events::events_say_their_block(&store().await).await;
    events::a_draft_is_no_change_that_an_agent_has_to_look_at(&store().await).await;
    events::a_form_that_is_sent_before_its_answer_says_again(&store().await).await;
    viewers::changes_bring_a_viewer_up_to_date(&store().await).await;
    viewers::signals_reach_the_first_viewer_that_opens(&store().await).await;
    viewers::questions_are_given_to_every_viewer_until_they_are_answered(&store().await).await;
    presence_conforms(make).await;
}

async fn presence_conforms<S, F>(make: &F)
where
    S: WidgetStore,
    F: AsyncFn(Limits, Arc<dyn Clock>) -> S,
{
    let timed = async || {
        let clock = Arc::new(ManualClock::default());
        (make(Limits::default(), Arc::clone(&clock) as Arc<dyn Clock>).await, clock)
    };
    let (store, clock) = timed().await;
    presence::viewers_are_counted_where_they_are(&store, &clock).await;
    let (store, clock) = timed().await;
    presence::a_widget_is_opened_and_closed_and_a_reload_is_neither(&store, &clock).await;
    let (store, clock) = timed().await;
    presence::a_wait_ends_when_the_widget_is_closed(&store, &clock).await;
    presence::a_viewer_that_does_not_respond_is_an_event_and_counts_no_more(&timed().await.0).await;
    presence::viewers_do_not_say_that_they_are_there(&timed().await.0).await;
}

/// Limits that a test can reach.
fn small() -> Limits {
    Limits {
        html_bytes: 100,
        figure_bytes: 200,
        rows_bytes: 200,
        event_bytes: 200,
        download_bytes: 100,
        events_per_widget: 5,
        widgets: 2,
        components: 3,
        ..Limits::default()
    }
}

/// A viewer id made from a number.
fn viewer(n: u8) -> ViewerId {
    format!("{n:032x}").parse().expect("32 digits")
}

fn event(n: u64, event_type: &str, data: Value) -> EventInput {
    EventInput { n, event_type: event_type.into(), data, label: String::new(), block: None }
}

/// A widget with a counter and three components.
fn counter() -> Widget {
    let toolbar: Toolbar = serde_json::from_value(json!({"items": [
        {"type": "button", "label": "+1", "event": "counter:increment"},
        {"type": "toggle", "component_id": "dark"},
        {"type": "text", "component_id": "name", "event": "form:name"},
    ]}))
    .expect("a toolbar");
    Widget::html("<b id=counter>0</b>").with_toolbars([toolbar]).expect("unique ids")
}
