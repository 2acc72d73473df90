//! Components that are built for later use, and the HTML that shows the same.

use std::collections::BTreeMap;
use std::fmt::Write;

use html_escape::encode_quoted_attribute;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use widget_state::{
    Common, Component, ComponentKind, Div, StateError, TickerItem, Toolbar, Widget, WidgetId,
    css_property, css_value,
};

use crate::tool::error::ToolError;
use crate::tools::shared::style_argument::properties;

/// A component that is part of no widget yet.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Built {
    /// Its id, given or made.
    component_id: String,
    /// The component, to be put among the items of a toolbar, a modal or a marquee,
    /// or the children of a div, as it is.
    #[schemars(with = "Map<String, Value>")]
    component: Component,
    /// HTML that shows the same inside an agent's own HTML. Absent when there are
    /// controls in it, which only toolbars, modals and divs can hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "String")]
    html: Option<String>,
}

/// The arguments that every `build_` tool shares.
pub(crate) struct Given {
    pub(crate) component_id: Option<String>,
    pub(crate) style: BTreeMap<String, Value>,
    pub(crate) class_name: String,
}

/// Makes a component of it, checked as a widget checks its own.
pub(crate) fn build(given: Given, kind: ComponentKind) -> Result<Built, ToolError> {
    let Given { component_id, style, class_name } = given;
    let style = properties(style)?.into_iter().filter_map(|(name, value)| Some((name, value?)));
    let common = Common { component_id, style: style.collect(), class_name, ..Common::default() };
    let mut component = Component { common, kind };
    complete(&mut component)?;
    let component = checked(component)?;
    let html = html_of(&component);
    Ok(Built { component_id: component.id().to_owned(), component, html })
}

/// Gives ids that no other component has, and writes styles as CSS does.
fn complete(component: &mut Component) -> Result<(), StateError> {
    if component.common.component_id.is_none() {
        let digits = WidgetId::random()?.to_string();
        let name = component.kind.type_name().replace('_', "-");
        component.common.component_id = Some(format!("{name}-{}", &digits[..8]));
    }
    let style = std::mem::take(&mut component.common.style);
    for (name, value) in style {
        let property = css_property(&name)?;
        let value = css_value(&property, &value)?.to_owned();
        component.common.style.insert(property, value);
    }
    if let ComponentKind::Div(div) = &mut component.kind {
        div.children.iter_mut().try_for_each(complete)?;
    }
    Ok(())
}

/// A widget refuses ids and values that cannot be.
fn checked(component: Component) -> Result<Component, ToolError> {
    let toolbar = Toolbar { items: vec![component.clone()], ..Toolbar::default() };
    match Widget::html("").with_toolbars([toolbar]) {
        Ok(_) => Ok(component),
        Err(error @ (StateError::ComponentId { .. } | StateError::DuplicateId { .. })) => {
            Err(ToolError::argument("component_id", error))
        }
        Err(error) => Err(ToolError::argument("children", error)),
    }
}

/// Nothing for components that only the page itself can draw.
fn html_of(component: &Component) -> Option<String> {
    match &component.kind {
        ComponentKind::Div(Div { content, children }) => {
            let children: Option<String> = children.iter().map(html_of).collect();
            let open = open_tag("div", "widget-div", component, "");
            let content =
                match (content.is_empty(), encode_quoted_attribute(&component.common.label)) {
                    (true, label) => label,
                    (false, _) => content.as_str().into(),
                };
            Some(format!(
                "{open}<div class=\"widget-div-content\">{content}</div>{}</div>",
                children?
            ))
        }
        ComponentKind::TickerItem(TickerItem { ticker, text, html }) => {
            let about = format!(" data-ticker=\"{}\"", encode_quoted_attribute(ticker));
            let open = open_tag("span", "widget-ticker", component, &about);
            let shown = [
                encode_quoted_attribute(text),
                html.as_str().into(),
                encode_quoted_attribute(ticker),
            ];
            let content = shown.into_iter().find(|shown| !shown.is_empty()).unwrap_or_default();
            Some(format!("{open}{content}</span>"))
        }
        _ => None,
    }
}

