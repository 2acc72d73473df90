//! The set of tools that a server offers.

/// The set of tools that a server offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum ToolSet {
    /// The tools that show widgets, change them and return events, for
    /// clients with little room for descriptions.
    Core,
    /// Every tool.
    #[default]
    All,
}

/// The tools of [`ToolSet::Core`].
const CORE: [&str; 14] = [
    "get_skills",
    "create_widget",
    "show_chart",
    "show_dataframe",
    "update_widget",
    "set_content",
    "set_toolbar_values",
    "update_chart",
    "send_event",
    "get_events",
    "wait_for_events",
    "open_widget",
    "list_widgets",
    "destroy_widget",
];

impl ToolSet {
    /// Returns whether a tool is in the set.
    #[must_use]
    pub fn offers(self, tool: &str) -> bool {
        match self {
            Self::All => true,
            Self::Core => CORE.contains(&tool),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools;

    #[test]
    fn the_core_is_there_and_small() {
        let all = tools::all();
        let size = |tools: &[&crate::tool::ToolEntry]| {
            let sizes = tools.iter().map(|tool| {
                serde_json::to_string(&tool.description).expect("a tool is JSON").len()
            });
            sizes.sum::<usize>()
        };
        let core: Vec<_> =
            all.iter().filter(|tool| ToolSet::Core.offers(&tool.description.name)).collect();
        assert_eq!(core.len(), CORE.len());
        let (core, all) = (size(&core), size(&all.iter().collect::<Vec<_>>()));
        assert!(core * 5 < all * 4, "{core} of {all} bytes");
    }
}
