//! Errors of reading settings.

use std::io;
use std::path::PathBuf;

use crate::cli::settings::layered_value::LayeredValue;

/// The reason settings cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SettingsError {
    /// A file that was named explicitly, or that exists, cannot be read.
    #[error("cannot read the configuration file {path}")]
    Read {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    /// The file is not a configuration.
    #[error("the configuration file {path} is larger than {limit} bytes")]
    TooLarge { path: PathBuf, limit: u64 },
    /// The file is not TOML.
    #[error("{path}:{line}: {problem}")]
    Syntax { path: PathBuf, line: usize, problem: String },
    /// No setting has this name.
    #[error("{path}:{line}: there is no setting {key:?}{hint}")]
    Unknown { path: PathBuf, line: usize, key: String, hint: String },
    /// A setting does not take this value.
    #[error("{place}: {name}: {problem}")]
    Value { place: String, name: String, problem: String },
    /// A variable is not UTF-8.
    #[error("{variable} is not valid Unicode")]
    NotText { variable: String },
    /// Settings of one place exclude each other.
    #[error("{places} contradict each other: keep one of them")]
    Contradiction { places: String },
    /// Clap refuses what it has been told.
    #[error(transparent)]
    Usage(#[from] clap::Error),
}

impl SettingsError {
    /// `fresh` holds the settings of one place, and `error` says that some of them
    /// exclude each other.
    pub(super) fn contradiction(error: &clap::Error, fresh: &[LayeredValue]) -> Self {
        let message = error.to_string();
        let named = fresh.iter().filter(|given| message.contains(&format!("--{}", given.name)));
        let places: Vec<_> =
            named.map(|given| format!("{} ({})", given.source, given.name)).collect();
        Self::Contradiction { places: places.join(" and ") }
    }
}
