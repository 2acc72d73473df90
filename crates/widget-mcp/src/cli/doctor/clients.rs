//! The entries for this server in the configuration of clients, and whether each
//! starts one.

use std::path::Path;

use clap::ValueEnum;
use serde_json::Value;

use crate::cli::doctor::handshake;
use crate::cli::doctor::handshake::Start;
use crate::cli::doctor::{Finding, Situation};
use crate::cli::install::{Client, Document, Places, read};

const TOPIC: &str = "clients";

/// The name of this program, with which an entry for it starts.
const PROGRAM: &str = env!("CARGO_BIN_NAME");

pub(super) fn check(_: &Situation) -> Vec<Finding> {
    let places = match Places::find() {
        Ok(places) => places,
        Err(error) => return vec![Finding::note(TOPIC, error.to_string())],
    };
    let clients = Client::value_variants().iter();
    let findings: Vec<_> = clients.flat_map(|client| check_client(*client, &places)).collect();
    if !findings.is_empty() {
        return findings;
    }
    vec![Finding::note(TOPIC, "none has an entry; `widget-mcp install` writes one")]
}

fn check_client(client: Client, places: &Places) -> Vec<Finding> {
    let path = client.file(places);
    let entries = read(&path).and_then(|text| match text {
        Some(text) => Document::read(client, &path, &text)?.entries(),
        None => Ok(Vec::new()),
    });
    let entries = match entries {
        Ok(entries) => entries,
        Err(error) => {
            let advice = "repair it; the client cannot read it either";
            return vec![Finding::error(client.to_string(), crate::chain(&error), advice)];
        }
    };
    let ours = entries.into_iter().filter(|(_, entry)| is_ours(entry));
    ours.map(|(name, entry)| check_entry(client, &name, &entry)).collect()
}

/// Only these are started: what others do is not known.
fn is_ours(entry: &Value) -> bool {
    let stem = entry["command"].as_str().and_then(|command| Path::new(command).file_stem());
    stem.is_some_and(|stem| stem == PROGRAM)
}

fn check_entry(client: Client, name: &str, entry: &Value) -> Finding {
    let topic = format!("{client}, entry {name:?}");
    match handshake::attempt(&Start::of(entry)) {
        Ok(server) => Finding::ok(topic, format!("starts {server}")),
        Err(problem) => {
            let client = client.to_possible_value();
            let client = client.as_ref().map_or("", |value| value.get_name());
            let advice = format!("`widget-mcp install {client} --name {name}` writes it again");
            Finding::error(topic, problem, &advice)
        }
    }
}
