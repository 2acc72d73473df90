//! Blocks of which one is shown at a time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Block, Kind, read};
use crate::event::EventName;

/// The event of tabs that name none.
const DEFAULT_EVENT: &str = "tabs:change";

/// Tabs of which one is shown at a time; its id is the value. When the person chooses another it
/// emits `tabs:change`, or its `event`, with `{value, componentId}`. With `options` in the place
/// of `tabs` it is the component, which shows nothing by itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(example = json!({"type": "tabs", "id": "views", "tabs": [{"title": "Chart", "blocks": []}, {"title": "Rows", "blocks": []}]}))]
pub struct TabsBlock {
    /// The tabs, each `{id, title, blocks}`.
    #[serde(skip_serializing, deserialize_with = "read::tabs")]
    pub tabs: Vec<Block>,
    /// The id of the tab that is shown at the start; the first when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    pub selected: Option<String>,
    /// The event it emits, `namespace:action`.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "EventName::claimed")]
    #[schemars(with = "String")]
    pub event: Option<EventName>,
}

impl Kind for TabsBlock {
    fn check(&self) -> Result<(), String> {
        if self.tabs.is_empty() {
            return Err("it needs at least one tab".into());
        }
        let Some(selected) = &self.selected else { return Ok(()) };
        if self.tabs.iter().any(|tab| tab.id() == selected) {
            return Ok(());
        }
        Err(format!("selected \"{selected}\" is the id of none of its tabs"))
    }

    fn blocks(&self) -> &[Block] {
        &self.tabs
    }

    fn blocks_mut(&mut self) -> Option<&mut Vec<Block>> {
        Some(&mut self.tabs)
    }

    fn blocks_property(&self) -> &'static str {
        "tabs"
    }

    fn event_name(&self) -> Option<&str> {
        Some(self.event.as_ref().map_or(DEFAULT_EVENT, EventName::as_str))
    }

    fn initial_value(&self) -> Option<Value> {
        let first = || self.tabs.first().map(|tab| tab.id().to_owned());
        Some(self.selected.clone().or_else(first).map_or(Value::Null, Value::String))
    }

    fn accepts(&self, value: &Value) -> bool {
        self.tabs.iter().any(|tab| value == tab.id())
    }

    fn value_after(&self, _: &Value, event: &EventName, data: &Value) -> Option<Value> {
        let value = data.get("value").filter(|value| self.accepts(value));
        value.filter(|_| self.event_name() == Some(event.as_str())).cloned()
    }

    fn describe_accepted(&self, _other: &Value) -> String {
        let ids = self.tabs.iter().map(|tab| format!("\"{}\"", tab.id()));
        format!("one of {}", ids.collect::<Vec<_>>().join(", "))
    }
}
