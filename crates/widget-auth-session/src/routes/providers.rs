//! The providers of a site.

use std::sync::Arc;

use widget_auth_provider::OAuthProvider;

use super::endpoints::is_plain;
use super::settings_error::SettingsError;

/// The providers that a site signs in with, by their names. Each has a
/// redirect URI of its own, so that the answer of one cannot be taken for that
/// of another (RFC 9700, section 4.4.2).
#[derive(Debug, Clone)]
pub(super) struct Providers {
    first: Arc<dyn OAuthProvider>,
    others: Vec<Arc<dyn OAuthProvider>>,
}

impl Providers {
    pub(super) fn new(first: Arc<dyn OAuthProvider>) -> Self {
        Self { first, others: Vec::new() }
    }

    pub(super) fn add(&mut self, provider: Arc<dyn OAuthProvider>) -> Result<(), SettingsError> {
        let wrong = |reason| SettingsError::new("provider", reason);
        let name = provider.name();
        if !is_plain(name) {
            return Err(wrong("has to have a name of letters, digits, `-`, `_` and `.`"));
        }
        if self.find(name).is_some() {
            return Err(wrong("has the name of another provider: set one by `with_name`"));
        }
        self.others.push(provider);
        Ok(())
    }

    /// The one whose callback has no name in its path.
    pub(super) fn first(&self) -> &Arc<dyn OAuthProvider> {
        &self.first
    }

    pub(super) fn find(&self, name: &str) -> Option<&Arc<dyn OAuthProvider>> {
        self.iter().find(|provider| provider.name() == name)
    }

    /// The only one, if there are not several.
    pub(super) fn only(&self) -> Option<&Arc<dyn OAuthProvider>> {
        self.others.is_empty().then_some(&self.first)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Arc<dyn OAuthProvider>> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// The names, as a person writes them: `google`, `github`.
    pub(super) fn names(&self) -> String {
        let names = self.iter().map(|provider| format!("`{}`", provider.name()));
        names.collect::<Vec<_>>().join(", ")
    }

    /// The redirect URI of `provider`, from the `callback` of the first.
    pub(super) fn redirect_uri(&self, provider: &dyn OAuthProvider, callback: &str) -> String {
        if provider.name() == self.first.name() {
            return callback.to_owned();
        }
        format!("{callback}/{}", provider.name())
    }
}
