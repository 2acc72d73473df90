//! The example of a call, for an error of another one.

use rmcp::model::JsonObject;

use crate::tool::ToolEntry;

/// The argument that names an event.
const EVENT: &str = "event_type";

/// Calls with arguments that the example of their tool does not show.
const OF_ARGUMENTS: [(&str, &str, &str); 4] = [
    ("create_widget", "width", r#"{"html": "<h1>Sales</h1>", "width": "wide"}"#),
    (
        "create_widget",
        "callbacks",
        r#"{"html": "<b id=\"count\">0</b><button data-event=\"cart:add\">Add</button>", "callbacks": {"cart:add": {"action": "increment", "target": "count"}}}"#,
    ),
    (
        "create_widget",
        "modals",
        r#"{"html": "<button data-event=\"ask:open\">Delete</button>", "modals": [{"component_id": "ask", "title": "Sure?", "items": [{"type": "button", "label": "Delete", "event": "list:delete"}]}]}"#,
    ),
    (
        "create_widget",
        "routes",
        r#"{"html": "<button data-event=\"list:send\">Send</button>", "routes": {"list:send": "wake"}}"#,
    ),
];

/// The data of each event to a table or chart.
pub(crate) const OF_EVENTS: [(&str, &str); 11] = [
    ("grid:update-data", r#"{"data": [{"id": 3, "price": 9.5}], "strategy": "append"}"#),
    ("grid:update-cell", r#"{"row_id": 3, "field": "price", "value": 9.5}"#),
    ("grid:update-columns", r#"{"columns": [{"field": "price", "title": "Price"}]}"#),
    ("grid:restore-state", r#"{"state": {"sort": [{"field": "price", "direction": "desc"}]}}"#),
    ("grid:reset-state", "{}"),
    ("chart:update-figure", r#"{"figure": {"data": [{"type": "bar", "x": ["a"], "y": [1]}]}}"#),
    ("chart:update-layout", r#"{"layout": {"title.text": "Sales"}}"#),
    ("chart:restyle", r#"{"restyle": {"marker.color": "green"}, "traces": [0]}"#),
    ("chart:extend-traces", r#"{"extend": {"x": [[4]], "y": [[7]]}, "traces": [0]}"#),
    ("chart:reset-zoom", "{}"),
    ("chart:export", r#"{"format": "png"}"#),
];

/// The example of a tool; of a block or toolbar the place where there are more.
pub(super) fn example(
    tool: &ToolEntry,
    given: Option<&JsonObject>,
    (wrong, problem): (&str, &str),
) -> Option<String> {
    let name = &*tool.description.name;
    let (argument, is_inside) =
        wrong.split_once(['.', '[']).map_or((wrong, false), |(argument, _)| (argument, true));
    let is_shown = tool.example.contains(argument);
    let event = given.and_then(|given| given.get(EVENT)?.as_str());
    if let Some((event, data)) = OF_EVENTS.iter().find(|(known, _)| Some(*known) == event)
        && argument == "data"
    {
        return Some(format!("An example: {name} {{\"{EVENT}\": \"{event}\", \"data\": {data}}}"));
    }
    match argument {
        "blocks" | "toolbars" if is_inside || !is_shown => Some(
            "get_component_docs tells the properties of each block and component, with examples"
                .to_owned(),
        ),
        // Else the problem says what the change of this kind takes.
        "changes" if is_inside && !problem.contains("missing field") => None,
        _ => {
            let is_of = |(of, one, _): &&(&str, &str, &str)| *of == name && *one == argument;
            let own = OF_ARGUMENTS.iter().find(is_of).map(|(.., call)| *call);
            Some(format!("An example: {name} {}", own.unwrap_or(tool.example)))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::tools;

    fn of(tool: &str, given: &Value, wrong: &str) -> String {
        let tool = tools::all().iter().find(|one| one.description.name == tool).unwrap();
        example(tool, given.as_object(), (wrong, "")).unwrap()
    }

    #[test]
    fn an_example_shows_what_is_wrong() {
        let shown = |wrong: &str| of("create_widget", &json!({}), wrong);
        assert!(shown("blocks[0]").starts_with("get_component_docs"));
        assert!(shown("toolbars[0].items").starts_with("get_component_docs"));
        assert!(shown("toolbars").starts_with("An example: create_widget {"));
        assert!(shown("").starts_with("An example: create_widget {"));
        assert!(shown("callbacks.a:b").contains(r#""action": "increment""#));
        let cell = of("send_event", &json!({"event_type": "grid:update-cell"}), "data.row_id");
        assert!(cell.contains(r#""field": "price""#), "{cell}");
        let name = of("send_event", &json!({"event_type": "grid:update-cells"}), "event_type");
        assert!(name.contains("grid:update-data"), "{name}");
    }

    #[test]
    fn every_example_can_be_followed() {
        for (name, argument, call) in OF_ARGUMENTS {
            let tool = tools::all().iter().find(|one| one.description.name == name).unwrap();
            assert!(call.contains(argument) && !tool.example.contains(argument), "{call}");
            (tool.check)(serde_json::from_str(call).unwrap()).unwrap();
        }
    }
}
