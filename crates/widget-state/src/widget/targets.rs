//! The elements that events change by themselves, checked when a widget is made.

use std::cell::OnceCell;

use crate::component::Component;
use crate::error::StateError;
use crate::event::EventName;
use crate::widget::Place;
use crate::widget::Widget;
use crate::widget::action::Action;
use crate::widget::effects::implied;
use crate::widget::html_index::HtmlIndex;

impl Widget {
    /// Checks that the elements are there that its callbacks and components change by themselves.
    ///
    /// An id that is like no other passes: HTML that is put in later may bring its element.
    ///
    /// # Errors
    ///
    /// [`StateError::UnknownTarget`] with the id that was probably meant.
    pub fn check_targets(&self) -> Result<(), StateError> {
        let inside = OnceCell::new();
        for (event, action) in &self.callbacks {
            self.check_target("callbacks", event, action, &inside)?;
        }
        let toolbars = self.toolbars.iter().map(|toolbar| ("toolbars", &toolbar.items));
        let modals = self.modals.iter().map(|modal| ("modals", &modal.items));
        for (part, items) in toolbars.chain(modals) {
            for component in Component::walk(items) {
                self.check_event(part, component.event(), &inside)?;
            }
        }
        Ok(())
    }

    fn check_event(
        &self,
        part: &'static str,
        event: &str,
        inside: &OnceCell<Vec<HtmlIndex>>,
    ) -> Result<(), StateError> {
        let Ok(event) = EventName::new(event) else { return Ok(()) };
        match implied(self, &event) {
            Some(action) if !self.callbacks.contains_key(&event) => {
                self.check_target(part, &event, &action, inside)
            }
            _ => Ok(()),
        }
    }

    fn check_target(
        &self,
        part: &'static str,
        event: &EventName,
        action: &Action,
        inside: &OnceCell<Vec<HtmlIndex>>,
    ) -> Result<(), StateError> {
        let Some(target) = action.target() else { return Ok(()) };
        match self.place_beside(target, inside) {
            Place::Nowhere(Some(nearest)) => Err(StateError::UnknownTarget {
                part,
                event: event.to_string(),
                target: target.to_owned(),
                nearest: nearest.to_owned(),
            }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn widget(button: &str, callbacks: Value) -> Widget {
        let toolbar = serde_json::from_value(json!({"items": [
            {"type": "button", "component_id": "go", "label": "Go", "event": button},
            {"type": "div", "component_id": "sums", "content": "<b id=inner>7</b>"},
        ]}));
        Widget::html("<b id=count>0</b>")
            .with_toolbars(vec![toolbar.unwrap()])
            .unwrap()
            .with_callbacks(serde_json::from_value(callbacks).unwrap())
    }

    #[test]
    fn targets_that_are_there_or_may_come_pass() {
        for event in ["count:increment", "inner:reset", "filters:reset", "counts:changed"] {
            widget(event, json!({})).check_targets().unwrap();
        }
        let callbacks = json!({
            "app:ring": {"action": "emit", "event": "app:bell"},
            "app:more": {"action": "increment", "target": "inner"},
            "app:later": {"action": "reset", "target": "something-else"},
        });
        widget("app:more", callbacks).check_targets().unwrap();
    }

    #[test]
    fn a_misspelt_target_is_refused_with_the_id_that_is_there() {
        let callbacks = json!({"app:more": {"action": "increment", "target": "coutn"}});
        let error = widget("app:more", callbacks).check_targets().unwrap_err();
        assert_eq!(
            error.to_string(),
            "\"app:more\" changes the element \"coutn\", which is not there; did you mean \"count\"?"
        );
        let error = widget("cont:increment", json!({})).check_targets().unwrap_err();
        assert!(matches!(error, StateError::UnknownTarget { part: "toolbars", .. }));
        // With a callback of its own the name of an event says nothing.
        let callbacks = json!({"cont:increment": {"action": "emit", "event": "app:bell"}});
        widget("cont:increment", callbacks).check_targets().unwrap();
    }
}