fn open_tag(tag: &str, class: &str, component: &Component, more: &str) -> String {
    let Common { class_name, style, description, .. } = &component.common;
    let id = encode_quoted_attribute(component.id());
    let classes = format!("{class} {class_name}");
    let classes = encode_quoted_attribute(classes.trim_end());
    let mut html = format!("<{tag} id=\"{id}\" class=\"{classes}\"{more}");
    for (name, value) in [("style", declarations(style)), ("title", description.clone())] {
        if !value.is_empty() {
            // Writing to a string cannot fail.
            let _infallible = write!(html, " {name}=\"{}\"", encode_quoted_attribute(&value));
        }
    }
    html.push('>');
    html
}

fn declarations(style: &BTreeMap<String, String>) -> String {
    let declarations = style.iter().map(|(name, value)| format!("{name}: {value}"));
    declarations.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn given(component_id: Option<&str>, style: &Value) -> Given {
        Given {
            component_id: component_id.map(Into::into),
            style: serde_json::from_value(style.clone()).unwrap(),
            class_name: "big \"x\"".into(),
        }
    }

    fn div(value: Value) -> ComponentKind {
        ComponentKind::Div(serde_json::from_value(value).unwrap())
    }

    #[test]
    fn what_is_built_is_escaped_and_goes_into_a_widget() {
        let item =
            TickerItem { ticker: "A\"<b>".into(), text: "1 < 2".into(), html: String::new() };
        let style = json!({"backgroundColor": "red", "content": "\"&\""});
        let built = build(given(Some("a"), &style), ComponentKind::TickerItem(item)).unwrap();
        let expected = "<span id=\"a\" class=\"widget-ticker big &quot;x&quot;\" \
            data-ticker=\"A&quot;&lt;b&gt;\" \
            style=\"background-color: red; content: &quot;&amp;&quot;\">1 &lt; 2</span>";
        assert_eq!(built.html.unwrap(), expected);
        let value = serde_json::to_value(&built.component).unwrap();
        assert_eq!(value["style"]["background-color"], "red");
        serde_json::from_value::<Component>(value).unwrap();
    }

    #[test]
    fn ids_are_made_and_never_twice_the_same() {
        let inner = json!({"content": "<i>1</i>", "children": [{"type": "div", "content": "in"}]});
        let made = || build(given(None, &json!({})), div(inner.clone())).unwrap();
        let (one, two) = (made(), made());
        assert!(one.component_id.starts_with("div-") && one.component_id != two.component_id);
        let inner_id = one.component.children()[0].id().to_owned();
        assert!(one.html.unwrap().contains(&format!("id=\"{inner_id}\"")));
    }

    #[test]
    fn controls_have_no_html() {
        let built = build(given(None, &json!({})), div(json!({"children": [{"type": "text"}]})));
        assert_eq!(built.unwrap().html, None);
    }

    #[test]
    fn what_no_widget_takes_is_refused() {
        let twice = json!({"children": [{"type": "text", "component_id": "a"}]});
        let wrong = json!({"children": [{"type": "number", "value": 3, "max": 2}]});
        for (id, style, kind, argument, part) in [
            ("a b", json!({}), json!({}), "component_id", "is not a component id"),
            ("a", json!({}), twice, "component_id", "have the id \"a\""),
            ("a", json!({}), wrong, "children", "cannot have this value"),
            ("a", json!({"colr": "red"}), json!({}), "style", "did you mean \"color\"?"),
            ("a", json!({"color": "red; top: 0"}), json!({}), "style", "holds ;"),
            ("a", json!({"color": true}), json!({}), "style.color", "text or a number"),
        ] {
            match build(given(Some(id), &style), div(kind)) {
                Err(ToolError::Argument { name, problem }) => {
                    assert!(name == argument && problem.contains(part), "{name}: {problem}");
                }
                other => panic!("{id}: {:?}", other.err()),
            }
        }
    }
}
