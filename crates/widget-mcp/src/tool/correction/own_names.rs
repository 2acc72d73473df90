//! The names that the widget of a call has, in the place of those of an example.

use rmcp::model::JsonObject;
use serde_json::{Map, Value};
use widget_state::{Component, ComponentKind, Part, Table, Widget, nearest};

use super::rename::rename;
use crate::tool::ToolEntry;

/// The argument that names components by its keys.
pub(super) const VALUES: &str = "values";

/// The names of a widget, for one call of a tool.
pub(super) struct OwnNames<'a> {
    tool: &'a ToolEntry,
    given: &'a JsonObject,
    widget: &'a Widget,
}

impl<'a> OwnNames<'a> {
    pub(super) fn new(tool: &'a ToolEntry, given: &'a JsonObject, widget: &'a Widget) -> Self {
        Self { tool, given, widget }
    }

    /// Writes the names into the arguments of an example, where the widget leaves no choice.
    pub(super) fn adopt(&self, example: &mut JsonObject) {
        example.iter_mut().for_each(|(name, value)| self.adopt_in(value, name));
    }

    fn adopt_in(&self, value: &mut Value, name: &str) {
        match value {
            Value::String(text) => {
                let given = self.given.get(name).and_then(Value::as_str);
                if let Some(own) = self.meant(name, given) {
                    *text = own;
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.adopt_in(item, name)),
            Value::Object(members) => {
                members.iter_mut().for_each(|(name, member)| self.adopt_in(member, name));
            }
            _ => {}
        }
    }

    /// The arguments that were given with the name or value that was meant at a path into one of
    /// them, such as `data.field`; `None` if it could be several of the widget, or none.
    /// A name without a path stands anywhere in the arguments, where the problem quotes it.
    pub(super) fn in_place(&self, (wrong, problem): (&str, &str)) -> Option<JsonObject> {
        let Some((argument, member)) = wrong.split_once('.') else {
            return self.in_place_of_quoted(wrong, problem);
        };
        let mut call = self.given.clone();
        let members = call.get_mut(argument)?.as_object_mut()?;
        if argument == VALUES {
            return self.set_values(members, member).then_some(call);
        }
        let given = members.get(member).and_then(Value::as_str);
        let own = self.meant(member, given)?;
        members.insert(member.to_owned(), own.into());
        Some(call)
    }

    fn in_place_of_quoted(&self, wrong: &str, problem: &str) -> Option<JsonObject> {
        if self.has_argument(wrong) {
            return None;
        }
        let quoted = problem.split('"').nth(1)?;
        let own = self.meant(wrong, Some(quoted))?;
        let mut call = self.given.clone();
        let renamed = call.values_mut().fold(false, |any, value| any | rename(value, quoted, &own));
        renamed.then_some(call)
    }

    /// Keeps the values that the widget takes, and has the value of now in the place of the one
    /// that it does not. Returns whether there is any.
    fn set_values(&self, values: &mut Map<String, Value>, wrong: &str) -> bool {
        let widget = self.widget;
        values.retain(|id, value| widget.part(id).is_some_and(|part| part.accepts(value)));
        if let Some(now) = widget.values().remove(wrong).filter(|now| !now.is_null()) {
            values.insert(wrong.to_owned(), now);
        }
        !values.is_empty()
    }

    /// The name of the widget that an argument means by the one that was given.
    fn meant(&self, argument: &str, given: Option<&str>) -> Option<String> {
        let names: Vec<String> = match argument {
            "component_id" => self.component_ids(),
            "block_id" => self.block_ids(),
            "css_id" => {
                let sheets = self.widget.appearance().sheets().iter();
                sheets.map(|sheet| sheet.css_id.clone()).collect()
            }
            "ticker" => self.widget.components().filter_map(ticker_of).collect(),
            "field" => {
                let columns = self.table()?.columns();
                columns.into_iter().map(|column| column.field.to_string()).collect()
            }
            _ => return None,
        };
        if let [only] = &names[..] {
            return Some(only.clone());
        }
        let given = given?;
        let near = nearest(given, names.iter().map(String::as_str)).map(ToOwned::to_owned);
        near.or_else(|| {
            let mut parts = names.into_iter().filter(|name| is_part(name, given));
            parts.next().filter(|_| parts.next().is_none())
        })
    }

    fn component_ids(&self) -> Vec<String> {
        let tool = self.tool_name();
        let is_fit = |part: &Part<'_>| match part {
            Part::Component(component) => match tool {
                "set_content" => component.has_content(),
                "update_marquee" => matches!(component.kind, ComponentKind::Marquee(_)),
                _ => true,
            },
            _ => tool == "set_style",
        };
        let elements = self.widget.elements_now().into_iter().map(|(id, _)| id);
        let elements = elements.filter(|_| tool != "update_marquee");
        let parts = self.widget.parts().filter(is_fit).map(Part::id);
        elements.chain(parts).map(ToOwned::to_owned).collect()
    }

    fn block_ids(&self) -> Vec<String> {
        let event = self.given.get("event_type").and_then(Value::as_str);
        if event.unwrap_or(self.tool_name()).contains("chart") {
            self.widget.charts().map(|(id, _)| id.to_owned()).collect()
        } else {
            self.widget.tables().map(|(id, _)| id.to_owned()).collect()
        }
    }

    /// The table that the call is about.
    fn table(&self) -> Option<&'a Table> {
        let places =
            [self.given.get("block_id"), self.given.get("data").map(|data| &data["block_id"])];
        let named = places.into_iter().flatten().find_map(Value::as_str);
        self.widget.the_table(named).ok().map(|(_, table)| table)
    }

    fn tool_name(&self) -> &str {
        &self.tool.description.name
    }

    fn has_argument(&self, name: &str) -> bool {
        self.tool
            .description
            .input_schema
            .get("properties")
            .is_some_and(|all| all.get(name).is_some())
    }
}

