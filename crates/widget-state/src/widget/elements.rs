//! The elements of the agent's HTML as they are now.

use std::collections::{HashMap, HashSet};

use crate::widget::Widget;

impl Widget {
    /// The elements of the agent's HTML that have an id and are there now, with the text of each,
    /// as far as it is known without running the HTML: first those of the HTML as it was given,
    /// then those that were put in since.
    ///
    /// ```
    /// use widget_state::{ElementEdit, Op, Widget};
    ///
    /// let mut widget = Widget::html("<ul id=log><li id=a>1</li></ul>");
    /// widget.apply(Op::edit_element("log", ElementEdit::Append("<li id=b>2</li>".into())))?;
    /// widget.apply(Op::edit_element("a", ElementEdit::Remove))?;
    /// assert_eq!(widget.elements_now(), [("log", "1"), ("b", "2")]);
    /// # Ok::<(), widget_state::StateError>(())
    /// ```
    #[must_use]
    pub fn elements_now(&self) -> Vec<(&str, &str)> {
        let (mut emptied, mut removed) = (HashSet::new(), HashSet::new());
        let (mut seen, mut own) = (HashSet::new(), HashMap::new());
        let mut put_in = Vec::new();
        for changed in self.contents.iter().rev() {
            let index = changed.index();
            for (id, first) in index.texts.iter().rev() {
                let is_there = !removed.contains(id.as_str())
                    && index.holds(id, |container| emptied.contains(container));
                if is_there && seen.insert(id.as_str()) {
                    let text = own.get(id.as_str()).copied();
                    put_in.push((id.as_str(), text.unwrap_or(first.as_str())));
                }
            }
            if let Some(text) = changed.text() {
                own.entry(changed.id()).or_insert(text);
            }
            if changed.removes() {
                removed.insert(changed.id());
            }
            if changed.empties() {
                emptied.insert(changed.id());
            }
        }
        let given = self.indexes().flat_map(|index| {
            index.texts.iter().map(move |(id, first)| (index, id.as_str(), first.as_str()))
        });
        let given = given.filter(|(index, id, _)| {
            let is_gone = seen.contains(id) || removed.contains(id);
            !is_gone && index.holds(id, |container| emptied.contains(container))
        });
        let given = given.map(|(_, id, first)| (id, own.get(id).copied().unwrap_or(first)));
        given.chain(put_in.iter().rev().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
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
            ("box", "6"),
            ("end", "2"),
            ("a", "3 4"),
            ("log", "3 4"),
            ("state", "7"),
            ("b", "5"),
            ("new", "6"),
            ("first", "8"),
        ];
        assert_eq!(widget.elements_now(), all);
        widget.apply(edit("a", json!("remove"))).unwrap();
        widget.apply(edit("end", json!("remove"))).unwrap();
        let left = [("box", "6"), ("log", "3 4"), ("b", "5"), ("new", "6")];
        assert_eq!(widget.elements_now(), left);
        for id in ["inner", "a", "state", "first", "end"] {
            assert!(widget.apply(Op::set_content(id, Content::Text("9".into()))).is_err(), "{id}");
        }
    }
}
