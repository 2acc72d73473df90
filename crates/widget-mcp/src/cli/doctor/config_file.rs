//! Checks that the configuration file, the variables and the flags can be read.

use crate::cli::doctor::{Finding, Situation};

const TOPIC: &str = "settings";

pub(super) fn check(situation: &Situation) -> Vec<Finding> {
    let settings = match &situation.settings {
        Ok(settings) => settings,
        Err(error) => {
            let advice = "correct it; the checks below go on with what the flags say";
            return vec![Finding::error(TOPIC, crate::chain(error), advice)];
        }
    };
    let text = match &settings.file {
        Some(file) if file.exists() => format!("read from {}", file.path.display()),
        Some(file) => format!("there is no file {}, which is fine", file.path.display()),
        None => "there is no home folder, so no configuration file".into(),
    };
    vec![Finding::ok(TOPIC, text)]
}
