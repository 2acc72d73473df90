//! Other names that callers write for ours.

use widget_state::nearest;

/// Words that callers write, and ours. One is taken where the object that it stands in may have
/// one of these and does not have it yet. Of several lines for a word the first counts of which
/// the object may have any.
const WORDS: &[(&str, &[&str])] = &[
    ("body", &["html"]),
    ("caption", &["label", "title"]),
    ("checked", &["value"]),
    ("children", &["blocks", "items"]),
    ("choices", &["options"]),
    ("class", &["class_name"]),
    ("col_id", &["field"]),
    ("cols", &["columns"]),
    ("column", &["field"]),
    ("column_defs", &["columns"]),
    ("components", &["items", "blocks"]),
    ("content", &["html", "markdown"]),
    ("content", &["blocks"]),
    ("cursor", &["after"]),
    ("data", &["data_json", "rows"]),
    ("data_json", &["rows"]),
    ("default", &["value", "selected"]),
    ("default_value", &["value", "selected"]),
    ("delta", &["change"]),
    ("description", &["caption", "help"]),
    ("diff", &["change"]),
    ("difference", &["change"]),
    ("event", &["events"]),
    ("event_name", &["event", "event_type"]),
    ("event_types", &["events"]),
    ("fig", &["figure", "figure_json"]),
    ("figure", &["figure_json"]),
    ("figure_json", &["figure"]),
    ("file_ref", &["ref"]),
    ("header", &["title"]),
    ("header", &["label"]),
    ("header_name", &["title"]),
    ("heading", &["title"]),
    ("heading", &["label"]),
    ("hint", &["help"]),
    ("history", &["trend"]),
    ("id", &["component_id", "widget_id", "block_id", "row_id", "ref"]),
    ("id", &["name"]),
    ("id", &["value"]),
    ("items", &["blocks", "options"]),
    ("key", &["field"]),
    ("key", &["name"]),
    ("key", &["value"]),
    ("label", &["title"]),
    ("maximum", &["max"]),
    ("minimum", &["min"]),
    ("name", &["title", "label", "component_id", "field", "value"]),
    ("name", &["skill"]),
    ("on_click", &["event"]),
    ("payload", &["data"]),
    ("records", &["data_json", "rows"]),
    ("reference", &["ref"]),
    ("row_data", &["data_json", "rows"]),
    ("row", &["rows"]),
    ("rows", &["data_json"]),
    ("since", &["after"]),
    ("source", &["src"]),
    ("sparkline", &["trend"]),
    ("submit_label", &["submit"]),
    ("submit_text", &["submit"]),
    ("subtitle", &["caption"]),
    ("text", &["label", "html", "markdown", "message"]),
    ("title", &["label"]),
    ("type", &["kind", "component"]),
    ("url", &["src"]),
    ("value", &["selected", "text"]),
    ("values", &["data_json", "options"]),
];

/// Words that may be another kind of content: they are suggested, never taken.
const RELATED: &[(&str, &str)] = &[("content", "text"), ("markdown", "text")];

/// Words of other frameworks for the values of an argument, such as the `op` of a change or the
/// `type` of a column, and ours; the first counts that is allowed. They are suggested.
const VALUES: &[(&str, &[&str])] = &[
    ("add", &["append"]),
    ("bool", &["boolean", "toggle"]),
    ("boolean", &["toggle"]),
    ("delete", &["remove"]),
    ("double", &["number"]),
    ("dropdown", &["select"]),
    ("float", &["number"]),
    ("insert", &["after"]),
    ("int", &["number"]),
    ("integer", &["number"]),
    ("replace", &["set"]),
    ("str", &["text"]),
    ("string", &["text"]),
    ("switch", &["toggle"]),
    ("update", &["set"]),
];

/// The allowed word that another framework's word for a value means.
pub(crate) fn word_for<'a>(word: &str, allowed: &[&'a str]) -> Option<&'a str> {
    let word = snake_case(word);
    let (_, own) = VALUES.iter().find(|(other, _)| *other == word)?;
    own.iter().find_map(|own| allowed.iter().copied().find(|one| one == own))
}

