//! Child processes: shown before they run, their failure an error with the command in it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::paths;

/// The cargo that runs this xtask, at the root of the workspace.
pub(crate) fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(paths::root());
    command
}

/// Runs `command` with this terminal as its own.
///
/// # Errors
///
/// The program cannot be started or does not succeed.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let line = display(command);
    eprintln!("$ {line}");
    let status = command.status().with_context(|| format!("cannot start `{line}`"))?;
    if !status.success() {
        bail!("`{line}` failed ({status})");
    }
    Ok(())
}

/// Runs `command` and returns what it printed; its complaints go to this terminal.
///
/// # Errors
///
/// The program cannot be started, does not succeed or prints something else than UTF-8.
pub(crate) fn capture(command: &mut Command) -> Result<String> {
    capture_with(command.stderr(std::process::Stdio::inherit()))
}

fn capture_with(command: &mut Command) -> Result<String> {
    let line = display(command);
    let output = command.output().with_context(|| format!("cannot start `{line}`"))?;
    if !output.status.success() {
        bail!("`{line}` failed ({})", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{line}` did not print UTF-8"))
}

/// The same with its complaints passed over.
///
/// # Errors
///
/// As [`capture`].
pub(crate) fn capture_quietly(command: &mut Command) -> Result<String> {
    capture_with(command.stderr(std::process::Stdio::null()))
}

/// Returns whether `command` runs and succeeds; what it prints is not shown.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// Returns the path at which the shell would find `program`: itself if it is a path, else the first on `PATH`.
pub(crate) fn find(program: &OsStr) -> Option<PathBuf> {
    let named = Path::new(program);
    if named.components().count() > 1 {
        return named.is_file().then(|| named.to_owned());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(named).with_extension(std::env::consts::EXE_EXTENSION))
        .find(|candidate| candidate.is_file())
}

/// The command as one would type it, with the variables it sets.
fn display(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or(command.get_program());
    let variables = command
        .get_envs()
        .filter_map(|(name, value)| Some(format!("{}={}", name.display(), value?.display())));
    let words = std::iter::once(program).chain(command.get_args());
    variables.chain(words.map(|word| word.display().to_string())).collect::<Vec<_>>().join(" ")
}
