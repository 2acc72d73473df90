//! The blocks of a page: layout, content, and every component.
//!
//! A block is what all have in common ([`BlockCommon`]) and what its type adds ([`BlockKind`]).
//! A new type is a file in `block/` and a line in [`block_kinds!`].

mod blocks;
mod card;
mod chart;
mod column;
mod common;
mod divider;
mod form;
mod grid;
mod html;
mod image;
mod json;
mod layout;
mod markdown;
mod merge;
mod metric;
mod modal;
mod page_layout;
mod problems;
mod read;
mod row;
mod schema;
mod spacer;
mod stored;
mod tab;
mod table;
mod tabs;
pub(crate) mod tree;

use std::borrow::Cow;

use schemars::JsonSchema;
use serde_json::{Map, Value};

pub use blocks::Blocks;
pub use card::CardBlock;
pub use chart::ChartBlock;
pub use column::ColumnBlock;
pub use common::{BlockCommon, BlockHeight};
pub use divider::DividerBlock;
pub use form::{FieldBound, FieldType, FormBlock, FormField, FormSection, SubmitButton};
pub use grid::GridBlock;
pub use html::HtmlBlock;
pub use image::ImageBlock;
pub use layout::{Align, Justify, Spacing};
pub use markdown::MarkdownBlock;
pub use metric::{GoodChange, MetricBlock, MetricValue};
pub use modal::ModalBlock;
pub use page_layout::PageLayout;
pub use row::RowBlock;
pub use spacer::SpacerBlock;
pub(crate) use stored::StoredBlock;
use stored::StoredParts;
pub use tab::TabBlock;
pub use table::TableBlock;
pub use tabs::TabsBlock;

use crate::chart::Chart;
use crate::component::Component;
use crate::event::EventName;
use crate::html_index::HtmlIndex;
use crate::table::Table;

/// The id of the one block that `Widget::html`, `Widget::chart` and `Widget::table` make. No other
/// can have it, since ids have no colons.
pub const BODY_ID: &str = ":body";

/// Blocks inside of each other.
pub(crate) const MAX_DEPTH: usize = 24;

/// A block: a part of a page.
///
/// ```
/// use widget_state::Block;
///
/// let json = r#"{"type": "card", "title": "Sum", "blocks": [{"type": "html", "html": "<b>42</b>"}]}"#;
/// let card: Block = serde_json::from_str(json)?;
/// assert_eq!(card.kind.type_name(), "card");
/// assert_eq!(card.blocks().len(), 1);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The properties that every block has. Those of a component are its own.
    pub common: BlockCommon,
    /// The properties of its type.
    pub kind: BlockKind,
}

/// The behavior of a type of block in the document.
pub(crate) trait Kind {
    /// Checks that its fields are consistent.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// The blocks inside it.
    fn blocks(&self) -> &[Block] {
        &[]
    }

    /// The blocks inside it, to be changed; `None` for a type that holds none.
    fn blocks_mut(&mut self) -> Option<&mut Vec<Block>> {
        None
    }

