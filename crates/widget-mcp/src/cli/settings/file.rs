//! The configuration file: TOML with one line for each setting.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::PathBuf;

use clap::Arg;
use toml::de::{DeTable, DeValue};
use widget_state::nearest;

use crate::cli::settings::layered_value::{LayeredValue, Source};
use crate::cli::settings::{SettingsError, key};

/// A file of settings is far smaller.
const MAX_BYTES: u64 = 1 << 20;

/// The file that is read, and whether it has to be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConfigFile {
    pub(crate) path: PathBuf,
    is_named: bool,
}

impl ConfigFile {
    /// A file that was named explicitly: that it is missing is an error.
    pub(super) fn named(path: PathBuf) -> Self {
        Self { path, is_named: true }
    }

    /// The file in the usual place, which need not be there.
    pub(super) fn usual(path: PathBuf) -> Self {
        Self { path, is_named: false }
    }

    /// Returns whether it is installed, as far as can be seen.
    pub(crate) fn exists(&self) -> bool {
        self.path.exists()
    }

    /// Reads its entries, each with the flag it stands for.
    pub(super) fn read<'a, I: Iterator<Item = &'a Arg>>(
        &self,
        setting: impl Fn(&str) -> Option<&'a Arg>,
        all: impl Fn() -> I,
    ) -> Result<Vec<LayeredValue>, SettingsError> {
        let Some(text) = self.text()? else { return Ok(Vec::new()) };
        let table = DeTable::parse(&text).map_err(|error| {
            let line = error.span().map_or(1, |span| line_of(&text, &span));
            // Without the line itself, which may hold a secret.
            self.syntax(line, error.message())
        })?;
        let mut lines = Vec::new();
        for (name, value) in table.get_ref() {
            let line = line_of(&text, &name.span());
            let name = name.get_ref();
            let arg = setting(name).ok_or_else(|| self.unknown(line, name, all()))?;
            let source = Source::File { path: self.path.clone(), line };
            let values = values(value.get_ref()).map_err(|problem| SettingsError::Value {
                place: source.to_string(),
                name: name.to_string(),
                problem,
            })?;
            lines.push(LayeredValue::read(arg, values, source)?);
        }
        Ok(lines)
    }

    fn text(&self) -> Result<Option<String>, SettingsError> {
        let unreadable = |source| SettingsError::Read { path: self.path.clone(), source };
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound && !self.is_named => return Ok(None),
            Err(error) => return Err(unreadable(error)),
        };
        let mut text = String::new();
        file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(unreadable)?;
        if text.len() as u64 > MAX_BYTES {
            return Err(SettingsError::TooLarge { path: self.path.clone(), limit: MAX_BYTES });
        }
        Ok(Some(text))
    }

    fn syntax(&self, line: usize, problem: &str) -> SettingsError {
        SettingsError::Syntax { path: self.path.clone(), line, problem: problem.to_owned() }
    }

    fn unknown<'a>(
        &self,
        line: usize,
        name: &str,
        all: impl Iterator<Item = &'a Arg>,
    ) -> SettingsError {
        let hint = match nearest(name, all.filter_map(key)) {
            Some(nearest) => format!("; did you mean {nearest:?}?"),
            None => "; `widget-mcp config` shows all that there are".into(),
        };
        let key = name.to_owned();
        SettingsError::Unknown { path: self.path.clone(), line, key, hint }
    }
}

/// The texts that a flag would have been given.
fn values(value: &DeValue<'_>) -> Result<Vec<String>, String> {
    match value {
        DeValue::Array(items) => {
            let items: Result<Vec<_>, _> = items.iter().map(|item| text(item.get_ref())).collect();
            items.map_err(|kind| format!("a list holds texts, numbers or booleans, not {kind}"))
        }
        single => text(single).map(|text| vec![text]).map_err(|kind| {
            format!("takes a text, a number, a boolean or a list of them, not {kind}")
        }),
    }
}

fn text(value: &DeValue<'_>) -> Result<String, &'static str> {
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Boolean(value) => Ok(value.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Ok(number.as_str().to_owned()),
        DeValue::Integer(_) => Err("a number that is not decimal"),
        DeValue::Float(_) => Err("a fraction"),
        DeValue::Datetime(_) => Err("a date"),
        DeValue::Array(_) => Err("a list"),
        DeValue::Table(_) => Err("a table"),
    }
}

/// Lines count from 1.
fn line_of(text: &str, span: &Range<usize>) -> usize {
    let before = text.get(..span.start).unwrap_or(text);
    before.bytes().filter(|byte| *byte == b'\n').count() + 1
}
