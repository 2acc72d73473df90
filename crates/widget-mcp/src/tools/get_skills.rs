//! `get_skills`

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::skills::{self, SKILLS, Skill};
use crate::tool::error::{ToolError, unknown_name};
use crate::tool::{Call, Hints, Tool};

pub(crate) struct GetSkills;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The name of a skill. Lists them when left out.
    #[schemars(extend("enum" = skills::names()))]
    skill: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct Output {
    /// The skills there are; with `skill` that one.
    skills: Vec<Entry>,
    /// The guidance, in Markdown, when a skill was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Entry {
    /// Its name.
    name: &'static str,
    /// The title.
    title: &'static str,
    /// A summary, and when to read it.
    description: &'static str,
}

#[async_trait]
impl Tool for GetSkills {
    type Arguments = Arguments;
    type Output = Output;

    const NAME: &'static str = "get_skills";
    const TITLE: &'static str = "Get guidance";
    const DESCRIPTION: &'static str = "Returns guidance, short and with calls that work: \
        components and their events, buttons, forms, charts and tables, windows, notebooks, \
        iframes, running the server. Read the one that fits before your first widget.";
    const HINTS: Hints = Hints::ReadOnly;
    const EXAMPLE: &'static str = r#"{"skill": "interactive_buttons"}"#;

    async fn call(_: &Call, Arguments { skill }: Arguments) -> Result<Output, ToolError> {
        let Some(name) = skill else {
            return Ok(Output { skills: SKILLS.iter().map(entry).collect(), text: None });
        };
        let unknown = || unknown_name("skill", "skill", &name, &skills::names());
        let skill = Skill::named(&name).ok_or_else(unknown)?;
        Ok(Output { skills: vec![entry(skill)], text: Some(skill.text().into_owned()) })
    }
}

fn entry(skill: &Skill) -> Entry {
    Entry { name: skill.name, title: skill.title, description: skill.description }
}
