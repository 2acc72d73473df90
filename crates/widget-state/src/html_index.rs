//! The elements of an agent's HTML: their ids and the text they start with.

mod controls;
pub(crate) mod problems;
mod reading;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashSet};
use std::convert::Infallible;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

pub(crate) use controls::Fields;
use controls::{Controls, is_answer, is_answer_by_value};
use problems::Problems;
use reading::Reading;

/// The structure of a piece of HTML, known without running it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct HtmlIndex {
    /// Element id to the text inside the element.
    pub(crate) texts: BTreeMap<String, String>,
    /// Element id to the same as it is read, where that is another: with a space between paragraphs,
    /// cells and lines, and without scripts and style sheets.
    read: BTreeMap<String, String>,
    /// The id of an element or place to the id of the innermost element that it surely stands in: one of
    /// [`CONTAINERS`], or one in which only [`PHRASING`] came before it.
    pub(crate) containers: BTreeMap<String, String>,
    /// The ids of its [`PLACE`]s in their order, an empty one for a place without an id. They are
    /// those of blocks, so they are no elements.
    pub(crate) places: Vec<String>,
    /// The class and style of those places that have some, as attributes in HTML, by their ids.
    pub(crate) looks: BTreeMap<String, String>,
    /// The text of all of it.
    pub(crate) text: String,
    /// The same as it is read.
    pub(crate) all_read: String,
    /// The text in no element with an id, a paragraph, cell or item a line; it ends in an ellipsis
    /// if there is more.
    pub(crate) loose: String,
    /// True if scripts may make further elements.
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

/// Elements without content (HTML Living Standard 13.1.2, void elements).
const VOID: [&[u8]; 13] = [
    b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta",
    b"source", b"track", b"wbr",
];

/// Elements in which what stands between their tags really is: an end tag closes them and
/// nothing else does (HTML Living Standard 13.1.2.4), and no content is moved out of them.
const CONTAINERS: [&[u8]; 23] = [
    b"address",
    b"article",
    b"aside",
    b"blockquote",
    b"details",
    b"dialog",
    b"div",
    b"dl",
    b"fieldset",
    b"figcaption",
    b"figure",
    b"footer",
    b"form",
    b"header",
    b"hgroup",
    b"main",
    b"menu",
    b"nav",
    b"ol",
    b"search",
    b"section",
    b"summary",
    b"ul",
];

/// Elements with those that surely stand in them, of what is a part of a table or a list of options.
const PARTS: [(&[u8], &[&[u8]]); 3] = [
    (b"table", &[b"caption", b"thead", b"tbody", b"tfoot", b"tr", b"td", b"th"]),
    (b"tr", &[b"td", b"th"]),
    (b"select", &[b"optgroup", b"option"]),
];

/// Elements that close none of those that they stand in (HTML Living Standard 13.2.6.4.7), but for
/// a button in a button.
const PHRASING: [&str; 30] = [
    "abbr", "b", "bdi", "br", "button", "cite", "code", "data", "em", "i", "img", "input", "kbd",
    "label", "mark", "meter", "output", "progress", "q", "s", "samp", "small", "span", "strong",
    "sub", "sup", "time", "u", "var", "wbr",
];

/// Elements out of which what is no part of a table is moved (13.2.6.4.9).
const TABLE: [&[u8]; 5] = [b"table", b"tbody", b"thead", b"tfoot", b"tr"];

/// The ends of the types of scripts that run (HTML Living Standard 4.12.1).
const CODE: [&[u8]; 3] = [b"javascript", b"ecmascript", b"module"];

/// Parts of the code of scripts that listen: `x.addEventListener`, `x.onclick =`, `$(x).on`.
const LISTENING: [&str; 2] = ["addEventListener", ".on"];

/// The element in whose place a block stands.
const PLACE: &[u8] = b"widget-block";

/// Deeper elements are known, but not their text: what is open is looked through
/// for every tag.
const MAX_OPEN: usize = 128;

/// So much text of an element, in characters: more is not needed to start a counter
/// from, and each character may stand in all that is open.
const MAX_TEXT: usize = 1_024;

