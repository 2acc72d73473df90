//! The parts of a page that calls name by an id: components, modals and blocks.

use serde_json::Value;

use crate::block::{BODY_ID, Block, tree};
use crate::component::modal::{CLOSED, Modal};
use crate::component::{Component, ComponentKind};
use crate::widget::Widget;

/// A part of a page that has an id.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Part<'a> {
    /// A component, in a toolbar, a modal or a block.
    Component(&'a Component),
    /// A modal.
    Modal(&'a Modal),
    /// A block that is no component.
    Block(&'a Block),
}

impl<'a> Part<'a> {
    /// Its id.
    #[must_use]
    pub fn id(self) -> &'a str {
        match self {
            Self::Component(component) => component.id(),
            Self::Modal(modal) => modal.id(),
            Self::Block(block) => block.id(),
        }
    }

    /// The name of its type, `modal` for a modal.
    #[must_use]
    pub fn type_name(self) -> &'static str {
        match self {
            Self::Component(component) => component.kind.type_name(),
            Self::Modal(_) => "modal",
            Self::Block(block) => block.kind.type_name(),
        }
    }

    /// The text on or beside it, the title of a modal, card or form, the name of a metric; may be
    /// empty.
    #[must_use]
    pub fn label(self) -> &'a str {
        match self {
            Self::Component(component) => &component.common.label,
            Self::Modal(modal) => &modal.title,
            Self::Block(block) => block.kind.as_kind().label(),
        }
    }

    /// The event that it emits by itself; `None` for one that emits none.
    #[must_use]
    pub fn event_name(self) -> Option<&'a str> {
        match self {
            Self::Component(component) => match component.kind {
                ComponentKind::Div(_) | ComponentKind::TickerItem(_) => None,
                _ => Some(component.event_name()),
            },
            Self::Modal(_) => Some(CLOSED),
            Self::Block(block) => block.kind.as_kind().event_name(),
        }
    }

    /// Returns whether it can have this value.
    #[must_use]
    pub fn accepts(self, value: &Value) -> bool {
        match self {
            Self::Component(component) => component.accepts(value),
            Self::Modal(_) => value.is_boolean(),
            Self::Block(block) => block.kind.as_kind().accepts(value),
        }
    }
}

impl Widget {
    /// Every component, modal and block in reading order, each before what is in it, but for the
    /// body of a widget that was made of HTML, a figure or rows alone.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_state::{Part, Widget};
    ///
    /// let blocks = r#"[{"type": "card", "id": "sum", "blocks": [{"type": "text", "id": "name"}]}]"#;
    /// let page = Widget::page(serde_json::from_str(blocks)?)?;
    /// assert_eq!(page.parts().map(Part::id).collect::<Vec<_>>(), ["sum", "name"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let in_toolbars = self.toolbars.iter().flat_map(|toolbar| within(&toolbar.items));
        let in_blocks = tree::walk(&self.blocks).flat_map(|block| {
            let is_part = !block.is_component() && block.id() != BODY_ID;
            is_part.then_some(Part::Block(block)).into_iter().chain(within(block.components()))
        });
        let in_modals = self
            .modals
            .iter()
            .flat_map(|modal| std::iter::once(Part::Modal(modal)).chain(within(&modal.items)));
        in_toolbars.chain(in_blocks).chain(in_modals)
    }

    /// The component, modal or block of this id.
    #[must_use]
    pub fn part(&self, id: &str) -> Option<Part<'_>> {
        self.parts().find(|part| part.id() == id)
    }
}

fn within(items: &[Component]) -> impl Iterator<Item = Part<'_>> {
    Component::walk(items).map(Part::Component)
}
