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
mod wait_for_events;
mod widget_data;
mod widget_rows;
mod widget_sync;

use std::sync::LazyLock;

use crate::tool::Registered;

/// Every tool, in the order in which clients list them. Their schemas are made when the first
/// client asks, not before it is greeted.
pub(crate) fn all() -> &'static [Registered] {
    static ALL: LazyLock<Vec<Registered>> = LazyLock::new(register);
    &ALL
}

fn register() -> Vec<Registered> {
    vec![
        Registered::new::<get_skills::GetSkills>(),
        Registered::new::<create_widget::CreateWidget>(),
        Registered::new::<show_chart::ShowChart>(),
        Registered::new::<show_dataframe::ShowDataframe>(),
        Registered::new::<build_div::BuildDiv>(),
        Registered::new::<build_ticker_item::BuildTickerItem>(),
        Registered::new::<set_content::SetContent>(),
        Registered::new::<set_style::SetStyle>(),
        Registered::new::<inject_css::InjectCss>(),
        Registered::new::<remove_css::RemoveCss>(),
        Registered::new::<update_theme::UpdateTheme>(),
        Registered::new::<set_toolbar_values::SetToolbarValues>(),
        Registered::new::<request_toolbar_state::RequestToolbarState>(),
        Registered::new::<update_marquee::UpdateMarquee>(),
        Registered::new::<update_ticker_item::UpdateTickerItem>(),
        Registered::new::<show_toast::ShowToast>(),
        Registered::new::<navigate::Navigate>(),
        Registered::new::<download::Download>(),
        Registered::new::<update_chart::UpdateChart>(),
        Registered::new::<request_chart_state::RequestChartState>(),
        Registered::new::<send_event::SendEvent>(),
        Registered::new::<request_grid_state::RequestGridState>(),
        Registered::new::<restore_grid_state::RestoreGridState>(),
        Registered::new::<reset_grid_state::ResetGridState>(),
        Registered::new::<get_events::GetEvents>(),
        Registered::new::<wait_for_events::WaitForEvents>(),
        Registered::new::<inspect_widget::InspectWidget>(),
        Registered::new::<screenshot_widget::ScreenshotWidget>(),
        Registered::new::<export_widget::ExportWidget>(),
        Registered::new::<list_widgets::ListWidgets>(),
        Registered::new::<get_widget::GetWidget>(),
        Registered::new::<destroy_widget::DestroyWidget>(),
        Registered::new::<get_component_docs::GetComponentDocs>(),
        Registered::new::<get_component_source::GetComponentSource>(),
        Registered::new::<list_resources::ListResources>(),
        Registered::new::<widget_sync::WidgetSync>(),
        Registered::new::<widget_rows::WidgetRows>(),
        Registered::new::<widget_data::WidgetData>(),
    ]
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

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
    fn no_tool_takes_much_of_a_models_context() {
        for tool in all() {
            let bytes = serde_json::to_string(&tool.description).unwrap().len();
            assert!(bytes < 15_000, "{}: {bytes} bytes", tool.description.name);
        }
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
