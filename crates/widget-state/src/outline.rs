//! The elements of an agent's HTML: their ids and the text they start with.

use std::collections::BTreeMap;

use html5gum::{Token, Tokenizer};

/// What is known of a piece of HTML without running it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outline {
    /// Element id to the text inside the element.
    pub(crate) texts: BTreeMap<String, String>,
    /// Whether scripts may make further elements.
    pub(crate) scripted: bool,
}

/// Elements without content (HTML Living Standard 13.1.2, void elements).
const VOID: [&[u8]; 13] = [
    b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta",
    b"source", b"track", b"wbr",
];

/// An element that is open and whose text is wanted.
struct Open {
    tag: Vec<u8>,
    /// How many elements of the same name are open inside.
    nested: usize,
    id: String,
    text: String,
}

/// Deeper elements are known, but not their text: what is open is looked through
/// for every tag.
const MAX_OPEN: usize = 128;

/// More is not needed to start a counter from.
const MAX_TEXT: usize = 1_024;

impl Outline {
    pub(crate) fn of(html: &str) -> Self {
        let mut outline = Self::default();
        let mut open: Vec<Open> = Vec::new();
        for Ok(token) in Tokenizer::new(html) {
            match token {
                Token::StartTag(tag) => {
                    let name: &[u8] = &tag.name;
                    outline.scripted |= name == b"script"
                        || tag.attributes.keys().any(|key| key.starts_with(b"on"));
                    for element in open.iter_mut().filter(|element| element.tag == name) {
                        element.nested += 1;
                    }
                    if let Some(id) = tag.attributes.get(&b"id"[..]) {
                        let id = String::from_utf8_lossy(id).into_owned();
                        if VOID.contains(&name) || open.len() == MAX_OPEN {
                            outline.texts.entry(id).or_default();
                        } else {
                            open.push(Open {
                                tag: name.to_vec(),
                                nested: 0,
                                id,
                                text: String::new(),
                            });
                        }
                    }
                }
                Token::EndTag(tag) => outline.close(&mut open, &tag.name),
                Token::String(text) => {
                    let text = String::from_utf8_lossy(&text);
                    for element in open.iter_mut().filter(|open| open.text.len() < MAX_TEXT) {
                        element.text.push_str(&text);
                    }
                }
                _ => {}
            }
        }
        open.into_iter().for_each(|element| outline.add(element));
        outline
    }

    /// Whether there is such an element, or a script may make it.
    pub(crate) fn may_hold(&self, id: &str) -> bool {
        self.scripted || self.texts.contains_key(id)
    }

    fn close(&mut self, open: &mut Vec<Open>, name: &[u8]) {
        let mut index = 0;
        while index < open.len() {
            let element = &mut open[index];
            if element.tag != name {
                index += 1;
            } else if element.nested == 0 {
                self.add(open.remove(index));
            } else {
                element.nested -= 1;
                index += 1;
            }
        }
    }

    fn add(&mut self, element: Open) {
        let text = element.text.trim().to_owned();
        // The first of two elements with one id is the one a browser finds.
        self.texts.entry(element.id).or_insert(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(html: &str, id: &str) -> Option<String> {
        Outline::of(html).texts.get(id).cloned()
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
    fn scripts_and_handlers_are_noticed() {
        assert!(!Outline::of("<b>script</b>").scripted);
        assert!(Outline::of("<SCRIPT>1</SCRIPT>").scripted);
        assert!(Outline::of("<b onclick=x()>").scripted);
    }

    #[test]
    fn deep_and_broken_html_ends() {
        Outline::of(&"<div id=a>".repeat(50_000));
        Outline::of(&"</div>".repeat(10_000));
    }
}
