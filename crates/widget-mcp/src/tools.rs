//! The tools, one a file.

mod build_div;
mod build_ticker_item;
mod create_widget;
mod destroy_widget;
#[cfg(test)]
mod docs;
mod download;
mod export_widget;
mod get_component_docs;
mod get_component_source;
mod get_events;
mod get_skills;
mod get_widget;
mod inject_css;
mod inspect_widget;
mod list_resources;
mod list_widgets;
mod navigate;
mod open_widget;
mod read_file;
mod remove_css;
mod request_chart_state;
mod request_grid_state;
mod request_toolbar_state;
mod reset_grid_state;
mod restore_grid_state;
mod screenshot_widget;
mod send_event;
mod set_content;
mod set_style;
mod set_toolbar_values;
mod shared;
mod show_chart;
mod show_dataframe;
mod show_toast;
mod update_chart;
mod update_marquee;
mod update_theme;
mod update_ticker_item;
mod update_widget;
mod wait_for_events;
mod widget_data;
mod widget_file;
mod widget_program;
mod widget_rows;
mod widget_sync;

use std::sync::LazyLock;

use crate::tool::ToolEntry;

/// Every tool, in the order in which clients list them. Their schemas are made when the first
/// client asks, not before it is greeted.
pub(crate) fn all() -> &'static [ToolEntry] {
    static ALL: LazyLock<Vec<ToolEntry>> = LazyLock::new(register);
    &ALL
}

fn register() -> Vec<ToolEntry> {
    vec![
        ToolEntry::new::<get_skills::GetSkills>(),
        ToolEntry::new::<create_widget::CreateWidget>(),
        ToolEntry::new::<show_chart::ShowChart>(),
        ToolEntry::new::<show_dataframe::ShowDataframe>(),
        ToolEntry::new::<build_div::BuildDiv>(),
        ToolEntry::new::<build_ticker_item::BuildTickerItem>(),
        ToolEntry::new::<update_widget::UpdateWidget>(),
        ToolEntry::new::<set_content::SetContent>(),
        ToolEntry::new::<set_style::SetStyle>(),
        ToolEntry::new::<inject_css::InjectCss>(),
        ToolEntry::new::<remove_css::RemoveCss>(),
        ToolEntry::new::<update_theme::UpdateTheme>(),
        ToolEntry::new::<set_toolbar_values::SetToolbarValues>(),
        ToolEntry::new::<request_toolbar_state::RequestToolbarState>(),
        ToolEntry::new::<update_marquee::UpdateMarquee>(),
        ToolEntry::new::<update_ticker_item::UpdateTickerItem>(),
        ToolEntry::new::<show_toast::ShowToast>(),
        ToolEntry::new::<navigate::Navigate>(),
        ToolEntry::new::<download::Download>(),
        ToolEntry::new::<update_chart::UpdateChart>(),
        ToolEntry::new::<request_chart_state::RequestChartState>(),
        ToolEntry::new::<send_event::SendEvent>(),
        ToolEntry::new::<request_grid_state::RequestGridState>(),
        ToolEntry::new::<restore_grid_state::RestoreGridState>(),
        ToolEntry::new::<reset_grid_state::ResetGridState>(),
        ToolEntry::new::<get_events::GetEvents>(),
        ToolEntry::new::<wait_for_events::WaitForEvents>(),
        ToolEntry::new::<read_file::ReadFile>(),
        ToolEntry::new::<inspect_widget::InspectWidget>(),
        ToolEntry::new::<screenshot_widget::ScreenshotWidget>(),
        ToolEntry::new::<export_widget::ExportWidget>(),
        ToolEntry::new::<open_widget::OpenWidget>(),
        ToolEntry::new::<list_widgets::ListWidgets>(),
        ToolEntry::new::<get_widget::GetWidget>(),
        ToolEntry::new::<destroy_widget::DestroyWidget>(),
        ToolEntry::new::<get_component_docs::GetComponentDocs>(),
        ToolEntry::new::<get_component_source::GetComponentSource>(),
        ToolEntry::new::<list_resources::ListResources>(),
        ToolEntry::new::<widget_sync::WidgetSync>(),
        ToolEntry::new::<widget_rows::WidgetRows>(),
        ToolEntry::new::<widget_data::WidgetData>(),
        ToolEntry::new::<widget_file::WidgetFile>(),
        ToolEntry::new::<widget_program::WidgetProgram>(),
    ]
}

#[cfg(test)]
mod tests {
    use rmcp::model::Tool;
    use serde_json::Value;

    use super::*;
    use crate::app::AppRole;
    use crate::options::tool_set::ToolSet;

