//! Operations on components and modals.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::block::{Block, BlockCommon};
use crate::component::check_items;
use crate::component::{Component, ComponentKind, TickerItem};
use crate::error::StateError;
use crate::op::Content;
use crate::op::{MarqueeContent, TickerChange};
use crate::suggest::nearest;
use crate::widget::Widget;
use crate::widget::apply::blocks::refused;
use crate::widget::apply::replaced::replaced_in;
use crate::widget::apply::unknown;
use crate::widget::part::Part;
use crate::widget::target::Target;

impl Widget {
    /// The value of the operation becomes the whole value that the block or component has after it.
    pub(super) fn set_value(&mut self, id: &str, value: &mut Value) -> Result<(), StateError> {
        if self.modal(id).is_some() {
            return self.set_open(id, value);
        }
        if let Some(block) = self.block(id)
            && let Some(before) = self.block_value(block)
        {
            check_block_value(block, value)?;
            let kind = block.kind.as_kind();
            *value = kind.set_to(&before, value);
            if kind.forgets_inside(value) {
                let inside: HashSet<String> = block.ids().map(Into::into).collect();
                self.values.retain(|id, _| !inside.contains(id));
            }
            self.values.insert(id.into(), value.clone());
            return Ok(());
        }
        let Some(component) = self.component(id) else {
            return Err(match self.target(id) {
                Target::Block(block) => bad_block_value(block, value),
                Target::Element(_) => StateError::NotAComponent { id: id.into() },
                _ => unknown(id, nearest(id, self.parts().map(Part::id))),
            });
        };
        if !component.accepts(value) {
            return Err(component.bad_value());
        }
        self.values.insert(id.into(), value.clone());
        Ok(())
    }

    fn set_open(&mut self, id: &str, value: &Value) -> Result<(), StateError> {
        let Some(open) = value.as_bool() else {
            let takes = "true, which opens it, or false".into();
            return Err(StateError::BadValue { id: id.into(), type_name: "modal", takes });
        };
        self.values.insert(id.into(), Value::Bool(open));
        if let Some(modal) = self.modals.iter().find(|modal| modal.id() == id && !open)
            && modal.reset_on_close
        {
            for component in Component::walk(&modal.items) {
                self.values.remove(component.id());
            }
        }
        Ok(())
    }

    /// Gives a component of a toolbar, modal or card other properties, in its place.
    pub(super) fn set_component(
        &mut self,
        before: &Block,
        properties: &Map<String, Value>,
    ) -> Result<(), StateError> {
        let mut block = before.with_properties(properties).map_err(refused)?;
        check_place_of(before, &block)?;
        let id = before.id();
        let old: HashSet<String> = before.ids().map(Into::into).collect();
        self.fit(&mut block, &old)?;
        self.visit_components(&mut |component| {
            if component.id() == id
                && let [new] = block.components()
            {
                component.clone_from(new);
            }
        });
        let kind = block.kind.as_kind();
        let is_whole = Block::is_whole(properties);
        let says =
            |names: &[&str]| is_whole || names.iter().any(|name| properties.contains_key(*name));
        if says(kind.start_properties()) {
            self.values.remove(id);
        }
        if says(kind.content_properties()) {
            self.contents.forget_content(id, self.revision + 1);
        }
        let new: HashSet<String> = block.ids().map(Into::into).collect();
        self.forget_replaced(&replaced_in(before, properties), &new);
        self.keep_fitting_values(&old);
        Ok(())
    }

    pub(super) fn set_marquee(
        &mut self,
        id: &str,
        content: &mut MarqueeContent,
    ) -> Result<(), StateError> {
        let is_marquee =
            |component: &&Component| matches!(component.kind, ComponentKind::Marquee(_));
        if self.component(id).filter(is_marquee).is_none() {
            let marquees = self.components().filter(is_marquee).map(Component::id);
            let nearest = nearest(id, marquees).map(Into::into);
            return Err(StateError::UnknownMarquee { id: id.into(), nearest });
        }
        let mut new = Some(match content {
            MarqueeContent::Text(text) => (text.clone(), Vec::new()),
            MarqueeContent::Items(items) => {
                self.give_ids(id, items)?;
                (String::new(), items.clone())
            }
        });
        self.visit_components(&mut |component| {
            if component.id() == id
                && let ComponentKind::Marquee(marquee) = &mut component.kind
                && let Some((text, items)) = new.take()
            {
                (marquee.text, marquee.items) = (text, items);
            }
        });
        Ok(())
    }

