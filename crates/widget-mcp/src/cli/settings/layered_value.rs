//! One value of one setting, with its source.

use std::fmt;
use std::path::PathBuf;

use clap::builder::BoolishValueParser;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgMatches};

use crate::cli::settings::{SettingsError, is_secret, is_switch, key};

/// The source of a value, the strongest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Flag,
    Variable(String),
    /// Lines count from 1.
    File {
        path: PathBuf,
        line: usize,
    },
    Default,
}

/// One value of one setting, with its source.
#[derive(Clone, Debug)]
pub(super) struct LayeredValue {
    pub(super) name: String,
    pub(super) source: Source,
    /// It contradicts what a stronger place says, and does not count.
    pub(super) is_set_aside: bool,
    says: Says,
}

#[derive(Clone, Debug)]
enum Says {
    /// A switch, or an option without its value.
    On,
    /// The same as not to name it, but stronger than what weaker places say.
    Off,
    Values(Vec<String>),
}

impl LayeredValue {
    /// A flag among the arguments.
    pub(super) fn flag(arg: &Arg, matches: &ArgMatches) -> Self {
        let values = matches.get_raw(arg.get_id().as_str()).into_iter().flatten();
        let values = values.map(|value| value.to_string_lossy().into_owned()).collect();
        let says = if is_switch(arg) { Says::On } else { Says::Values(values) };
        Self {
            name: key(arg).unwrap_or_default().to_owned(),
            source: Source::Flag,
            is_set_aside: false,
            says,
        }
    }

    /// Values from elsewhere, which the flag has to take.
    pub(super) fn read(
        arg: &Arg,
        values: Vec<String>,
        source: Source,
    ) -> Result<Self, SettingsError> {
        let name = key(arg).unwrap_or_default().to_owned();
        let says = read(arg, values).map_err(|problem| SettingsError::Value {
            place: source.to_string(),
            name: name.clone(),
            problem,
        })?;
        Ok(Self { name, source, is_set_aside: false, says })
    }

    /// Returns whether it is a switch that is said to be off.
    pub(super) fn is_off(&self) -> bool {
        matches!(self.says, Says::Off) && !self.is_set_aside
    }

    /// The arguments that say the same.
    pub(super) fn arguments(&self) -> Vec<String> {
        let name = &self.name;
        match &self.says {
            _ if self.is_set_aside => Vec::new(),
            Says::Off => Vec::new(),
            Says::On => vec![format!("--{name}")],
            Says::Values(values) => {
                values.iter().map(|value| format!("--{name}={value}")).collect()
            }
        }
    }
}

/// Parses the values of an argument; the error says why it does not accept them.
fn read(arg: &Arg, values: Vec<String>) -> Result<Says, String> {
    let switched = |text: &str| parse_switch(text).map(|on| if on { Says::On } else { Says::Off });
    if let [text] = &*values {
        if is_switch(arg) {
            return switched(text).ok_or_else(|| "use true or false".into());
        }
        let value_may_be_missing =
            arg.get_num_args().is_some_and(|range| range.takes_values() && range.min_values() == 0);
        if value_may_be_missing && matches!(&**text, "true" | "false") {
            return Ok(if text == "true" { Says::On } else { Says::Off });
        }
    }
    let takes_many = matches!(arg.get_action(), clap::ArgAction::Append);
    if values.len() > 1 && !takes_many {
        return Err("takes one value, not a list".into());
    }
    values.iter().try_for_each(|value| check(arg, value))?;
    Ok(Says::Values(values))
}

fn parse_switch(text: &str) -> Option<bool> {
    let probe = Arg::new("switch").long("switch").value_parser(BoolishValueParser::new());
    let matches = parse_alone(probe, text).ok()?;
    matches.get_one("switch").copied()
}

/// Lets the argument's own parser look at a value.
fn check(arg: &Arg, value: &str) -> Result<(), String> {
    let mut probe = Arg::new("value").long("value").value_parser(arg.get_value_parser().clone());
    if let Some(delimiter) = arg.get_value_delimiter() {
        probe = probe.value_delimiter(delimiter).action(clap::ArgAction::Append);
    }
    let Err(error) = parse_alone(probe, value) else { return Ok(()) };
    let problem = explain(&error);
    Err(if is_secret(arg) { problem.replace(value, "[redacted]") } else { problem })
}

fn parse_alone(probe: Arg, value: &str) -> Result<ArgMatches, clap::Error> {
    let argument = format!("--{}={value}", probe.get_long().unwrap_or_default());
    let command = clap::Command::new("probe").no_binary_name(true).arg(probe);
    command.try_get_matches_from([argument])
}

/// Returns the message of a parser, without what clap adds about the flag.
fn explain(error: &clap::Error) -> String {
    if let Some(source) = std::error::Error::source(error) {
        return source.to_string();
    }
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(valid)) => format!("use one of {}", valid.join(", ")),
        _ => error.kind().to_string(),
    }
}

impl fmt::Display for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => formatter.write_str("flag"),
            Self::Variable(name) => formatter.write_str(name),
            Self::File { path, line } => write!(formatter, "{}:{line}", path.display()),
            Self::Default => formatter.write_str("default"),
        }
    }
}
