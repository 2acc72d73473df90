//! The skills as prompts.

use std::borrow::Cow;

use rmcp::model::{GetPromptResult, Prompt, PromptMessage, Role};
use widget_state::nearest;

use crate::error::{ServerError, clipped};
use crate::skills::{self, SKILLS, Skill};

/// Every prompt.
pub(crate) fn all() -> Vec<Prompt> {
    let prompt = |skill: &Skill| {
        Prompt::new(skill.name, Some(skill.description), None).with_title(skill.title)
    };
    SKILLS.iter().map(prompt).collect()
}

/// The messages of a prompt.
///
/// # Errors
///
/// [`ServerError::UnknownPrompt`] when there is none of this name.
pub(crate) fn get(name: &str) -> Result<GetPromptResult, ServerError> {
    let skill = named(name)?;
    let message = PromptMessage::new_text(Role::User, skill.text());
    Ok(GetPromptResult::new(vec![message]).with_description(skill.description))
}

/// The text of a prompt.
///
/// # Errors
///
/// As [`get`].
pub(crate) fn text(name: &str) -> Result<Cow<'static, str>, ServerError> {
    Ok(named(name)?.text())
}

fn named(name: &str) -> Result<&'static Skill, ServerError> {
    Skill::named(name).ok_or_else(|| ServerError::UnknownPrompt {
        name: clipped(name),
        nearest: nearest(name, skills::names()).map(str::to_owned),
    })
}
