//! The components of a toolbar.
//!
//! A component is what all have in common ([`Common`]) and what its type adds
//! ([`ComponentKind`]). A new type is a file in `component/` and a line in
//! [`component_kinds!`].

mod bounds;
mod build;
mod button;
mod checkbox;
mod choice;
mod date;
mod div;
mod fields;
mod marquee;
pub(crate) mod modal;
mod multiselect;
mod number;
mod radio;
mod range;
mod search;
mod secret;
mod select;
mod shared_fields;
mod slider;
pub(crate) mod spec;
mod tabs;
mod text;
mod textarea;
mod ticker_item;
mod toggle;
pub(crate) mod toolbar;

use schemars::JsonSchema;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

pub use button::{Button, ButtonSize, ButtonVariant};
pub use checkbox::Checkbox;
pub use choice::Choice;
pub(crate) use choice::{check_options, is_option, read_options};
pub use date::Date;
pub use div::Div;
pub(crate) use fields::field_names;
pub(crate) use marquee::check_items;
pub use marquee::{Marquee, MarqueeBehavior, MarqueeDirection};
pub use multiselect::Multiselect;
pub use number::Number;
pub use radio::{Radio, RadioDirection};
pub use range::Range;
pub use search::Search;
pub use secret::Secret;
pub use select::Select;
pub use shared_fields::Common;
pub use slider::Slider;
pub use tabs::{Tabs, TabsSize};
pub use text::Text;
pub use textarea::{Resize, Textarea};
pub use ticker_item::TickerItem;
pub use toggle::Toggle;

use crate::error::StateError;
use crate::suggest::{did_you_mean, did_you_mean_one_of, nearest};

/// A component: a control or a piece of content in a toolbar.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Component {
    /// The properties that every component has.
    #[serde(flatten)]
    pub common: Common,
    /// The properties of its type.
    #[serde(flatten)]
    pub kind: ComponentKind,
}

/// The behavior of a component type in the document.
trait Kind {
    /// The event when the component names none.
    fn default_event(&self) -> &'static str {
        "toolbar:change"
    }

    /// The value it starts with; `None` for a type that has no value.
    fn initial_value(&self) -> Option<Value> {
        None
    }

    /// Returns whether the component can have this value.
    fn accepts(&self, _value: &Value) -> bool {
        false
    }

    /// Describes the accepted values, in words.
    fn describe_accepted(&self) -> String {
        "no value".into()
    }

    /// The options that a person chooses from.
    fn options(&self) -> &[Choice] {
        &[]
    }

    /// The value that the data of its event carries.
    fn value_in(&self, data: &Value) -> Option<Value> {
        data.get("value").cloned()
    }

    /// Checks that its fields are consistent.
    fn check(&self) -> Result<(), String> {
        Ok(())
    }

    /// Returns whether its content can be replaced.
    fn has_content(&self) -> bool {
        false
    }

    /// The components inside it.
    fn children(&self) -> &[Component] {
        &[]
    }

    /// The components inside it, to be given ids.
    fn children_mut(&mut self) -> &mut [Component] {
        &mut []
    }
}

macro_rules! component_kinds {
    ($($name:literal => $kind:ident,)*) => {
        /// The properties that a type of component adds to [`Common`].
        #[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
        #[serde(tag = "type")]
        pub enum ComponentKind {
            $(
                #[expect(missing_docs, reason = "described by its struct, in the schema too")]
                #[serde(rename = $name)]
                $kind($kind),
            )*
        }

        impl ComponentKind {
            /// The names of all types, as `type` takes them.
            pub const TYPES: &'static [&'static str] = &[$($name),*];

            /// The name of this type.
            #[must_use]
            pub fn type_name(&self) -> &'static str {
                match self { $(Self::$kind(_) => $name,)* }
            }

            /// The Rust source of a type of component; `None` when there is none of
            /// this name.
            #[must_use]
            pub fn source_of(name: &str) -> Option<&'static str> {
                match name {
                    $($name => Some(include_str!(concat!("component/", $name, ".rs"))),)*
                    _ => None,
                }
            }

            fn from_map<E: Error>(name: &str, map: Map<String, Value>) -> Result<Self, E> {
                match name {
                    $($name => own_fields::<$kind, E>(name, map).map(Self::$kind),)*
                    _ => Err(unknown_type(name)),
                }
            }

            fn as_kind(&self) -> &dyn Kind {
                match self { $(Self::$kind(kind) => kind,)* }
            }

            fn as_kind_mut(&mut self) -> &mut dyn Kind {
                match self { $(Self::$kind(kind) => kind,)* }
            }
        }

        $(impl From<$kind> for ComponentKind {
            fn from(kind: $kind) -> Self {
                Self::$kind(kind)
            }
        })*
    };
}

