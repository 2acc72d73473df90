//! Contents that replaced those of elements.

use std::collections::HashSet;
use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::html_index::HtmlIndex;
use crate::op::Content;

/// The contents of elements and components, in the order of their last writes: applying
/// them in that order to the HTML as it was given gets what an open page shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Contents(Vec<Replaced>);

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Replaced {
    id: String,
    content: Content,
    index: Arc<HtmlIndex>,
}

impl Replaced {
    pub(crate) fn new(id: &str, content: Content) -> Self {
        let index = match &content {
            Content::Html(html) => HtmlIndex::of(html),
            Content::Text(_) => HtmlIndex::default(),
        };
        Self { id: id.to_owned(), content, index: Arc::new(index) }
    }

    /// The ids of the blocks that it has places for.
    pub(crate) fn places(&self) -> impl Iterator<Item = &str> {
        self.index.places.iter().map(String::as_str)
    }

    fn element_ids(&self) -> impl Iterator<Item = &str> {
        self.index.texts.keys().map(String::as_str)
    }

    fn text(&self) -> &str {
        match &self.content {
            Content::Text(text) => text,
            Content::Html(_) => &self.index.text,
        }
    }
}

impl Contents {
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Content)> {
        self.0.iter().map(|replaced| (replaced.id.as_str(), &replaced.content))
    }

    pub(crate) fn get(&self, id: &str) -> Option<&Content> {
        self.0.iter().find(|replaced| replaced.id == id).map(|replaced| &replaced.content)
    }

    /// Replaces the content of an element. The elements that were in it are gone, and so are those
    /// that it brings if they stood elsewhere; their contents go with them.
    pub(crate) fn put(&mut self, new: Replaced) {
        let mut gone: Vec<String> = self.ids_among(&new.index, &[]);
        gone.push(new.id.clone());
        while let Some(id) = gone.pop() {
            let Some(index) = self.0.iter().position(|replaced| replaced.id == id) else {
                continue;
            };
            let replaced = self.0.remove(index);
            // What was put in later stands there, and no longer in what is removed.
            gone.extend(self.ids_among(&replaced.index, &self.0[index..]));
        }
        self.0.push(new);
    }

    /// The elements of an index whose content was replaced and that `later` does not bring.
    fn ids_among(&self, index: &HtmlIndex, later: &[Replaced]) -> Vec<String> {
        if index.texts.is_empty() {
            return Vec::new();
        }
        let later: HashSet<&str> = later.iter().flat_map(Replaced::element_ids).collect();
        let ids = self.0.iter().map(|replaced| &replaced.id);
        let inside = ids.filter(|id| index.texts.contains_key(*id));
        inside.filter(|id| !later.contains(id.as_str())).cloned().collect()
    }

    /// The text that replaced the content of this element.
    pub(crate) fn own_text(&self, id: &str) -> Option<&str> {
        self.0.iter().find(|replaced| replaced.id == id).map(Replaced::text)
    }

    /// The text that stands in an element now, by what was put there or around it last.
    pub(crate) fn text(&self, id: &str) -> Option<&str> {
        self.0.iter().enumerate().rev().find_map(|(place, replaced)| {
            if replaced.id == id { Some(replaced.text()) } else { self.first_text_in(place, id) }
        })
    }

    /// The text that an element has in the HTML that was put in last.
    pub(crate) fn first_text(&self, id: &str) -> Option<&str> {
        (0..self.0.len()).rev().find_map(|place| self.first_text_in(place, id))
    }

    /// The same in one of the contents, unless what it stood in was replaced since.
    fn first_text_in(&self, place: usize, id: &str) -> Option<&str> {
        let index = &self.0.get(place)?.index;
        let text = index.first_text(id)?;
        let later = &self.0[place + 1..];
        index.holds(id, |other| later.iter().any(|replaced| replaced.id == other)).then_some(text)
    }

    /// True if handlers in it may make further elements.
    pub(crate) fn is_scripted(&self) -> bool {
        self.indexes().any(|index| index.scripted)
    }

    /// The indexes of the HTML that was put in.
    pub(crate) fn indexes(&self) -> impl Iterator<Item = &HtmlIndex> {
        self.0.iter().map(|replaced| &*replaced.index)
    }

    /// The ids of the elements in it.
    pub(crate) fn element_ids(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(Replaced::element_ids)
    }
}

#[derive(Serialize)]
struct Written<'a> {
    component_id: &'a str,
    content: &'a Content,
}

impl Serialize for Contents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let written = self.iter().map(|(component_id, content)| Written { component_id, content });
        serializer.collect_seq(written)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    impl Contents {
        fn set(&mut self, id: &str, content: Content) {
            self.put(Replaced::new(id, content));
        }
    }

    fn html(html: &str) -> Content {
        Content::Html(html.into())
    }

    fn text(text: &str) -> Content {
        Content::Text(text.into())
    }

    fn ids(contents: &Contents) -> Vec<&str> {
        contents.iter().map(|(id, _)| id).collect()
    }

    #[test]
    fn contents_are_kept_in_the_order_of_their_last_writes() {
        let mut contents = Contents::default();
        for (id, content) in [
            ("panel", html("<b id=count>1</b>")),
            ("count", text("5")),
            ("a", text("x")),
            ("count", text("6")),
        ] {
            contents.set(id, content);
        }
        assert_eq!(ids(&contents), ["panel", "a", "count"]);
        let json = serde_json::to_value(&contents).unwrap();
        assert_eq!(json[1], json!({"component_id": "a", "content": {"text": "x"}}));
    }

    #[test]
    fn what_was_inside_of_replaced_content_is_gone() {
        let mut contents = Contents::default();
        contents.set("count", text("5"));
        contents.set("box", html("<i id=x></i><b id=count>0</b>"));
        assert_eq!((ids(&contents), contents.text("count")), (vec!["box"], Some("0")));
        contents.set("x", html("<u id=y>1</u>"));
        contents.set("y", text("2"));
        assert_eq!((contents.text("y"), contents.first_text("y")), (Some("2"), Some("1")));
        contents.set("box", text("empty"));
        assert_eq!(ids(&contents), ["box"]);
        assert_eq!((contents.text("y"), contents.text("box")), (None, Some("empty")));
    }

    #[test]
    fn an_element_that_stands_elsewhere_by_now_keeps_its_content() {
        let mut contents = Contents::default();
        contents.set("inner", html("<b id=note>a</b>"));
        contents.set("sum", html("<b id=note>b</b>"));
        contents.set("note", text("5"));
        // It replaces `inner`, which contained `note`.
        contents.set("count", html("<b id=inner></b>"));
        assert_eq!(
            (ids(&contents), contents.text("note")),
            (vec!["sum", "note", "count"], Some("5"))
        );
    }

    #[test]
    fn the_text_of_html_is_not_its_markup() {
        let mut contents = Contents::default();
        contents.set("count", html("<b>4</b><b>1</b>"));
        assert_eq!(contents.text("count"), Some("41"));
    }
}
