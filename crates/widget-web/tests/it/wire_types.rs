//! The types of the wire for the front end, which `npm run types` makes TypeScript of.

use schemars::generate::SchemaSettings;
use serde_json::Value;
use widget_state::Action;
use widget_web::{SyncRequest, SyncResponse};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/frontend/src/wire/schema.json");

/// The description of the wire, with a table of the operations.
const PROTOCOL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");

#[test]
fn the_schema_of_the_wire_is_up_to_date() {
    let mut generator = SchemaSettings::draft07().for_serialize().into_generator();
    let _reference = generator.subschema_for::<SyncRequest>();
    // Exported pages run these.
    let _reference = generator.subschema_for::<Action>();
    let schema = generator.into_root_schema_for::<SyncResponse>();
    let schema = format!("{:#}\n", serde_json::to_value(schema).unwrap());
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(FILE, &schema).unwrap();
    }
    let is_current = std::fs::read_to_string(FILE).is_ok_and(|written| written == schema);
    assert!(
        is_current,
        "the wire has other types: `UPDATE_TYPES=1 cargo test -p widget-web --test it wire_types`, \
         then `npm run types` in crates/widget-web/frontend"
    );
}

#[test]
fn every_operation_is_described() {
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(FILE).unwrap()).unwrap();
    let protocol = std::fs::read_to_string(PROTOCOL).unwrap();
    let operations = schema["definitions"]["Op"]["oneOf"].as_array().unwrap();
    for operation in operations {
        let name = operation["properties"]["type"]["const"].as_str().unwrap();
        assert!(protocol.contains(&format!("\n| `{name}` | ")), "{name} is not in {PROTOCOL}");
    }
}
