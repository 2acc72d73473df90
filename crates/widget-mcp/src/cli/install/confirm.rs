//! A question on the terminal.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use crate::cli::install::error::InstallError;

/// An answer is shorter.
const MAX_ANSWER: u64 = 1 << 10;

/// Asks a question that only `y` or `yes` agrees to. Ctrl-C ends the program, since
/// nothing here catches it.
///
/// # Errors
///
/// [`InstallError::NoTerminal`] without a terminal to ask on.
pub(super) fn ask(question: &str) -> Result<bool, InstallError> {
    let input = io::stdin();
    if !input.is_terminal() {
        return Err(InstallError::NoTerminal);
    }
    let mut output = io::stdout();
    write!(output, "{question} [y/N] ").map_err(InstallError::Ask)?;
    output.flush().map_err(InstallError::Ask)?;
    let mut answer = String::new();
    input.lock().take(MAX_ANSWER).read_line(&mut answer).map_err(InstallError::Ask)?;
    Ok(matches!(&*answer.trim().to_lowercase(), "y" | "yes"))
}
