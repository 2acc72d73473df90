//! The elements of an agent's HTML: their ids and the text they start with.

mod controls;
mod parsing;
pub(crate) mod problems;
mod reader;
mod reading;
mod tree;
mod work;

use indexmap::IndexMap;

pub(crate) use controls::Fields;
use parsing::Context;
use problems::Problems;

/// The structure of a piece of HTML, known without running it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct HtmlIndex {
    /// The elements with an id, by that, in the order in which they begin.
    elements: IndexMap<String, Element>,
    /// Its places of blocks in their order.
    pub(crate) places: Vec<Place>,
    /// The text of all of it.
    pub(crate) text: String,
    /// The same as it is read, as in elements.
    pub(crate) all_read: String,
    /// The text in no element with an id, a paragraph, cell or item a line; it ends in an ellipsis
    /// if there is more.
    pub(crate) loose: String,
    /// True if there may be further elements: those that scripts make, or that are in what would take
    /// too long to read. Those of `<script>`s in HTML that is put into a page do not run.
    pub(crate) scripted: bool,
    /// True if a script may answer clicks of elements that have no handler of their own.
    pub(crate) listens: bool,
    /// True if it has a script that would run in the HTML of a page.
    pub(crate) has_script: bool,
    /// True if it has a password field.
    pub(crate) has_password_field: bool,
    /// Attributes and calls of scripts that do nothing in a page.
    pub(crate) problems: Problems,
    /// Buttons and forms that do nothing unless a script of the page answers them.
    pub(crate) idle: Vec<&'static str>,
    pub(crate) fields: Fields,
}

/// An element that stands deeper is taken to be there, whatever became of those further out.
const MAX_AROUND: usize = 512;

/// An element with an id; of two with one id, the first, which a browser finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Element {
    /// The text inside it.
    text: String,
    /// The same as it is read, where that is another: with a space between paragraphs, cells and
    /// lines, without scripts and style sheets, and with an ellipsis for the text of elements with
    /// an id inside, which they have themselves.
    read: Option<String>,
    /// The number of the innermost element that it stands in.
    around: Option<usize>,
}

/// The place of a block, which is no element: its id is that of the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Empty for a place without an id.
    pub(crate) id: String,
    /// Its class and style, as attributes in HTML.
    pub(crate) look: String,
    /// The number of the innermost element that it stands in.
    around: Option<usize>,
}

impl HtmlIndex {
    /// That of a page.
    pub(crate) fn of(html: &str) -> Self {
        reader::read(html, Context::Page)
    }

    /// That of HTML which is put into a page.
    pub(crate) fn of_part(html: &str) -> Self {
        reader::read(html, Context::Part)
    }

    /// The text that an element starts with.
    pub(crate) fn first_text(&self, id: &str) -> Option<&str> {
        self.elements.get(id).map(|element| &*element.text)
    }

    /// The ids of its elements.
    pub(crate) fn element_ids(&self) -> impl Iterator<Item = &str> {
        self.elements.keys().map(String::as_str)
    }

    /// The elements with the text they start with.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.elements.iter().map(|(id, element)| (&**id, &*element.text))
    }

    /// True if an element stands in this HTML, and in none of its containers that `is_replaced`.
    pub(crate) fn holds(&self, id: &str, is_replaced: impl Fn(&str) -> bool) -> bool {
        self.elements.contains_key(id) && !self.around(id).any(is_replaced)
    }

    /// The elements with their texts as they are read.
    pub(crate) fn read_texts<'a>(&'a self) -> impl DoubleEndedIterator<Item = (&'a str, &'a str)> {
        let read = |element: &'a Element| element.read.as_deref().unwrap_or(&element.text);
        self.elements.iter().map(move |(id, element)| (&**id, read(element)))
    }

    /// The id of the innermost element that one stands in.
    pub(crate) fn container(&self, id: &str) -> Option<&str> {
        self.id(self.elements.get(id)?.around)
    }

    /// The id of the innermost element that a place stands in.
    pub(crate) fn container_of(&self, place: &Place) -> Option<&str> {
        self.id(place.around)
    }

    fn id(&self, number: Option<usize>) -> Option<&str> {
        self.elements.get_index(number?).map(|(id, _)| &**id)
    }

    /// The elements around one, the innermost first. They have an end: each began before those in it.
    fn around(&self, id: &str) -> impl Iterator<Item = &str> {
        let outer = |number: &usize| self.elements[*number].around;
        let first = self.elements.get(id).and_then(|element| element.around);
        let all = std::iter::successors(first, outer).take(MAX_AROUND);
        all.filter_map(|number| self.id(Some(number)))
    }
}

