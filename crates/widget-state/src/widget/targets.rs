//! The elements that events change by themselves, checked when a widget is made.

use std::cell::OnceCell;

use crate::block::tree;
use crate::component::Component;
use crate::error::StateError;
use crate::event::EventName;
use crate::widget::Widget;
use crate::widget::action::Action;
use crate::widget::effects::implied;
use crate::widget::target::Target;

impl Widget {
    /// Checks the elements that its callbacks and components change by themselves: an id that
    /// looks misspelt is refused.
    ///
    /// An id that is like no other passes, since HTML that is put in later may bring its element:
    /// see [`missing_targets`](Self::missing_targets).
    ///
    /// # Errors
    ///
    /// [`StateError::UnknownTarget`] with the id that was probably meant.
    pub fn check_targets(&self) -> Result<(), StateError> {
        let inside = OnceCell::new();
        for (part, event, target) in self.targets() {
            if let Target::Missing(Some(nearest)) = self.target_beside(&target, &inside) {
                let (event, nearest) = (event.to_string(), nearest.to_owned());
                return Err(StateError::UnknownTarget { part, event, target, nearest });
            }
        }
        Ok(())
    }

    /// The events that change an element which is not there, and that no script of the widget can
    /// bring, with its id: they change nothing until it is put in.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_state::Widget;
    ///
    /// let callbacks = r#"{"app:more": {"action": "increment", "target": "total"}}"#;
    /// let widget = Widget::html("<p>Later</p>").with_callbacks(serde_json::from_str(callbacks)?);
    /// let missing: Vec<_> = widget.missing_targets().collect();
    /// assert_eq!(missing, [("app:more".to_owned(), "total".to_owned())]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn missing_targets(&self) -> impl Iterator<Item = (String, String)> {
        let inside = OnceCell::new();
        let targets = self.targets().into_iter();
        targets.filter_map(move |(_, event, target)| {
            let is_missing = matches!(self.target_beside(&target, &inside), Target::Missing(_));
            is_missing.then(|| (event.to_string(), target))
        })
    }

    /// The changes that callbacks and components make: the part of the widget, the event,
    /// and the id.
    fn targets(&self) -> Vec<(&'static str, EventName, String)> {
        let of = |part, event: &EventName, action: &Action| {
            action.target().map(|target| (part, event.clone(), target.to_owned()))
        };
        let callbacks = self.callbacks.iter();
        let mut targets: Vec<_> =
            callbacks.filter_map(|(event, action)| of("callbacks", event, action)).collect();
        let toolbars = self.toolbars.iter().map(|toolbar| ("toolbars", &toolbar.items));
        let modals = self.modals.iter().map(|modal| ("modals", &modal.items));
        let around = toolbars.chain(modals);
        let components = around
            .flat_map(|(part, items)| Component::walk(items).map(move |one| (part, one)))
            .chain(tree::components(&self.blocks).map(|one| ("blocks", one)));
        for (part, component) in components {
            let Ok(event) = EventName::new(component.event_name()) else { continue };
            // With a callback of its own the name of an event says nothing.
            if !self.callbacks.contains_key(&event)
                && let Some(action) = implied(self, &event)
            {
                targets.extend(of(part, &event, &action));
            }
        }
        targets
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::op::{Content, Op};
    use crate::widget::effects::effects;

    fn widget(button: &str, callbacks: Value) -> Widget {
        let toolbar = serde_json::from_value(json!({"items": [
            {"type": "button", "component_id": "go", "label": "Go", "event": button},
            {"type": "div", "component_id": "sums", "content": "<b id=inner>7</b>"},
        ]}));
        Widget::html("<b id=count>0</b>")
            .with_toolbars([toolbar.unwrap()])
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
    fn what_is_not_there_is_named() {
        let callbacks = json!({
            "app:ring": {"action": "emit", "event": "app:bell"},
            "app:more": {"action": "increment", "target": "inner"},
            "app:later": {"action": "reset", "target": "something-else"},
        });
        let missing = |widget: &Widget| widget.missing_targets().collect::<Vec<_>>();
        let pair = |event: &str, target: &str| (event.to_owned(), target.to_owned());
        assert_eq!(
            missing(&widget("filters:reset", callbacks)),
            [pair("app:later", "something-else"), pair("filters:reset", "filters")]
        );
        assert_eq!(missing(&widget("count:increment", json!({}))), []);
        // A script may make any element.
        let callbacks = serde_json::from_value(json!({"a:b": {"action": "reset", "target": "x"}}));
        let scripted = Widget::html("<script>1</script>").with_callbacks(callbacks.unwrap());
        assert_eq!(missing(&scripted), []);
    }

    #[test]
    fn an_element_that_was_replaced_away_is_not_there() {
        let mut widget = Widget::html("<div id=box><b id=count>0</b></div><i id=note></i>");
        let increment = EventName::new("count:increment").unwrap();
        let put = |widget: &mut Widget, html: &str| {
            widget.apply(Op::set_content("box", Content::Html(html.into()))).unwrap();
        };
        let does_something =
            |widget: &Widget| !effects(widget, &increment, &Value::Null).is_empty();
        assert!(does_something(&widget));
        put(&mut widget, "<b id=other>1</b>");
        assert!(!does_something(&widget));
        assert!(matches!(widget.target("count"), Target::Missing(None)));
        assert!(matches!(widget.target("other"), Target::Element(_)));
        put(&mut widget, "<b id=count>7</b>");
        assert_eq!(widget.text("count").unwrap(), "7");
        assert!(matches!(widget.target("other"), Target::Missing(_)));
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