    /// The property that holds the blocks inside it.
    fn blocks_property(&self) -> &'static str {
        "blocks"
    }

    /// The components inside it, beside its blocks.
    fn components(&self) -> &[Component] {
        &[]
    }

    /// The components inside it, beside its blocks, to be changed.
    fn components_mut(&mut self) -> &mut [Component] {
        &mut []
    }

    /// The elements of the agent's HTML in it.
    fn index(&self) -> Option<&HtmlIndex> {
        None
    }

    /// Its own properties as viewers get them; `None` when they are those that it was made of.
    fn wire(&self) -> Option<Map<String, Value>> {
        None
    }

    /// Its own properties and its state as a journal keeps them; `None` when it is no more than the
    /// properties that it was made of.
    fn stored(&self) -> serde_json::Result<Option<StoredParts>> {
        Ok(None)
    }

    /// Takes back the state that [`Kind::stored`] gave.
    fn restore(&mut self, _state: Value) -> serde_json::Result<()> {
        Ok(())
    }

    /// The bytes that it holds and that viewers fetch on their own.
    fn data_bytes(&self) -> usize {
        0
    }

    /// The properties that say the value it starts with: with a new one its value is that of the
    /// start again.
    fn start_properties(&self) -> &'static [&'static str] {
        &["value", "selected", "open", "start", "end"]
    }

    /// The properties that say the text or HTML it shows: a new one takes the place of what was set
    /// since.
    fn content_properties(&self) -> &'static [&'static str] {
        &["html", "markdown", "value"]
    }

    /// The text that it was made to show, which another may replace; `None` for a type that takes
    /// no text.
    fn first_text(&self) -> Option<Cow<'_, str>> {
        None
    }

    /// The bytes of the markup, text or picture that it was made of.
    fn content_bytes(&self) -> usize {
        0
    }

    /// The text that names it, such as its title; may be empty.
    fn label(&self) -> &str {
        ""
    }

    /// The event that it emits by itself; `None` for a type that emits none.
    fn event_name(&self) -> Option<&str> {
        None
    }

    /// The value it starts with; `None` for a type that has no value.
    fn initial_value(&self) -> Option<Value> {
        None
    }

    /// Returns whether it can have this value.
    fn accepts(&self, _value: &Value) -> bool {
        false
    }

    /// The value that it has in the place of a block with other properties that had this one;
    /// `None` for the one it starts with. What it does not accept is dropped.
    fn carried(&self, _before: &BlockKind, value: &Value) -> Option<Value> {
        Some(value.clone())
    }

    /// The value that it has when it is set to an accepted one.
    fn set_to(&self, _before: &Value, value: &Value) -> Value {
        value.clone()
    }

    /// The value that one of its events gives it; `None` for an event that changes nothing.
    fn value_after(&self, _before: &Value, _event: &EventName, _data: &Value) -> Option<Value> {
        None
    }

    /// Returns whether what was set inside it is forgotten when it gets this value.
    fn forgets_inside(&self, _value: &Value) -> bool {
        false
    }

    /// Describes the accepted values, in words, to who has given another.
    fn describe_accepted(&self, _other: &Value) -> String {
        "no value".into()
    }
}

macro_rules! block_kinds {
    ($($name:literal => $variant:ident($kind:ty),)*) => {
        /// The properties that a type of block adds to [`BlockCommon`].
        #[derive(Clone, Debug, PartialEq, JsonSchema)]
        #[schemars(tag = "type")]
        #[non_exhaustive]
        pub enum BlockKind {
            $(
                #[expect(missing_docs, reason = "described by its struct, in the schema too")]
                #[schemars(rename = $name)]
                $variant($kind),
            )*
            /// Any component.
            #[schemars(skip)]
            Component(Box<Component>),
        }

        impl BlockKind {
            /// The names of all types but those of components, as `type` takes them.
            pub const TYPES: &'static [&'static str] = &[$($name),*];

            /// The name of this type.
            #[must_use]
            pub fn type_name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $name,)*
                    Self::Component(component) => component.kind.type_name(),
                }
            }

            fn from_map(name: &str, map: Map<String, Value>) -> Result<Self, String> {
                match name {
                    $($name => read::own_fields::<$kind>(name, map).map(Self::$variant),)*
                    _ => Err(read::unknown_type(name)),
                }
            }

            /// Its own properties, but for the blocks inside it.
            fn own_fields(&self) -> Map<String, Value> {
                match self {
                    $(Self::$variant(kind) => json::fields_of(kind),)*
                    Self::Component(component) => json::fields_of(component),
                }
            }

            pub(crate) fn as_kind(&self) -> &dyn Kind {
                match self {
                    $(Self::$variant(kind) => kind,)*
                    Self::Component(component) => component,
                }
            }

            fn as_kind_mut(&mut self) -> &mut dyn Kind {
                match self {
                    $(Self::$variant(kind) => kind,)*
                    Self::Component(component) => component,
                }
            }
        }
    };
}

