//! The names that the widget of a call has, in the place of those of an example.

use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};
use widget_state::{ComponentKind, Part, Table, Widget};

use crate::tool::ToolEntry;

/// The argument that names components by its keys.
const VALUES: &str = "values";

/// Writes the names that a widget has into the arguments of an example.
pub(super) fn adopt(tool: &ToolEntry, example: &mut JsonObject, widget: &Widget) {
    let tool_name = tool.description.name.as_ref();
    if tool_name == "set_toolbar_values"
        && let Some(values) = first_value(widget)
    {
        example.insert(VALUES.to_owned(), values.into());
    }
    for (name, value) in example {
        adopt_in(value, name, &|name| own_name(tool_name, name, widget));
    }
}

fn adopt_in(value: &mut Value, name: &str, own: &impl Fn(&str) -> Option<Value>) {
    match value {
        Value::String(_) => {
            if let Some(own) = own(name) {
                *value = own;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| adopt_in(item, name, own)),
        Value::Object(members) => {
            members.iter_mut().for_each(|(name, member)| adopt_in(member, name, own));
        }
        _ => {}
    }
}

/// The arguments with a name or value that the widget has at a path into one of them, such as
/// `data.field`; `None` if nothing there is known to be of the widget.
pub(super) fn in_place(
    tool: &ToolEntry,
    given: &JsonObject,
    wrong: &str,
    widget: &Widget,
) -> Option<JsonObject> {
    let (argument, member) = wrong.split_once('.')?;
    let mut call = given.clone();
    let members = call.get_mut(argument)?.as_object_mut()?;
    if argument == VALUES {
        return with_values(members, member, widget).then_some(call);
    }
    *members.get_mut(member)? = own_name(&tool.description.name, member, widget)?;
    Some(call)
}

/// Keeps the values that the widget takes, and gives it one that it has now in the place of the
/// one that it does not. Returns whether there is any.
fn with_values(values: &mut Map<String, Value>, wrong: &str, widget: &Widget) -> bool {
    values.retain(|id, value| widget.part(id).is_some_and(|part| part.accepts(value)));
    let now = widget.values().remove(wrong).filter(|now| !now.is_null());
    if let Some(now) = now {
        values.insert(wrong.to_owned(), now);
    }
    if values.is_empty() {
        values.extend(first_value(widget).into_iter().flatten());
    }
    !values.is_empty()
}

/// The value now of the first part that has one.
fn first_value(widget: &Widget) -> Option<Map<String, Value>> {
    let values = widget.values();
    let mut ids = widget.parts().map(Part::id);
    let of = |id: &str| Some((id.to_owned(), values.get(id).filter(|now| !now.is_null())?.clone()));
    ids.find_map(of).map(|pair| Map::from_iter([pair]))
}

/// The first name in the widget that an argument of a tool can have.
fn own_name(tool: &str, argument: &str, widget: &Widget) -> Option<Value> {
    let table = || widget.tables().next().map(|(_, table)| table);
    let name: &str = match argument {
        "component_id" => component_id(tool, widget)?,
        "block_id" if tool.contains("chart") => widget.charts().next()?.0,
        "block_id" => widget.tables().next()?.0,
        "css_id" => &widget.appearance().sheets().first()?.css_id,
        "ticker" => widget.components().find_map(|component| match &component.kind {
            ComponentKind::TickerItem(item) => Some(item.ticker.as_str()),
            _ => None,
        })?,
        "field" => return Some(table()?.columns().first()?.field.as_ref().into()),
        "row_id" => return first_row_id(table()?),
        _ => return None,
    };
    Some(name.into())
}

fn component_id<'a>(tool: &str, widget: &'a Widget) -> Option<&'a str> {
    let is_fit = |part: &Part<'_>| match part {
        Part::Component(component) => match tool {
            "set_content" => component.has_content(),
            "update_marquee" => matches!(component.kind, ComponentKind::Marquee(_)),
            _ => true,
        },
        Part::Modal(_) | Part::Block(_) => tool == "set_style",
        _ => false,
    };
    let elements = widget.element_ids().filter(|_| tool != "update_marquee");
    elements.chain(widget.parts().filter(is_fit).map(Part::id)).next()
}

fn first_row_id(table: &Table) -> Option<Value> {
    let row: Value = serde_json::from_str(table.rows().row(0)?).ok()?;
    Some(match table.rows().row_id() {
        Some(field) => row.get(field)?.clone(),
        None => json!(0),
    })
}

