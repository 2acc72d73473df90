//! Attributes and calls that do nothing in a page: an event without a name, an address in the
//! network, a question that the browser does not ask.

use crate::event::EventName;

/// The most problems of one piece of HTML.
const MAX_PROBLEMS: usize = 10;

/// The longest value that a problem shows, in characters.
const MAX_SHOWN: usize = 80;

/// Elements whose `href` the browser loads; that of other elements a person follows.
const LOADED_BY_HREF: [&str; 3] = ["image", "link", "use"];

/// Calls of scripts that do not do in a page what they do in a browser, with what does.
const CALLS: [(&str, &str); 5] = [
    (
        "confirm",
        "opens no dialog and returns false: ask with show_toast and confirm, or with a <dialog>",
    ),
    ("prompt", "opens no dialog and returns null: ask with a field in the page"),
    ("print", "prints nothing: the person prints the page with the browser"),
    (
        "fetch",
        "is refused: a page reaches no network; give the data with the html, or by send_event",
    ),
    ("XMLHttpRequest", "is refused: a page reaches no network; give the data with the html"),
];

/// Storage of browsers that a page has until it is closed or loaded again.
const STORES: [&str; 2] = ["localStorage", "sessionStorage"];

/// The problems that were found, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Problems(Vec<String>);

impl Problems {
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    pub(super) fn add(&mut self, problem: String) {
        if self.0.len() < MAX_PROBLEMS && !self.0.contains(&problem) {
            self.0.push(problem);
        }
    }
}

/// A file of the agent's HTML is not sent.
pub(super) const OF_FILE: &str = "a file field of HTML sends the name of the file alone: a block of \
    the type form has a field {\"type\": \"file\"}, whose file comes to the server";

/// The problem of an id that another element has.
pub(crate) fn of_taken_id(id: &str) -> String {
    let id = shown(id);
    format!(
        "there is something with the id {id:?} already: two with one id cannot be told apart, so \
         give each its own"
    )
}

/// The problem of an attribute of an element; of one of unknown name without a `tag`.
pub(crate) fn of_attribute(tag: &str, name: &str, value: &str) -> Option<String> {
    match name {
        "data-event" => of_event(value.trim()),
        "data-payload" => of_payload(value),
        "src" | "poster" | "background" => of_address(tag, name, value.trim()),
        "href" | "xlink:href" if LOADED_BY_HREF.contains(&tag) => {
            of_address(tag, name, value.trim())
        }
        _ => None,
    }
}

/// The problems of what the scripts of a piece of HTML call.
pub(crate) fn of_scripts(code: &str) -> impl Iterator<Item = String> {
    let code = without_texts(code);
    let calls: Vec<_> = CALLS.into_iter().filter(|(name, _)| calls(&code, name)).collect();
    let stores: Vec<_> = STORES.into_iter().filter(|name| words(&code, name).count() > 0).collect();
    let calls = calls.into_iter().map(|(name, instead)| format!("{name}() of a script {instead}"));
    calls.chain(stores.into_iter().map(|name| {
        format!(
            "{name} is empty again when the page is loaded again: what must last is what you set \
             with the tools, and the events"
        )
    }))
}

/// Code without what stands in quotes and comments, as far as it is known without a parser.
fn without_texts(code: &str) -> String {
    let mut rest = code;
    let mut kept = String::with_capacity(code.len());
    while let Some(at) = rest.find(['"', '\'', '`', '/']) {
        kept.push_str(&rest[..at]);
        let (quote, after) = rest[at..].split_at(1);
        let end = match quote {
            "/" if after.starts_with('/') => after.find('\n').unwrap_or(after.len()),
            "/" if after.starts_with('*') => after.find("*/").map_or(after.len(), |end| end + 2),
            "/" => 0,
            _ => end_of_text(after, quote),
        };
        kept.push(' ');
        rest = &after[end..];
    }
    kept + rest
}

/// The place behind a text; a quote in a regular expression ends with its line.
fn end_of_text(text: &str, quote: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if !is_escaped && (quote.starts_with(c) || c == '\n' && quote != "`") {
            return at + c.len_utf8();
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    text.len()
}

/// The places of a name in code, each with what stands before and behind it.
fn words<'a>(code: &'a str, name: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    code.match_indices(name).filter_map(move |(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        (!before.ends_with(is_of_name) && !after.starts_with(is_of_name)).then_some((before, after))
    })
}

/// True if the code calls the browser's function of this name, and has none of its own.
fn calls(code: &str, name: &str) -> bool {
    let is_own = |(before, after): (&str, &str)| {
        let before = before.trim_end();
        let is_method = after.trim_start().strip_prefix('(').is_some_and(|arguments| {
            let end = arguments.find(['(', ')']).map_or("", |end| &arguments[end..]);
            end.strip_prefix(')').is_some_and(|body| body.trim_start().starts_with('{'))
        });
        is_method
            || ["function", "const", "let", "var"].into_iter().any(|word| before.ends_with(word))
    };
    let is_call = |(before, after): (&str, &str)| {
        let before = before.strip_suffix("window.").unwrap_or(before);
        !before.ends_with('.') && after.trim_start().starts_with('(')
    };
    words(code, name).any(is_call) && !words(code, name).any(is_own)
}

fn of_event(name: &str) -> Option<String> {
    EventName::new(name).err()?;
    let action = name.trim_matches(':');
    let is_action = EventName::new(&format!("page:{action}")).is_ok();
    let way = if is_action { format!("page:{action}") } else { "page:save".into() };
    let shown = shown(name);
    Some(format!(
        "data-event=\"{shown}\" emits nothing: the name of an event is group:action, such as {way}"
    ))
}