impl HtmlIndex {
    pub(crate) fn of(html: &str) -> Self {
        let mut reader = Reader::default();
        let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| {
            reader.read(&event);
            None::<Infallible>
        });
        // What is in scripts and text fields is not markup.
        emitter.naively_switch_states(true);
        Tokenizer::new_with_emitter(html, emitter).for_each(drop);
        reader.finish()
    }

    /// The text that an element starts with.
    pub(crate) fn first_text(&self, id: &str) -> Option<&str> {
        self.texts.get(id).map(String::as_str)
    }

    /// True if an element stands in this HTML, and in none of its containers that `is_replaced`.
    pub(crate) fn holds(&self, id: &str, is_replaced: impl Fn(&str) -> bool) -> bool {
        if !self.texts.contains_key(id) {
            return false;
        }
        let mut inside = id;
        // A container that contains itself would be one id for two elements.
        for _ in 0..MAX_OPEN {
            match self.containers.get(inside) {
                Some(container) if is_replaced(container) => return false,
                Some(container) => inside = container,
                None => break,
            }
        }
        true
    }

    fn add(&mut self, Open { id, text, read, .. }: Open) {
        // The first of two elements with one id is the one a browser finds.
        let Entry::Vacant(place) = self.texts.entry(id) else { return };
        let (text, read) = (text.trim(), read.trim());
        if text != read {
            self.read.insert(place.key().clone(), read.to_owned());
        }
        place.insert(text.to_owned());
    }

    /// The elements with their texts as they are read.
    pub(crate) fn read_texts(&self) -> impl DoubleEndedIterator<Item = (&str, &str)> {
        let read = |(id, text)| (id, self.read.get(id).unwrap_or(text));
        self.texts.iter().map(read).map(|(id, text)| (id.as_str(), text.as_str()))
    }

    /// Returns whether an element is another or surely stands in it. Of two elements with one id each
    /// may be said to stand in the other.
    pub(crate) fn stands_in(&self, inner: &str, outer: &str) -> bool {
        let container = |id: &&String| self.containers.get(id.as_str());
        let first = self.containers.get(inner);
        inner == outer
            || std::iter::successors(first, container).take(MAX_OPEN).any(|one| one == outer)
    }

    /// Returns whether an element surely stands in another that has an id.
    pub(crate) fn is_inside(&self, id: &str) -> bool {
        self.containers.contains_key(id)
    }
}

/// An element that is open and whose text is wanted.
struct Open {
    tag: Vec<u8>,
    /// The number of open elements of the same name inside.
    nested: usize,
    id: String,
    text: String,
    /// The text as it is read.
    read: String,
    /// True while no start tag was in it that may have closed it.
    is_plain: bool,
}

impl Open {
    /// True if an element of this name that begins now surely stands in it.
    fn surely_holds(&self, name: &[u8]) -> bool {
        let is_part = PARTS.iter().any(|(tag, parts)| self.tag == *tag && parts.contains(&name));
        CONTAINERS.contains(&&self.tag[..]) || self.is_plain || (is_part && self.nested == 0)
    }
}

/// Collects ids and leading text while it tokenizes.
#[derive(Default)]
struct Reader {
    index: HtmlIndex,
    open: Vec<Open>,
    /// The start tag that is being read. One that the HTML ends in is none.
    tag: Option<StartTag>,
    /// True between the tags of a script.
    in_script: bool,
    /// The templates that are open: what is in one is no part of the page.
    templates: usize,
    reading: Reading,
    /// The code of scripts and handlers.
    code: String,
    controls: Controls,
    /// The ids of all elements.
    ids: HashSet<String>,
    has_file_field: bool,
}

struct StartTag {
    name: Vec<u8>,
    /// The first of two attributes of a name is the one that counts.
    id: Option<String>,
    /// The attribute that the next value belongs to.
    attribute: Attribute,
    /// Its `type`, in small letters.
    kind: Vec<u8>,
    scripted: bool,
    /// True if it has what makes a button, field or form do something.
    is_answered: bool,
    class: Option<String>,
    style: Option<String>,
}

impl StartTag {
    fn is_password(&self) -> bool {
        self.name == b"input" && self.kind == b"password"
    }

    fn is_file(&self) -> bool {
        self.name == b"input" && self.kind == b"file"
    }

    /// Notes an attribute of a place that a block takes.
    fn add_look(&mut self, name: &str, value: &[u8]) {
        let attribute = match name {
            "class" => &mut self.class,
            "style" => &mut self.style,
            _ => return,
        };
        attribute.get_or_insert_with(|| String::from_utf8_lossy(value).into_owned());
    }

    /// The class and style, as attributes in HTML.
    fn look(&self) -> String {
        let attribute = |(name, value): (&str, &Option<String>)| {
            let value = value.as_ref()?.replace('&', "&amp;").replace('"', "&quot;");
            Some(format!(" {name}=\"{value}\""))
        };
        let both = [("class", &self.class), ("style", &self.style)];
        both.into_iter().filter_map(attribute).collect()
    }