    #[test]
    fn every_tool_describes_itself() {
        for tool in all() {
            let value = serde_json::to_value(&tool.description).unwrap();
            let name = value["name"].as_str().unwrap();
            for hint in ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] {
                assert!(value["annotations"][hint].is_boolean(), "{name}: {hint}");
            }
            assert!(value["description"].as_str().unwrap().len() > 60, "{name}");
            assert_eq!(value["outputSchema"]["type"], "object", "{name}");
            assert_eq!(value["inputSchema"]["type"], "object", "{name}");
            let arguments = value["inputSchema"]["properties"].as_object();
            for (argument, schema) in arguments.into_iter().flatten() {
                assert!(schema["description"].is_string(), "{name}: {argument} is not described");
            }
            let example: Value = serde_json::from_str(tool.example).unwrap();
            for argument in example.as_object().unwrap().keys() {
                assert!(
                    !value["inputSchema"]["properties"][argument].is_null(),
                    "{name}: {argument}"
                );
            }
        }
    }

    #[test]
    fn every_answer_about_a_widget_says_how_many_pages_show_it() {
        // Of the one no page is left, and the other makes a copy.
        let silent = ["destroy_widget", "export_widget"];
        for tool in all().iter().filter(|tool| tool.role != AppRole::ForViews) {
            let value = serde_json::to_value(&tool.description).unwrap();
            let (arguments, answer) = (&value["inputSchema"]["properties"], &value["outputSchema"]);
            let is_about_one = ["widget_id", "widget_ids"]
                .iter()
                .any(|name| !arguments[name].is_null() || !answer["properties"][name].is_null());
            let name = &*tool.description.name;
            let says = !answer["properties"]["viewers"].is_null();
            assert_eq!(says, is_about_one && !silent.contains(&name), "{name}");
            let is_always_there = answer["required"]
                .as_array()
                .is_some_and(|required| required.iter().any(|field| field == "viewers"));
            assert_eq!(says, is_always_there, "{name}");
        }
    }

    #[test]
    fn no_tool_takes_much_of_a_models_context() {
        let for_model = |tool: &ToolEntry| {
            let Tool { name, description, input_schema, .. } = &tool.description;
            name.len()
                + description.as_deref().map_or(0, str::len)
                + serde_json::to_string(input_schema).unwrap().len()
        };
        let read = || all().iter().filter(|tool| tool.role != AppRole::ForViews);
        let sizes: Vec<_> = read().map(|tool| (&*tool.description.name, for_model(tool))).collect();
        for tool in read() {
            let size = for_model(tool);
            assert!(size <= 2_500, "{}: {size} bytes", tool.description.name);
            assert!(tool.description.description.as_deref().map_or(0, str::len) <= 1_500);
        }
        let sum = |is_in: &dyn Fn(&str) -> bool| -> usize {
            sizes.iter().filter(|(name, _)| is_in(name)).map(|(_, size)| size).sum()
        };
        let (every, core) = (sum(&|_| true), sum(&|name| ToolSet::Core.offers(name)));
        assert!(every <= 24_000 && core <= 12_000, "{every} and {core} bytes: {sizes:#?}");
        let results = read().filter_map(|tool| tool.description.output_schema.as_ref());
        let results: usize = results.map(|one| serde_json::to_string(one).unwrap().len()).sum();
        assert!(results <= 20_000, "{results} bytes of results");
    }

    /// The parts of a schema that strict clients refuse; OpenAI counts the depth, VS Code and Gemini want
    /// the items of each list.
    fn faults(schema: &Value, at: &str, depth: usize, in_union: bool) -> Vec<String> {
        let Some(keywords) = schema.as_object() else {
            return vec![format!("{at}: {schema} in the place of a schema")];
        };
        let mut found = Vec::new();
        let mut fault = |what: &str| found.push(format!("{at}: {what}"));
        match keywords.get("type") {
            Some(Value::Array(_)) => fault("several types"),
            Some(kind) if kind == "array" && !keywords.contains_key("items") => fault("no items"),
            _ => {}
        }
        for key in ["$ref", "oneOf", "allOf", "not", "if", "patternProperties", "prefixItems"] {
            if keywords.contains_key(key) {
                fault(key);
            }
        }
        if keywords.contains_key("anyOf") && in_union {
            fault("a union in a union");
        }
        if keywords.get("format").is_some_and(|format| format != "date-time") {
            fault("format");
        }
        if depth > 10 {
            fault("too deep");
        }
        let mut deeper = |schema: &Value, name: &str, in_union| {
            found.extend(faults(schema, &format!("{at}/{name}"), depth + 1, in_union));
        };
        for (name, property) in
            keywords.get("properties").and_then(Value::as_object).into_iter().flatten()
        {
            deeper(property, name, in_union);
        }
        for branch in keywords.get("anyOf").and_then(Value::as_array).into_iter().flatten() {
            deeper(branch, "anyOf", true);
        }
        if let Some(items) = keywords.get("items") {
            deeper(items, "items", in_union);
        }
        if let Some(more) = keywords.get("additionalProperties").filter(|more| more.is_object()) {
            deeper(more, "*", in_union);
        }
        found
    }

    #[test]
    fn strict_clients_take_every_schema() {
        for tool in all() {
            let input = Value::Object((*tool.description.input_schema).clone());
            let mut found = faults(&input, &tool.description.name, 0, false);
            if tool.role == AppRole::ForViews {
                // Views send any data of events.
                found.retain(|fault| !fault.ends_with("a union in a union"));
            }
            let output = tool.description.output_schema.as_deref().cloned().map(Value::Object);
            let of_output = output.iter().flat_map(|output| faults(output, "result", 0, false));
            // Any value is written out as far as a list of any values.
            found.extend(of_output.filter(|fault| !fault.contains("anyOf/items")));
            assert!(found.is_empty(), "{}: {found:#?}", tool.description.name);
        }
        let odd =
            serde_json::json!({"properties": {"a": {"anyOf": [{"type": "array"}]}, "b": true}});
        assert_eq!(faults(&odd, "", 0, false).len(), 2);
    }

    #[test]
    fn schemas_are_plain() {
        for tool in all() {
            let text = serde_json::to_string(&tool.description).unwrap();
            for odd in ["\"null\"]", "uint64", "uint32", "$ref", "$defs"] {
                assert!(!text.contains(odd), "{}: {odd}", tool.description.name);
            }
        }
    }
}
