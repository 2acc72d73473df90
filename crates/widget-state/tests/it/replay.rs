//! A snapshot is the same as the operations replayed, at any moment and for any
//! viewer, however far it lags.

use proptest::prelude::*;
use serde_json::json;
use widget_state::testing::Follower;
use widget_state::{EventInput, MemoryStore, Op, ViewerId, Widget, WidgetStore, WidgetStoreExt};

use crate::ops::{op, widgets};

/// A change of a widget while viewers follow it.
#[derive(Clone, Debug)]
enum Step {
    Apply(Op),
    Event { event_type: String, value: serde_json::Value },
    Sync { viewer: usize },
    Reload { viewer: usize },
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
        2 => event,
        1 => (0..3usize).prop_map(|viewer| Step::Sync { viewer }),
        1 => (0..3usize).prop_map(|viewer| Step::Reload { viewer }),
    ]
}

proptest! {
    #[test]
    fn a_snapshot_equals_the_replay(
        widget in prop::sample::select(widgets()),
        steps in prop::collection::vec(step(), 1..60),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(run(widget, steps))?;
    }
}

async fn run(widget: Widget, steps: Vec<Step>) -> Result<(), TestCaseError> {
    let store = MemoryStore::new();
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
                let event = EventInput { n, event_type, data: value, label: String::new() };
                store.append_events(id, viewer, vec![event]).await.expect("stored");
                replayed = (*store.get(id).await.expect("there")).clone();
            }
            Step::Sync { viewer } => viewers[viewer].sync(&store, id).await,
            Step::Reload { viewer } => viewers[viewer] = Follower::default(),
        }
    }
    for mut viewer in viewers {
        viewer.sync(&store, id).await;
    }
    Ok(())
}