/// The name that is meant by another one where it can be one only: in another case
/// (`componentId`), or another word for it. `is_free` tells which names may still be given.
pub(crate) fn other_name<'a>(
    name: &str,
    is_free: impl Fn(&str) -> Option<&'a str>,
) -> Option<&'a str> {
    let name = snake_case(name);
    if let Some(own) = is_free(&name) {
        return Some(own);
    }
    let lines = WORDS.iter().filter(|(word, _)| *word == name);
    let free = |(_, own): &(_, &[&str])| own.iter().filter_map(|own| is_free(own)).collect();
    let free: Vec<&str> = lines.map(free).find(|free: &Vec<_>| !free.is_empty())?;
    if let [own] = free[..] { Some(own) } else { None }
}

/// The known name that is probably meant by another one: nearly the same, the only one that is a
/// longer or shorter form of it (`data` for `data_json`), or another word for it.
pub(crate) fn meant<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let is_form = |one: &&&str| {
        let (long, short) = if one.len() > name.len() { (**one, name) } else { (name, **one) };
        long.split('_').any(|word| word == short)
    };
    let mut forms = known.iter().filter(is_form);
    let form = forms.next().filter(|_| forms.next().is_none()).copied();
    let find = |own: &str| known.iter().copied().find(|one| *one == own);
    let words = WORDS.iter().filter(|(word, _)| *word == name).flat_map(|(_, own)| own.iter());
    let related = RELATED.iter().filter(|(word, _)| *word == name).map(|(_, own)| own);
    nearest(name, known.iter().copied())
        .or(form)
        .or_else(|| words.chain(related).find_map(|own| find(own)))
}

/// `componentId`, `component-id` and `ComponentID` as `component_id`.
fn snake_case(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 2);
    let mut before_is_lower = false;
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && before_is_lower {
            snake.push('_');
        }
        before_is_lower = letter.is_ascii_lowercase() || letter.is_ascii_digit();
        snake.push(if letter == '-' || letter == ' ' { '_' } else { letter.to_ascii_lowercase() });
    }
    snake
}

#[cfg(test)]
mod tests {
    use super::*;

    fn other<'a>(name: &str, free: &[&'a str]) -> Option<&'a str> {
        other_name(name, |own| free.iter().copied().find(|one| *one == own))
    }

    #[test]
    fn another_case_and_another_word_are_taken_where_they_mean_one_thing() {
        let component = ["component_id", "label", "event", "value"];
        assert_eq!(other("componentId", &component), Some("component_id"));
        assert_eq!(other("Component-ID", &component), Some("component_id"));
        assert_eq!(other("checked", &component), Some("value"));
        assert_eq!(other("text", &component), Some("label"));
        assert_eq!(other("class", &["label", "class_name"]), Some("class_name"));
        // A component has a name to show and one for events.
        assert_eq!(other("name", &component), None);
        assert_eq!(other("lable", &component), None);
        assert_eq!(other("id", &["widget_id", "component_id"]), None);
        assert_eq!(other("timeout", &["timeout_ms"]), None);
        let wait = ["after", "limit", "events", "timeout_ms"];
        assert_eq!(other("since", &wait), Some("after"));
        assert_eq!(other("event_types", &wait), Some("events"));
        assert_eq!(other("payload", &["event_type", "data"]), Some("data"));
        // The traces of a figure are not the figure.
        assert_eq!(other("data", &["figure_json", "title"]), None);
    }

    #[test]
    fn words_of_other_frameworks_for_values_are_suggested() {
        assert_eq!(word_for("replace", &["set", "append"]), Some("set"));
        assert_eq!(word_for("Bool", &["text", "boolean"]), Some("boolean"));
        assert_eq!(word_for("boolean", &["text", "toggle"]), Some("toggle"));
        assert_eq!(word_for("string", &["number"]), None);
    }

    #[test]
    fn other_names_are_suggested_where_one_only_is_meant() {
        let known = ["data_json", "title", "columns", "row_id"];
        assert_eq!(meant("data", &known), Some("data_json"));
        assert_eq!(meant("records", &known), Some("data_json"));
        assert_eq!(meant("titel", &known), Some("title"));
        assert_eq!(meant("id", &known), Some("row_id"));
        assert_eq!(meant("type", &["kind", "from"]), Some("kind"));
        assert_eq!(meant("markdown", &["id", "html", "text"]), Some("text"));
        assert_eq!(meant("spaceship", &known), None);
    }
}
