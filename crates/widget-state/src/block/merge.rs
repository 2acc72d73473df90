//! A block with other properties.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::common::BlockCommon;
use super::{Block, BlockKind, json, read};
use crate::component::field_names;
use crate::table::Table;
use crate::table::rows::Rows;

/// The property that makes properties a whole block.
const TYPE: &str = "type";

impl Block {
    /// Returns whether properties are a whole block.
    pub(crate) fn is_whole(properties: &Map<String, Value>) -> bool {
        properties.contains_key(TYPE)
    }

    /// The block of these properties, or, if they have no type, this one with them: `null` takes
    /// one away. Its id stays. What they do not name stays as it is, with what people have done
    /// to it.
    pub(crate) fn with_properties(&self, properties: &Map<String, Value>) -> Result<Self, String> {
        for name in ["id", "component_id"] {
            if properties.get(name).is_some_and(|other| other != self.id()) {
                return Err(format!("the id of \"{}\" stays: leave {name} out", self.id()));
            }
        }
        let common = field_names::<BlockCommon>();
        let is_common = properties.keys().all(|name| common.contains(&name.as_str()));
        if is_common && !self.is_component() {
            let fields = merged(json::fields_of(&self.common), properties, self.id());
            let common = read::read_common(self.kind.type_name(), fields)?;
            return Ok(Self { common, kind: self.kind.clone() });
        }
        let is_whole = Self::is_whole(properties);
        let keeps_inside =
            !is_whole && !properties.contains_key(self.kind.as_kind().blocks_property());
        let mut before = Map::new();
        if !is_whole {
            before = self.own_json();
            before.insert(TYPE.into(), self.kind.type_name().into());
        }
        let mut fields = merged(before, properties, self.id());
        if self.is_component() && !is_whole && !starts_rightly(&fields, properties) {
            fields.remove("value");
            fields.remove("selected");
        }
        if let BlockKind::Table(table) = &self.kind
            && !is_whole
        {
            if has_other_rows(properties) {
                name_cells(&mut fields, table)?;
                // They may lack some of its columns.
                fields.remove("columns");
            } else if !properties.contains_key("rows") {
                merge_columns(&mut fields, table);
            }
        }
        // The blocks inside are as they became, and need not be as they could be given.
        let mut block = read::unchecked(fields)?;
        if keeps_inside && let Some(inside) = block.blocks_mut() {
            *inside = self.blocks().to_vec();
        }
        read::check(&block)?;
        let is_tab = |block: &Self| matches!(block.kind, BlockKind::Tab(_));
        if is_tab(self) != is_tab(&block) {
            return Err("a tab stands in the `tabs` of a block of the type tabs".into());
        }
        if !is_whole {
            keep_view(&mut block.kind, &self.kind, properties)?;
        }
        Ok(block)
    }
}

/// Returns whether a component can start with the value that it had, if its options are others.
fn starts_rightly(fields: &Map<String, Value>, properties: &Map<String, Value>) -> bool {
    let says = |name: &str| properties.contains_key(name);
    if !says("options") || says("value") || says("selected") {
        return true;
    }
    let Ok(block) = read::unchecked(fields.clone()) else { return true };
    block.components().iter().all(|component| {
        let start = component.initial_value();
        start.is_none_or(|value| value.is_null() || component.accepts(&value))
    })
}

/// Returns whether the rows of a table are others, and its columns those that it had.
fn has_other_rows(properties: &Map<String, Value>) -> bool {
    properties.contains_key("rows") && !properties.contains_key("columns")
}

/// Makes settings of columns changes of those that a table has: others stay, and `null` takes a
/// setting away. Columns whose order is meant come first.
fn merge_columns(fields: &mut Map<String, Value>, table: &Table) {
    let Some(Value::Array(given)) = fields.get_mut("columns") else { return };
    // One without a field is refused when it is read.
    if named_in(given).count() < given.len() {
        return;
    }
    let given = std::mem::take(given);
    let shown = table.columns();
    let shown = || shown.iter().map(|column| &*column.field);
    // Those that are new, such as paths, stand at the end.
    let mut seen = HashSet::new();
    let order = first_of(&given, table).into_iter().chain(shown()).chain(named_in(&given));
    let order: Vec<String> =
        order.filter(|field| seen.insert(*field)).map(ToOwned::to_owned).collect();
    let is_ordered = table.is_reordered() || order.iter().zip(shown()).any(|(one, it)| *one != *it);
    let mut changes: HashMap<String, Value> =
        named_in(&given).map(ToOwned::to_owned).zip(given.iter().cloned()).collect();
    let mut known: HashMap<String, Value> =
        table.settings().into_iter().map(|one| (one.field.clone(), json!(one))).collect();
    let merged = order.into_iter().filter_map(|field| {
        match (known.remove(&field), changes.remove(&field)) {
            (None, None) => is_ordered.then(|| json!({ "field": field })),
            (Some(before), None) => Some(before),
            (before, Some(change)) => Some(patched(before, change)),
        }
    });
    fields.insert("columns".to_owned(), merged.collect());
}

