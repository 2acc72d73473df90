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
        "asks nobody and answers false: show_toast with confirm asks, and so does a <dialog>",
    ),
    ("prompt", "asks nobody and answers null: a field in the page asks"),
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

/// The problem of an attribute of an element; of one of unknown name without a `tag`.
pub(crate) fn of_attribute(tag: &str, name: &str, value: &str) -> Option<String> {
    match name {
        _ if name.starts_with("on") => of_script(value).next(),
        "data-event" => of_event(value.trim()),
        "src" | "poster" | "background" => of_address(tag, name, value.trim()),
        "href" | "xlink:href" if LOADED_BY_HREF.contains(&tag) => {
            of_address(tag, name, value.trim())
        }
        _ => None,
    }
}

/// The problems of what a script calls.
pub(crate) fn of_script(code: &str) -> impl Iterator<Item = String> {
    let calls = CALLS.into_iter().filter(|(name, _)| calls(code, name));
    let calls = calls.map(|(name, instead)| format!("{name}() of a script {instead}"));
    let stores = STORES.into_iter().filter(|name| code.contains(name)).map(|name| {
        format!(
            "{name} is empty again when the page is loaded again: what must last is what you set \
             with the tools, and the events"
        )
    });
    calls.chain(stores)
}

/// True if the code calls the browser's function of this name, and not one of its own.
fn calls(code: &str, name: &str) -> bool {
    let is_own = code.contains(&format!("function {name}"));
    let found = code.match_indices(name).any(|(at, _)| {
        let before = code[..at].trim_end_matches("window.").chars().next_back();
        let is_whole = before.is_none_or(|c| !c.is_alphanumeric() && !"_$.".contains(c));
        is_whole && code[at + name.len()..].trim_start().starts_with('(')
    });
    found && !is_own
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
        let own = "<p>confirm() and localStorage</p><script>function confirm(x) {} confirm(1);
            toast.confirm('x'); reprint(); $print(1); const fetch_all = 1; alert('x')</script>";
        assert_eq!(HtmlIndex::of(own).problems.iter().next(), None);
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
