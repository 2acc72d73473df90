//! A journal that fails: what was confirmed is there, and nothing else is shown.

use std::future::{pending, ready};
use std::sync::Arc;

use async_trait::async_trait;
use parking_lot::Mutex;
use widget_state::{
    Content, Engine, Journal, JournalError, MemoryJournal, Op, Record, Snapshot, StateError,
    Stored, Surface, ViewerId, Widget, WidgetId, WidgetStore as _, WidgetStoreExt as _,
};

type Result<T> = std::result::Result<T, JournalError>;

/// The moment at which writing fails.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    BeforeItWrites,
    AfterItHasWritten,
    /// It writes, and gives no answer.
    NoAnswer,
}

#[derive(Debug)]
struct Broken {
    journal: MemoryJournal,
    fault: Mutex<Fault>,
}

fn failure() -> JournalError {
    JournalError::Backend("no space is left".into())
}

#[async_trait]
impl Journal for Broken {
    async fn create(&self, id: WidgetId, snapshot: Snapshot) -> Result<()> {
        self.journal.create(id, snapshot).await
    }

    async fn load(&self, id: WidgetId) -> Result<Stored> {
        self.journal.load(id).await
    }

    async fn append(&self, id: WidgetId, position: u64, records: Vec<Record>) -> Result<()> {
        let fault = std::mem::replace(&mut *self.fault.lock(), Fault::None);
        if fault != Fault::BeforeItWrites {
            self.journal.append(id, position, records).await?;
        }
        match fault {
            Fault::None => Ok(()),
            Fault::NoAnswer => pending().await,
            Fault::BeforeItWrites | Fault::AfterItHasWritten => Err(failure()),
        }
    }

    async fn compact(&self, id: WidgetId, position: u64, snapshot: Snapshot) -> Result<()> {
        self.journal.compact(id, position, snapshot).await
    }

    async fn remove(&self, id: WidgetId) -> Result<()> {
        self.journal.remove(id).await
    }

    async fn list(&self) -> Result<Vec<WidgetId>> {
        self.journal.list().await
    }

    async fn watch(&self, id: WidgetId, seen: u64) -> Result<u64> {
        self.journal.watch(id, seen).await
    }
}

async fn store() -> (Engine, Arc<Broken>, WidgetId) {
    let broken = Broken { journal: MemoryJournal::new(), fault: Mutex::new(Fault::None) };
    let broken = Arc::new(broken);
    let store = Engine::new().open(broken.clone()).await.expect("opened");
    let id = store.create(Widget::html("<b id=total>0</b>")).await.expect("created");
    (store, broken, id)
}

fn set(text: &str) -> Op {
    Op::set_content("total", Content::Text(text.into()))
}

#[tokio::test]
async fn an_operation_whose_write_fails_is_there_if_the_journal_has_it() {
    for (fault, expected) in [(Fault::BeforeItWrites, None), (Fault::AfterItHasWritten, Some("1"))]
    {
        let (store, broken, id) = store().await;
        *broken.fault.lock() = fault;
        let failed = store.apply(id, set("1")).await;
        assert!(matches!(failed, Err(StateError::Backend(_))), "{failed:?}");
        let listed = store.list().await.unwrap()[0].revision;
        assert_eq!(listed, if expected.is_some() { 2 } else { 1 }, "{fault:?}");
        let widget = store.get(id).await.unwrap();
        let expected = expected.map(|text| Content::Text(text.into()));
        assert_eq!(widget.content("total"), expected.as_ref(), "{fault:?}");
        assert_eq!(store.apply(id, set("2")).await.unwrap(), widget.revision() + 1);
    }
}

#[tokio::test]
async fn a_viewer_that_could_not_be_written_down_does_not_count() {
    let (store, broken, id) = store().await;
    let viewer = ViewerId::random().unwrap();
    *broken.fault.lock() = Fault::BeforeItWrites;
    store.attach(id, viewer, Surface::Page).await.unwrap_err();
    assert_eq!(store.presence(id).await.unwrap().open, 0);
    store.attach(id, viewer, Surface::Page).await.unwrap();
    let presence = store.presence(id).await.unwrap();
    assert_eq!((presence.open, presence.ever), (1, true));
}

/// Begins a call and goes away while the journal writes.
async fn give_up<T>(call: impl Future<Output = T>) {
    tokio::select! {
        biased;
        _ = call => panic!("the journal gives no answer"),
        () = ready(()) => {}
    }
}

#[tokio::test]
async fn a_call_that_is_given_up_leaves_what_the_journal_has() {
    let (store, broken, id) = store().await;
    *broken.fault.lock() = Fault::NoAnswer;
    give_up(store.apply(id, set("1"))).await;
    assert_eq!(store.get(id).await.unwrap().revision(), 2);

    let viewer = ViewerId::random().unwrap();
    *broken.fault.lock() = Fault::NoAnswer;
    give_up(store.attach(id, viewer, Surface::Page)).await;
    let presence = store.presence(id).await.unwrap();
    assert_eq!((presence.open, presence.ever), (0, true), "it has been there, and is gone");
}