/// The fields of settings of columns.
fn named_in(columns: &[Value]) -> impl Iterator<Item = &str> {
    columns.iter().filter_map(|settings| settings.get("field")?.as_str())
}

/// Those of them that are meant to come first.
fn first_of<'a>(columns: &'a [Value], table: &Table) -> Vec<&'a str> {
    let is_bare = |one: &Value| one.as_object().is_some_and(|settings| settings.len() == 1);
    let is_meant = table.is_order_meant(named_in(columns), columns.iter().any(is_bare));
    if is_meant { named_in(columns).collect() } else { Vec::new() }
}

/// An object with the members of another, of which `null` takes one away.
fn patched(before: Option<Value>, change: Value) -> Value {
    match (before, change) {
        (Some(Value::Object(before)), Value::Object(change)) => {
            with_members(before, &change).into()
        }
        (_, change) => change,
    }
}

/// Gives lists of cells the names of the columns that the table has.
fn name_cells(fields: &mut Map<String, Value>, table: &Table) -> Result<(), String> {
    let Some(rows) = fields.get_mut("rows") else { return Ok(()) };
    let text: Arc<str> = match &*rows {
        Value::String(text) if Rows::are_cells(text) => text.as_str().into(),
        Value::Array(list) if list.first().is_some_and(Value::is_array) => {
            Value::to_string(rows).into()
        }
        _ => return Ok(()),
    };
    let named = table.named_cells(text).map_err(|error| format!("rows: {error}"))?;
    *rows = Value::String(named.as_ref().to_owned());
    Ok(())
}

/// Keeps the data of a chart or table and what people see of it, where the properties do not say
/// them.
fn keep_view(
    kind: &mut BlockKind,
    before: &BlockKind,
    properties: &Map<String, Value>,
) -> Result<(), String> {
    match (kind, before) {
        (BlockKind::Chart(chart), BlockKind::Chart(before)) => chart.keep_view_of(before),
        (BlockKind::Table(table), BlockKind::Table(before)) => {
            if has_other_rows(properties) {
                table.keep_columns_of(before);
            } else if !properties.contains_key("rows") && !properties.contains_key("row_id") {
                let columns = properties.get("columns").and_then(Value::as_array);
                let first = columns.map(|columns| first_of(columns, before)).unwrap_or_default();
                table.keep_rows_of(before, &first).map_err(|error| error.to_string())?;
            }
            table.keep_state_of(before, !properties.contains_key("columns"));
        }
        _ => {}
    }
    Ok(())
}

/// The fields with those that change, and with their own id.
fn merged(
    mut fields: Map<String, Value>,
    properties: &Map<String, Value>,
    id: &str,
) -> Map<String, Value> {
    fields = with_members(fields, properties);
    fields.remove("component_id");
    fields.insert("id".into(), id.into());
    fields
}