    /// Returns whether it begins a script, and not one of data.
    fn is_code(&self) -> bool {
        let is_code = self.kind.is_empty() || CODE.iter().any(|code| self.kind.ends_with(code));
        self.name == b"script" && is_code
    }
}

#[derive(PartialEq)]
enum Attribute {
    Id,
    Type,
    /// The name of one that nothing but its problems is known of.
    Other(String),
}

impl Reader {
    fn read(&mut self, event: &CallbackEvent<'_>) {
        match event {
            CallbackEvent::OpenStartTag { name } => {
                let scripted = *name == b"script";
                self.tag = Some(StartTag {
                    name: name.to_vec(),
                    id: None,
                    attribute: Attribute::Other(String::new()),
                    kind: Vec::new(),
                    scripted,
                    is_answered: false,
                    class: None,
                    style: None,
                });
            }
            CallbackEvent::AttributeName { name } => {
                // An end tag may have attributes as well, which mean nothing.
                let Some(tag) = &mut self.tag else { return };
                tag.scripted |= name.starts_with(b"on");
                tag.is_answered |= str::from_utf8(name).is_ok_and(is_answer);
                tag.attribute = match *name {
                    b"id" if tag.id.is_none() => Attribute::Id,
                    b"type" => Attribute::Type,
                    _ => Attribute::Other(String::from_utf8_lossy(name).into_owned()),
                };
                if tag.attribute == Attribute::Id {
                    tag.id = Some(String::new());
                }
            }
            CallbackEvent::AttributeValue { value } => {
                let Some(tag) = &mut self.tag else { return };
                if let Attribute::Other(name) = &tag.attribute {
                    tag.is_answered |=
                        str::from_utf8(value).is_ok_and(|value| is_answer_by_value(name, value));
                    if tag.name == PLACE {
                        let name = name.clone();
                        tag.add_look(&name, value);
                    }
                }
                match &tag.attribute {
                    Attribute::Id => tag.id = Some(String::from_utf8_lossy(value).into_owned()),
                    Attribute::Type => tag.kind = value.trim_ascii().to_ascii_lowercase(),
                    Attribute::Other(name) => {
                        let tag = String::from_utf8_lossy(&tag.name);
                        let value = String::from_utf8_lossy(value);
                        if name.starts_with("on") {
                            self.code += ";\n";
                            self.code += &value;
                        }
                        let problem = problems::of_attribute(&tag, name, &value);
                        problem.into_iter().for_each(|one| self.index.problems.add(one));
                    }
                }
            }
            CallbackEvent::CloseStartTag { .. } => {
                if let Some(tag) = self.tag.take() {
                    self.open(tag);
                }
            }
            CallbackEvent::EndTag { name } => {
                self.in_script &= *name != b"script";
                self.reading.end(name);
                self.close(name);
            }
            CallbackEvent::String { value } => {
                let text = String::from_utf8_lossy(value);
                if self.in_script {
                    self.code += &text;
                }
                self.text(&text);
            }
            CallbackEvent::Comment { .. }
            | CallbackEvent::Doctype { .. }
            | CallbackEvent::Error(_) => {}
        }
    }

    fn text(&mut self, text: &str) {
        let texts = self.open.iter_mut().map(|element| &mut element.text);
        texts.chain([&mut self.index.text]).for_each(|all| extend(all, text));
        let Some(is_apart) = self.reading.next_is_apart() else { return };
        let read = self.open.iter_mut().map(|element| &mut element.read);
        for all in read.chain([&mut self.index.all_read]) {
            if is_apart && reading::would_join(all, text) {
                all.push(' ');
            }
            extend(all, text);
        }
        if self.open.is_empty() {
            self.reading.add_loose(text);
        }
    }

    fn open(&mut self, tag: StartTag) {
        self.controls.open(&tag.name, &tag.kind, tag.is_answered);
        self.reading.begin(&tag.name);
        self.index.scripted |= tag.scripted;
        if tag.is_code() {
            self.in_script = true;
            self.index.has_script = true;
            self.code += ";\n";
        }
        self.index.has_password_field |= tag.is_password();
        self.has_file_field |= tag.is_file();
        let look = tag.look();
        let StartTag { name, id, .. } = tag;
        if name == b"template" {
            self.templates += 1;
        }
        if name == PLACE {
            let id = id.unwrap_or_default();
            if self.templates == 0 {
                self.note_container(&id, &name);
                // A block takes the last place with its id.
                if look.is_empty() {
                    self.index.looks.remove(&id);
                } else {
                    self.index.looks.insert(id.clone(), look);
                }
                self.index.places.push(id);
            }
            return;
        }
        for element in self.open.iter_mut().filter(|element| element.tag == name) {
            element.nested += 1;
        }
        for element in &mut self.open {
            let is_in_its_like = name == b"button" && element.tag == name;
            element.is_plain &= is_phrasing(&name) && !is_in_its_like;
        }
        let Some(id) = id else { return };
        self.note_container(&id, &name);
        if self.templates == 0 && !id.is_empty() && !self.ids.insert(id.clone()) {
            self.index.problems.add(problems::of_taken_id(&id));
        }
        if VOID.contains(&&name[..]) || self.open.len() == MAX_OPEN {
            self.index.texts.entry(id).or_default();
        } else {
            let is_plain = !TABLE.contains(&&name[..]);
            self.open.push(Open {
                tag: name,
                nested: 0,
                id,
                text: String::new(),
                read: String::new(),
                is_plain,
            });
        }
    }

