//! A journal by itself.

use super::{counter, text, viewer};
use crate::id::WidgetId;
use crate::limits::Limits;
use crate::store::journal::Journal;
use crate::store::journal::error::JournalError;
use crate::store::journal::record::{Fact, Record};
use crate::store::journal::snapshot::Snapshot;

fn snapshot(title: &str) -> Snapshot {
    let widget = counter().with_title(title).expect("a title");
    Snapshot::new(widget, &Limits::default())
}

fn record(n: u64) -> Record {
    Record(Fact::Rejected { viewer: viewer(1), n })
}

async fn created(journal: &impl Journal, title: &str) -> WidgetId {
    let id = WidgetId::random().expect("random");
    journal.create(id, snapshot(title)).await.expect("created");
    id
}

pub(super) async fn records_are_kept_in_their_order(journal: &impl Journal) {
    let (id, other) = (created(journal, "One").await, created(journal, "Other").await);
    let change = Record(Fact::Applied(text("5")));
    journal.append(id, 0, vec![record(1), change.clone()]).await.expect("appended");
    journal.append(other, 0, vec![record(7)]).await.expect("appended");
    journal.append(id, 2, vec![record(2)]).await.expect("appended");
    let stored = journal.load(id).await.expect("there");
    assert_eq!(stored.snapshot.widget.title(), "One");
    assert_eq!((stored.records, stored.position), (vec![record(1), change, record(2)], 3));
    let stored = journal.load(other).await.expect("there");
    assert_eq!((stored.records, stored.position), (vec![record(7)], 1));
}

pub(super) async fn a_writer_that_is_behind_is_refused(journal: &impl Journal) {
    let id = created(journal, "One").await;
    journal.append(id, 0, vec![record(1)]).await.expect("appended");
    for position in [0, 2] {
        let refused = journal.append(id, position, vec![record(2), record(3)]).await;
        let compacted = journal.compact(id, position, snapshot("Two")).await;
        for refused in [refused, compacted] {
            let is_known = matches!(
                refused,
                Err(JournalError::Conflict { expected, actual: 1 }) if expected == position
            );
            assert!(is_known, "{refused:?}");
        }
    }
    let stored = journal.load(id).await.expect("there");
    assert_eq!((stored.records, stored.position), (vec![record(1)], 1), "all or none");
    assert_eq!(stored.snapshot.widget.title(), "One");
}

pub(super) async fn a_snapshot_takes_the_place_of_records(journal: &impl Journal) {
    let id = created(journal, "One").await;
    journal.append(id, 0, vec![record(1), record(2)]).await.expect("appended");
    journal.compact(id, 2, snapshot("Two")).await.expect("compacted");
    journal.append(id, 2, vec![record(3)]).await.expect("the position stays");
    let stored = journal.load(id).await.expect("there");
    assert_eq!(stored.snapshot.widget.title(), "Two");
    assert_eq!((stored.records, stored.position), (vec![record(3)], 3));
}

pub(super) async fn journals_are_listed_and_removed(journal: &impl Journal) {
    let mut ids = Vec::new();
    for n in 0..5 {
        ids.push(created(journal, &n.to_string()).await);
    }
    assert_eq!(journal.list().await.expect("listed"), ids, "oldest first");
    let gone = ids.remove(2);
    journal.remove(gone).await.expect("removed");
    assert_eq!(journal.list().await.expect("listed"), ids);
    for outcome in [
        journal.load(gone).await.map(|_| ()),
        journal.append(gone, 0, vec![record(1)]).await,
        journal.compact(gone, 0, snapshot("It")).await,
        journal.remove(gone).await,
    ] {
        assert!(matches!(outcome, Err(JournalError::Unknown(id)) if id == gone), "{outcome:?}");
    }
}

pub(super) async fn what_was_kept_is_there_when_it_is_opened_again<J: Journal>(
    open: impl AsyncFn() -> J,
) {
    let journal = open().await;
    let (one, two) = (created(&journal, "One").await, created(&journal, "Two").await);
    let gone = created(&journal, "Gone").await;
    journal.append(one, 0, vec![record(1), record(2)]).await.expect("appended");
    journal.append(two, 0, vec![record(3)]).await.expect("appended");
    journal.compact(two, 1, snapshot("Other")).await.expect("compacted");
    journal.append(two, 1, vec![record(4)]).await.expect("appended");
    journal.remove(gone).await.expect("removed");
    drop(journal);

    let journal = open().await;
    assert_eq!(journal.list().await.expect("listed"), [one, two], "oldest first");
    let kept = [(one, "One", vec![record(1), record(2)]), (two, "Other", vec![record(4)])];
    for (id, title, records) in kept {
        let stored = journal.load(id).await.expect("there");
        assert_eq!(stored.snapshot.widget.title(), title);
        assert_eq!((stored.records, stored.position), (records, 2));
        journal.append(id, 2, vec![record(5)]).await.expect("the position is that of before");
    }
    let outcome = journal.load(gone).await;
    assert!(matches!(outcome, Err(JournalError::Unknown(id)) if id == gone), "{outcome:?}");
    let newest = created(&journal, "Newest").await;
    drop(journal);
    assert_eq!(open().await.list().await.expect("listed"), [one, two, newest]);
}

pub(super) async fn a_watch_ends_with_another_position(journal: &impl Journal) {
    let id = created(journal, "One").await;
    assert_eq!(journal.watch(id, 7).await.expect("at once"), 0);
    let writes = async {
        journal.compact(id, 0, snapshot("Two")).await.expect("the position stays");
        journal.append(id, 0, vec![record(1), record(2)]).await.expect("appended");
    };
    let (position, ()) = tokio::join!(journal.watch(id, 0), writes);
    assert_eq!(position.expect("a position"), 2);
    let (removed, outcome) = tokio::join!(journal.watch(id, 2), journal.remove(id));
    outcome.expect("removed");
    for ended in [removed, journal.watch(id, 2).await] {
        assert!(matches!(ended, Err(JournalError::Unknown(gone)) if gone == id), "{ended:?}");
    }
}