fn with_members(mut fields: Map<String, Value>, others: &Map<String, Value>) -> Map<String, Value> {
    for (name, value) in others {
        if value.is_null() {
            fields.remove(name);
        } else {
            fields.insert(name.clone(), value.clone());
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(block: Value, properties: Value) -> Result<Value, String> {
        let block: Block = serde_json::from_value(block).unwrap();
        let Value::Object(properties) = properties else { panic!("properties") };
        let merged = block.with_properties(&properties)?;
        Ok(serde_json::to_value(merged).unwrap())
    }

    #[test]
    fn properties_are_merged_and_a_type_makes_them_all() {
        let metric = json!({"type": "metric", "id": "a", "label": "A", "value": 1});
        let with = |properties| changed(metric.clone(), properties).unwrap();
        let both = with(json!({"value": 2, "class_name": "card"}));
        assert_eq!((&both["label"], &both["value"]), (&json!("A"), &json!(2)));
        assert_eq!(both["class_name"], "card");
        assert_eq!(with(json!({"value": null})).get("value"), None);
        let whole = with(json!({"type": "markdown", "markdown": "# B"}));
        assert_eq!(whole, json!({"type": "markdown", "id": "a", "markdown": "# B"}));
        let card = json!({"type": "card", "id": "c", "title": "C", "blocks": [metric]});
        let html = json!({"type": "html", "id": "h", "html": "<p>"});
        assert_eq!(changed(html, json!({"span": 2})).unwrap()["span"], 2);
        let card = changed(card, json!({"title": "D"})).unwrap();
        assert_eq!((&card["title"], &card["blocks"][0]["label"]), (&json!("D"), &json!("A")));
        let select = json!({"type": "select", "id": "s", "options": ["a", "b"]});
        let select = changed(select, json!({"options": ["c"]})).unwrap();
        assert_eq!((&select["id"], &select["options"][0]["value"]), (&json!("s"), &json!("c")));
    }

    #[test]
    fn settings_of_columns_change_those_that_they_name() {
        let rows = json!([{"a": 1, "b": 2, "c": 3, "d": 4}]);
        let columns =
            json!([{"field": "a", "hidden": true}, {"field": "c", "title": "C", "width": 80}]);
        let table = json!({"type": "table", "id": "t", "rows": rows, "columns": columns});
        let set = |table: &Value, columns: Value| {
            changed(table.clone(), json!({ "columns": columns })).unwrap()
        };
        let [a, c] = [&columns[0], &columns[1]];
        assert_eq!(set(&table, json!([]))["columns"], columns);
        let both = set(&table, json!([{"field": "c", "title": null}, {"field": "b", "width": 90}]));
        let (b, c_alone) = (json!({"field": "b", "width": 90}), json!({"field": "c", "width": 80}));
        assert_eq!(both["columns"], json!([a, b, c_alone]));
        // Names alone mean an order.
        let first = set(&both, json!([{"field": "c"}, {"field": "a"}]));
        let order = json!([c_alone, a, b, {"field": "d"}]);
        assert_eq!(first["columns"], order);
        let again = set(&first, json!([{"field": "d", "title": "D"}]));
        assert_eq!(again["columns"][3], json!({"field": "d", "title": "D"}));
        assert_eq!(again["columns"][1], order[1]);
        let title = set(&table, json!([{"field": "d", "title": "D"}]));
        assert_eq!(title["columns"], json!([a, c, {"field": "d", "title": "D"}]));
        let empty = json!({"type": "table", "id": "t", "rows": [], "columns": columns});
        let empty = set(&empty, json!([{"field": "c", "title": "D"}]));
        assert_eq!((&empty["columns"][0], &empty["columns"][1]["title"]), (a, &json!("D")));
        assert_eq!(changed(table, json!({"columns": null})).unwrap().get("columns"), None);
    }

    #[test]
    fn rows_may_be_lists_of_cells_below_the_columns_that_there_are() {
        let table = json!({"type": "table", "id": "t", "rows": [{"a": 1, "b": "x"}]});
        let set = |rows: Value| changed(table.clone(), json!({ "rows": rows }));
        for rows in [json!([[2, "y"]]), json!("[[2, \"y\"]]")] {
            assert_eq!(set(rows).unwrap()["rows"], json!([{"a": 2, "b": "y"}]));
        }
        let error = set(json!([[2]])).unwrap_err();
        assert!(error.contains("row 0 has 1 cell for 2 columns: a, b"), "{error}");
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_reason() {
        let metric = json!({"type": "metric", "id": "a", "label": "A", "value": 1});
        for (properties, part) in [
            (json!({"vlaue": 2}), "did you mean \"value\"?"),
            (json!({"type": "metrik"}), "did you mean \"metric\"?"),
            (json!({"id": "b"}), "the id of \"a\" stays"),
            (json!({"type": "tab", "title": "A"}), "in the `tabs`"),
            (json!({"span": 13}), "out of range"),
        ] {
            let error = changed(metric.clone(), properties).unwrap_err();
            assert!(error.contains(part), "{part}: {error}");
        }
    }
}
