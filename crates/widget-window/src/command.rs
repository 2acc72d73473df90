//! The command that starts the helper.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Stdio;

use tokio::process;

use crate::error::WindowError;

/// The command line that starts the helper: a program that calls
/// [`run_helper`](crate::run_helper).
#[derive(Debug, Clone)]
pub struct HelperCommand {
    program: PathBuf,
    arguments: Vec<OsString>,
    variables: Vec<(OsString, OsString)>,
}

impl HelperCommand {
    /// Any program with its arguments.
    #[must_use]
    pub fn new(
        program: impl Into<PathBuf>,
        arguments: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Self {
        let arguments = arguments.into_iter().map(Into::into).collect();
        Self { program: program.into(), arguments, variables: Vec::new() }
    }

    /// The program that runs now, with the arguments of its hidden subcommand.
    ///
    /// # Errors
    ///
    /// The system does not say which program that is.
    pub fn this_program(
        arguments: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Result<Self, WindowError> {
        let program = env::current_exe().map_err(WindowError::NotStarted)?;
        Ok(Self::new(program, arguments))
    }

    /// Sets an environment variable of the helper.
    #[must_use]
    pub fn with_env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    pub(crate) fn to_process(&self) -> process::Command {
        let mut command = process::Command::new(&self.program);
        command
            .args(&self.arguments)
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        keep_from_interrupts(&mut command);
        command
    }
}

/// Ctrl-C in a terminal is for the program, which then ends the helper. A helper
/// that ended by it before would be started again.
fn keep_from_interrupts(command: &mut process::Command) {
    #[cfg(unix)]
    command.process_group(0);
    #[cfg(windows)]
    command.creation_flags(CREATE_NEW_PROCESS_GROUP);
}

#[cfg(windows)]
const CREATE_NEW_PROCESS_GROUP: u32 = 0x0000_0200;
