//! The error of a call, as its caller reads it.

use rmcp::model::JsonObject;
use widget_state::{Part, Widget};

use crate::error::clipped;
use crate::tool::correction::correct_call;
use crate::tool::error::ToolError;
use crate::tool::example::example;
use crate::tool::names::{meant, other_name};
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
            let help = help.or_else(|| example(tool, given, (name, problem)));
            let others =
                given.map_or_else(String::new, |given| other_unknown(tool, given, problem));
            help.map_or_else(
                || format!("{place}{problem}{others}"),
                |help| format!("{place}{problem}{others}\n{help}"),
            )
        }
        ToolError::Failed(problem) => problem.clone(),
    }
}

/// The arguments that a tool has not beside the one that a problem names: reading ends with the
/// first.
fn other_unknown(tool: &ToolEntry, given: &JsonObject, problem: &str) -> String {
    let Some(first) = problem.strip_prefix("unknown field \"") else { return String::new() };
    let known: Vec<&str> = tool.types.names().collect();
    let own = |own: &str| known.iter().copied().find(|name| *name == own);
    let is_other = |name: &&String| {
        other_name(name, own).is_none() && first.split('"').next() != Some(name.as_str())
    };
    let told = |name: &String| {
        let near = meant(name, &known).map(|near| format!(" (did you mean \"{near}\"?)"));
        format!("\"{}\"{}", clipped(name), near.unwrap_or_default())
    };
    let others: Vec<String> = given.keys().filter(is_other).take(MAX_LISTED).map(told).collect();
    if others.is_empty() { String::new() } else { format!("; unknown, too: {}", others.join(", ")) }
}

/// The names that the widget has, where the problem is one that it has not.
fn names_of(widget: &Widget, problem: &str) -> Option<String> {
    let (what, mut names): (_, Vec<String>) = if problem.contains("no block \"") {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools;

    #[test]
    fn the_names_that_there_are_are_listed() {
        let html: String = (0..40).map(|n| format!("<p id=p{n:02}></p>")).collect();
        let widget = Widget::html(&*html);
        let listed = names_of(&widget, "no element \"x\"").unwrap();
        assert!(listed.starts_with("The ids of the widget: p00, p01, "), "{listed}");
        assert!(listed.ends_with("p29 and 10 more"), "{listed}");
        assert_eq!(names_of(&widget, "a title is too long"), None);
        assert_eq!(names_of(&Widget::html(""), "no element \"x\""), None);
    }

    #[test]
    fn every_unknown_argument_is_told() {
        let mut all = tools::all().iter();
        let tool = all.find(|one| one.description.name == "create_widget").unwrap();
        let given = serde_json::json!({"html": "", "colour": 1, "theme": "dark", "widht": "wide"});
        let Err(ToolError::Argument { problem, .. }) =
            (tool.check)(given.as_object().unwrap().clone())
        else {
            panic!("refused");
        };
        let others = other_unknown(tool, given.as_object().unwrap(), &problem);
        assert_eq!(
            others, "; unknown, too: \"theme\", \"widht\" (did you mean \"width\"?)",
            "{problem}"
        );
        assert_eq!(other_unknown(tool, given.as_object().unwrap(), "no element"), "");
    }
}
