//! Settings of who may sign in, and what they may do.

use std::collections::BTreeSet;
use std::sync::Arc;

use widget_auth_store::Role;

use super::AuthSettings;
use crate::routes::admins;
use crate::routes::providers::Providers;
use crate::routes::refused::Refused;
use crate::routes::roles::{ClaimRule, RoleRule};
use crate::routes::sign_in::SignIn;
use crate::routes::sign_in_hook::SignInHook;

impl AuthSettings {
    /// Sets the roles of everybody who signs in.
    #[must_use]
    pub fn with_default_roles(mut self, roles: impl IntoIterator<Item = Role>) -> Self {
        self.default_roles = roles.into_iter().collect();
        self
    }

    /// Gives a user of the first provider the roles of the names that a claim
    /// holds, beside those of other rules: the claim is a text or a list of
    /// texts, and a name that is not in `roles` gives nothing. For the other
    /// providers of a site there is [`with_role_claim_of`](Self::with_role_claim_of).
    ///
    /// `claim` is a name like `groups` or `roles`, or, if it begins with a
    /// slash, a JSON pointer (RFC 6901) like `/realm_access/roles`. It is
    /// looked up in the userinfo answer and, if it is not there, in the ID
    /// token. Roles are those of the sign-in: a change at the provider counts
    /// from the next one.
    #[must_use]
    pub fn with_role_claim<S: Into<String>>(
        self,
        claim: impl Into<String>,
        roles: impl IntoIterator<Item = (S, Role)>,
    ) -> Self {
        self.with_claim_rule(None, claim.into(), roles)
    }

    /// Gives roles to users of `provider`, the name of one of the
    /// [providers](crate::routes::AuthState::with_provider) of the site, as
    /// [`with_role_claim`](Self::with_role_claim) does to those of the first.
    /// One provider may let its users choose what another vouches for: a user who
    /// founds a group at GitLab has its name in the claim `groups`.
    ///
    /// A name that no provider of the site has gives nothing, and
    /// [`auth_router`](crate::routes::auth_router) logs an error.
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_auth_session::routes::{AuthSettings, Role};
    ///
    /// fn with_groups(settings: AuthSettings) -> AuthSettings {
    ///     settings
    ///         .with_role_claim("groups", [("staff", Role::Editor)])
    ///         .with_role_claim_of("gitlab", "groups_direct", [("acme", Role::Editor)])
    /// }
    /// ```
    #[must_use]
    pub fn with_role_claim_of<S: Into<String>>(
        self,
        provider: impl Into<String>,
        claim: impl Into<String>,
        roles: impl IntoIterator<Item = (S, Role)>,
    ) -> Self {
        self.with_claim_rule(Some(provider.into()), claim.into(), roles)
    }

    fn with_claim_rule<S: Into<String>>(
        mut self,
        provider: Option<String>,
        claim: String,
        roles: impl IntoIterator<Item = (S, Role)>,
    ) -> Self {
        let roles = roles.into_iter().map(|(name, role)| (name.into(), role)).collect();
        self.role_rules.push(RoleRule::Claim(ClaimRule { provider, claim, roles }));
        self
    }

    /// Gives a user the roles that `roles` returns at each sign-in, beside
    /// those of other rules. It must not block; for a look into a database
    /// there is [`on_sign_in`](Self::on_sign_in).
    ///
    /// Decide by the provider and its `sub`, or by claims that this provider
    /// vouches for: a user can choose a name, and an e-mail address that is not
    /// verified.
    #[must_use]
    pub fn with_roles(
        mut self,
        roles: impl Fn(&SignIn) -> Vec<Role> + Send + Sync + 'static,
    ) -> Self {
        self.role_rules.push(RoleRule::Function(Arc::new(roles)));
        self
    }

    /// Keeps these claims of the provider in the session, for handlers:
    /// `session.user().claims`. A name is one that
    /// [`with_role_claim`](Self::with_role_claim) takes, and the claim is kept
    /// under it; one that the user does not have is absent.
    ///
    /// Texts and claims of a session have at most 16 KiB together. A user with
    /// more cannot sign in, and the log says so: a part of a list of groups
    /// would be taken for the whole.
    #[must_use]
    pub fn with_claims<S: Into<String>>(mut self, names: impl IntoIterator<Item = S>) -> Self {
        self.claims = names.into_iter().map(Into::into).collect();
        self
    }

    /// Asks the application at each sign-in, after the provider has let the
    /// user in and before anything is kept: for the roles that the user gets
    /// beside those of other rules, or for a [`Refused`].
    ///
    /// The function gets a [`SignIn`] of its own, because the future of a
    /// closure that borrows one cannot be asked to be `Send`.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// use widget_auth_session::routes::{AuthSettings, Refused, Role};
    ///
    /// # struct Database;
    /// # impl Database {
    /// #     async fn role(&self, _: &str, _: &str) -> Result<Option<Role>, std::io::Error> { Ok(None) }
    /// # }
    /// fn with_database(settings: AuthSettings, database: Arc<Database>) -> AuthSettings {
    ///     settings.on_sign_in(move |sign_in| {
    ///         let database = database.clone();
    ///         async move {
    ///             let role = database.role(&sign_in.provider, &sign_in.user.sub).await?;
    ///             let role = role.ok_or_else(|| Refused::new("you have no account here"))?;
    ///             Ok(vec![role])
    ///         }
    ///     })
    /// }
    /// ```
    #[must_use]
    pub fn on_sign_in<A>(mut self, hook: impl Fn(SignIn) -> A + Send + Sync + 'static) -> Self
    where
        A: Future<Output = Result<Vec<Role>, Refused>> + Send + 'static,
    {
        self.on_sign_in = Some(SignInHook::new(hook));
        self
    }

    /// Sets who becomes an admin: a `sub` of the first provider, that of another
    /// one behind its name, as in `github:583231`, or an e-mail address that any
    /// provider of the site has verified.
    ///
    /// A colon separates a name only if a provider of the site has it, so a
    /// `sub` may be a URN; on a site with several providers
    /// [`auth_router`](crate::routes::auth_router) logs a warning then. An address
    /// behind a name, `github:jane@example.com`, counts at that provider only.
    #[must_use]
    pub fn with_admin_users<S: Into<String>>(mut self, users: impl IntoIterator<Item = S>) -> Self {
        self.admin_users = users.into_iter().map(Into::into).collect();
        self
    }

    /// The roles of a user at sign-in.
    pub(in crate::routes) fn roles_of(
        &self,
        sign_in: &SignIn,
        providers: &Providers,
    ) -> BTreeSet<Role> {
        let mut roles = self.default_roles.clone();
        if self.admin_users.iter().any(|entry| admins::names(entry, sign_in, providers)) {
            roles.insert(Role::Admin);
        }
        roles.extend(self.role_rules.iter().flat_map(|rule| rule.roles(sign_in, providers)));
        roles
    }

    /// Logs rules for providers that the site does not have.
    pub(in crate::routes) fn warn_of_unknown_providers(&self, providers: &Providers) {
        admins::warn_of_unknown_providers(&self.admin_users, providers);
        for rule in &self.role_rules {
            rule.warn_of_unknown_provider(providers);
        }
    }
}