component_kinds! {
    "button" => Button,
    "select" => Select,
    "multiselect" => Multiselect,
    "toggle" => Toggle,
    "checkbox" => Checkbox,
    "radio" => Radio,
    "tabs" => Tabs,
    "text" => Text,
    "textarea" => Textarea,
    "search" => Search,
    "number" => Number,
    "date" => Date,
    "slider" => Slider,
    "range" => Range,
    "secret" => Secret,
    "div" => Div,
    "marquee" => Marquee,
    "ticker_item" => TickerItem,
}

impl Component {
    /// The error for a value that it cannot have.
    pub(crate) fn bad_value(&self) -> StateError {
        let (id, type_name) = (self.id().into(), self.kind.type_name());
        StateError::BadValue { id, type_name, takes: self.describe_accepted() }
    }

    /// The event that the component emits.
    #[must_use]
    pub fn event_name(&self) -> &str {
        self.common
            .event
            .as_ref()
            .map_or(self.kind.as_kind().default_event(), |event| event.as_str())
    }

    /// Its id; empty before the component is part of a document.
    #[must_use]
    pub fn id(&self) -> &str {
        self.common.component_id.as_deref().unwrap_or_default()
    }

    /// The value it starts with; `None` for a type that has no value.
    #[must_use]
    pub fn initial_value(&self) -> Option<Value> {
        self.kind.as_kind().initial_value()
    }

    /// Returns whether the component can have this value.
    #[must_use]
    pub fn accepts(&self, value: &Value) -> bool {
        self.kind.as_kind().accepts(value)
    }

    /// The options that a person chooses from; none for a type without.
    #[must_use]
    pub fn options(&self) -> &[Choice] {
        self.kind.as_kind().options()
    }

    /// Describes the accepted values, in words that follow "it takes".
    #[must_use]
    pub fn describe_accepted(&self) -> String {
        self.kind.as_kind().describe_accepted()
    }

    /// The value that the data of its event carries.
    pub(crate) fn value_in(&self, data: &Value) -> Option<Value> {
        self.kind.as_kind().value_in(data)
    }

    /// Returns whether its content can be replaced.
    #[must_use]
    pub fn has_content(&self) -> bool {
        self.kind.as_kind().has_content()
    }

    /// The components inside it.
    #[must_use]
    pub fn children(&self) -> &[Self] {
        self.kind.as_kind().children()
    }

    pub(crate) fn children_mut(&mut self) -> &mut [Self] {
        self.kind.as_kind_mut().children_mut()
    }

    /// Components and everything inside them, children after their parent.
    pub(crate) fn walk(items: &[Self]) -> impl Iterator<Item = &Self> {
        let mut stack: Vec<&Self> = items.iter().rev().collect();
        std::iter::from_fn(move || {
            let component = stack.pop()?;
            stack.extend(component.children().iter().rev());
            Some(component)
        })
    }

    /// Visits this component and its descendants.
    pub(crate) fn visit_mut(&mut self, visit: &mut dyn FnMut(&mut Self)) {
        visit(self);
        for child in self.children_mut() {
            child.visit_mut(visit);
        }
    }
}

