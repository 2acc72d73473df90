//! The notice in an answer about a widget that the person does not see, or sees in another place
//! than the client was asked for.

use serde_json::{Map, Value};
use widget_state::{WidgetId, WidgetStoreExt};

use super::Call;
use crate::windows::OpenedIn;

/// The field of the answer.
const FIELD: &str = "notice";

impl Call {
    /// Adds to an answer that says how many pages show a widget what that means for the person.
    pub(crate) async fn add_notice(&self, answer: &mut Value) {
        let Some(id) = self.about.get().or(self.created.get()) else { return };
        let Value::Object(answer) = answer else { return };
        if !answer.contains_key("viewers") {
            return;
        }
        if let Some(notice) = self.notice(*id, answer).await {
            answer.insert(FIELD.to_owned(), notice.into());
        }
    }

    async fn notice(&self, id: WidgetId, answer: &Map<String, Value>) -> Option<String> {
        let unread = self.widgets.inline().unread_place(id);
        let place = match unread {
            Some(Some(OpenedIn::Window)) => "in a window of its own",
            Some(Some(OpenedIn::Tab)) => "in the person's browser",
            Some(None) | None => return self.absence(id, answer, unread.is_some()).await,
        };
        let notice = "The client showed no view of this widget in time, so it was opened";
        Some(format!("{notice} {place}."))
    }