#[cfg(test)]
mod tests {
    use widget_state::{Rows, Toolbar};

    use super::*;
    use crate::tool::correction::correct_call;
    use crate::tools;

    fn correct(widget: &Widget, tool: &str, given: &Value, error: (&str, &str)) -> Value {
        let tool = tools::all().iter().find(|one| one.description.name == tool).unwrap();
        let call = correct_call(tool, given.as_object().unwrap(), error, Some(widget));
        serde_json::from_str(call.split_once(' ').unwrap().1).unwrap()
    }

    fn page() -> Widget {
        let toolbar: Toolbar = serde_json::from_value(json!({"items": [
            {"type": "button", "component_id": "go", "label": "Go"},
            {"type": "number", "component_id": "price"},
            {"type": "toggle", "component_id": "night", "value": true},
            {"type": "slider", "component_id": "size", "value": 3},
            {"type": "marquee", "component_id": "quotes", "items": [
                {"type": "ticker_item", "ticker": "MSFT", "text": "MSFT 1"}]},
        ]}))
        .unwrap();
        Widget::html("<b id=total>0</b>").with_toolbars(vec![toolbar]).unwrap()
    }

    #[test]
    fn unknown_ids_are_those_of_the_widget() {
        let unknown = |argument| (argument, "no element \"spaceship\"");
        for (tool, given, expected) in [
            ("set_content", json!({"component_id": "spaceship", "text": "5"}), json!("total")),
            (
                "set_style",
                json!({"component_id": "spaceship", "style": {"top": "0"}}),
                json!("total"),
            ),
            ("update_marquee", json!({"component_id": "spaceship", "text": "5"}), json!("quotes")),
        ] {
            let call = correct(&page(), tool, &given, unknown("component_id"));
            assert_eq!(call["component_id"], expected, "{tool}");
            assert_eq!(call.get("text"), given.get("text"));
        }
        let given = json!({"ticker": "spaceship", "text": "5"});
        let call = correct(&page(), "update_ticker_item", &given, unknown("ticker"));
        assert_eq!(call, json!({"ticker": "MSFT", "text": "5"}));
    }

    #[test]
    fn values_are_those_of_the_widget() {
        let set = |values: Value, wrong: &str, problem: &str| {
            let given = json!({"values": values});
            correct(&page(), "set_toolbar_values", &given, (wrong, problem))["values"].take()
        };
        let unknown = "no element \"spaceship\"";
        assert_eq!(
            set(json!({"spaceship": 1}), "values.spaceship", unknown),
            json!({"night": true})
        );
        let both = json!({"spaceship": 1, "price": 5, "other": 2});
        assert_eq!(set(both, "values.spaceship", unknown), json!({"price": 5}));
        let refused = "\"size\" is a slider, which cannot have this value";
        assert_eq!(set(json!({"size": "big"}), "values.size", refused), json!({"size": 3}));
        assert_eq!(set(json!({}), "values", "name at least one component"), json!({"night": true}));
    }

    #[test]
    fn columns_and_rows_are_those_of_the_table() {
        let rows = Rows::parse(r#"[{"city": "Oslo", "people": 7}]"#).unwrap();
        let table = Widget::grid(rows.with_row_id("city").unwrap());
        let cell = |row_id: &str, field: &str| {
            json!({"event_type": "grid:update-cell",
                "data": {"row_id": row_id, "field": field, "value": 8}})
        };
        let error = ("data.field", "no column \"spaceship\"");
        let call = correct(&table, "send_event", &cell("Oslo", "spaceship"), error);
        assert_eq!(call, cell("Oslo", "city"));
        let error = ("data.row_id", "no row with the id \"Paris\"");
        let call = correct(&table, "send_event", &cell("Paris", "people"), error);
        assert_eq!(call, cell("Oslo", "people"));
        let state = json!({"state": {"sort": [{"field": "spaceship", "direction": "asc"}]}});
        let error = ("field", "no column \"spaceship\"");
        let call = correct(&table, "restore_grid_state", &state, error);
        assert_eq!(call["state"]["sort"][0]["field"], "city");
    }

    #[test]
    fn a_widget_without_such_a_part_leaves_the_example() {
        let given = json!({"component_id": "spaceship", "text": "5"});
        let error = ("component_id", "there is no marquee \"spaceship\"");
        let call = correct(&Widget::html(""), "update_marquee", &given, error);
        assert_eq!(call["component_id"], "news");
    }
}
