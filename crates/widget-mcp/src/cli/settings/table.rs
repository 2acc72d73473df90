//! The output of `widget-mcp config`.

use std::fmt;

use crate::cli::settings::{Setting, Settings, Source};

/// The placeholder of a setting without a value.
const NOT_SET: &str = "-";

impl fmt::Display for Settings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => {
                let note = if file.exists() { "" } else { " (not there)" };
                writeln!(formatter, "configuration file: {}{note}\n", file.path.display())?;
            }
            None => writeln!(formatter, "configuration file: none, for there is no home folder\n")?,
        }
        let width = |text: fn(&Setting) -> &str, title: &str| {
            let lengths = self.list.iter().map(|setting| text(setting).chars().count());
            lengths.chain([title.len()]).max().unwrap_or_default()
        };
        let names = width(|setting| &setting.name, "setting");
        let values = width(Setting::value, "value");
        write!(formatter, "{:names$}  {:values$}  from", "setting", "value")?;
        for setting in &self.list {
            let (name, value) = (&setting.name, setting.value());
            write!(formatter, "\n{name:names$}  {value:values$}  {}", setting.origin())?;
        }
        Ok(())
    }
}

impl Setting {
    fn value(&self) -> &str {
        self.value.as_deref().unwrap_or(NOT_SET)
    }

    fn origin(&self) -> String {
        let place = match &self.source {
            Source::Flag => format!("flag --{}", self.name),
            Source::Variable(name) => format!("environment {name}"),
            Source::File { path, line } => format!("file {}:{line}", path.display()),
            Source::Default => "default".into(),
        };
        if self.is_set_aside {
            return format!("default, since {place} contradicts something stronger");
        }
        place
    }
}