#[cfg(test)]
mod tests {
    use super::reader::MAX_TEXT;
    use super::*;

    fn text(html: &str, id: &str) -> Option<String> {
        HtmlIndex::of(html).first_text(id).map(ToOwned::to_owned)
    }

    #[test]
    fn elements_are_found_with_their_text() {
        let html = "<div id=a>x <div>y</div> <b id='b'> 5 </b></div><input id=c><p id=d>open";
        assert_eq!(text(html, "a").unwrap(), "x y  5");
        assert_eq!(text(html, "b").unwrap(), "5");
        assert_eq!(text(html, "c").unwrap(), "");
        assert_eq!(text(html, "d").unwrap(), "open");
        assert_eq!(text("<!-- <b id=x>1</b> --><b title='<i id=y>'>", "x"), None);
        assert_eq!(text("<b id=x>1 &amp; 2</b>", "x").unwrap(), "1 & 2");
    }

    #[test]
    fn an_element_goes_with_the_container_around_it() {
        let html = "<div id=a><p id=b>x<section id=c><b id=d>1</b></section></div><i id=e>2</i>";
        let index = HtmlIndex::of(html);
        let holds = |id: &str, replaced: &str| index.holds(id, |other| other == replaced);
        for id in ["a", "b", "c", "d", "e"] {
            assert!(holds(id, "none") && holds(id, id), "{id}");
        }
        assert!(!holds("d", "c") && !holds("d", "a") && !holds("c", "a") && !holds("b", "a"));
        assert!(holds("e", "a") && holds("a", "d") && !holds("x", "none"));
        assert!(holds("c", "b") && holds("d", "b"), "a section ends a paragraph");
    }

    #[test]
    fn containers_are_those_of_a_browser() {
        for (html, inner, around) in [
            ("<p id=a>x<section><i id=b></i></section>", "b", None),
            ("<li id=a>x <b id=b>1</b><li id=c><p>y", "b", Some("a")),
            ("<li id=a><ul><li>x</ul><p id=b>y", "b", Some("a")),
            ("<li id=a><p>x<li><p id=b>y", "b", None),
            ("<tr id=a><td>x<div id=b>1</div></td></tr>", "b", Some("a")),
            ("<tr id=a><td>x<tr><td id=b>", "b", None),
            ("<table><thead id=a><tr><th>x<tbody><tr><td id=b></table>", "b", None),
            ("<table><tbody id=a><tr><td>x</table><table><tr><td id=b></table>", "b", None),
            ("<table id=a><tr><td><i id=b></i></table>", "b", Some("a")),
            ("<table id=a><tr><td>x</td></tr><p id=b>y</table>", "b", None),
            ("<svg id=a><g><text id=b>1</text></g></svg>", "b", Some("a")),
            ("<button id=a>x<button id=b>y", "b", None),
            ("<p><b id=a></p><i id=b>1</i>", "b", Some("a")),
            ("<b id=a>x<div>y</b><i id=b>z</i></div>", "b", None),
            ("<dl id=a><dt>x<dd><i id=b>y</i></dl>", "b", Some("a")),
            ("<select id=a><option id=b>x<option>y</select>", "b", Some("a")),
            ("<div id='a'/><i id=b>x</i>", "b", Some("a")),
            ("<p id=x></p><div id=a><div id=b><div id=a></div></div></div>", "b", Some("a")),
        ] {
            assert_eq!(HtmlIndex::of_part(html).container(inner), around, "{html}");
        }
    }

    #[test]
    fn of_two_elements_with_one_id_the_first_is_found() {
        let html = "<div id=a>1<div id=a>2<b id=c>3</b></div></div>";
        assert_eq!(text(html, "a").unwrap(), "123");
        let index = HtmlIndex::of(html);
        assert!(!index.holds("c", |id| id == "a") && index.holds("c", |_| false));
        let place = HtmlIndex::of("<div id=a><widget-block id=a></widget-block></div>");
        assert!(place.holds("a", |id| id == "a"));
    }

