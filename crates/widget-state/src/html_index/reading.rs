//! The text of HTML as it is read: by lines, and without scripts and style sheets.

/// So much text outside of elements with an id, in bytes.
const MAX_LOOSE: usize = 16_384;

/// Elements that begin and end a line of what is read (HTML Living Standard 15.3), and `br`.
const BLOCKS: [&str; 48] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "br",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "legend",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "option",
    "p",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
    "widget-block",
];

/// Elements between whose tags nothing is shown.
const UNSEEN: [&str; 5] = ["noscript", "script", "style", "template", "title"];

/// The state of reading HTML from its begin to its end.
#[derive(Default)]
pub(super) struct Reading {
    /// The elements that are open and not shown.
    unseen: usize,
    /// True if the text that comes next is in another paragraph, line or cell than the one before.
    is_apart: bool,
    loose: String,
}

impl Reading {
    /// The begin of an element.
    pub(super) fn begin(&mut self, name: &str) {
        self.unseen += usize::from(UNSEEN.contains(&name));
        self.pass(name);
    }

    /// Its end.
    pub(super) fn end(&mut self, name: &str) {
        self.unseen -= usize::from(UNSEEN.contains(&name));
        self.pass(name);
    }

    fn pass(&mut self, name: &str) {
        if !BLOCKS.contains(&name) {
            return;
        }
        self.is_apart = true;
        if !self.loose.is_empty() && !self.loose.ends_with('\n') {
            self.loose.push('\n');
        }
    }

    /// Returns whether what comes next is in another paragraph, line or cell than the text before.
    pub(super) fn is_apart(&self) -> bool {
        self.is_apart
    }

    /// Returns whether the text that comes now stands apart from the one before; `None` if it is not
    /// shown.
    pub(super) fn next_is_apart(&mut self) -> Option<bool> {
        (self.unseen == 0).then(|| std::mem::take(&mut self.is_apart))
    }

    /// Adds text that stands in no element with an id.
    pub(super) fn add_loose(&mut self, text: &str) {
        let loose = &mut self.loose;
        let is_gap = text.trim().is_empty() && (loose.is_empty() || loose.ends_with(['\n', ' ']));
        if loose.len() > MAX_LOOSE || is_gap {
            return;
        }
        let one_line = |letter: char| if letter.is_whitespace() { ' ' } else { letter };
        let room = MAX_LOOSE.saturating_sub(loose.len());
        loose.extend(text.chars().take(room).map(one_line));
        if loose.len() >= MAX_LOOSE {
            loose.push('…');
        }
    }

    /// The text in no element with an id, by lines.
    pub(super) fn into_loose(self) -> String {
        self.loose
    }
}

/// Returns whether two words would be one with this text behind the other.
pub(super) fn would_join(before: &str, text: &str) -> bool {
    let is_open = before.chars().next_back().is_some_and(|letter| !letter.is_whitespace());
    is_open && !text.starts_with(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html_index::HtmlIndex;

    #[test]
    fn what_stands_in_no_element_with_an_id_is_known_by_lines() {
        let loose = |html: &str| HtmlIndex::of(html).loose.trim().to_owned();
        let html = "<style>p { color: red }</style><h1>What\n happened</h1>Revenue <b>up</b>\n\
            <ul><li>One<li>Two</ul><p id=a>known</p><p>The total: <b id=b>5</b> euros</p>a<br>b";
        let lines = "What  happened\nRevenue up \nOne\nTwo\nThe total:  euros\na\nb";
        assert_eq!(loose(html), lines);
        assert_eq!(loose("<script>1</script> <p> </p><title>x</title>"), "");
        let long = loose(&"<p>12345678</p>".repeat(10_000));
        assert!(long.len() < MAX_LOOSE + 10 && long.ends_with('…'));
        let html = "<div id=a><style>p {}</style><p>x</p><p>y</p>z<a>2</a></div><b id=b>1</b>";
        let read = HtmlIndex::of(html);
        assert_eq!(read.read_texts().collect::<Vec<_>>(), [("a", "x y z2"), ("b", "1")]);
        assert_eq!(read.first_text("a"), Some("p {}xyz2"));
        assert_eq!(loose("<template><style>p {}</style><p>Row</p></template>x"), "x");
    }
}
