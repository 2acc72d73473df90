//! The skills: guidance for a model, one Markdown file each in `skills/`.
//!
//! `get_skills`, the prompts, `pkg://skill/{name}` and the Skills extension
//! (SEP-2640) all take their text from here.

use std::borrow::Cow;
use std::sync::LazyLock;

use rmcp::model::{Skill as Published, SkillFrontmatter, SkillResource, SkillResources};
use widget_state::nearest;

use crate::components;
use crate::error::{ServerError, clipped};

/// Guidance for a model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Skill {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// A summary, and when to read it, in plain text of one line.
    pub(crate) description: &'static str,
    markdown: &'static str,
}

macro_rules! skills {
    ($($name:literal: $title:literal, $description:literal;)*) => {
        /// Every skill.
        pub(crate) const SKILLS: &[Skill] = &[
            $(Skill {
                name: $name,
                title: $title,
                description: $description,
                markdown: include_str!(concat!("../skills/", $name, ".md")),
            },)*
        ];
    };
}

skills! {
    "component_reference": "Component reference",
        "Every toolbar component with its properties and events. Read it before you write toolbars or modals.";
    "interactive_buttons": "Interactive buttons",
        "Buttons, counters and toggles that react by themselves, and how you receive the clicks. Read it for anything a person presses.";
    "native": "Widgets in a window of their own",
        "Where a widget appears on the person's screen, and what to say when nothing opens. Read it when mode is not what you expected.";
    "notebook": "Widgets beside a notebook",
        "Using the tools from Python in Jupyter and the like. Read it when the person works in a notebook.";
    "iframe": "Widgets and iframes",
        "What may frame a widget's page and what to do instead. Read it before you embed a widget in another page.";
    "deploy": "Running the server",
        "Transports, ports, tokens, headless machines and limits. Read it to set the server up or to reach it from elsewhere.";
    "data_visualization": "Charts and tables",
        "Plotly charts and large tables: show them, change them in parts, receive selections and edits. Read it before show_chart or show_dataframe.";
    "forms_and_inputs": "Inputs, filters and dialogs",
        "Components that hold a value by themselves: filters, dialogs and secrets, and reading them. Read it for inputs that act at once.";
    "forms": "Forms",
        "Fields that are checked as they are filled in, sent together and answered. Read it before you ask a person for several things.";
    "dashboards": "Dashboards and reports",
        "Pages of numbers, charts, tables and prose in one call, and how to change them while they are shown. Read it before you show more than one thing.";
}

/// The names of all skills.
pub(crate) fn names() -> Vec<&'static str> {
    SKILLS.iter().map(|skill| skill.name).collect()
}

/// The placeholder for the generated list of components in a skill file.
const COMPONENTS: &str = "{{components}}";

impl Skill {
    /// The skill of this name.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        SKILLS.iter().find(|skill| skill.name == name)
    }

    /// The text, in Markdown.
    pub(crate) fn text(&self) -> Cow<'static, str> {
        if self.markdown.contains(COMPONENTS) {
            return self.markdown.replace(COMPONENTS, &components::reference()).into();
        }
        self.markdown.into()
    }

    /// The name under which the Skills extension has it: the Agent Skills
    /// specification allows hyphens and no underscores.
    pub(crate) fn published_name(&self) -> String {
        self.name.replace('_', "-")
    }

    /// Its address in the Skills extension.
    pub(crate) fn uri(&self) -> String {
        format!("skill://{}/SKILL.md", self.published_name())
    }

    /// The file at that address: front matter in YAML, then the text. A string of
    /// JSON is one of YAML.
    pub(crate) fn file(&self) -> String {
        let name = self.published_name();
        let description = serde_json::Value::from(self.description);
        format!("---\nname: {name}\ndescription: {description}\n---\n\n{}", self.text())
    }

    fn published(&self) -> Published {
        let file = SkillResource::from_bytes(self.uri(), self.file().as_bytes());
        let frontmatter = SkillFrontmatter::new(self.published_name(), self.description);
        Published::new(self.uri(), frontmatter, SkillResources::Files(vec![file]))
    }
}

/// The skills as the Skills extension lists them, with the digests of their files.
pub(crate) fn published() -> &'static [Published] {
    static PUBLISHED: LazyLock<Vec<Published>> =
        LazyLock::new(|| SKILLS.iter().map(Skill::published).collect());
    &PUBLISHED
}

/// The skill whose file is at this address.
///
/// # Errors
///
/// [`ServerError::UnknownResource`] when there is none.
pub(crate) fn published_at(uri: &str) -> Result<&'static Published, ServerError> {
    let all = published();
    all.iter().find(|skill| skill.uri == uri).ok_or_else(|| ServerError::UnknownResource {
        uri: clipped(uri),
        nearest: nearest(uri, all.iter().map(|skill| skill.uri.as_str())).map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_skill_about_charts_names_the_traces_that_a_chat_client_draws() {
        let skill = SKILLS.iter().find(|skill| skill.name == "data_visualization").unwrap();
        let sentence = skill.markdown.split_once("In any other client these do: ").unwrap().1;
        let mut named: Vec<_> = sentence
            .split_once(';')
            .unwrap()
            .0
            .split(", ")
            .map(|name| name.replace('`', "\""))
            .collect();
        named.sort_unstable();
        let page = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../widget-web/frontend/src/chart/plotly.ts");
        let page = fs::read_to_string(page).unwrap();
        let list = page.split_once("CARTESIAN = new Set([").unwrap().1;
        let drawn = list.split_once(']').unwrap().0.split(',').map(str::trim);
        let drawn: Vec<_> = drawn.filter(|name| !name.is_empty()).collect();
        assert_eq!(named, drawn);
    }

    #[test]
    fn the_reference_of_components_names_every_variable_of_the_theme() {
        let skill = SKILLS.iter().find(|skill| skill.name == "component_reference").unwrap();
        let theme = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../widget-web/frontend/src/view/style/theme.css");
        let theme = fs::read_to_string(theme).unwrap();
        let set = theme.lines().filter_map(|line| line.trim().split_once(':'));
        let set = set.map(|(name, _)| name).filter(|name| name.starts_with("--widget-"));
        let unnamed: Vec<_> =
            set.filter(|name| !skill.markdown.contains(&format!("`{name}`"))).collect();
        assert!(unnamed.is_empty(), "{unnamed:?}");
        assert!(theme.contains("--widget-accent:"), "the variables are there");
    }
}
