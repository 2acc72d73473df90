//! The notice in an answer about a widget that the client was to show and did not.

use serde_json::Value;
use widget_state::{WidgetId, WidgetStoreExt};

use super::Call;
use crate::windows::Place;

/// The field of the answer.
const FIELD: &str = "notice";

impl Call {
    /// Adds to an answer what became of a widget that is not in the conversation.
    pub(crate) async fn add_notice(&self, answer: &mut Value) {
        let (Some(id), Value::Object(answer)) = (self.about.get(), answer) else { return };
        let Some(place) = self.widgets.inline().unread_place(*id) else { return };
        let notice = match place {
            Some(Place::Window) => "The client showed no view of this widget in time, so it was \
                opened in a window of its own."
                .to_owned(),
            Some(Place::Tab) => "The client showed no view of this widget in time, so it was \
                opened in the person's browser."
                .to_owned(),
            // The person may have found the address.
            None if self.is_open(*id).await => return,
            None => format!(
                "The client showed no view of this widget, and this server opens no windows: the \
                 person does not see it. Give them this address: {}",
                self.widgets.url(&[*id])
            ),
        };
        answer.insert(FIELD.to_owned(), notice.into());
    }

    async fn is_open(&self, id: WidgetId) -> bool {
        self.widgets.store().presence(id).await.is_ok_and(|presence| presence.open > 0)
    }
}
