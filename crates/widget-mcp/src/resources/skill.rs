//! `pkg://skill/{name}`, and the files of the Skills extension.

use async_trait::async_trait;
use widget_state::StateError;

use super::{Content, ResourceEntry, ResourceKind, Template};
use crate::skills::{SKILLS, Skill};
use crate::widgets::Widgets;

/// The text of a skill.
pub(super) struct Text;

/// The `SKILL.md` of a skill, which clients find with `skills/list`.
pub(super) struct File;

#[async_trait]
impl ResourceKind for Text {
    fn template(&self) -> Template {
        Template {
            uri: "pkg://skill/{name}",
            name: "skill",
            title: "A skill",
            description: "Guidance on one way to use this server; get_skills returns the same.",
            mime_type: "text/markdown",
        }
    }

    async fn list(&self, _: &Widgets) -> Result<Vec<ResourceEntry>, StateError> {
        let listed = |skill: &Skill| ResourceEntry::new(skill.name, skill.title, skill.description);
        Ok(SKILLS.iter().map(listed).collect())
    }

    async fn read(&self, _: &Widgets, name: &str) -> Result<Option<Content>, StateError> {
        Ok(Skill::named(name).map(|skill| skill.text().into()))
    }
}

#[async_trait]
impl ResourceKind for File {
    fn template(&self) -> Template {
        Template {
            uri: "skill://{name}/SKILL.md",
            name: "skill-file",
            title: "A skill as a file",
            description: "A skill in the form of the Agent Skills specification.",
            mime_type: "text/markdown",
        }
    }

    async fn list(&self, _: &Widgets) -> Result<Vec<ResourceEntry>, StateError> {
        let listed = |skill: &Skill| {
            ResourceEntry::new(skill.published_name(), skill.title, skill.description)
        };
        Ok(SKILLS.iter().map(listed).collect())
    }

    async fn read(&self, _: &Widgets, name: &str) -> Result<Option<Content>, StateError> {
        let skill = SKILLS.iter().find(|skill| skill.published_name() == name);
        Ok(skill.map(|skill| skill.file().into()))
    }

    /// `skills/list` has them, and the texts are listed already.
    fn is_listed(&self) -> bool {
        false
    }
}
