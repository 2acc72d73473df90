//! Collects what is known of HTML on the way through its tree.

use std::collections::HashMap;

use super::controls::{Controls, is_answer, is_answer_by_value};
use super::parsing::{Context, Tag, parse};
use super::reading::{Reading, would_join};
use super::tree::Met;
use super::{HtmlIndex, Place, problems};

/// The ends of the types of scripts that run (HTML Living Standard 4.12.1).
const CODE: [&str; 3] = ["javascript", "ecmascript", "module"];

/// Parts of the code of scripts that listen: `x.addEventListener`, `x.onclick =`, `$(x).on`.
const LISTENING: [&str; 2] = ["addEventListener", ".on"];

/// The element in whose place a block stands.
const PLACE: &str = "widget-block";

/// So much text of an element, in characters: more is not needed to start a counter
/// from, and each character may stand in all that is open.
pub(super) const MAX_TEXT: usize = 1_024;

/// Stands for elements with an id in the text around them as it is read.
const GAP: &str = "…";

pub(super) fn read(html: &str, context: Context) -> HtmlIndex {
    let (tree, tags) = parse(html, context);
    let mut reader = Reader { runs_scripts: context == Context::Page, ..Reader::default() };
    reader.index.scripted = tags.is_cut;
    tree.walk(|met| match met {
        Met::Begin(element) => reader.begin(&tags.of(element)),
        Met::End(element) => reader.end(&tags.of(element)),
        Met::Text(text) => reader.text(text),
    });
    reader.finish()
}

/// Collects ids and leading text on its way.
#[derive(Default)]
struct Reader {
    index: HtmlIndex,
    runs_scripts: bool,
    /// The elements with an id that are open.
    open: Vec<Open>,
    /// The text in none of them, as it is read.
    read: Read,
    /// True between the tags of a script.
    in_script: bool,
    /// True in the head of a page, whose text is not that of the page.
    in_head: bool,
    /// The templates that are open: what is in one is no part of the page.
    templates: usize,
    reading: Reading,
    /// The code of scripts and handlers.
    code: String,
    controls: Controls,
    has_file_field: bool,
    /// True for tags that make a button, field or form do something, by their numbers, in
    /// templates and outside. An element that is closed out of order is there more than once.
    answers: HashMap<(usize, bool), bool>,
}

/// An element that is open and whose text is wanted.
struct Open {
    /// Its number among those of the index.
    number: usize,
    /// False for the second of two elements with one id: a browser finds the first.
    is_first: bool,
    text: String,
    read: Read,
    /// True if it began in another paragraph, line or cell than the text before.
    is_apart: bool,
}

/// Text as it is read, with gaps for the elements with an id inside.
#[derive(Default)]
struct Read {
    text: String,
    /// True if it is more than gaps.
    has_own: bool,
    /// True if a gap is the last of it.
    ends_in_gap: bool,
}

impl Read {
    fn add(&mut self, text: &str, is_apart: bool) {
        if is_apart && would_join(&self.text, text) {
            self.text.push(' ');
        }
        extend(&mut self.text, text);
        let is_blank = text.trim().is_empty();
        self.has_own |= !is_blank;
        self.ends_in_gap &= is_blank;
    }

    fn leave_gap(&mut self, is_apart: bool) {
        if !self.ends_in_gap {
            let has_own = self.has_own;
            self.add(GAP, is_apart);
            (self.has_own, self.ends_in_gap) = (has_own, true);
        }
    }

    /// The text, which gaps alone are not.
    fn text(&self) -> &str {
        if self.has_own { self.text.trim() } else { "" }
    }

    fn is_blank(&self) -> bool {
        !self.has_own && !self.ends_in_gap
    }
}

impl Reader {
    fn begin(&mut self, tag: &Tag<'_>) {
        let name = tag.name();
        let kind = tag.kind();
        self.reading.begin(name);
        self.in_head |= name == "head";
        let is_answered = self.note_attributes(tag);
        self.controls.open(name, &kind, is_answered);
        if name == "script" {
            self.index.scripted |= self.runs_scripts && self.templates == 0;
            if kind.is_empty() || CODE.iter().any(|code| kind.ends_with(code)) {
                self.in_script = true;
                self.index.has_script = true;
                self.code += ";\n";
            }
        }
        self.index.has_password_field |= name == "input" && kind == "password";
        self.has_file_field |= name == "input" && kind == "file";
        if self.templates == 0 {
            if is_place(tag) {
                self.place(tag);
            } else if let Some(id) = element_id(tag) {
                self.open(id);
            }
        }
        self.templates += usize::from(is_template(tag));
    }

