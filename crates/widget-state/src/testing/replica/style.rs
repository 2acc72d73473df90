//! Operations on the look of a document as JSON.

use serde_json::{Value, json};

pub(super) fn set_style(styles: &mut Value, op: &Value) {
    let styles = styles.as_object_mut().expect("styles");
    let id = op["component_id"].as_str().expect("an id");
    let own = styles.entry(id).or_insert_with(|| json!({})).as_object_mut().expect("properties");
    for (property, value) in op["style"].as_object().expect("properties") {
        own.insert(property.clone(), value.clone());
    }
    own.retain(|_, value| !value.is_null());
    if own.is_empty() {
        styles.remove(id);
    }
}

pub(super) fn inject_css(sheets: &mut Value, op: &Value) {
    let sheets = sheets.as_array_mut().expect("style sheets");
    let sheet = json!({"css_id": op["css_id"], "css": op["css"]});
    match sheets.iter_mut().find(|old| old["css_id"] == op["css_id"]) {
        Some(old) => *old = sheet,
        None => sheets.push(sheet),
    }
}

pub(super) fn remove_css(sheets: &mut Value, op: &Value) {
    sheets.as_array_mut().expect("style sheets").retain(|old| old["css_id"] != op["css_id"]);
}
