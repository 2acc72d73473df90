//! Operations on the look of a widget.

use std::sync::Arc;

use crate::error::StateError;
use crate::style::canonical;
use crate::style::css::{check_sheet, check_sheet_id};
use crate::style::{StyleChange, StyleSheet};
use crate::widget::Widget;
use crate::widget::apply::unknown;
use crate::widget::target::Target;

impl Widget {
    pub(super) fn set_style(
        &mut self,
        id: &str,
        style: &mut StyleChange,
    ) -> Result<(), StateError> {
        if let Target::Missing(nearest) = self.target(id) {
            return Err(unknown(id, nearest));
        }
        *style = canonical(style)?;
        self.appearance.set_style(id, style);
        Ok(())
    }

    pub(super) fn inject_css(&mut self, css_id: &str, css: &Arc<str>) -> Result<(), StateError> {
        check_sheet_id(css_id)?;
        check_sheet(css)?;
        self.appearance.inject(StyleSheet { css_id: css_id.into(), css: Arc::clone(css) })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::component::toolbar::Toolbar;
    use crate::op::Op;
    use crate::style::Theme;

    fn widget() -> Widget {
        let toolbar: Toolbar =
            serde_json::from_value(json!({"items": [{"type": "button", "component_id": "go"}]}))
                .unwrap();
        Widget::html("<b id=total>0</b>").with_toolbars([toolbar]).unwrap()
    }

    fn style(id: &str, style: &[(&str, Option<&str>)]) -> Op {
        let own = |value: &str| value.to_owned();
        let style = style.iter().map(|(name, value)| (own(name), value.map(own)));
        Op::SetStyle { component_id: id.into(), style: style.collect() }
    }

    fn inject(css_id: &str, css: &str) -> Op {
        Op::InjectCss { css_id: css_id.into(), css: css.into() }
    }

    #[test]
    fn styles_add_up_and_are_taken_back() {
        let mut widget = widget();
        for op in [
            style("total", &[("color", Some("red")), ("fontWeight", Some("700"))]),
            style("total", &[("color", Some("blue !important"))]),
            style("go", &[("margin", Some("1px"))]),
            style("go", &[("margin", None), ("padding", None)]),
        ] {
            widget.apply(op).unwrap();
        }
        let expected = json!({"total": {"color": "blue", "font-weight": "700"}});
        assert_eq!(serde_json::to_value(widget.appearance().styles()).unwrap(), expected);
        assert_eq!(widget.revision(), 5);
        widget.apply(style("total", &[("color", Some("")), ("font-weight", None)])).unwrap();
        assert!(widget.appearance().styles().is_empty());
    }

    #[test]
    fn a_sheet_keeps_its_place_when_it_is_replaced() {
        let mut widget = widget();
        for op in [inject("a", "b{}"), inject("b", "i{}"), inject("a", "u{}")] {
            widget.apply(op).unwrap();
        }
        let sheets = |widget: &Widget| -> Vec<(String, String)> {
            let own = |sheet: &StyleSheet| (sheet.css_id.clone(), sheet.css.to_string());
            widget.appearance().sheets().iter().map(own).collect()
        };
        assert_eq!(sheets(&widget), [("a".into(), "u{}".into()), ("b".into(), "i{}".into())]);
        widget.apply(Op::RemoveCss { css_id: "a".into() }).unwrap();
        assert_eq!(sheets(&widget), [("b".into(), "i{}".into())]);
    }

    #[test]
    fn the_theme_is_part_of_the_document() {
        let mut widget = widget();
        assert_eq!(widget.appearance().theme(), Theme::System);
        widget.apply(Op::SetTheme { theme: Theme::Dark }).unwrap();
        assert_eq!(serde_json::to_value(widget.document()).unwrap()["theme"], "dark");
    }

    #[test]
    fn what_cannot_be_done_changes_nothing() {
        let mut widget = widget();
        widget.apply(inject("dashboard", "b{}")).unwrap();
        let before = widget.clone();
        for (op, part) in [
            (
                style("totl", &[("color", Some("red"))]),
                "no element \"totl\"; did you mean \"total\"?",
            ),
            (style("total", &[("colr", Some("red"))]), "did you mean \"color\"?"),
            (style("total", &[("top", Some("1px")), ("left", Some("1px;"))]), "of left holds ;"),
            (style("total", &[]), "at least one CSS property"),
            (inject("a b", "b{}"), "is not an id"),
            (inject("a", ""), "it is empty"),
            (inject("a", "@import 'x'"), "loads nothing from the network"),
            (Op::RemoveCss { css_id: "dashbord".into() }, "did you mean \"dashboard\"?"),
            (Op::Navigate { url: "file:///x".into() }, "http and https can"),
        ] {
            let message = widget.apply(op).unwrap_err().to_string();
            assert!(message.contains(part), "{part}: {message}");
            assert_eq!(widget, before);
        }
        widget.apply(Op::RemoveCss { css_id: "dashboard".into() }).unwrap();
        let error = widget.apply(Op::RemoveCss { css_id: "dashboard".into() }).unwrap_err();
        assert!(error.to_string().contains("none was injected"), "{error}");
    }

    #[test]
    fn sheets_are_counted() {
        let mut widget = widget();
        for n in 0..100 {
            widget.apply(inject(&format!("s{n}"), "b{}")).unwrap();
        }
        widget.apply(inject("s7", "i{}")).unwrap();
        let error = widget.apply(inject("more", "b{}")).unwrap_err();
        assert!(error.to_string().contains("101 style sheets are too many"), "{error}");
    }
}
