//! The names that the widget of a call has, in the place of those of an example.

use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};
use widget_state::{ComponentKind, Part, Table, Widget, closest};

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

    /// Writes the names into the arguments of an example, and one for the argument that is wrong.
    pub(super) fn adopt(&self, example: &mut JsonObject, wrong: &str) {
        if self.tool_name() == "set_toolbar_values"
            && let Some(values) = self.first_value()
        {
            example.insert(VALUES.to_owned(), values.into());
        }
        if self.has_argument(wrong)
            && let Some(own) = self.first(wrong)
        {
            example.insert(wrong.to_owned(), own);
        }
        example.iter_mut().for_each(|(name, value)| self.adopt_in(value, name));
    }

    fn adopt_in(&self, value: &mut Value, name: &str) {
        match value {
            Value::String(_) => {
                if let Some(own) = self.first(name) {
                    *value = own;
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.adopt_in(item, name)),
            Value::Object(members) => {
                members.iter_mut().for_each(|(name, member)| self.adopt_in(member, name));
            }
            _ => {}
        }
    }

    /// The arguments that were given with a name or value that the widget has at a path into one
    /// of them, such as `data.field`; `None` if nothing of the widget belongs there.
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
        members.insert(member.to_owned(), self.first(member)?);
        Some(call)
    }

    fn in_place_of_quoted(&self, wrong: &str, problem: &str) -> Option<JsonObject> {
        if self.has_argument(wrong) {
            return None;
        }
        let own = self.first(wrong)?;
        let (quoted, own) = (problem.split('"').nth(1)?, own.as_str()?);
        let mut call = self.given.clone();
        let renamed = call.values_mut().fold(false, |any, value| any | rename(value, quoted, own));
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
        if values.is_empty() {
            values.extend(self.first_value().into_iter().flatten());
        }
        !values.is_empty()
    }

    /// The value now of the first part that has one.
    fn first_value(&self) -> Option<Map<String, Value>> {
        let values = self.widget.values();
        let mut ids = self.widget.parts().map(Part::id);
        let pair = ids.find_map(|id| {
            let now = values.get(id).filter(|now| !now.is_null())?;
            Some((id.to_owned(), now.clone()))
        });
        pair.map(|pair| Map::from_iter([pair]))
    }

    /// The first name that an argument can have.
    fn first(&self, argument: &str) -> Option<Value> {
        match argument {
            "component_id" => self.component_id().map(Value::from),
            "block_id" => self.block_id().map(Value::from),
            "css_id" => {
                let sheet = self.widget.appearance().sheets().first()?;
                Some(sheet.css_id.as_str().into())
            }
            "ticker" => self.widget.components().find_map(|component| match &component.kind {
                ComponentKind::TickerItem(item) => Some(item.ticker.as_str().into()),
                _ => None,
            }),
            "field" => Some(Value::from(&*self.table()?.columns().first()?.field)),
            "row_id" => first_row_id(self.table()?),
            _ => None,
        }
    }

    /// The nearest to the id that was given, or the first.
    fn component_id(&self) -> Option<&str> {
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
        let given = self.given.get("component_id").and_then(Value::as_str);
        let fit = elements.chain(self.widget.parts().filter(is_fit).map(Part::id));
        let mut fit = fit.filter(|id| given != Some(*id));
        match given {
            Some(given) => closest(given, fit),
            None => fit.next(),
        }
    }

    fn block_id(&self) -> Option<&str> {
        let event = self.given.get("event_type").and_then(Value::as_str);
        if event.unwrap_or(self.tool_name()).contains("chart") {
            self.widget.charts().next().map(|(id, _)| id)
        } else {
            self.widget.tables().next().map(|(id, _)| id)
        }
    }

    /// The table that the call is about.
    fn table(&self) -> Option<&Table> {
        let places =
            [self.given.get("block_id"), self.given.get("data").map(|data| &data["block_id"])];
        let named = places.into_iter().flatten().find_map(Value::as_str);
        let named = self.widget.the_table(named).ok().map(|(_, table)| table);
        named.or_else(|| self.widget.tables().next().map(|(_, table)| table))
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
        let call = correct_call(tool, given.as_object().unwrap(), error, Some(widget)).unwrap();
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
        let table = Widget::table(rows.with_row_id("city").unwrap());
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
    fn of_several_charts_one_is_named() {
        let blocks = json!([
            {"type": "chart", "id": "left", "figure": {"data": [{"y": [1]}]}},
            {"type": "chart", "id": "right", "figure": {"data": [{"y": [1]}]}},
        ]);
        let page = Widget::page(serde_json::from_value(blocks).unwrap()).unwrap();
        let error = ("block_id", "2 blocks are a chart; name one by block_id: left, right");
        let call = correct(&page, "update_chart", &json!({"reset_zoom": true}), error);
        assert_eq!(call, json!({"reset_zoom": true, "block_id": "left"}));
        let given = json!({"event_type": "chart:reset-zoom", "data": {}});
        let error = ("data.block_id", error.1);
        let call = correct(&page, "send_event", &given, error);
        assert_eq!(call["data"], json!({"block_id": "left"}));
    }

    #[test]
    fn a_widget_without_such_a_part_has_no_correct_call() {
        let given = json!({"component_id": "spaceship", "text": "5"});
        let error = ("component_id", "there is no marquee \"spaceship\"");
        let tool = tools::all().iter().find(|one| one.description.name == "update_marquee");
        let page = Widget::html("");
        let call = correct_call(tool.unwrap(), given.as_object().unwrap(), error, Some(&page));
        assert_eq!(call, None);
    }
}
