//! Reference documentation of components and blocks, from their types and doc comments.

mod property;

use std::fmt::Write;
use std::sync::LazyLock;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;
use widget_state::{BlockCommon, BlockKind, Common, ComponentKind};

/// A type of component or block, described.
#[derive(Debug)]
pub(crate) struct ComponentDocs {
    /// As `type` takes it.
    pub(crate) name: &'static str,
    /// A summary in a few words.
    pub(crate) summary: String,
    /// The examples, as a tool takes them, for the gallery.
    #[cfg(feature = "cli")]
    pub(crate) examples: Vec<Value>,
    /// The description, the data of its event, its own properties and an example.
    markdown: String,
    /// The properties that every one of its sort has.
    shared: &'static str,
}

impl ComponentDocs {
    /// The whole description, with what every component has, in Markdown.
    pub(crate) fn page(&self) -> String {
        format!("{}\n{}", self.markdown, self.shared)
    }
}

/// Every type of component, and then of block.
pub(crate) fn all() -> &'static [ComponentDocs] {
    static ALL: LazyLock<Vec<ComponentDocs>> = LazyLock::new(|| {
        let (components, blocks) = (schema_of::<ComponentKind>(), schema_of::<BlockKind>());
        let of_component = |name| describe(name, &components, shared());
        let of_block = |name| describe(name, &blocks, shared_by_blocks());
        let blocks = names().skip(ComponentKind::TYPES.len()).map(of_block);
        ComponentKind::TYPES.iter().copied().map(of_component).chain(blocks).collect()
    });
    &ALL
}

/// Every type of component.
pub(crate) fn of_components() -> &'static [ComponentDocs] {
    &all()[..ComponentKind::TYPES.len()]
}

/// The names of all types. `tabs` is that of the component.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let blocks = BlockKind::TYPES.iter().filter(|name| !ComponentKind::TYPES.contains(name));
    ComponentKind::TYPES.iter().chain(blocks).copied()
}

/// Every component and what they share, in Markdown.
pub(crate) fn reference() -> String {
    let mut text = shared().to_owned();
    for docs in of_components() {
        text.push('\n');
        text.push_str(&docs.markdown);
    }
    text
}

/// Returns the properties that every component has.
fn shared() -> &'static str {
    static SHARED: LazyLock<String> = LazyLock::new(|| {
        let schema = schema_of::<Common>();
        format!("### Every component\n\n{}", properties(&schema))
    });
    &SHARED
}

/// Returns the properties that every block has.
fn shared_by_blocks() -> &'static str {
    static SHARED: LazyLock<String> = LazyLock::new(|| {
        let schema = schema_of::<BlockCommon>();
        format!("### Every block\n\n{}", properties(&schema))
    });
    &SHARED
}

/// The whole schema of a type, examples included, with everything in place.
fn schema_of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12();
    let settings = settings.with(|settings| settings.inline_subschemas = true);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

fn describe(name: &'static str, kinds: &Value, shared: &'static str) -> ComponentDocs {
    let variants = kinds["oneOf"].as_array();
    let is_named = |variant: &&Value| variant["properties"]["type"]["const"] == name;
    let schema = variants.into_iter().flatten().find(is_named).unwrap_or(&Value::Null);
    let description = property::description(schema);
    let mut markdown = format!("### {name}\n\n{description}\n\n{}", properties(schema));
    let examples = schema["examples"].as_array().cloned().unwrap_or_default();
    for example in &examples {
        // Writing to a string cannot fail.
        let _infallible = write!(markdown, "\n```json\n{example}\n```\n");
    }
    let summary = description.split_once(". ").map_or(&*description, |(first, _)| first);
    let summary = summary.trim_end_matches('.').to_owned();
    ComponentDocs {
        name,
        summary,
        #[cfg(feature = "cli")]
        examples,
        markdown,
        shared,
    }
}

/// A line for each property but the type, and below it for those of the items of a list.
fn properties(schema: &Value) -> String {
    let with_items = |(name, schema): (&String, &Value)| {
        let items = lines(&schema["items"]).map(|(name, schema)| property::line(name, schema));
        let items = items.map(|line| format!("  {line}"));
        property::line(name, schema) + &items.collect::<String>()
    };
    lines(schema).map(with_items).collect()
}

/// The properties in a schema but for the name of a type that there is one of.
fn lines(schema: &Value) -> impl Iterator<Item = (&String, &Value)> {
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties.filter(|(name, schema)| *name != "type" || schema["const"].is_null())
}

#[cfg(test)]
mod tests {
    use widget_state::Block;

    use super::*;

    #[test]
    fn every_type_is_described_with_an_example_that_is_read() {
        for docs in all() {
            let name = docs.name;
            assert!(docs.summary.starts_with(char::is_uppercase), "{name}: {}", docs.summary);
            let (_, rest) = docs.markdown.split_once("```json\n").expect(name);
            let (example, _) = rest.split_once("\n```").expect(name);
            let block: Block = serde_json::from_str(example).expect(name);
            assert_eq!(block.kind.type_name(), name);
        }
    }

    #[test]
    fn a_description_has_every_property_and_its_values() {
        let button = all().iter().find(|docs| docs.name == "button").unwrap().page();
        for part in [
            "Without an `event` of its own it emits `button:click`",
            "- `variant`: `primary`, `neutral`",
            "default `neutral`",
            "- `component_id`: string. A stable id",
        ] {
            assert!(button.contains(part), "{part} is missing:\n{button}");
        }
        let marquee = all().iter().find(|docs| docs.name == "marquee").unwrap().page();
        assert!(marquee.contains("- `items`: list of components"), "{marquee}");
        assert!(marquee.contains("`alternate` (Reverses its direction"), "{marquee}");
        let form = all().iter().find(|docs| docs.name == "form").unwrap().page();
        for part in [
            "- `fields`: list of `{",
            "\n  - `type`: `text` (A line), `textarea` (Several lines)",
            "\n  - `show_if`: object. Shows it only while",
            "### Every block\n\n- `",
        ] {
            assert!(form.contains(part), "{part} is missing:\n{form}");
        }
        let card = all().iter().find(|docs| docs.name == "card").unwrap().page();
        assert!(card.contains("- `blocks`: object or list of blocks. "), "{card}");
    }

    #[test]
    fn the_reference_has_every_type_and_stays_short() {
        let reference = reference();
        for name in ComponentKind::TYPES {
            assert!(reference.contains(&format!("\n### {name}\n")), "{name}");
        }
        assert!(reference.len() < 16_000, "{}", reference.len());
    }
}
