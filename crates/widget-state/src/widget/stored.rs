//! A document as a journal keeps it, with its figures and rows.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::block::{Block, StoredBlock};
use crate::component::modal::Modal;
use crate::component::toolbar::Toolbar;
use crate::event::EventName;
use crate::event::route::EventRoutes;
use crate::style::Appearance;
use crate::widget::Widget;
use crate::widget::action::Action;
use crate::widget::contents::Contents;
use crate::widget::page::{PageDensity, PageWidth};

/// Every field of a [`Widget`].
#[derive(Serialize, Deserialize)]
#[serde(remote = "Widget")]
struct StoredWidget {
    title: String,
    height: Option<u32>,
    width: PageWidth,
    density: PageDensity,
    #[serde(serialize_with = "write_blocks", deserialize_with = "read_blocks")]
    blocks: Vec<Block>,
    toolbars: Vec<Toolbar>,
    modals: Vec<Modal>,
    callbacks: BTreeMap<EventName, Action>,
    routes: EventRoutes,
    values: BTreeMap<String, Value>,
    contents: Contents,
    appearance: Appearance,
    revision: u64,
}

/// For serde's `with`.
pub(crate) fn serialize<S: Serializer>(widget: &Widget, serializer: S) -> Result<S::Ok, S::Error> {
    StoredWidget::serialize(widget, serializer)
}

/// For serde's `with`.
pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<Widget>, D::Error> {
    StoredWidget::deserialize(from).map(Arc::new)
}

fn write_blocks<S: Serializer>(blocks: &[Block], serializer: S) -> Result<S::Ok, S::Error> {
    let stored = blocks.iter().map(StoredBlock::of).collect::<serde_json::Result<Vec<_>>>();
    stored.map_err(S::Error::custom)?.serialize(serializer)
}

fn read_blocks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Block>, D::Error> {
    let stored = Vec::<StoredBlock>::deserialize(deserializer)?;
    stored.into_iter().map(StoredBlock::block).collect::<Result<_, _>>().map_err(D::Error::custom)
}