    /// Gives each item an id; those of the items that they replace are free again.
    fn give_ids(&self, marquee: &str, items: &mut [Component]) -> Result<(), StateError> {
        check_items(items).map_err(|problem| StateError::Marquee { problem })?;
        let mut ids = self.ids_beside(marquee);
        ids.claim(items)?;
        ids.give(items);
        Ok(())
    }

    pub(super) fn update_ticker(
        &mut self,
        ticker: &str,
        change: &TickerChange,
    ) -> Result<(), StateError> {
        let tickers = || self.components().filter_map(ticker_of);
        if !tickers().any(|known| known == ticker) {
            let nearest = nearest(ticker, tickers()).map(Into::into);
            return Err(StateError::UnknownTicker { ticker: ticker.into(), nearest });
        }
        self.visit_components(&mut |component| {
            if ticker_of(component) == Some(ticker) {
                change.apply(component);
            }
        });
        Ok(())
    }
}

/// The ids of the elements in the HTML of a component.
/// Checks that what comes in the place of a component is one, and a thing of a marquee stays one.
fn check_place_of(before: &Block, block: &Block) -> Result<(), StateError> {
    let [old, new] = [before, block].map(|block| block.kind.type_name());
    let is_item = |name: &str| name == "ticker_item";
    let id = before.id();
    if !block.is_component() || is_item(old) != is_item(new) {
        return Err(refused(format!(
            "\"{id}\" is a {old} among components, and a {new} cannot stand there"
        )));
    }
    if block.common != BlockCommon::default() {
        return Err(refused(format!(
            "\"{id}\" is a {old} beside the blocks: `hidden`, `height`, `span` and `sticky` are \
             properties of blocks; op style hides it with {{\"display\": \"none\"}}"
        )));
    }
    Ok(())
}

fn check_block_value(block: &Block, value: &Value) -> Result<(), StateError> {
    if block.kind.as_kind().accepts(value) { Ok(()) } else { Err(bad_block_value(block, value)) }
}

fn bad_block_value(block: &Block, value: &Value) -> StateError {
    let (id, type_name) = (block.id().to_owned(), block.kind.type_name());
    StateError::BadValue { id, type_name, takes: block.kind.as_kind().describe_accepted(value) }
}

impl TickerChange {
    fn apply(&self, component: &mut Component) {
        if let (Some(content), ComponentKind::TickerItem(item)) =
            (&self.content, &mut component.kind)
        {
            let (text, html) = match content {
                Content::Text(text) => (text.clone(), String::new()),
                Content::Html(html) => (String::new(), html.clone()),
            };
            *item = TickerItem { ticker: std::mem::take(&mut item.ticker), text, html };
        }
        if let Some(style) = &self.style {
            component.common.style.clone_from(style);
        }
        if let Some(class_name) = &self.class_name {
            component.common.class_name.clone_from(class_name);
        }
    }
}

