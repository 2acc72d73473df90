//! Settings: a flag, a variable, a line of the configuration file, or a default.
//!
//! The flags of [`crate::cli::Cli`] are the one list of them. What a variable or
//! the file says is put before the arguments as the flag it stands for, so that
//! clap reads and checks all of it in the same way.

mod error;
mod file;
mod layered_value;
mod table;

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, FromArgMatches};

use crate::cli;
use crate::cli::Cli;
pub(crate) use error::SettingsError;
pub(crate) use file::ConfigFile;
use layered_value::LayeredValue;
pub(crate) use layered_value::Source;

/// The variable that names the configuration file.
const FILE_VARIABLE: &str = "WIDGET_MCP_CONFIG";

/// Flags that are no settings: they are about the settings, or about this program.
const NO_SETTINGS: [&str; 3] = ["config", "help", "version"];

/// The arguments of this program, which clap has found to be right.
#[derive(Debug)]
pub(crate) struct CommandLine {
    command: clap::Command,
    arguments: Vec<OsString>,
    matches: ArgMatches,
}

/// The effective settings, with their sources.
#[derive(Debug)]
pub(crate) struct Settings {
    pub(crate) cli: Cli,
    pub(crate) file: Option<ConfigFile>,
    list: Vec<Setting>,
}

/// One setting, as `widget-mcp config` shows it.
#[derive(Debug)]
struct Setting {
    name: String,
    /// None: it is not set and has no default.
    value: Option<String>,
    source: Source,
    /// It is said there, but contradicts what a stronger place says.
    is_set_aside: bool,
}

impl CommandLine {
    /// Reads arguments; the first is the name of the program.
    ///
    /// # Errors
    ///
    /// Clap's, which also stand for `--help` and `--version`.
    pub(crate) fn parse(arguments: Vec<OsString>) -> Result<Self, clap::Error> {
        let command = cli::command();
        let matches = command.clone().try_get_matches_from(&arguments)?;
        let line = Self { command, arguments, matches };
        if line.matches.subcommand().is_none() {
            return Ok(line);
        }
        // Clap does not compare a flag before a command with one behind it.
        line.contradiction(&line.flags()).map_or(Ok(line), Err)
    }

    /// Parses the arguments alone.
    ///
    /// # Errors
    ///
    /// Clap's.
    pub(crate) fn cli(&self) -> Result<Cli, clap::Error> {
        Cli::from_arg_matches(&self.matches)
    }

    /// Adds what the variables and the file say. `usual_file` is read unless the
    /// arguments or a variable name another.
    ///
    /// # Errors
    ///
    /// The file or the variable that is wrong, and how.
    pub(crate) fn resolve(
        &self,
        variable: impl Fn(&str) -> Option<OsString>,
        usual_file: Option<PathBuf>,
    ) -> Result<Settings, SettingsError> {
        // An empty variable is how many programs unset one.
        let variable = |name: &str| variable(name).filter(|value| !value.is_empty());
        let file = self.file(&variable, usual_file);
        let mut given = self.flags();
        self.add(&mut given, self.variables(&variable)?)?;
        if let Some(file) = &file {
            let lines = file.read(|key| self.setting(key), || self.settings())?;
            self.add(&mut given, lines)?;
        }
        let matches = self.parse_with(&given)?;
        let mut cli = Cli::from_arg_matches(&matches)?;
        // Who says that it is not headless wants windows.
        cli.native |= given.iter().any(|given| given.name == "headless" && given.is_off());
        let list = self.settings().map(|arg| Setting::new(arg, &given, &matches)).collect();
        Ok(Settings { cli, file, list })
    }

    /// The flags of settings among the arguments, as one would type them.
    pub(crate) fn typed(&self) -> Vec<String> {
        self.flags().iter().flat_map(LayeredValue::arguments).collect()
    }

    /// The secret among the typed flags, if there is one.
    pub(crate) fn typed_secret(&self) -> Option<String> {
        let names = self.flags().into_iter().map(|given| given.name);
        let mut secrets = names.filter(|name| self.setting(name).is_some_and(is_secret));
        secrets.next().map(|name| format!("--{name}"))
    }

    /// Returns whether a variable is that of a secret setting.
    pub(crate) fn is_secret(&self, name: &str) -> bool {
        self.settings().any(|arg| is_secret(arg) && variable(arg).as_deref() == Some(name))
    }

    fn settings(&self) -> impl Iterator<Item = &Arg> {
        self.command.get_arguments().filter(|arg| key(arg).is_some())
    }

    fn setting(&self, name: &str) -> Option<&Arg> {
        self.settings().find(|arg| key(arg) == Some(name))
    }

