//! Components and toolbars in Rust, as a program writes them.

use super::toolbar::{Toolbar, ToolbarPosition};
use super::{
    Button, Checkbox, Choice, Common, Component, ComponentKind, Number, Select, Text, Toggle,
};
use crate::error::StateError;
use crate::event::EventName;

/// ```
/// use widget_state::{Component, Toolbar, Widget};
///
/// let soup = Component::button("Soup").event("lunch:soup")?;
/// let drink = Component::select("Drink", ["Water", "Tea"]).with_id("drink");
/// let widget = Widget::html("<h1>Lunch?</h1>")
///     .with_toolbars([Toolbar::bottom([soup, drink])])?;
/// assert_eq!(widget.component_ids().last(), Some("drink"));
/// # Ok::<(), widget_state::StateError>(())
/// ```
impl Component {
    /// A component of a type with this label.
    #[must_use]
    pub fn new(label: impl Into<String>, kind: impl Into<ComponentKind>) -> Self {
        Self { common: Common { label: label.into(), ..Common::default() }, kind: kind.into() }
    }

    /// A button.
    #[must_use]
    pub fn button(label: impl Into<String>) -> Self {
        Self::new(label, Button::default())
    }

    /// A choice of one from a list.
    #[must_use]
    pub fn select<O: Into<Choice>>(
        label: impl Into<String>,
        options: impl IntoIterator<Item = O>,
    ) -> Self {
        let options = options.into_iter().map(Into::into).collect();
        Self::new(label, Select { options, ..Select::default() })
    }

    /// A line of text.
    #[must_use]
    pub fn text(label: impl Into<String>) -> Self {
        Self::new(label, Text::default())
    }

    /// A number.
    #[must_use]
    pub fn number(label: impl Into<String>) -> Self {
        Self::new(label, Number::default())
    }

    /// A box that is checked or not.
    #[must_use]
    pub fn checkbox(label: impl Into<String>) -> Self {
        Self::new(label, Checkbox::default())
    }

    /// A switch that is on or off.
    #[must_use]
    pub fn toggle(label: impl Into<String>) -> Self {
        Self::new(label, Toggle::default())
    }

    /// Sets the id, unique in the widget; made from the type without it.
    #[must_use]
    pub fn with_id(mut self, id: impl Into<String>) -> Self {
        self.common.component_id = Some(id.into());
        self
    }

    /// Sets the event it emits, `namespace:action`.
    ///
    /// # Errors
    ///
    /// [`StateError::EventName`] when it is not of that form, and
    /// [`StateError::ReservedNamespace`] for the events of pages themselves.
    pub fn event(mut self, name: &str) -> Result<Self, StateError> {
        self.common.event = Some(EventName::own(name)?);
        Ok(self)
    }
}

impl Toolbar {
    /// A toolbar above the body.
    #[must_use]
    pub fn top(items: impl IntoIterator<Item = Component>) -> Self {
        Self::at(ToolbarPosition::Top, items)
    }

    /// A toolbar below the body.
    #[must_use]
    pub fn bottom(items: impl IntoIterator<Item = Component>) -> Self {
        Self::at(ToolbarPosition::Bottom, items)
    }

    /// A toolbar in this position.
    #[must_use]
    pub fn at(position: ToolbarPosition, items: impl IntoIterator<Item = Component>) -> Self {
        Self { position, items: items.into_iter().collect(), ..Self::default() }
    }
}

impl From<&str> for Choice {
    /// An option whose label is its value.
    fn from(value: &str) -> Self {
        Self { label: value.to_owned(), value: value.to_owned(), description: String::new() }
    }
}