    fn end(&mut self, tag: &Tag<'_>) {
        let name = tag.name();
        self.in_script &= name != "script";
        self.in_head &= name != "head";
        self.reading.end(name);
        self.controls.close(name);
        self.templates -= usize::from(is_template(tag));
        if self.templates == 0 && element_id(tag).is_some() {
            self.close();
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_script {
            self.code += text;
        }
        if self.templates > 0 {
            return;
        }
        self.open.iter_mut().for_each(|element| extend(&mut element.text, text));
        if !self.in_head {
            extend(&mut self.index.text, text);
        }
        let Some(is_apart) = self.reading.next_is_apart() else { return };
        self.innermost().add(text, is_apart);
        if self.open.is_empty() {
            self.reading.add_loose(text);
        }
    }

    /// The text as it is read of the innermost element with an id, or of what is in none.
    fn innermost(&mut self) -> &mut Read {
        self.open.last_mut().map_or(&mut self.read, |open| &mut open.read)
    }

    /// Notes the faults and scripts of an element, and returns whether it has what makes a button,
    /// field or form do something.
    fn note_attributes(&mut self, tag: &Tag<'_>) -> bool {
        let Some(number) = tag.number() else { return false };
        let key = (number, self.templates > 0);
        if let Some(known) = self.answers.get(&key) {
            return *known;
        }
        let mut is_answered = false;
        for (name, value) in tag.attributes() {
            is_answered |= is_answer(name) || is_answer_by_value(name, value);
            if name.starts_with("on") {
                self.index.scripted |= self.templates == 0;
                self.code += ";\n";
                self.code += value;
            }
            if !value.is_empty() {
                let problem = problems::of_attribute(tag.name(), name, value);
                problem.into_iter().for_each(|one| self.index.problems.add(one));
            }
        }
        self.answers.insert(key, is_answered);
        is_answered
    }

    fn place(&mut self, tag: &Tag<'_>) {
        let id = tag.id().unwrap_or_default().to_owned();
        let around = self.open.last().map(|open| open.number);
        let look = ["class", "style"].into_iter().filter_map(|name| {
            let value = tag.attribute(name)?.replace('&', "&amp;").replace('"', "&quot;");
            Some(format!(" {name}=\"{value}\""))
        });
        self.index.places.push(Place { id, look: look.collect(), around });
    }

    fn open(&mut self, id: &str) {
        let known = self.index.elements.get_index_of(id);
        if known.is_some() {
            self.index.problems.add(problems::of_taken_id(id));
        }
        let number = known.unwrap_or_else(|| {
            let around = self.open.last().map(|open| open.number);
            let element = super::Element { around, ..super::Element::default() };
            self.index.elements.insert_full(id.to_owned(), element).0
        });
        self.open.push(Open {
            number,
            is_first: known.is_none(),
            text: String::new(),
            read: Read::default(),
            is_apart: self.reading.is_apart(),
        });
    }

    fn close(&mut self) {
        let Some(closed) = self.open.pop() else { return };
        if !closed.read.is_blank() {
            self.innermost().leave_gap(closed.is_apart);
        }
        let element = self.index.elements.get_index_mut(closed.number).map(|(_, element)| element);
        if let Some(element) = element.filter(|_| closed.is_first) {
            let (text, read) = (closed.text.trim(), closed.read.text());
            element.read = (text != read).then(|| read.to_owned());
            element.text = text.to_owned();
        }
    }

    fn finish(mut self) -> HtmlIndex {
        self.index.text = self.index.text.trim().to_owned();
        self.index.all_read = self.read.text().to_owned();
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

/// The id of an element that is no place.
fn element_id<'a>(tag: &Tag<'a>) -> Option<&'a str> {
    tag.id().filter(|_| tag.name() != PLACE)
}

fn is_place(tag: &Tag<'_>) -> bool {
    tag.is_html() && tag.name() == PLACE
}

/// The content of a template is no part of the page.
fn is_template(tag: &Tag<'_>) -> bool {
    tag.is_html() && tag.name() == "template"
}

fn extend(all: &mut String, text: &str) {
    let room = MAX_TEXT.saturating_sub(all.len());
    all.extend(text.chars().take(room));
}
