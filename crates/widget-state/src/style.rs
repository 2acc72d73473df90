//! The appearance of a widget, as set by the agent beside its HTML.

pub(crate) mod css;

use std::collections::BTreeMap;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bounds::check_count;
use crate::error::StateError;
use crate::limits::CountedItems;
use css::{css_property, css_value, wrong};

/// Style sheets in one widget.
const MAX_SHEETS: usize = 100;

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Dark text on a light ground.
    Light,
    /// Light text on a dark ground.
    Dark,
    /// As the person has set it in their system or chat client.
    #[default]
    System,
}

/// A style sheet that was put into a widget.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StyleSheet {
    /// Names it in the widget.
    pub css_id: String,
    /// Its rules.
    pub css: Arc<str>,
}

/// CSS properties of an element: a value, or `None` to take back what was set.
pub type StyleChange = BTreeMap<String, Option<String>>;

/// The appearance of a widget, as set by the agent beside its HTML.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Appearance {
    /// Light or dark.
    pub(crate) theme: Theme,
    /// CSS properties by element or component.
    pub(crate) styles: BTreeMap<String, BTreeMap<String, String>>,
    /// Style sheets, in the order in which they apply.
    pub(crate) sheets: Vec<StyleSheet>,
}

impl Appearance {
    /// Light or dark.
    #[must_use]
    pub fn theme(&self) -> Theme {
        self.theme
    }

    /// CSS properties that were set, by element or component.
    #[must_use]
    pub fn styles(&self) -> &BTreeMap<String, BTreeMap<String, String>> {
        &self.styles
    }

    /// Style sheets that were put in, in the order in which they apply.
    #[must_use]
    pub fn sheets(&self) -> &[StyleSheet] {
        &self.sheets
    }

    /// Changes the properties of an element; all of them are well-formed.
    pub(crate) fn set_style(&mut self, id: &str, style: &StyleChange) {
        let own = self.styles.entry(id.to_owned()).or_default();
        for (property, value) in style {
            match value {
                Some(value) => own.insert(property.clone(), value.clone()),
                None => own.remove(property),
            };
        }
        if own.is_empty() {
            self.styles.remove(id);
        }
    }

    /// Forgets the properties of elements that are gone.
    pub(crate) fn forget_styles(&mut self, is_gone: impl Fn(&str) -> bool) {
        self.styles.retain(|id, _| !is_gone(id));
    }

    /// Puts a style sheet in, in the place of the one with the same id.
    pub(crate) fn inject(&mut self, sheet: StyleSheet) -> Result<(), StateError> {
        if let Some(same) = self.sheets.iter_mut().find(|same| same.css_id == sheet.css_id) {
            *same = sheet;
            return Ok(());
        }
        check_count(CountedItems::StyleSheets, self.sheets.len() + 1, MAX_SHEETS)?;
        self.sheets.push(sheet);
        Ok(())
    }

    /// Takes a style sheet out.
    pub(crate) fn remove(&mut self, css_id: &str) -> Result<(), StateError> {
        let ids = || self.sheets.iter().map(|sheet| sheet.css_id.as_str());
        match ids().position(|id| id == css_id) {
            Some(index) => {
                self.sheets.remove(index);
                Ok(())
            }
            None => Err(wrong("css_id", unknown_sheet(css_id, &ids().collect::<Vec<_>>()))),
        }
    }

    /// The bytes of all properties with one element changed.
    pub(crate) fn styles_bytes(&self, id: &str, style: &StyleChange) -> usize {
        let before = self.styles.iter().map(|(id, style)| {
            id.len() + style.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>()
        });
        let new =
            style.iter().map(|(name, value)| name.len() + value.as_ref().map_or(0, String::len));
        before.sum::<usize>() + id.len() + new.sum::<usize>()
    }

    /// The bytes of all style sheets with one put in.
    pub(crate) fn sheets_bytes(&self, css_id: &str, css: &str) -> usize {
        let others = self.sheets.iter().filter(|sheet| sheet.css_id != css_id);
        others.map(|sheet| sheet.css.len()).sum::<usize>() + css.len()
    }
}

fn unknown_sheet(css_id: &str, known: &[&str]) -> String {
    let shown: String = css_id.chars().take(80).collect();
    if known.is_empty() {
        return format!("there is no style sheet \"{shown}\": none was injected");
    }
    let hint = crate::suggest::did_you_mean(crate::suggest::nearest(css_id, known.iter().copied()));
    format!("there is no style sheet \"{shown}\"{hint} (there are {})", known.join(", "))
}

/// The properties as CSS writes them, each with one value.
///
/// # Errors
///
/// [`StateError::Appearance`] as [`css_property`] and [`css_value`], or when there are none.
pub(crate) fn canonical(style: &StyleChange) -> Result<StyleChange, StateError> {
    if style.is_empty() {
        let problem = "name at least one CSS property, such as {\"color\": \"red\"}";
        return Err(wrong("style", problem.into()));
    }
    let canonical = style.iter().map(|(name, value)| {
        let property = css_property(name)?;
        let value = value.as_deref().map(|value| css_value(&property, value)).transpose()?;
        Ok((property, value.filter(|value| !value.is_empty()).map(ToOwned::to_owned)))
    });
    canonical.collect()
}