/// The event comes all the same.
fn of_payload(text: &str) -> Option<String> {
    if serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text).is_ok() {
        return None;
    }
    let shown = shown(text);
    Some(format!(
        "data-payload=\"{shown}\" is no JSON object: the event has it as `payload`; write it as \
         data-payload='{{\"row\": 7}}'"
    ))
}

fn of_address(tag: &str, name: &str, address: &str) -> Option<String> {
    let has_scheme = |scheme: &str| {
        address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    if address.is_empty() || ["data:", "blob:", "#"].into_iter().any(has_scheme) {
        return None;
    }
    let way = match tag {
        "script" | "link" => "write what it has into the html",
        "iframe" | "embed" | "object" => "show the page by navigate, or as a link",
        "audio" | "video" | "source" | "track" => "give what it plays as a data: address",
        _ => "give the picture as a data: address or as <svg>",
    };
    let shown = shown(address);
    let what = if tag.is_empty() { String::new() } else { format!("<{tag}> ") };
    Some(format!(
        "{what}{name}=\"{shown}\" shows nothing: a page loads nothing from the network and reads \
         no files; {way}"
    ))
}

fn shown(value: &str) -> String {
    value.chars().take(MAX_SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use super::super::HtmlIndex;

    #[test]
    fn what_does_nothing_is_said_once() {
        let html = "<button data-event=save>Save</button><a data-event='Save it'>x</a>\
            <img src=\"https://e.example/a.png\"><img SRC=logo.png><img src='logo.png'>\
            <script src=//e.example/d3.js></script><link rel=stylesheet href=/a.css>\
            <video poster=a.jpg></video><audio src=a.mp3></audio><iframe src=http://e.example></iframe>";
        let index = HtmlIndex::of(html);
        let problems: Vec<_> = index.problems.iter().collect();
        let parts = [
            ["data-event=\"save\" emits nothing", "such as page:save"],
            ["data-event=\"Save it\"", "such as page:save"],
            ["<img> src=\"https://e.example/a.png\" shows nothing", "data: address"],
            ["<img> src=\"logo.png\"", "reads no files"],
            ["<script> src=\"//e.example/d3.js\"", "into the html"],
            ["<link> href=\"/a.css\"", "into the html"],
            ["<video> poster=\"a.jpg\"", "data: address"],
            ["<audio> src=\"a.mp3\"", "what it plays"],
            ["<iframe> src", "navigate"],
        ];
        assert_eq!(problems.len(), parts.len(), "{problems:#?}");
        for (problem, parts) in problems.iter().zip(parts) {
            assert!(parts.iter().all(|part| problem.contains(part)), "{parts:?}: {problem}");
        }
    }

    #[test]
    fn a_payload_that_is_no_object_is_told_of() {
        let html = "<b data-event=a:b data-payload='{\"row\": 7}'></b>\
            <b data-event=a:b data-payload='row 7'></b>";
        let index = HtmlIndex::of(html);
        let [problem] = index.problems.iter().collect::<Vec<_>>()[..] else { panic!() };
        assert!(problem.starts_with("data-payload=\"row 7\" is no JSON object"), "{problem}");
    }

    #[test]
    fn calls_that_a_page_does_not_answer_are_told() {
        let html = "<button onclick=\"if (confirm('Delete?')) go()\">x</button><script>
            const name = window.prompt ('Name'); fetch('/api').then(show);
            new XMLHttpRequest(); localStorage.setItem('a', 1); print();</script>";
        let index = HtmlIndex::of(html);
        let problems: Vec<_> = index.problems.iter().collect();
        let names = [
            "confirm() ",
            "prompt() ",
            "print() ",
            "fetch() ",
            "XMLHttpRequest() ",
            "localStorage ",
        ];
        assert_eq!(problems.len(), names.len(), "{problems:#?}");
        for (problem, name) in problems.iter().zip(names) {
            assert!(problem.starts_with(name), "{problem}");
        }
        let fine = |script: &str| {
            let html = format!("<button onclick='print()'>x</button><script>{script}</script>");
            HtmlIndex::of(&html).problems.iter().map(ToOwned::to_owned).collect::<Vec<_>>()
        };
        let own = "function print() {} toast.confirm('x'); reprint(); $confirm(1); fetchAll(); alert('x')
            const prompt = 'ask'; prompt(1); class A { async fetch(url) {} } let localStorageKey = 1;
            // confirm('x') \n/* fetch('y') */ note(\"it's confirm('a')\", `localStorage`, /'/);";
        assert_eq!(fine(own), [""; 0]);
        let near = "function printAll() {} function confirmIt() { if (confirm('Ä?')) {} }";
        assert_eq!(fine(near).len(), 2);
        let data = "<script type=application/json>{\"a\": confirm(1)}</script><p>fetch()</p>";
        assert_eq!(HtmlIndex::of(data).problems.iter().next(), None);
    }

    #[test]
    fn what_works_is_no_problem() {
        let html = "<button data-event=cart:add>+</button><img src='data:image/png;base64,AA=='>\
            <img src=''><a href=https://e.example>x</a><svg><use href='#a'/></svg></img src=a>\
            <script>let s = '<img src=https://e.example/a.png data-event=x>'</script>\
            <!-- <img src=https://e.example/a.png> --><p title='<img src=a.png>'></p>";
        assert_eq!(HtmlIndex::of(html).problems.iter().next(), None);
        let many: String = (0..50).map(|n| format!("<i data-event=a{n}></i>")).collect();
        assert_eq!(HtmlIndex::of(&many).problems.iter().count(), 10);
    }
}
