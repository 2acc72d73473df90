//! Errors of `install`.

use std::io;
use std::path::PathBuf;

/// The reason an entry cannot be written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InstallError {
    #[error("there is no home folder: set HOME")]
    NoHome,
    #[error("cannot find the path of this program")]
    Program(#[source] io::Error),
    #[error("cannot find the current folder")]
    CurrentFolder(#[source] io::Error),
    #[error("the path {path} is not valid Unicode, so JSON cannot hold it")]
    NotText { path: PathBuf },
    #[error(
        "a client starts the server on standard input and output: leave out the flag, or remove \
         the variable or the line of the configuration file, that chooses HTTP \
         (`widget-mcp config` shows which)"
    )]
    Transport,
    #[error(
        "{name} is a secret, and of no use to a client that starts the server itself: leave it out"
    )]
    Secret { name: String },
    #[error(
        "there is no terminal to ask on: --yes writes without asking, --print shows the entry only"
    )]
    NoTerminal,
    #[error("cannot ask")]
    Ask(#[source] io::Error),
    #[error("cannot read {path}")]
    Read {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("{path} is larger than {limit} bytes, too large for a configuration file")]
    TooLarge { path: PathBuf, limit: u64 },
    #[error("{path} is left alone, since it cannot be read as JSON: {problem}")]
    Syntax { path: PathBuf, problem: String },
    #[error("{path} is left alone: {problem}")]
    Shape { path: PathBuf, problem: String },
    #[error("{path} was changed by another program in the meantime: run this again")]
    Changed { path: PathBuf },
    #[error("cannot keep a copy of {path} beside it, so it is left alone")]
    Backup {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("cannot write {path}")]
    Write {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
}
