//! Reading blocks, as strictly as components: unknown types and properties are refused.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::{Block, BlockCommon, BlockKind, json, problems};
use crate::component::{Component, ComponentKind, field_names, near_types};
use crate::suggest::{did_you_mean, did_you_mean_one_of, nearest, unknown_variant};

impl<'de> Deserialize<'de> for Block {
    /// Refuses a property that the type does not have, with the nearest match.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let map = Map::<String, Value>::deserialize(deserializer)?;
        block(map).map_err(D::Error::custom)
    }
}

/// Reads the blocks inside of another: a list, or an object of them by their ids.
pub(super) fn blocks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Block>, D::Error> {
    let read = match Value::deserialize(deserializer)? {
        Value::Array(list) => {
            let place = |(index, block)| inside(&format!("blocks[{index}]"), block);
            problems::all_or_problems(list.into_iter().enumerate().map(place))
        }
        // One block stands for a list of it.
        Value::Object(one) if one.get("type").is_some_and(Value::is_string) => {
            inside("blocks", one.into()).map(|one| vec![one])
        }
        Value::Object(named) => problems::all_or_problems(named.into_iter().map(with_id)),
        _ => Err("blocks: it must be a list, or an object of blocks by their ids".into()),
    };
    read.map_err(D::Error::custom)
}

/// A block that stands under its id.
fn with_id((id, mut block): (String, Value)) -> Result<Block, String> {
    let place = format!("blocks.{id}");
    if let Value::Object(map) = &mut block {
        for name in ["id", "component_id"] {
            if map.remove(name).is_some_and(|other| other != id) {
                return Err(format!("in {place}: its {name} is another"));
            }
        }
        map.insert("id".into(), id.into());
    }
    inside(&place, block)
}

/// A block at a place inside of another.
fn inside(place: &str, value: Value) -> Result<Block, String> {
    let Value::Object(map) = value else {
        return Err(format!("in {place}: a block is an object with a type"));
    };
    match block(map) {
        Ok(Block { kind: BlockKind::Tab(_), .. }) => {
            Err(format!("in {place}: a tab stands in the `tabs` of a block of the type tabs"))
        }
        other => other.map_err(|problem| problems::inside(place, &problem)),
    }
}

/// Reads the tabs of a block of that type, whose type may be left out.
pub(super) fn tabs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Block>, D::Error> {
    let list = Vec::<Map<String, Value>>::deserialize(deserializer)?;
    let read = |(index, mut map): (usize, Map<String, Value>)| {
        map.entry("type").or_insert_with(|| "tab".into());
        let place = format!("tabs[{index}]");
        let tab = block(map).map_err(|problem| problems::inside(&place, &problem))?;
        if matches!(tab.kind, BlockKind::Tab(_)) {
            return Ok(tab);
        }
        let name = tab.kind.type_name();
        Err(format!("in {place}: it is a {name}; a tab is {{title, blocks}}"))
    };
    problems::all_or_problems(list.into_iter().enumerate().map(read)).map_err(D::Error::custom)
}

/// Reads a block from its JSON.
pub(super) fn block(map: Map<String, Value>) -> Result<Block, String> {
    let block = unchecked(map)?;
    check(&block)?;
    Ok(block)
}

/// Checks that the properties of a block are consistent, but for the blocks inside it.
pub(super) fn check(block: &Block) -> Result<(), String> {
    let name = block.kind.type_name();
    block.kind.as_kind().check().map_err(|problem| in_type(name, &problem))
}

/// Reads a block whose properties may contradict each other.
pub(super) fn unchecked(mut map: Map<String, Value>) -> Result<Block, String> {
    let name = match map.get("type") {
        Some(Value::String(name)) => name.clone(),
        Some(_) => return Err("`type` must be a string".into()),
        None => return Err(format!("no `type`; {}", allowed_types())),
    };
    if is_component(&name, &map) {
        return component(&name, map);
    }
    map.remove("type");
    one_id(&name, &mut map, "component_id", "id")?;
    let common = field_names::<BlockCommon>()
        .iter()
        .filter_map(|field| map.remove_entry(*field))
        .collect::<Map<_, _>>();
    let kind = BlockKind::from_map(&name, map)?;
    Ok(Block { common: read_common(&name, common)?, kind })
}

/// `tabs` is the name of a component too, which has options and shows nothing by itself.
fn is_component(name: &str, map: &Map<String, Value>) -> bool {
    ComponentKind::TYPES.contains(&name) && (name != "tabs" || map.contains_key("options"))
}