fn ticker_of(component: &Component) -> Option<String> {
    match &component.kind {
        ComponentKind::TickerItem(item) => Some(item.ticker.clone()),
        _ => None,
    }
}

/// Returns whether one of two names stands in the other, as `total` in `the_sum_total`.
fn is_part(one: &str, other: &str) -> bool {
    one.contains(other) || other.contains(one)
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use widget_state::{Rows, Toolbar};

    use super::*;
    use crate::tool::correction::correct_call;
    use crate::tools;

    fn corrected(widget: &Widget, tool: &str, given: &Value, error: (&str, &str)) -> Option<Value> {
        let tool = tools::all().iter().find(|one| one.description.name == tool).unwrap();
        let call = correct_call(tool, given.as_object().unwrap(), error, Some(widget))?;
        Some(call.arguments)
    }

    fn correct(widget: &Widget, tool: &str, given: &Value, error: (&str, &str)) -> Value {
        corrected(widget, tool, given, error).unwrap()
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
        Widget::html("<b id=total>0</b>").with_toolbars([toolbar]).unwrap()
    }

    #[test]
    fn unknown_ids_are_those_of_the_widget() {
        let unknown = |argument| (argument, "no element \"spaceship\"");
        for (tool, given, expected) in [
            ("set_content", json!({"component_id": "the_sum_total", "text": "5"}), json!("total")),
            (
                "set_style",
                json!({"component_id": "price_field", "style": {"top": "0"}}),
                json!("price"),
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

    /// Another one would be changed in its place.
    #[test]
    fn of_several_parts_none_is_chosen() {
        let blocks = json!([
            {"type": "chart", "id": "left", "figure": {"data": [{"y": [1]}]}},
            {"type": "chart", "id": "right", "figure": {"data": [{"y": [1]}]}},
            {"type": "table", "id": "cars", "rows": [{"city": "Oslo", "people": 7}]},
        ]);
        let widget = Widget::page(serde_json::from_value(blocks).unwrap()).unwrap();
        let unknown = "no element \"spaceship\"";
        let several = "2 blocks are a chart; name one by block_id: left, right";
        let change = |op: &str| json!({"op": op, "id": "spaceship"});
        for (tool, given, error) in [
            ("set_content", json!({"component_id": "spaceship", "text": "5"}), unknown),
            ("update_widget", json!({"changes": [change("remove")]}), unknown),
            ("update_chart", json!({"reset_zoom": true}), several),
            ("set_toolbar_values", json!({"values": {"spaceship": 1}}), unknown),
        ] {
            let wrong = match tool {
                "update_chart" => "block_id",
                "set_toolbar_values" => "values.spaceship",
                _ => "component_id",
            };
            assert_eq!(corrected(&widget, tool, &given, (wrong, error)), None, "{tool}");
        }
        let near = json!({"block_id": "rigth", "reset_zoom": true});
        let error = ("block_id", "there is no block \"rigth\"; did you mean \"right\"?");
        let call = correct(&widget, "update_chart", &near, error);
        assert_eq!(call, json!({"block_id": "right", "reset_zoom": true}));
    }

    /// An earlier change of the same call has removed it.
    #[test]
    fn a_name_that_is_there_is_not_replaced() {
        let widget = Widget::html("<b id=total></b><b id=totals></b>");
        let given = json!({"changes": [{"op": "remove", "id": "total"},
            {"op": "set", "id": "total", "text": "5"}]});
        let error = ("changes", "changes[1]: no element \"total\"; did you mean \"totals\"?");
        assert_eq!(corrected(&widget, "update_widget", &given, error), None);
    }

    #[test]
    fn values_are_those_of_the_widget() {
        let set = |values: Value, wrong: &str, problem: &str| {
            let given = json!({"values": values});
            correct(&page(), "set_toolbar_values", &given, (wrong, problem))["values"].take()
        };
        let unknown = "no element \"spaceship\"";
        let both = json!({"spaceship": 1, "price": 5, "other": 2});
        assert_eq!(set(both, "values.spaceship", unknown), json!({"price": 5}));
        let refused = "\"size\" is a slider, which cannot have this value";
        assert_eq!(set(json!({"size": "big"}), "values.size", refused), json!({"size": 3}));
    }

    #[test]
    fn columns_and_rows_are_those_of_the_table() {
        let rows = Rows::parse(r#"[{"city": "Oslo", "people": 7}]"#).unwrap();
        let table = Widget::table(rows.with_row_id("city").unwrap());
        let cell = |row_id: &str, field: &str| {
            json!({"event_type": "grid:update-cell",
                "data": {"row_id": row_id, "field": field, "value": 8}})
        };
        let error = ("data.field", "no column \"home_city\"");
        let call = correct(&table, "send_event", &cell("Oslo", "home_city"), error);
        assert_eq!(call, cell("Oslo", "city"));
        let error = ("data.row_id", "no row with the id \"Paris\"");
        assert_eq!(corrected(&table, "send_event", &cell("Paris", "people"), error), None);
        let state = json!({"state": {"sort": [{"field": "ctiy", "direction": "asc"}]}});
        let error = ("field", "no column \"ctiy\"; did you mean \"city\"?");
        let call = correct(&table, "restore_grid_state", &state, error);
        assert_eq!(call["state"]["sort"][0]["field"], "city");
    }

    #[test]
    fn a_widget_without_such_a_part_has_no_correct_call() {
        let given = json!({"component_id": "spaceship", "text": "5"});
        let error = ("component_id", "there is no marquee \"spaceship\"");
        assert_eq!(corrected(&Widget::html(""), "update_marquee", &given, error), None);
    }
}
