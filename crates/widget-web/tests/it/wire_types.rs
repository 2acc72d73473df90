//! The types of the wire for the front end, which `npm run types` makes TypeScript of.

use schemars::generate::SchemaSettings;
use widget_web::SyncResponse;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/frontend/src/wire/schema.json");

#[test]
fn the_schema_of_the_wire_is_up_to_date() {
    let generator = SchemaSettings::draft07().for_serialize().into_generator();
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
