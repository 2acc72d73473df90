//! Operations on the components of a document as JSON.

use serde_json::Value;

/// Shows every component, whatever it is in.
fn visit(document: &mut Value, visit: &mut dyn FnMut(&mut Value)) {
    for bars in ["toolbars", "modals"] {
        for bar in document[bars].as_array_mut().into_iter().flatten() {
            inside(bar, visit);
        }
    }
    in_blocks(&mut document["blocks"], visit);
}

fn in_blocks(blocks: &mut Value, visit: &mut dyn FnMut(&mut Value)) {
    for block in blocks.as_array_mut().into_iter().flatten() {
        if block.get("component_id").is_some() {
            visit(block);
            inside(block, visit);
        }
        if let Some(actions) = block.get_mut("actions").and_then(Value::as_array_mut) {
            for component in actions {
                visit(component);
                inside(component, visit);
            }
        }
        if let Some(blocks) = block.get_mut("blocks") {
            in_blocks(blocks, visit);
        }
    }
}

fn inside(parent: &mut Value, visit: &mut dyn FnMut(&mut Value)) {
    for list in ["items", "children"] {
        for component in parent.get_mut(list).and_then(Value::as_array_mut).into_iter().flatten() {
            visit(component);
            inside(component, visit);
        }
    }
}

/// A modal that is closed may forget what was set in it.
pub(super) fn reset(document: &mut Value, id: &str, value: &Value) {
    let mut inner = Vec::new();
    for modal in document["modals"].as_array_mut().into_iter().flatten() {
        if modal["component_id"] == id && modal["reset_on_close"] == true && *value == false {
            inside(modal, &mut |component| inner.push(component["component_id"].clone()));
        }
    }
    let values = document["values"].as_object_mut().expect("values");
    values.retain(|id, _| !inner.iter().any(|inner| inner == id));
}

pub(super) fn set_marquee(document: &mut Value, op: &Value) {
    visit(document, &mut |component| {
        if component["component_id"] != op["component_id"] {
            return;
        }
        let fields = component.as_object_mut().expect("a component");
        for field in ["text", "items"] {
            fields.remove(field);
            let Some(value) = op.get(field) else { continue };
            if *value != "" && value.as_array().is_none_or(|it| !it.is_empty()) {
                fields.insert(field.into(), value.clone());
            }
        }
    });
}

pub(super) fn update_ticker(document: &mut Value, op: &Value) {
    visit(document, &mut |component| {
        if component["type"] != "ticker_item" || component["ticker"] != op["ticker"] {
            return;
        }
        let fields = component.as_object_mut().expect("a component");
        if let Some(content) = op.get("content") {
            for field in ["text", "html"] {
                fields.remove(field);
                if content.get(field).is_some_and(|text| text != "") {
                    fields.insert(field.into(), content[field].clone());
                }
            }
        }
        for field in ["style", "class_name"] {
            let Some(value) = op.get(field) else { continue };
            fields.remove(field);
            if *value != "" && value.as_object().is_none_or(|map| !map.is_empty()) {
                fields.insert(field.into(), value.clone());
            }
        }
    });
}