/// A component, with the properties that a block adds to those of a component.
fn component(name: &str, mut map: Map<String, Value>) -> Result<Block, String> {
    let mut common = Map::new();
    for field in json::BESIDE_COMPONENT {
        common.extend(map.remove_entry(field));
    }
    let common = read_common(name, common)?;
    one_id(name, &mut map, "id", "component_id")?;
    let component =
        Component::deserialize(Value::Object(map)).map_err(|error| error.to_string())?;
    Ok(Block { common, kind: BlockKind::Component(Box::new(component)) })
}

/// Moves the id from one of its two names to the other.
fn one_id(name: &str, map: &mut Map<String, Value>, from: &str, to: &str) -> Result<(), String> {
    let Some(id) = map.remove(from) else { return Ok(()) };
    if map.get(to).is_some_and(|other| *other != id) {
        return Err(in_type(name, "`id` and `component_id` are the same; write one of them"));
    }
    map.insert(to.into(), id);
    Ok(())
}

/// Reads the properties that every block has.
pub(super) fn read_common(name: &str, fields: Map<String, Value>) -> Result<BlockCommon, String> {
    let common: BlockCommon = from_value(name, Value::Object(fields))?;
    common.check().map_err(|problem| in_type(name, &problem))?;
    Ok(common)
}

/// The properties that a type of block adds to those that every block has.
pub(super) fn own_fields<T>(name: &str, map: Map<String, Value>) -> Result<T, String>
where
    T: DeserializeOwned,
{
    fields(name, map, || field_names::<T>().iter().chain(field_names::<BlockCommon>()).copied())
}

/// The value of these properties, which have one of the allowed names.
pub(super) fn fields<T, I>(
    name: &str,
    map: Map<String, Value>,
    allowed: impl Fn() -> I,
) -> Result<T, String>
where
    T: DeserializeOwned,
    I: Iterator<Item = &'static str>,
{
    if let Some(unknown) = map.keys().find(|key| !allowed().any(|field| field == *key)) {
        let hint = did_you_mean(nearest(unknown, allowed()));
        let list = allowed().collect::<Vec<_>>().join(", ");
        let a = article(name);
        return Err(format!("{a} {name} has no property \"{unknown}\"{hint} (it has {list})"));
    }
    from_value(name, Value::Object(map))
}

fn from_value<T: DeserializeOwned>(name: &str, value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| {
        let message = error.to_string();
        let hint = did_you_mean(unknown_variant(&message));
        in_type(name, &format!("{message}{hint}"))
    })
}

fn in_type(name: &str, problem: &str) -> String {
    problems::inside(&format!("{} {name}", article(name)), problem)
}

fn article(name: &str) -> &'static str {
    if name.starts_with(['a', 'e', 'i', 'o', 'u']) || name == "html" { "an" } else { "a" }
}

/// The error for a type that there is not.
pub(super) fn unknown_type(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let other = OTHER_NAMES.iter().find(|(others, _)| others.contains(&&*lower));
    let own = other.map(|(_, own)| *own).or_else(|| nearest(name, types()));
    let near = own.map_or_else(|| near_types(name), |own| vec![own]);
    if !near.is_empty() {
        return format!("unknown block type \"{name}\"{}", did_you_mean_one_of(&near));
    }
    format!("unknown block type \"{name}\"; {}", allowed_types())
}

/// The names of blocks elsewhere, and the types that do the same.
const OTHER_NAMES: [(&[&str], &str); 12] = [
    (
        &[
            "code", "h1", "h2", "h3", "h4", "h5", "h6", "header", "heading", "iframe", "label",
            "link", "title",
        ],
        "html",
    ),
    (&["list", "md", "p", "paragraph", "prose"], "markdown"),
    (&["img", "photo", "picture"], "image"),
    (&["fields", "questionnaire", "survey"], "form"),
    (&["kpi", "number_card", "scorecard", "stat", "statistic"], "metric"),
    (
        &["bar", "bar_chart", "figure", "graph", "line_chart", "pie_chart", "plot", "plotly"],
        "chart",
    ),
    (&["ag_grid", "aggrid", "data_table", "dataframe", "datagrid"], "table"),
    (&["box", "group", "panel", "section"], "card"),
    (&["dialog", "drawer", "popup"], "modal"),
    (&["columns", "flex", "hstack", "toolbar"], "row"),
    (&["container", "stack", "vstack"], "column"),
    (&["hr", "rule", "separator"], "divider"),
];

fn allowed_types() -> String {
    format!("the types are {}", types().collect::<Vec<_>>().join(", "))
}

/// The names of all types, each once.
fn types() -> impl Iterator<Item = &'static str> {
    let components = ComponentKind::TYPES.iter().filter(|name| !BlockKind::TYPES.contains(name));
    BlockKind::TYPES.iter().chain(components).copied()
}