    fn note_container(&mut self, id: &str, name: &[u8]) {
        let mut around = self.open.iter().rev();
        if let Some(container) = around.find(|open| open.surely_holds(name)) {
            self.index.containers.entry(id.to_owned()).or_insert_with(|| container.id.clone());
        }
    }

    fn close(&mut self, name: &[u8]) {
        if name == b"template" {
            self.templates = self.templates.saturating_sub(1);
        }
        self.controls.close(name);
        let mut index = 0;
        while index < self.open.len() {
            let element = &mut self.open[index];
            if element.tag != name {
                index += 1;
            } else if element.nested == 0 {
                let element = self.open.remove(index);
                self.index.add(element);
            } else {
                element.nested -= 1;
                index += 1;
            }
        }
        // What is open still may have ended with it.
        for element in &mut self.open {
            element.is_plain &= is_phrasing(name);
        }
    }

    fn finish(mut self) -> HtmlIndex {
        self.open.into_iter().for_each(|element| self.index.add(element));
        self.index.text = self.index.text.trim().to_owned();
        self.index.all_read = self.index.all_read.trim().to_owned();
        self.index.loose = self.reading.into_loose();
        if self.has_file_field && !self.index.scripted {
            self.index.problems.add(problems::OF_FILE.into());
        }
        self.index.fields = self.controls.fields();
        self.index.idle = self.controls.problems();
        self.index.listens = LISTENING.iter().any(|word| self.code.contains(word));
        problems::of_scripts(&self.code).for_each(|one| self.index.problems.add(one));
        self.index
    }
}

fn extend(all: &mut String, text: &str) {
    let room = MAX_TEXT.saturating_sub(all.len());
    all.extend(text.chars().take(room));
}

fn is_phrasing(name: &[u8]) -> bool {
    PHRASING.iter().any(|phrasing| phrasing.as_bytes() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(html: &str, id: &str) -> Option<String> {
        HtmlIndex::of(html).texts.get(id).cloned()
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
        // A paragraph may end before its end tag.
        assert!(holds("c", "b") && holds("d", "b"));
        let list = HtmlIndex::of("<li id=a>x <b id=b>1</b><li id=c><p>y<i id=d>2</i></p></li>");
        let holds = |id: &str, replaced: &str| list.holds(id, |other| other == replaced);
        assert!(!holds("b", "a") && holds("c", "a") && holds("d", "c"));
        let table = "<tr id=a><td id=b>x <i id=c>1</i></td></tr><tr><td id=d></td></tr>";
        let table = HtmlIndex::of(table);
        let holds = |id: &str, replaced: &str| table.holds(id, |other| other == replaced);
        assert!(!holds("b", "a") && !holds("c", "a") && !holds("c", "b") && holds("d", "a"));
        assert!(!HtmlIndex::of("<b id=a><b id=b>1</b></b>").holds("b", |id| id == "a"));
        assert!(HtmlIndex::of("<button id=a><button id=b>").holds("b", |id| id == "a"));
        assert!(HtmlIndex::of("<p><b id=a></p><i id=b>1</i>").holds("b", |id| id == "a"));
        assert!(HtmlIndex::of("<tr id=a><td><tr><td id=b>").holds("b", |id| id == "a"));
        let twice = HtmlIndex::of("<div id=a><div id=a><b id=c></b></div></div>");
        assert!(!twice.holds("c", |id| id == "a") && twice.holds("c", |_| false));
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
        assert_eq!(index.places, ["b", "c", ""]);
        assert_eq!(index.texts.into_keys().collect::<Vec<_>>(), ["a"]);
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
    fn deep_and_broken_html_ends() {
        HtmlIndex::of(&"<div id=a>".repeat(50_000));
        HtmlIndex::of(&"</div>".repeat(10_000));
    }
}