/// Returns the key of a ticker item; one without a key cannot be changed.
fn ticker_of(component: &Component) -> Option<&str> {
    match &component.kind {
        ComponentKind::TickerItem(item) => Some(item.ticker.as_str()).filter(|it| !it.is_empty()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::component::modal::Modal;
    use crate::component::toolbar::Toolbar;
    use crate::op::Op;

    fn widget() -> Widget {
        let toolbar: Toolbar = serde_json::from_value(json!({"items": [
            {"type": "button", "component_id": "go", "label": "Go"},
            {"type": "div", "component_id": "box", "children": [
                {"type": "marquee", "component_id": "news", "items": [
                    {"type": "ticker_item", "ticker": "AAPL", "text": "1"},
                    {"type": "ticker_item", "ticker": "MSFT", "text": "2"}]},
            ]},
            {"type": "marquee", "component_id": "again", "items": [
                {"type": "ticker_item", "ticker": "AAPL", "text": "1"}]},
        ]}))
        .unwrap();
        let modal: Modal = serde_json::from_value(json!({
            "component_id": "settings", "reset_on_close": true,
            "items": [{"type": "text", "component_id": "name", "value": "Ada"}],
        }))
        .unwrap();
        let widget = Widget::html("<b id=total>0</b>").with_toolbars([toolbar]).unwrap();
        widget.with_modals([modal]).unwrap()
    }

    fn items(widget: &Widget, marquee: &str) -> Vec<(String, String)> {
        let children = widget.component(marquee).unwrap().children();
        let text = |component: &Component| match &component.kind {
            ComponentKind::TickerItem(item) => format!("{}{}", item.text, item.html),
            _ => panic!("an item"),
        };
        children.iter().map(|item| (item.id().to_owned(), text(item))).collect()
    }

    fn new_items(value: Value) -> Op {
        let content = MarqueeContent::Items(serde_json::from_value(value).unwrap());
        Op::SetMarquee { component_id: "news".into(), content }
    }

    #[test]
    fn a_ticker_changes_wherever_it_is_shown() {
        let mut widget = widget();
        let change = TickerChange {
            content: Some(Content::Html("<b>9</b>".into())),
            style: Some([("color".into(), "red".into())].into()),
            class_name: None,
        };
        widget.apply(Op::UpdateTicker { ticker: "AAPL".into(), change }).unwrap();
        assert_eq!(items(&widget, "news")[0].1, "<b>9</b>");
        assert_eq!(items(&widget, "again")[0].1, "<b>9</b>");
        assert_eq!(items(&widget, "news")[1].1, "2");
        assert_eq!(widget.component("ticker_item-1").unwrap().common.style["color"], "red");
    }

    #[test]
    fn a_marquee_takes_new_items_and_gives_them_ids() {
        let mut widget = widget();
        let op = new_items(json!([
            {"type": "ticker_item", "ticker": "A", "component_id": "ticker_item-1"},
            {"type": "ticker_item", "ticker": "B"},
        ]));
        widget.apply(op).unwrap();
        let ids: Vec<String> = items(&widget, "news").into_iter().map(|(id, _)| id).collect();
        assert_eq!(ids, ["ticker_item-1", "ticker_item-2"], "the old ids are free again");
        let text = MarqueeContent::Text("News".into());
        widget.apply(Op::SetMarquee { component_id: "news".into(), content: text }).unwrap();
        assert!(items(&widget, "news").is_empty());
    }

    #[test]
    fn what_cannot_be_done_changes_nothing() {
        let mut widget = widget();
        let before = widget.clone();
        let change = TickerChange::default();
        let text = MarqueeContent::Text("x".into());
        for (op, part) in [
            (Op::UpdateTicker { ticker: "AAPLE".into(), change }, "did you mean \"AAPL\"?"),
            (
                Op::SetMarquee { component_id: "new".into(), content: text.clone() },
                "there is no marquee \"new\"; did you mean \"news\"?",
            ),
            (
                Op::SetMarquee { component_id: "go".into(), content: text },
                "there is no marquee \"go\"",
            ),
            (new_items(json!([{"type": "button"}])), "of the type ticker_item, not button"),
            (
                new_items(json!([{"type": "ticker_item", "component_id": "total"}])),
                "two elements or components have the id \"total\"",
            ),
            (set("go", json!({"lable": "x"})), "did you mean \"label\"?"),
            (set("go", json!({"component_id": "x"})), "the id of \"go\" stays"),
            (set("go", json!({"type": "divider"})), "a divider cannot stand there"),
            (set("go", json!({"type": "ticker_item"})), "a ticker_item cannot stand there"),
            (set("ticker_item-1", json!({"type": "button"})), "a button cannot stand there"),
            (set("settings", json!({"title": "x"})), "set_toolbar_values opens and closes it"),
            (set("go", json!({"hidden": true})), "op style hides it"),
            (Op::set_value("settings", json!("open")), "it takes true, which opens it, or false"),
            (Op::set_value("go", json!(true)), "it takes no value"),
            (Op::set_value("setings", json!(true)), "did you mean \"settings\"?"),
            (Op::set_content("settings", Content::Text("x".into())), "no content"),
        ] {
            let message = widget.apply(op).unwrap_err().to_string();
            assert!(message.contains(part), "{part}: {message}");
            assert_eq!(widget, before);
        }
    }

    fn set(id: &str, properties: Value) -> Op {
        let properties = serde_json::from_value(properties).unwrap();
        Op::SetBlock { component_id: id.into(), properties }
    }

    #[test]
    fn a_component_gets_other_properties_in_its_place() {
        let options = ["Oslo", "Rome"];
        let city = json!({"type": "select", "component_id": "city", "options": options,
            "selected": "Oslo"});
        let items = json!({"items": [city, {"type": "button", "component_id": "act"}]});
        let toolbar: Toolbar = serde_json::from_value(items).unwrap();
        let card = json!([{"type": "card", "id": "c", "actions": [
            {"type": "button", "component_id": "more", "label": "More"}]}]);
        let page = Widget::page(serde_json::from_value(card).unwrap()).unwrap();
        let mut widget = page.with_toolbars([toolbar]).unwrap();
        widget.apply(Op::set_value("city", json!("Rome"))).unwrap();
        widget.apply(Op::set_content("act", Content::Text("Wait".into()))).unwrap();
        for (id, properties) in [
            ("city", json!({"options": ["Rome", "Bari"], "label": "City"})),
            ("act", json!({"disabled": true})),
            ("more", json!({"label": "Less"})),
        ] {
            widget.apply(set(id, properties)).unwrap();
        }
        let at = |widget: &Widget, id: &str| json!(widget.component(id).unwrap());
        assert_eq!(at(&widget, "city")["label"], "City");
        assert_eq!(widget.value(widget.component("city").unwrap()), Some(json!("Rome")));
        assert_eq!(at(&widget, "act")["disabled"], true);
        assert_eq!(widget.content("act"), Some(&Content::Text("Wait".into())));
        assert_eq!(at(&widget, "more")["label"], "Less");
        widget.apply(set("city", json!({"options": ["Bari"]}))).unwrap();
        assert_eq!(widget.value(widget.component("city").unwrap()), Some(json!("Bari")));
        widget.apply(set("act", json!({"type": "toggle", "label": "Dark"}))).unwrap();
        assert_eq!(widget.content("act"), None);
        assert_eq!(widget.value(widget.component("act").unwrap()), Some(json!(false)));
        let ids: Vec<&str> = widget.component_ids().collect();
        assert_eq!(ids, ["city", "act", "more"]);
    }

    #[test]
    fn what_was_done_inside_a_component_goes_with_what_is_replaced() {
        let of_box = json!({"type": "div", "component_id": "box", "content": "<b id=inner>1</b>",
            "children": [{"type": "button", "component_id": "in"}]});
        let toolbar = serde_json::from_value(json!({"items": [of_box]})).unwrap();
        let in_toolbar = Widget::html("").with_toolbars([toolbar]).unwrap();
        let block = serde_json::from_value(of_box).unwrap();
        for mut widget in [in_toolbar, Widget::page(vec![block]).unwrap()] {
            check_replaced(&mut widget);
        }
    }

    fn check_replaced(widget: &mut Widget) {
        let text = |id: &str, text: &str| Op::set_content(id, Content::Text(text.into()));
        widget.apply(text("inner", "8")).unwrap();
        widget.apply(text("in", "Go")).unwrap();
        let style = serde_json::from_value(json!({"color": "red"})).unwrap();
        widget.apply(Op::SetStyle { component_id: "in".into(), style }).unwrap();
        widget.apply(set("box", json!({"content": "<b id=inner>0</b>"}))).unwrap();
        assert_eq!(widget.content("inner"), None);
        assert_eq!(widget.content("in"), Some(&Content::Text("Go".into())));
        widget.apply(set("box", json!({"children": []}))).unwrap();
        assert_eq!(widget.content("in"), None);
        assert!(widget.appearance().styles().is_empty());
    }

    #[test]
    fn closing_a_modal_resets_what_is_in_it() {
        let mut widget = widget();
        let name = |widget: &Widget| widget.value(widget.component("name").unwrap()).unwrap();
        widget.apply(Op::set_value("settings", json!(true))).unwrap();
        assert!(widget.is_open(widget.modal("settings").unwrap()));
        widget.apply(Op::set_value("name", json!("Eve"))).unwrap();
        assert_eq!(name(&widget), "Eve");
        widget.apply(Op::set_value("settings", json!(false))).unwrap();
        assert!(!widget.is_open(widget.modal("settings").unwrap()));
        assert_eq!(name(&widget), "Ada");
    }
}
