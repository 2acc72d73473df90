//! `widget-mcp install`: an entry for this server in the configuration of a client.

mod client;
mod confirm;
mod document;
mod entry;
mod error;
mod program;
mod replace;

use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use widget_mcp::Transport;

use crate::settings::{CommandLine, Settings};
pub(crate) use client::{Client, Places};
pub(crate) use document::{Change, Document};
use entry::Entry;
use error::InstallError;
pub(crate) use replace::read;

/// Adds this server to an MCP client, after showing the change and asking.
///
/// Flags of settings, such as `--headless`, become arguments of the entry. The file
/// as it was is kept beside it.
#[derive(Debug, Args)]
pub(crate) struct InstallArgs {
    /// The client.
    #[arg(required_unless_present = "print")]
    client: Option<Client>,

    /// Print the entry and write nothing; without a client in the form that most
    /// clients read.
    #[arg(long)]
    print: bool,

    /// Write without asking.
    #[arg(long, short)]
    yes: bool,

    /// The name of the entry.
    #[arg(long = "name", value_name = "NAME", default_value = "widgets")]
    entry_name: String,
}

/// Shows the change, asks, and makes it.
///
/// # Errors
///
/// The file is not one that can be changed with care, nobody can be asked, or the
/// flags are of no use in an entry.
pub(crate) fn run(
    args: &InstallArgs,
    line: &CommandLine,
    settings: &Settings,
) -> Result<ExitCode, InstallError> {
    let entry = entry(line, settings)?;
    let Some(client) = args.client.filter(|_| !args.print) else {
        let client = args.client.unwrap_or(Client::ANY);
        print!("{}", Document::only(client, &args.entry_name, &entry)?);
        return Ok(ExitCode::SUCCESS);
    };
    let path = client.file(&Places::find()?);
    let old = read(&path)?;
    let mut document = Document::read(client, &path, old.as_deref().unwrap_or_default())?;
    let change = document.put(&args.entry_name, &entry)?;
    if change == Change::None {
        println!("Nothing to do: {} has this entry already.", path.display());
        return Ok(ExitCode::SUCCESS);
    }
    show(client, &path, old.is_some(), &change);
    print!("\n{}\n", Document::only(client, &args.entry_name, &entry)?);
    if !args.yes && !confirm::ask("Write it?")? {
        println!("Nothing was written.");
        return Ok(ExitCode::FAILURE);
    }
    let backup = replace::write(&path, old.as_deref(), &document.text())?;
    println!("Written. {}", client.what_next());
    if let Some(backup) = backup {
        println!("The file as it was: {}", backup.display());
    }
    Ok(ExitCode::SUCCESS)
}

fn entry(line: &CommandLine, settings: &Settings) -> Result<Entry, InstallError> {
    if let Some(name) = line.typed_secret() {
        return Err(InstallError::Secret { name });
    }
    if settings.cli.transport() != Transport::Stdio {
        return Err(InstallError::Transport);
    }
    let mut args = line.typed();
    if let Some(config) = &settings.cli.config {
        let path = std::path::absolute(config).map_err(InstallError::CurrentFolder)?;
        args.push(format!("--config={}", program::text(path)?));
    }
    Ok(Entry { command: program::text(program::path()?)?, args })
}

fn show(client: Client, path: &Path, is_there: bool, change: &Change) {
    let note = if is_there { "" } else { " (a new file)" };
    println!("{client} reads its MCP servers from {}{note}.", path.display());
    match change {
        Change::Replaced { old } => println!("Its entry has\n\n  {old}\n\nand becomes:"),
        _ => println!("This is added:"),
    }
}
