//! Tests that `docs/setup.md` lists the settings of the program.

use std::fs;
use std::path::Path;

use clap::{Arg, CommandFactory, ValueEnum};

use crate::cli::Cli;
use crate::cli::install::Client;
use crate::cli::settings::tests::Fixture;
use crate::cli::settings::{is_switch, key, variable};

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/setup.md");
const BEGIN: &str = "`the_table_in_the_documentation_is_that_of_the_program` -->\n";
const END: &str = "<!-- end of the table -->";

/// One line for each setting.
fn table() -> String {
    let mut table = String::from("\n| flag | variable | default | |\n|---|---|---|---|\n");
    for arg in Cli::command().get_arguments() {
        let (Some(name), Some(variable)) = (key(arg), variable(arg)) else { continue };
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let (value, default) = (value_name(arg), default(arg));
        table += &format!("| `--{name}{value}` | `{variable}` | {default} | {help} |\n");
    }
    table + "\n"
}

fn value_name(arg: &Arg) -> String {
    let name = arg.get_value_names().and_then(<[_]>::first).map_or("VALUE", |name| name.as_str());
    let may_be_missing = arg.get_num_args().is_some_and(|range| range.min_values() == 0);
    match (is_switch(arg), may_be_missing) {
        (true, _) => String::new(),
        (_, true) => format!(" [{name}]"),
        _ => format!(" {name}"),
    }
}

fn default(arg: &Arg) -> String {
    let values = arg.get_default_values().iter().map(|value| format!("`{}`", value.display()));
    if is_switch(arg) { "off".into() } else { values.collect::<Vec<_>>().join(", ") }
}

#[test]
fn the_table_in_the_documentation_is_that_of_the_program() {
    let text = fs::read_to_string(DOCUMENT).unwrap();
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (shown, after) = rest.split_once(END).unwrap();
    let table = table();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(DOCUMENT, format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
        return;
    }
    assert!(
        shown == table,
        "{} shows other settings: run this test with UPDATE_DOCS=1\n{table}",
        Path::new(DOCUMENT).canonicalize().unwrap().display()
    );
}

#[test]
fn the_file_in_the_documentation_can_be_read() {
    let text = fs::read_to_string(DOCUMENT).unwrap();
    let (_, rest) = text.split_once("```toml\n").unwrap();
    let (example, _) = rest.split_once("```").unwrap();
    let settings = Fixture::new(&[]).file(example).resolve().unwrap();
    assert!(settings.cli.headless);
}

#[test]
fn each_client_is_in_the_documentation() {
    let text = fs::read_to_string(DOCUMENT).unwrap();
    for client in Client::value_variants() {
        let name = client.to_possible_value().unwrap();
        assert!(text.contains(&format!("\n| `{}` |", name.get_name())), "{name:?}");
    }
}