    /// Says that the person does not see a widget, once that is certain, and what to do about it.
    async fn absence(
        &self,
        id: WidgetId,
        answer: &Map<String, Value>,
        is_without_view: bool,
    ) -> Option<String> {
        let presence = self.widgets.store().presence(id).await.ok()?;
        // The person may have found the address.
        if presence.open > 0 || self.widgets.inline().awaits(id) {
            return None;
        }
        let give = format!("Give them this address: {}", self.widgets.url(&[id]));
        if is_without_view {
            return Some(format!(
                "The client showed no view of this widget, and this server opens no windows: the \
                 person does not see it. {give}"
            ));
        }
        let is = |field: &str| answer.get(field) == Some(&Value::Bool(true));
        let has_waited = is("timed_out") || is("closed");
        let is_headless = answer.get("mode").is_some_and(|mode| mode == "headless");
        let opens_pages = self.widgets.opens_pages();
        // A page that was opened just now takes a moment.
        if !presence.ever && (has_waited || is_headless || !opens_pages) {
            return Some(format!(
                "No page has shown this widget yet, so the person has not seen it. {give}"
            ));
        }
        if is_headless {
            return Some(format!("Nothing was opened, and no page shows this widget now. {give}"));
        }
        // The page may only be loading again.
        if presence.closed_seq.is_none() || !has_waited {
            return None;
        }
        let can_open = opens_pages || self.inline_client().is_some();
        let again = if can_open { "open_widget shows it again." } else { &give };
        Some(format!(
            "The last page of this widget was closed, so the person no longer sees it. {again}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;
    use widget_state::testing::ManualClock;
    use widget_state::{ABSENCE_TIMEOUT, Departure, MemoryStore, Surface, ViewerId, Widget};
    use widget_window::WindowManager;

    use super::*;
    use crate::tools;
    use crate::widgets::Widgets;
    use crate::windows::Windows;

    struct Server {
        widgets: Arc<Widgets>,
        clock: Arc<ManualClock>,
        viewer: ViewerId,
    }

    impl Server {
        fn new(windows: Windows) -> Self {
            let clock = Arc::<ManualClock>::default();
            let store = MemoryStore::new().with_clock(Arc::clone(&clock) as _);
            let widgets = Widgets::with_store("http://127.0.0.1:1", Arc::new(store));
            let viewer = ViewerId::random().unwrap();
            Self { widgets: Arc::new(widgets.with_windows(windows)), clock, viewer }
        }

        async fn answer(&self, tool: &str, arguments: Value) -> Value {
            let tool = tools::all().iter().find(|known| known.description.name == tool).unwrap();
            let Value::Object(arguments) = arguments else { panic!("an object") };
            tool.call(&Call::detached(Arc::clone(&self.widgets)), arguments).await.unwrap()
        }

        /// The notice that the only widget is answered with.
        async fn notice(&self, tool: &str, arguments: Value) -> Option<String> {
            self.answer(tool, arguments).await[FIELD].as_str().map(str::to_owned)
        }

        async fn open(&self, id: WidgetId) {
            self.widgets.store().attach(id, self.viewer, Surface::Page).await.unwrap();
        }

        async fn leave(&self, id: WidgetId) {
            self.widgets.store().detach(id, self.viewer, Departure::Left).await.unwrap();
        }
    }

    fn brief_wait() -> Value {
        json!({"timeout_ms": 1})
    }

    #[tokio::test(start_paused = true)]
    async fn without_windows_every_answer_has_the_address_until_a_page_opens() {
        let server = Server::new(Windows::none());
        let made = server.answer("create_widget", json!({"html": "<p id=p>text</p>"})).await;
        let (url, id) = (made["url"].as_str().unwrap(), made["widget_id"].as_str().unwrap());
        let expected = format!(
            "No page has shown this widget yet, so the person has not seen it. Give them this \
             address: {url}"
        );
        assert_eq!(made[FIELD], expected);
        let change = json!({"component_id": "p", "text": "other"});
        let (one, several) = (brief_wait(), json!({"widget_ids": [id], "timeout_ms": 1}));
        let read = json!({});
        for (tool, arguments) in [
            ("set_content", &change),
            ("get_events", &read),
            ("get_widget", &read),
            ("wait_for_events", &one),
            ("wait_for_events", &several),
            ("open_widget", &read),
        ] {
            let notice = server.notice(tool, arguments.clone()).await;
            assert_eq!(notice.as_ref(), Some(&expected), "{tool}");
        }
        assert_eq!(server.notice("export_widget", json!({})).await, None, "it is for a file");

        server.open(id.parse().unwrap()).await;
        assert_eq!(server.notice("set_content", change).await, None);
        assert_eq!(server.notice("wait_for_events", brief_wait()).await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_that_was_opened_has_the_time_of_a_wait() {
        let server = Server::new(Windows::new(WindowManager::tabs()));
        let id = server.widgets.store().create(Widget::html("<p id=p>text</p>")).await.unwrap();
        let change = json!({"component_id": "p", "text": "other"});
        assert_eq!(server.notice("set_content", change).await, None);
        let notice = server.notice("wait_for_events", brief_wait()).await.unwrap();
        assert!(notice.ends_with(&server.widgets.url(&[id])), "{notice}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_says_that_the_last_page_was_closed_and_how_it_opens_again() {
        for (windows, again) in [
            (Windows::none(), "Give them this address: http://127.0.0.1:1/widget/"),
            (Windows::new(WindowManager::tabs()), "open_widget shows it again."),
        ] {
            let server = Server::new(windows);
            let id = server.widgets.store().create(Widget::html("<p id=p>text</p>")).await.unwrap();
            server.open(id).await;
            server.leave(id).await;
            assert_eq!(server.notice("wait_for_events", brief_wait()).await, None, "a reload");
            let wait = server.answer("wait_for_events", json!({}));
            let (closed, ()) = tokio::join!(wait, async { server.clock.advance(ABSENCE_TIMEOUT) });
            let notice = closed[FIELD].as_str().unwrap();
            assert_eq!(closed["closed"], true);
            assert!(notice.contains("was closed") && notice.contains(again), "{notice}");
            // It is still so when the agent waits in vain, and no news to one that makes changes.
            let next = server.notice("wait_for_events", brief_wait()).await;
            assert_eq!(next.as_deref(), Some(notice));
            let change = json!({"component_id": "p", "text": "other"});
            assert_eq!(server.notice("set_content", change).await, None);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_page_that_was_closed_and_that_nothing_opens_again_has_its_address() {
        let server = Server::new(Windows::none());
        let id = server.widgets.store().create(Widget::html("text")).await.unwrap();
        server.open(id).await;
        assert_eq!(server.notice("open_widget", json!({})).await, None, "it is open");
        server.leave(id).await;
        let notice = server.notice("open_widget", json!({})).await.unwrap();
        assert!(notice.starts_with("Nothing was opened"), "{notice}");
        assert!(notice.ends_with(&server.widgets.url(&[id])), "{notice}");
    }
}
