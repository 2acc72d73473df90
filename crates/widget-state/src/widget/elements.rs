//! The elements of the agent's HTML as they are now.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::block::Block;
use crate::op::element_edit::ElementEdit;
use crate::widget::Widget;
use crate::widget::standing::Standing;

impl Widget {
    /// The elements of the agent's HTML that have an id and are there now, with the text of each,
    /// as far as it is known without running the HTML: first those of the HTML as it was given,
    /// then those that were put in since. An ellipsis stands in it for elements inside that have an
    /// id, and a text of their own.
    ///
    /// ```
    /// use widget_state::{ElementEdit, Op, Widget};
    ///
    /// let mut widget = Widget::html("<ul id=log><li>1</li></ul><p id=a>3</p>");
    /// widget.apply(Op::edit_element("log", ElementEdit::Append("<li id=b>2</li>".into())))?;
    /// widget.apply(Op::edit_element("a", ElementEdit::Remove))?;
    /// let now = widget.elements_now();
    /// assert_eq!(now, [("log", "1".into()), ("b", "2".into())]);
    /// # Ok::<(), widget_state::StateError>(())
    /// ```
    #[must_use]
    pub fn elements_now(&self) -> Vec<(&str, Cow<'_, str>)> {
        let standing = Standing::of(self);
        let (mut put_in, mut own, mut grown) = (Vec::new(), HashMap::new(), Grown::default());
        for changed in self.contents.iter().rev() {
            let index = changed.index();
            for (id, first) in index.read_texts().rev() {
                if standing.has_of(id, index) {
                    let text = own.get(id).copied();
                    put_in.push((id, grown.text(id, text.unwrap_or(first))));
                }
            }
            if let Some(text) = changed.text_read() {
                own.entry(changed.id()).or_insert(text);
            }
            match changed.as_edit() {
                Some(ElementEdit::Prepend(_)) => grown.before(changed.id(), &index.all_read),
                Some(ElementEdit::Append(_)) => grown.after(changed.id(), &index.all_read),
                _ => {}
            }
        }
        let given = self.indexes().flat_map(|index| {
            let texts = index.read_texts();
            texts.filter(|(id, _)| standing.has_of(id, index)).collect::<Vec<_>>()
        });
        let given =
            given.map(|(id, first)| (id, grown.text(id, own.get(id).copied().unwrap_or(first))));
        given.chain(put_in.into_iter().rev()).collect()
    }
}

impl Widget {
    /// The text of the HTML of a block, and of what was put beside elements of it, that stands in
    /// no element with an id: a paragraph, cell or line of a list each, as far as it is known
    /// without running the HTML. One that ends in an ellipsis is not the last.
    #[must_use]
    pub fn loose_texts<'a>(&'a self, block: &'a Block) -> Vec<&'a str> {
        let index = block.kind.as_kind().index();
        let mut texts: Vec<&str> = index.map(|index| index.loose.as_str()).into_iter().collect();
        let has = |id: &str| {
            index.is_some_and(|index| {
                index.first_text(id).is_some() && index.container(id).is_none()
            })
        };
        for changed in self.contents.iter() {
            let is_own = changed.id() == block.id() && changed.is_inside();
            if is_own && matches!(changed.as_edit(), Some(ElementEdit::Prepend(_))) {
                texts.insert(0, &changed.index().loose);
            } else if is_own || (changed.is_beside() && has(changed.id())) {
                texts.push(&changed.index().loose);
            }
        }
        let lines = texts.into_iter().flat_map(str::lines).map(str::trim);
        lines.filter(|line| !line.is_empty()).collect()
    }
}

/// The texts that were put into elements beside what is there, the last first.
#[derive(Default)]
struct Grown<'a>(HashMap<&'a str, (Vec<&'a str>, Vec<&'a str>)>);

impl<'a> Grown<'a> {
    fn before(&mut self, id: &'a str, text: &'a str) {
        self.0.entry(id).or_default().0.push(text);
    }

    fn after(&mut self, id: &'a str, text: &'a str) {
        self.0.entry(id).or_default().1.push(text);
    }

    fn text(&self, id: &str, own: &'a str) -> Cow<'a, str> {
        let Some((before, after)) = self.0.get(id) else { return Cow::Borrowed(own) };
        let all = before.iter().chain([&own]).chain(after.iter().rev());
        let all: Vec<&str> = all.copied().filter(|text| !text.is_empty()).collect();
        Cow::Owned(all.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::block::BODY_ID;
    use crate::op::{Content, Op};

    #[test]
    fn elements_are_those_that_are_there() {
        let mut widget = Widget::html("<div id=box><b id=inner>1</b></div><p id=end>2</p>");
        let edit =
            |id: &str, edit: Value| Op::edit_element(id, serde_json::from_value(edit).unwrap());
        for op in [
            edit("end", json!({"before": "<ul id=log><li id=a>3 <i id=state>4</i></li></ul>"})),
            edit("log", json!({"append": "<li id=b>5</li>"})),
            Op::set_content("box", Content::Html("<u id=new>6</u>".into())),
            Op::set_content("state", Content::Text("7".into())),
            edit("a", json!({"prepend": "<s id=first>8</s>"})),
        ] {
            widget.apply(op).unwrap();
        }
        let all = [
            ("box", ""),
            ("end", "2"),
            ("log", ""),
            ("a", "3 …"),
            ("state", "7"),
            ("b", "5"),
            ("new", "6"),
            ("first", "8"),
        ];
        let now = |widget: &Widget| {
            let now = widget.elements_now().into_iter();
            now.map(|(id, text)| (id.to_owned(), text.into_owned())).collect::<Vec<_>>()
        };
        let owned = |all: &[(&str, &str)]| {
            all.iter().map(|(id, text)| ((*id).to_owned(), (*text).to_owned())).collect::<Vec<_>>()
        };
        assert_eq!(now(&widget), owned(&all));
        widget.apply(edit("a", json!("remove"))).unwrap();
        widget.apply(edit("end", json!("remove"))).unwrap();
        let left = [("box", ""), ("log", ""), ("b", "5"), ("new", "6")];
        assert_eq!(now(&widget), owned(&left));
        for id in ["inner", "a", "state", "first", "end"] {
            assert!(widget.apply(Op::set_content(id, Content::Text("9".into()))).is_err(), "{id}");
        }
    }

    #[test]
    fn texts_outside_of_elements_with_an_id_are_those_that_are_there() {
        let mut widget = Widget::html("<h1>Report</h1><p id=end>2</p><p>done");
        let edit = |edit: Value| serde_json::from_value::<ElementEdit>(edit).unwrap();
        let texts = |widget: &Widget| widget.loose_texts(&widget.blocks()[0]).join("|");
        assert_eq!(texts(&widget), "Report|done");
        for (id, change) in [
            ("end", json!({"before": "<p>beside</p>"})),
            (BODY_ID, json!({"append": "<p>last</p><b id=more>3</b>"})),
            (BODY_ID, json!({"prepend": "<p>first</p>"})),
        ] {
            widget.apply(Op::edit_element(id, edit(change))).unwrap();
        }
        assert_eq!(texts(&widget), "first|Report|done|beside|last");
    }
}
