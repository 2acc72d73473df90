//! One HTML file: the view, the document, and a program that plays the server.

use std::io;

use serde_json::{Value, json};
use widget_state::Widget;

use crate::assets::Asset;
use crate::data::BlockData;
use crate::inline::compose;
use crate::programs::{self, Plotly};

/// The Content-Security-Policy of the file. The frame in it inherits this, and the view in the frame
/// narrows it: nothing in the file reaches a network.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; \
    style-src 'unsafe-inline'; img-src data: blob:; media-src data: blob:; \
    font-src data:; \
    form-action 'none'; base-uri 'none'";

pub(super) fn write(widget: &Widget) -> io::Result<String> {
    let exported = json!({
        "view": compose(&programs(widget))?,
        "document": document(widget)?,
        "callbacks": widget.callbacks(),
    });
    let server = Asset::named("offline")
        .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no offline.js"))?
        .decompress()?;
    let server = String::from_utf8(server).map_err(io::Error::other)?;
    let title = if widget.title().is_empty() { "Widget" } else { widget.title() };
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>{}</title>\n</head>\n<body>\n\
         <script type=\"application/json\" data-widget-export>{}</script>\n\
         <script>{}</script>\n</body>\n</html>\n",
        html_escape::encode_text(title),
        escaped_json(&exported),
        crate::inline::escape_script(&server),
    ))
}

/// The programs of the view in the file.
fn programs(widget: &Widget) -> Vec<&'static str> {
    // What a file draws cannot be fetched later.
    let mut programs = programs::programs(widget, Plotly::Whole);
    if programs.contains(&"chart") {
        programs.push("templates");
    }
    let has =
        |signs: &[&str]| widget.markdown().any(|text| signs.iter().any(|sign| text.contains(sign)));
    if has(&["$", "\\(", "\\["]) {
        programs.push("math");
    }
    if has(&["mermaid"]) {
        programs.push("mermaid");
    }
    programs
}

/// The document as views get it, with its data in it.
fn document(widget: &Widget) -> io::Result<Value> {
    let mut document = serde_json::to_value(widget.document())?;
    if let Some(blocks) = document.get_mut("blocks") {
        fill(blocks, widget)?;
    }
    Ok(document)
}

fn fill(blocks: &mut Value, widget: &Widget) -> io::Result<()> {
    for block in blocks.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        let id = block.get("id").and_then(Value::as_str);
        if let Some(data) = id.and_then(|id| BlockData::of(widget, Some(id))) {
            let pieces = data.pieces.iter().flat_map(|piece| piece.as_ref().to_vec());
            let json = String::from_utf8(pieces.collect()).map_err(io::Error::other)?;
            // However many they are: there is no server to page them.
            block.remove("pages");
            // The copy counts its changes from here.
            block.insert("data".into(), json!({"revision": 1, "json": json}));
        }
        if let Some(inside) = block.get_mut("blocks") {
            fill(inside, widget)?;
        }
    }
    Ok(())
}

/// JSON in which no markup can be seen: outside of strings there is no `<`.
fn escaped_json(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use widget_state::{Figure, Rows};

    use super::*;

    /// The exported JSON as the page's script reads it.
    fn exported(page: &str) -> Value {
        let (_, rest) = page.split_once("data-widget-export>").unwrap();
        serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
    }

    #[test]
    fn nothing_in_a_widget_ends_its_script_or_title() {
        let markup = "</script><!--<script></title>\u{2028}";
        let widget = Widget::html(format!("<p id=x>{markup}")).with_title(markup).unwrap();
        let page = write(&widget).unwrap();
        assert_eq!(exported(&page)["document"]["title"], markup);
        assert_eq!(page.matches("<script").count(), 2);
        assert_eq!(page.matches("</script").count(), 2);
        assert_eq!(page.matches("</title>").count(), 1);
        assert!(!page.contains("<!--"));
    }

    #[test]
    fn figures_and_rows_are_in_the_file() {
        let figure = r#"{"data":[{"y":[1]}]}"#;
        let page = write(&Widget::chart(Figure::parse(figure).unwrap())).unwrap();
        assert_eq!(exported(&page)["document"]["blocks"][0]["data"]["json"], figure);
        let rows = r#"[{"a":"<b>"}]"#;
        let page = write(&Widget::table(Rows::parse(rows).unwrap())).unwrap();
        assert_eq!(exported(&page)["document"]["blocks"][0]["data"]["json"], rows);
    }

    #[test]
    fn a_copy_counts_its_changes_from_1() {
        let mut widget = Widget::table(Rows::parse(r#"[{"a":1}]"#).unwrap());
        let cell = r#"{"type":"grid_cell","row_id":0,"field":"a","value":2}"#;
        let change = widget.apply(serde_json::from_str(cell).unwrap()).unwrap();
        assert!(change.revision > 1);
        let page = write(&widget).unwrap();
        let data = json!({"revision": 1, "json": r#"[{"a":2}]"#});
        assert_eq!(exported(&page)["document"]["blocks"][0]["data"], data);
    }
}
