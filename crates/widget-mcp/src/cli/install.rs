//! `widget-mcp install` and `uninstall`: an entry for this server in the configuration
//! of a client.

mod client;
mod confirm;
mod document;
mod entry;
mod error;
mod program;
mod replace;
mod variable;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use widget_mcp::Transport;

use crate::cli::output::show;
use crate::cli::settings::{CommandLine, Settings};
pub(crate) use client::{Client, Places};
pub(crate) use document::{Change, Document};
use entry::Entry;
use error::InstallError;
pub(crate) use replace::read;
use variable::Variable;

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

    /// A variable of the server, which the entry gives to it; may be repeated.
    #[arg(long, value_name = "NAME=VALUE", value_parser = Variable::parse)]
    env: Vec<Variable>,
}

impl InstallArgs {
    /// The value of a variable that the entry gives to the server.
    pub(crate) fn variable(&self, name: &str) -> Option<OsString> {
        let given = self.env.iter().rfind(|variable| variable.name == name);
        given.map(|variable| OsString::from(&variable.value))
    }
}

/// Takes this server out of an MCP client, after showing the entry and asking.
///
/// The file as it was is kept beside it.
#[derive(Debug, Args)]
pub(crate) struct UninstallArgs {
    /// The client.
    client: Client,

    /// Write without asking.
    #[arg(long, short)]
    yes: bool,

    /// The name of the entry.
    #[arg(long = "name", value_name = "NAME", default_value = "widgets")]
    entry_name: String,
}

/// Shows the entry, asks, and writes it.
///
/// # Errors
///
/// The file is not one that can be changed safely, there is no terminal to ask on, or the
/// flags are of no use in an entry.
pub(crate) fn add(
    args: &InstallArgs,
    line: &CommandLine,
    settings: &Settings,
) -> Result<ExitCode, InstallError> {
    let name = &args.entry_name;
    let entry = entry(&args.env, line, settings)?;
    warn_of_secrets(&args.env);
    let Some(client) = args.client.filter(|_| !args.print) else {
        let client = args.client.unwrap_or(Client::ANY);
        show(Document::only(client, name, &entry)?.trim_end());
        return Ok(ExitCode::SUCCESS);
    };
    let (path, old) = file_of(client)?;
    let mut document = Document::read(client, &path, old.as_deref().unwrap_or_default())?;
    let change = document.put(name, &entry)?;
    if change == Change::None {
        show(format_args!("Nothing to do: {} has this entry already.", path.display()));
        return Ok(ExitCode::SUCCESS);
    }
    let note = if old.is_some() { "" } else { " (a new file)" };
    show(format_args!("{client} reads its MCP servers from {}{note}.", path.display()));
    match change {
        Change::Replaced { old } => show(format_args!("Its entry has\n\n  {old}\n\nand becomes:")),
        _ => show("This is added:"),
    }
    show(format_args!("\n{}", Document::only(client, name, &entry)?));
    finish(&document, old.as_deref(), args.yes)
}

/// Shows which entry goes, asks, and removes it.
///
/// # Errors
///
/// The file is not one that can be changed safely, or there is no terminal to ask on.
pub(crate) fn remove(args: &UninstallArgs) -> Result<ExitCode, InstallError> {
    let (client, name) = (args.client, &args.entry_name);
    let (path, old) = file_of(client)?;
    let document = Document::read(client, &path, old.as_deref().unwrap_or_default())?;
    if !document.remove(name)? {
        show(format_args!("Nothing to do: {} has no entry {name:?}.", path.display()));
        return Ok(ExitCode::SUCCESS);
    }
    show(format_args!("The entry {name:?} is taken out of {}.\n", path.display()));
    finish(&document, old.as_deref(), args.yes)
}

/// The file of a client, and its text if it is there.
fn file_of(client: Client) -> Result<(PathBuf, Option<String>), InstallError> {
    let path = client.file(&Places::find()?);
    let text = read(&path)?;
    Ok((path, text))
}

/// Asks, unless `yes`, and writes.
fn finish(document: &Document, old: Option<&str>, yes: bool) -> Result<ExitCode, InstallError> {
    if !yes && !confirm::ask("Write it?")? {
        show("Nothing was written.");
        return Ok(ExitCode::FAILURE);
    }
    let backup = replace::write(document.path(), old, &document.text())?;
    show(format_args!("Written. {}", document.client().what_next()));
    if let Some(backup) = backup {
        show(format_args!("The file as it was: {}", backup.display()));
    }
    Ok(ExitCode::SUCCESS)
}

/// Says which variables seem to be secrets, which neither the file nor its copy hides.
fn warn_of_secrets(variables: &[Variable]) {
    for Variable { name, .. } in variables.iter().filter(|variable| variable.looks_secret()) {
        eprintln!("widget-mcp: {name} looks like a secret, and is in the entry as plain text");
    }
}

/// A client starts the server in another folder.
fn with_whole_path(arg: String) -> Result<String, InstallError> {
    let Some(path) = arg.strip_prefix("--data=") else { return Ok(arg) };
    let path = std::path::absolute(path).map_err(InstallError::CurrentFolder)?;
    Ok(format!("--data={}", program::text(path)?))
}

fn entry(env: &[Variable], line: &CommandLine, settings: &Settings) -> Result<Entry, InstallError> {
    let mut names = env.iter().map(|variable| &variable.name);
    let secret = names.find(|name| line.is_secret(name)).cloned();
    if let Some(name) = secret.or_else(|| line.typed_secret()) {
        return Err(InstallError::Secret { name });
    }
    if settings.cli.transport() != Transport::Stdio {
        return Err(InstallError::Transport);
    }
    let args = line.typed().into_iter().map(with_whole_path);
    let mut args = args.collect::<Result<Vec<_>, _>>()?;
    if let Some(config) = &settings.cli.config {
        let path = std::path::absolute(config).map_err(InstallError::CurrentFolder)?;
        args.push(format!("--config={}", program::text(path)?));
    }
    let env = env.iter().cloned().map(|Variable { name, value }| (name, value)).collect();
    Ok(Entry { command: program::text(program::path()?)?, args, env })
}
