//! A snapshot is the same as the operations replayed, at any moment and for any
//! viewer, however far it lags, and an engine that is opened again is the same as before.

use std::sync::Arc;

use proptest::prelude::*;
use serde_json::json;
use widget_state::testing::Follower;
use widget_state::{
    Changes, Engine, EventInput, EventPage, EventQuery, MemoryJournal, Op, ViewerId, Widget,
    WidgetId, WidgetStore, WidgetStoreExt,
};

use crate::late_pages;
use crate::ops::{op, widgets};

/// A change of a widget while viewers follow it.
#[derive(Clone, Debug)]
enum Step {
    Apply(Op),
    Event { event_type: String, value: serde_json::Value },
    Sync { viewer: usize },
    Reload { viewer: usize },
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    let names = [
        "counter:increment",
        "counter:toggle",
        "counter:reset",
        "dark:toggle",
        "app:other",
        "box:open",
        "box:close",
        "box:toggle",
        "box:reset",
        "chart:relayout",
        "chart:legend-click",
    ];
    let event = (prop::sample::select(names.to_vec()), any::<bool>()).prop_map(|(name, value)| {
        Step::Event {
            event_type: name.into(),
            value: json!({"componentId": "dark", "value": value, "visible": {"0": value},
                "xaxis.range[0]": value, "yaxis.autorange": value}),
        }
    });
    prop_oneof![
        4 => op().prop_map(Step::Apply),
        2 => late_pages::op().prop_map(Step::Apply),
        2 => event,
        1 => (0..3usize).prop_map(|viewer| Step::Sync { viewer }),
        1 => (0..3usize).prop_map(|viewer| Step::Reload { viewer }),
        1 => Just(Step::Reopen),
    ]
}

proptest! {
    #[test]
    fn a_snapshot_equals_the_replay(
        widget in prop::sample::select([widgets(), vec![late_pages::page()]].concat()),
        steps in prop::collection::vec(step(), 1..60),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(run(widget, steps))?;
    }
}

async fn run(widget: Widget, steps: Vec<Step>) -> Result<(), TestCaseError> {
    let journal = Arc::new(MemoryJournal::new());
    let mut store = Engine::new().open(journal.clone()).await.expect("opened");
    let id = store.create(widget.clone()).await.expect("created");
    let viewer = ViewerId::random().expect("random");
    let mut viewers = [Follower::default(), Follower::default(), Follower::default()];
    let mut replayed = widget;
    let mut n = 0;
    for step in steps {
        match step {
            Step::Apply(op) => {
                let refused = store.apply(id, op.clone()).await.is_err();
                prop_assert_eq!(replayed.apply(op).is_err(), refused);
                prop_assert_eq!(&*store.get(id).await.expect("there"), &replayed);
            }
            Step::Event { event_type, value } => {
                n += 1;
                let event =
                    EventInput { n, event_type, data: value, label: String::new(), block: None };
                store.append_events(id, viewer, vec![event]).await.expect("stored");
                replayed = (*store.get(id).await.expect("there")).clone();
            }
            Step::Sync { viewer } => viewers[viewer].sync(&store, id).await,
            Step::Reload { viewer } => viewers[viewer] = Follower::default(),
            Step::Reopen => {
                let before = seen(&store, id).await;
                store = Engine::new().open(journal.clone()).await.expect("opened");
                prop_assert_eq!(seen(&store, id).await, before);
            }
        }
    }
    for mut viewer in viewers {
        viewer.sync(&store, id).await;
    }
    Ok(())
}

/// All that viewers and agents get of a widget.
async fn seen(store: &Engine, id: WidgetId) -> (Widget, Vec<Changes>, EventPage) {
    let widget = store.get(id).await.expect("there");
    let mut changes = vec![store.changes_since(id, None).await.expect("changes")];
    for revision in 0..=widget.revision() {
        changes.push(store.changes_since(id, Some(revision)).await.expect("changes"));
    }
    let page = store.read_events(id, EventQuery::after(0)).await.expect("read");
    ((*widget).clone(), changes, page)
}
