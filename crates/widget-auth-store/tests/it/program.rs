use std::process::{Child, Command};

/// Starts a program, or says in one line what to install.
pub(crate) fn start(command: &mut Command, package: &str) -> Child {
    command.spawn().unwrap_or_else(|error| {
        let program = command.get_program().to_string_lossy().into_owned();
        panic!("{program}: {error}: apt-get install {package}")
    })
}