block_kinds! {
    "row" => Row(RowBlock),
    "column" => Column(ColumnBlock),
    "grid" => Grid(GridBlock),
    "card" => Card(CardBlock),
    "tabs" => Tabs(TabsBlock),
    "tab" => Tab(TabBlock),
    "modal" => Modal(ModalBlock),
    "divider" => Divider(DividerBlock),
    "spacer" => Spacer(SpacerBlock),
    "html" => Html(HtmlBlock),
    "markdown" => Markdown(MarkdownBlock),
    "metric" => Metric(MetricBlock),
    "form" => Form(FormBlock),
    "image" => Image(ImageBlock),
    "chart" => Chart(Chart),
    "table" => Table(Box<Table>),
}

/// A component is a block of its own.
impl Kind for Box<Component> {
    fn components(&self) -> &[Component] {
        std::slice::from_ref(&**self)
    }

    fn components_mut(&mut self) -> &mut [Component] {
        std::slice::from_mut(&mut **self)
    }

    fn content_properties(&self) -> &'static [&'static str] {
        &["content", "label"]
    }
}

impl Block {
    /// A block of a type with the properties that it has when none is given.
    pub(crate) fn new(kind: BlockKind) -> Self {
        Self { common: BlockCommon::default(), kind }
    }

    /// Its id; empty before the block is part of a document.
    #[must_use]
    pub fn id(&self) -> &str {
        match &self.kind {
            BlockKind::Component(component) => component.id(),
            _ => self.common.id.as_deref().unwrap_or_default(),
        }
    }

    /// The blocks inside it.
    #[must_use]
    pub fn blocks(&self) -> &[Self] {
        self.kind.as_kind().blocks()
    }

    pub(crate) fn blocks_mut(&mut self) -> Option<&mut Vec<Self>> {
        self.kind.as_kind_mut().blocks_mut()
    }

    /// Returns whether it holds blocks in an order of their own, which HTML does not.
    pub(crate) fn holds_list(&self) -> bool {
        matches!(
            &self.kind,
            BlockKind::Row(_)
                | BlockKind::Column(_)
                | BlockKind::Grid(_)
                | BlockKind::Card(_)
                | BlockKind::Tabs(_)
                | BlockKind::Tab(_)
                | BlockKind::Modal(_)
        )
    }

    /// The components inside it, but for those in its blocks, and children of components.
    #[must_use]
    pub fn components(&self) -> &[Component] {
        self.kind.as_kind().components()
    }

    pub(crate) fn components_mut(&mut self) -> &mut [Component] {
        self.kind.as_kind_mut().components_mut()
    }

    /// The ids of the elements of the agent's HTML in it.
    pub(crate) fn element_ids(&self) -> impl Iterator<Item = &str> {
        self.kind.as_kind().index().into_iter().flat_map(HtmlIndex::element_ids)
    }

    /// Returns whether `set_content` may replace what it shows by a text.
    #[must_use]
    pub fn takes_text(&self) -> bool {
        self.first_text().is_some()
    }

    /// The text that it was made to show; `None` for a type that takes no text.
    #[must_use]
    pub fn first_text(&self) -> Option<Cow<'_, str>> {
        self.kind.as_kind().first_text()
    }

    /// The bytes of the markup, text or picture that it was made of, and of its figure or rows.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.kind.as_kind().content_bytes() + self.kind.as_kind().data_bytes()
    }

    /// Its id and the ids of all that is inside it.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &str> {
        tree::walk(std::slice::from_ref(self)).flat_map(|block| {
            let components = Component::walk(block.components()).map(Component::id);
            std::iter::once(block.id()).chain(components).chain(block.element_ids())
        })
    }

    /// Returns whether it is a component.
    pub(crate) fn is_component(&self) -> bool {
        matches!(self.kind, BlockKind::Component(_))
    }

    /// The value it starts with; `None` for a type that has no value, and for a component.
    #[must_use]
    pub fn initial_value(&self) -> Option<Value> {
        self.kind.as_kind().initial_value()
    }

    /// Its properties as viewers get them, but for those with large data and the blocks inside.
    pub(crate) fn wire_fields(&self) -> Map<String, Value> {
        let mut fields = json::fields_of(&self.common);
        fields.extend(self.kind.as_kind().wire().unwrap_or_else(|| self.kind.own_fields()));
        fields.remove("id");
        fields.remove("type");
        fields
    }
}

#[cfg(test)]
mod tests;
