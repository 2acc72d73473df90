//! The error of a call, as its caller reads it.

use rmcp::model::JsonObject;
use widget_state::{Part, Widget};

use crate::tool::correction::correct_call;
use crate::tool::error::ToolError;
use crate::tool::{Call, ToolEntry};

/// The most names of a widget that an error lists.
const MAX_LISTED: usize = 30;

/// The argument and what is wrong with it; then the call that was meant, or what helps to write it.
pub(crate) async fn explain(
    tool: &ToolEntry,
    call: &Call,
    given: Option<&JsonObject>,
    error: &ToolError,
) -> String {
    match error {
        ToolError::Argument { name, problem } => {
            let place = if name.is_empty() { String::new() } else { format!("{name}: ") };
            let widget = call.subject().await;
            let correct = given
                .and_then(|given| correct_call(tool, given, (name, problem), widget.as_deref()));
            let help = correct.map(|call| call.to_string());
            let help = help.or_else(|| names_of(widget.as_deref()?, problem));
            let help = help.or_else(|| example(tool, name));
            help.map_or_else(
                || format!("{place}{problem}"),
                |help| format!("{place}{problem}\n{help}"),
            )
        }
        ToolError::Failed(problem) => problem.clone(),
    }
}

/// The names that the widget has, where the problem is one that it has not.
fn names_of(widget: &Widget, problem: &str) -> Option<String> {
    let (what, mut names): (_, Vec<String>) = if problem.contains("no column \"") {
        let tables = widget.tables().flat_map(|(_, table)| table.columns());
        ("columns", tables.map(|column| column.field.to_string()).collect())
    } else if problem.contains("no block \"") {
        ("blocks", widget.block_ids().map(ToOwned::to_owned).collect())
    } else if problem.contains("no element \"") {
        let elements = widget.elements_now().into_iter().map(|(id, _)| id);
        let ids = widget.parts().map(Part::id).chain(elements);
        ("ids", ids.map(ToOwned::to_owned).collect())
    } else {
        return None;
    };
    names.sort_unstable();
    names.dedup();
    let more = match names.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    names.truncate(MAX_LISTED);
    (!names.is_empty()).then(|| format!("The {what} of the widget: {}{more}", names.join(", ")))
}

/// The example of a tool; of a block or toolbar the place where there are more.
fn example(tool: &ToolEntry, wrong: &str) -> Option<String> {
    let (argument, is_inside) =
        wrong.split_once(['.', '[']).map_or((wrong, false), |(argument, _)| (argument, true));
    let is_shown = tool.example.contains(argument);
    match argument {
        "blocks" | "toolbars" if is_inside || !is_shown => Some(
            "get_component_docs tells the properties of each block and component, with examples"
                .to_owned(),
        ),
        // The problem says what the change of this kind takes.
        "changes" if is_inside => None,
        _ => Some(format!("An example: {} {}", tool.description.name, tool.example)),
    }
}

#[cfg(test)]
mod tests {
    use widget_state::Rows;

    use super::*;
    use crate::tools;

    #[test]
    fn the_names_that_there_are_are_listed() {
        let html: String = (0..40).map(|n| format!("<p id=p{n:02}></p>")).collect();
        let widget = Widget::html(&*html);
        let listed = names_of(&widget, "no element \"x\"").unwrap();
        assert!(listed.starts_with("The ids of the widget: p00, p01, "), "{listed}");
        assert!(listed.ends_with("p29 and 10 more"), "{listed}");
        let rows = Rows::parse(r#"[{"city": "Oslo", "people": 7}]"#).unwrap();
        let listed = names_of(&Widget::table(rows), "in a row: no column \"x\"");
        assert_eq!(listed.unwrap(), "The columns of the widget: city, people");
        assert_eq!(names_of(&widget, "a title is too long"), None);
        assert_eq!(names_of(&Widget::html(""), "no element \"x\""), None);
    }

    #[test]
    fn an_example_shows_what_is_wrong() {
        let tool = tools::all().iter().find(|one| one.description.name == "create_widget");
        let tool = tool.unwrap();
        let example = |wrong: &str| example(tool, wrong).unwrap();
        assert!(example("blocks[0]").starts_with("get_component_docs"));
        assert!(example("toolbars[0].items").starts_with("get_component_docs"));
        assert!(example("toolbars").starts_with("An example: create_widget {"));
        assert!(example("").starts_with("An example: create_widget {"));
    }
}