    fn file(
        &self,
        variable: &impl Fn(&str) -> Option<OsString>,
        usual: Option<PathBuf>,
    ) -> Option<ConfigFile> {
        let by_flag = self.matches.get_one::<PathBuf>("config").cloned();
        let by_variable = || variable(FILE_VARIABLE).map(PathBuf::from);
        let named = by_flag.or_else(by_variable).map(ConfigFile::named);
        named.or_else(|| usual.map(ConfigFile::usual))
    }

    fn flags(&self) -> Vec<LayeredValue> {
        let typed = |arg: &&Arg| {
            self.matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
        };
        self.settings().filter(typed).map(|arg| LayeredValue::flag(arg, &self.matches)).collect()
    }

    fn variables(
        &self,
        variable: &impl Fn(&str) -> Option<OsString>,
    ) -> Result<Vec<LayeredValue>, SettingsError> {
        let set = self.settings().filter_map(|arg| {
            let name = self::variable(arg)?;
            let value = variable(&name)?;
            Some((arg, name, value))
        });
        set.map(|(arg, name, value)| {
            let Ok(value) = value.into_string() else {
                return Err(SettingsError::NotText { variable: name });
            };
            LayeredValue::read(arg, vec![value], Source::Variable(name))
        })
        .collect()
    }

    /// Adds what a weaker place says: not what a stronger one has said, and not
    /// what contradicts that.
    fn add(
        &self,
        given: &mut Vec<LayeredValue>,
        weaker: Vec<LayeredValue>,
    ) -> Result<(), SettingsError> {
        if weaker.is_empty() {
            return Ok(());
        }
        let mut fresh = given.clone();
        for mut candidate in weaker {
            if given.iter().any(|stronger| stronger.name == candidate.name) {
                continue;
            }
            let is_refused = self.contradiction(given.iter().chain([&candidate])).is_some();
            candidate.is_set_aside = is_refused;
            fresh.push(candidate);
        }
        if let Some(error) = self.contradiction(&fresh) {
            return Err(SettingsError::contradiction(&error, &fresh[given.len()..]));
        }
        *given = fresh;
        Ok(())
    }

    /// Returns clap's objection to these settings, as if all were typed before a command.
    fn contradiction<'a>(
        &self,
        given: impl IntoIterator<Item = &'a LayeredValue>,
    ) -> Option<clap::Error> {
        let arguments = given.into_iter().flat_map(LayeredValue::arguments).map(OsString::from);
        let program = self.arguments.iter().take(1).cloned();
        let error = self.command.clone().try_get_matches_from(program.chain(arguments)).err()?;
        (error.kind() == ErrorKind::ArgumentConflict).then_some(error)
    }

    /// Reads the arguments again, with what other places say before them.
    fn parse_with(&self, given: &[LayeredValue]) -> Result<ArgMatches, clap::Error> {
        let added = given.iter().filter(|given| given.source != Source::Flag);
        let added: Vec<_> = added.flat_map(LayeredValue::arguments).map(OsString::from).collect();
        if added.is_empty() {
            return Ok(self.matches.clone());
        }
        let (program, rest) = self.arguments.split_at(self.arguments.len().min(1));
        let all = program.iter().cloned().chain(added).chain(rest.iter().cloned());
        self.command.clone().try_get_matches_from(all)
    }
}

/// The name of a setting, in the file and after `--`. None: this is not a setting.
pub(crate) fn key(arg: &Arg) -> Option<&str> {
    arg.get_long().filter(|long| !NO_SETTINGS.contains(long))
}

/// The variable that stands for a flag.
pub(crate) fn variable(arg: &Arg) -> Option<String> {
    if arg.get_id() == "config" {
        return Some(FILE_VARIABLE.into());
    }
    key(arg).map(|key| format!("WIDGET_MCP_{}", key.replace('-', "_").to_ascii_uppercase()))
}

/// Returns whether its value is confidential. A flag says so by hiding the value of
/// its variable in the help.
fn is_secret(arg: &Arg) -> bool {
    arg.is_hide_env_values_set()
}

/// Returns whether it is a switch, which has no value.
fn is_switch(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::SetTrue)
}

impl Setting {
    fn new(arg: &Arg, given: &[LayeredValue], matches: &ArgMatches) -> Self {
        let name = key(arg).unwrap_or_default().to_owned();
        let by = given.iter().find(|given| given.name == name);
        let source = by.map_or(Source::Default, |given| given.source.clone());
        let values = matches.get_raw(arg.get_id().as_str()).map(join);
        let value = values.map(|value| if is_secret(arg) { "[redacted]".into() } else { value });
        let is_set_aside = by.is_some_and(|given| given.is_set_aside);
        Self { name, value, source, is_set_aside }
    }
}

fn join<'a>(values: impl Iterator<Item = &'a OsStr>) -> String {
    values.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod documentation;
#[cfg(test)]
mod tests;