impl<'de> Deserialize<'de> for Component {
    /// Refuses a property that the type does not have, with the nearest match.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut own = Map::<String, Value>::deserialize(deserializer)?;
        let name = match own.remove("type") {
            Some(Value::String(name)) => name,
            Some(_) => return Err(D::Error::custom("`type` must be a string")),
            None => return Err(D::Error::custom(format!("no `type`; {}", allowed_types()))),
        };
        let common = field_names::<Common>()
            .iter()
            .filter_map(|field| own.remove_entry(*field))
            .collect::<Map<_, _>>();
        let kind = ComponentKind::from_map(&name, own)?;
        let problem = |problem| D::Error::custom(format!("in a {name}: {problem}"));
        kind.as_kind().check().map_err(problem)?;
        let common = serde_json::from_value(Value::Object(common))
            .map_err(|error| D::Error::custom(format!("in a {name}: {error}")))?;
        Ok(Self { common, kind })
    }
}

fn own_fields<T, E>(name: &str, map: Map<String, Value>) -> Result<T, E>
where
    T: for<'de> Deserialize<'de>,
    E: Error,
{
    let allowed = || field_names::<T>().iter().chain(field_names::<Common>()).copied();
    if let Some(unknown) = map.keys().find(|key| !allowed().any(|field| field == *key)) {
        let hint = did_you_mean(nearest(unknown, allowed()));
        let list = allowed().collect::<Vec<_>>().join(", ");
        return Err(E::custom(format!(
            "a {name} has no property \"{unknown}\"{hint} (it has {list})"
        )));
    }
    serde_json::from_value(Value::Object(map))
        .map_err(|error| E::custom(format!("in a {name}: {error}")))
}

fn unknown_type<E: Error>(name: &str) -> E {
    if BLOCKS.contains(&name) {
        return E::custom(format!(
            "\"{name}\" is a block, no component: put it into `blocks`, for a dialog into those of \
             {{\"type\": \"modal\", \"id\": \"…\", \"blocks\": […]}}"
        ));
    }
    let near = near_types(name);
    let hint =
        if near.is_empty() { format!("; {}", allowed_types()) } else { did_you_mean_one_of(&near) };
    E::custom(format!("unknown component type \"{name}\"{hint}"))
}

/// Blocks that are written where only components can stand.
pub(crate) const BLOCKS: [&str; 7] = ["card", "chart", "form", "grid", "image", "metric", "table"];

/// The types that may be meant by a name: the nearest, those of a word in it, and ours for one
/// that others use.
pub(crate) fn near_types(name: &str) -> Vec<&'static str> {
    let lower = name.to_ascii_lowercase();
    let mut words = lower.split(['_', '-', ' ']);
    let types = || ComponentKind::TYPES.iter().copied();
    let other = OTHER_NAMES.iter().filter(|(others, _)| others.contains(&&*lower));
    let mut near: Vec<_> = other.map(|(_, own)| *own).collect();
    near.extend(nearest(name, types()));
    if near.is_empty() {
        near.extend(types().filter(|own| words.clone().any(|word| word == *own)));
    }
    if near.is_empty() {
        near.extend(words.find_map(|word| nearest(word, types())));
    }
    let mut seen = std::collections::HashSet::new();
    near.retain(|own| seen.insert(*own));
    near
}

/// The names of components elsewhere, and the types that do the same.
const OTHER_NAMES: [(&[&str], &str); 13] = [
    (&["dropdown", "combobox", "listbox", "selectbox", "choice"], "select"),
    (&["dropdown", "tags", "multi_select", "checkbox_group"], "multiselect"),
    (&["input", "textbox", "textfield", "string", "email", "url", "entry"], "text"),
    (&["input", "spinner", "stepper", "integer", "float", "numeric"], "number"),
    (&["password", "token", "api_key", "key"], "secret"),
    (&["switch", "boolean", "bool", "checkbutton"], "toggle"),
    (&["boolean", "bool", "check", "checkbutton"], "checkbox"),
    (&["datepicker", "date_picker", "datetime", "calendar"], "date"),
    (&["range_slider", "rangeslider"], "range"),
    (&["label", "html", "container", "paragraph", "heading", "markdown", "separator"], "div"),
    (&["link", "submit", "action", "icon_button"], "button"),
    (&["segmented", "radio_group", "option", "options"], "radio"),
    (&["memo", "multiline", "text_area"], "textarea"),
];

fn allowed_types() -> String {
    format!("the types are {}", ComponentKind::TYPES.join(", "))
}

#[cfg(test)]
mod tests;
