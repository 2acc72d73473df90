//! Tests with a clock that they move.

use std::time::Duration;

use tokio::time::{Instant, sleep};
use widget_state::{MemoryStore, Surface, ViewerId, Widget, WidgetStoreExt};

use super::*;
use crate::options::DEFAULT_INLINE_TIMEOUT;

/// A widget that a client was asked to show; the server opens nothing itself.
struct Asked {
    views: InlineViews,
    client: Arc<MountRecord>,
    store: Arc<MemoryStore>,
    id: WidgetId,
}

async fn asked() -> Asked {
    let store = Arc::new(MemoryStore::new());
    let id = store.create(Widget::html("")).await.unwrap();
    let (views, client) = (InlineViews::new(DEFAULT_INLINE_TIMEOUT), Arc::<MountRecord>::default());
    let asked = Asked { views, client, store, id };
    asked.ask();
    asked
}

impl Asked {
    fn ask(&self) {
        let page = PageWindow {
            url: "http://127.0.0.1:1/widget/0".into(),
            title: String::new(),
            size: PageWindow::SIZE,
            widgets: vec![self.id],
        };
        let store = Arc::clone(&self.store) as Arc<dyn WidgetStore>;
        self.views.expect(page, self.id, (Windows::none(), store), Arc::clone(&self.client));
    }

    /// Calls again and again, as a view does, for so many seconds.
    async fn live(&self, seconds: u64) {
        let end = Instant::now() + Duration::from_secs(seconds);
        while Instant::now() < end {
            let _call = self.views.call(self.id);
            sleep(Duration::from_millis(1_500)).await;
        }
    }

    fn standing(&self) -> Option<Standing> {
        self.views.mounts().get(&self.id).map(|mount| mount.standing)
    }
}

async fn seconds(seconds: f64) {
    sleep(Duration::from_secs_f64(seconds)).await;
}

#[tokio::test(start_paused = true)]
async fn a_view_that_does_not_come_is_replaced_after_five_seconds() {
    let asked = asked().await;
    seconds(4.9).await;
    assert_eq!(asked.standing(), Some(Standing::Awaited));
    assert!(!asked.client.is_without_views());
    seconds(0.2).await;
    assert_eq!(asked.standing(), Some(Standing::Replaced(None)));
    assert!(asked.client.is_without_views());
}

#[tokio::test(start_paused = true)]
async fn a_place_is_told_once_and_that_there_is_none_as_long_as_it_holds() {
    let asked = asked().await;
    assert_eq!(asked.views.unread_place(asked.id), None);
    seconds(6.0).await;
    for _ in 0..2 {
        assert_eq!(asked.views.unread_place(asked.id), Some(None));
    }
    asked.views.set(asked.id, Standing::Replaced(Some(OpenedIn::Tab)));
    assert_eq!(asked.views.unread_place(asked.id), Some(Some(OpenedIn::Tab)));
    assert_eq!(asked.views.unread_place(asked.id), None);
    asked.views.set(asked.id, Standing::Seen);
    assert_eq!(asked.views.unread_place(asked.id), None);
}

#[tokio::test(start_paused = true)]
async fn a_view_that_goes_on_calling_is_there() {
    let asked = asked().await;
    asked.live(8).await;
    assert_eq!(asked.standing(), Some(Standing::Seen));
    seconds(60.0).await;
    assert_eq!(asked.standing(), Some(Standing::Seen), "the host may end it when it likes");
}

#[tokio::test(start_paused = true)]
async fn a_call_that_outlives_its_view_is_none() {
    let asked = asked().await;
    let call = asked.views.call(asked.id);
    seconds(5.5).await;
    assert_eq!(asked.standing(), Some(Standing::Awaited));
    drop(call);
    seconds(1.1).await;
    assert_eq!(asked.standing(), Some(Standing::Replaced(None)));
}

#[tokio::test(start_paused = true)]
async fn a_view_that_comes_late_is_there_and_so_is_its_client() {
    let asked = asked().await;
    seconds(10.0).await;
    assert!(asked.client.is_without_views());
    asked.live(2).await;
    assert_eq!(asked.standing(), Some(Standing::Seen));
    assert!(!asked.client.is_without_views());
    // The next one is awaited as long as the first was.
    asked.ask();
    seconds(6.0).await;
    assert_eq!(asked.standing(), Some(Standing::Replaced(None)));
    assert!(!asked.client.is_without_views(), "it has mounted one before");
}

#[tokio::test(start_paused = true)]
async fn a_page_that_is_open_already_needs_no_second() {
    let asked = asked().await;
    asked.store.attach(asked.id, ViewerId::random().unwrap(), Surface::Page).await.unwrap();
    seconds(6.0).await;
    assert_eq!(asked.store.presence(asked.id).await.unwrap().open, 1);
    assert_eq!(asked.standing(), Some(Standing::Seen));
    assert!(asked.client.is_without_views(), "its view is not there");
}

#[tokio::test(start_paused = true)]
async fn a_widget_that_is_gone_is_not_waited_for() {
    let asked = asked().await;
    asked.views.forget(asked.id);
    drop(asked.views.call(asked.id));
    seconds(6.0).await;
    assert_eq!(asked.standing(), None);
    assert!(!asked.client.is_without_views());
}