    #[test]
    fn the_first_attribute_of_a_name_counts_and_none_of_an_end_tag() {
        assert_eq!(text("<b id=x class=y id=z>1</b>", "x").unwrap(), "1");
        assert_eq!(text("<b id=x class=y id=z>1</b>", "z"), None);
        assert_eq!(text("<b class='' id=x title=y>1</b>", "x").unwrap(), "1");
        assert_eq!(text("<b>1</b id=x>", "x"), None);
        assert!(!HtmlIndex::of("<b>1</b onclick=x()>").scripted);
    }

    #[test]
    fn scripts_and_text_fields_hold_no_elements() {
        let html = "<script>if (1 <b id=x>2) {}</script><textarea id=y> <b id=z> </textarea>";
        assert_eq!(text(html, "x"), None);
        assert_eq!(text(html, "y").unwrap(), "<b id=z>");
        assert_eq!(text(html, "z"), None);
    }

    #[test]
    fn scripts_and_handlers_are_noticed() {
        assert!(!HtmlIndex::of("<b>script</b>").scripted);
        assert!(HtmlIndex::of("<SCRIPT>1</SCRIPT>").scripted);
        assert!(HtmlIndex::of("<b onclick=x()>").scripted);
    }

    #[test]
    fn places_are_no_elements() {
        let html = "<p id=a>1</p><widget-block id=b /><WIDGET-BLOCK class=x id='c'></WIDGET-BLOCK>\
            <template><template></template><widget-block id=d></widget-block></template>\
            <widget-block></widget-block><!-- <widget-block id=d> -->";
        let index = HtmlIndex::of(html);
        let places: Vec<&str> = index.places.iter().map(|place| &*place.id).collect();
        assert_eq!(places, ["b", "c", ""]);
        assert_eq!(index.element_ids().collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn of_a_template_and_the_head_nothing_is_in_the_page() {
        let index =
            HtmlIndex::of("<title>x</title><template><script>1</script><i id=a></i></template>y");
        assert!(!index.scripted && index.first_text("a").is_none());
        assert_eq!(index.text, "y");
        let drawing = HtmlIndex::of("<svg id=s><widget-block id=w></widget-block></svg>");
        assert!(drawing.places.is_empty() && drawing.element_ids().eq(["s"]));
    }

    #[test]
    fn password_fields_are_noticed() {
        let has = |html| HtmlIndex::of(html).has_password_field;
        assert!(has("<INPUT id=a TYPE='Password'>") && has("<input type=password>"));
        assert!(!has("<input type=text name=password>") && !has("<b type=password>"));
        assert!(!has("<script>'<input type=password>'</script>"));
    }

    #[test]
    fn of_a_long_text_only_the_begin_is_kept() {
        let html = format!("{}{}", "<div id=a><p id=b>".repeat(10), "\u{fc}".repeat(1_000_000));
        assert_eq!(text(&html, "a").unwrap(), "\u{fc}".repeat(MAX_TEXT));
        let html = format!("<p id=a>{}", "<i>12345</i>".repeat(1_000));
        assert!(text(&html, "a").unwrap().len() < MAX_TEXT + 5);
    }

    #[test]
    fn large_html_is_read_whole_and_hostile_html_is_cut() {
        let is_whole = |html: &str| !HtmlIndex::of(html).scripted;
        let row = "<tr><td>1</td><td><a href=x class=y>2</a></td></tr>";
        let page = "<div>".repeat(20) + "<table>" + &row.repeat(5_000) + "</table><p id=end>";
        assert!(is_whole(&page) && text(&page, "end").is_some());
        let attributes: String = (0..20_000).map(|number| format!(" a{number}")).collect();
        assert!(is_whole(&format!("<b{attributes}>")));
        assert!(is_whole(&"</div>".repeat(10_000)) && is_whole(&"<p>x".repeat(20_000)));
        let many = |html: &str| -> String {
            (0..5_000).map(|number| html.replace('N', &number.to_string())).collect()
        };
        for hostile in [
            "<div id=a>",
            "<b id=N>x",
            "<p><b id=N></p>",
            "<table><td>",
            "<a id=N><div>",
            "<a-long-name-N>",
            "<template><object><object></template>",
        ] {
            assert!(!is_whole(&many(hostile)), "{hostile}");
        }
    }
}
