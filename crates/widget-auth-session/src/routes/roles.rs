//! Roles of a user at sign-in.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;
use widget_auth_core::UserInfo;
use widget_auth_store::Role;

use super::claims::claim;
use super::providers::Providers;
use super::sign_in::SignIn;

/// A rule that gives roles to users, beside the default ones.
#[derive(Clone)]
pub(super) enum RoleRule {
    /// The roles of the names that a claim holds.
    Claim(ClaimRule),
    /// The roles that the application returns.
    Function(Arc<Rule>),
}

type Rule = dyn Fn(&SignIn) -> Vec<Role> + Send + Sync;

/// The names of one provider: another may let its users choose what is in a
/// claim of the same name.
#[derive(Clone)]
pub(super) struct ClaimRule {
    /// `None` is the first provider of the site.
    pub(super) provider: Option<String>,
    pub(super) claim: String,
    pub(super) roles: Vec<(String, Role)>,
}

impl RoleRule {
    pub(super) fn roles(&self, sign_in: &SignIn, providers: &Providers) -> Vec<Role> {
        match self {
            Self::Claim(rule) => rule.roles(sign_in, providers),
            Self::Function(rule) => rule(sign_in),
        }
    }

    /// Logs a provider that the site does not have: the rule gives nothing.
    pub(super) fn warn_of_unknown_provider(&self, providers: &Providers) {
        if let Self::Claim(ClaimRule { provider: Some(name), claim, .. }) = self
            && providers.find(name).is_none()
        {
            let names = providers.names();
            tracing::error!(
                "the claim `{claim}` of the provider `{name}` gives no roles: the site has {names}"
            );
        }
    }
}

impl ClaimRule {
    fn roles(&self, sign_in: &SignIn, providers: &Providers) -> Vec<Role> {
        let provider = self.provider.as_deref().unwrap_or_else(|| providers.first().name());
        if sign_in.provider != provider {
            return Vec::new();
        }
        let names = claim_names(&sign_in.user, &self.claim);
        let is_held = |(name, _): &&(String, Role)| names.contains(&name.as_str());
        self.roles.iter().filter(is_held).map(|(_, role)| role.clone()).collect()
    }
}

impl fmt::Debug for RoleRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RoleRule")
    }
}

/// The texts in a claim: one, or a list of them. Anything else counts as
/// absent.
fn claim_names<'a>(user: &'a UserInfo, name: &str) -> Vec<&'a str> {
    match claim(user, name) {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use serde_json::{Value, json};
    use widget_auth_core::UserInfo;
    use widget_auth_provider::{GenericOidcProvider, GithubProvider};
    use widget_auth_store::Role;

    use crate::routes::providers::Providers;
    use crate::routes::sign_in::SignIn;
    use crate::routes::{AuthSettings, CookieSecret};

    fn settings() -> AuthSettings {
        let secret = CookieSecret::new([1; 32]).unwrap();
        AuthSettings::new("http://localhost/auth/callback", secret).unwrap()
    }

    /// The roles of a user at `provider`, which is `google` or `github`.
    fn roles_at(provider: &str, settings: &AuthSettings, claims: &Value) -> BTreeSet<Role> {
        let google = GenericOidcProvider::google("client-id").unwrap();
        let mut providers = Providers::new(Arc::new(google));
        providers.add(Arc::new(GithubProvider::new("client-id").unwrap())).unwrap();
        let user = UserInfo::from_claims(claims.as_object().unwrap().clone()).unwrap();
        settings.roles_of(&SignIn::new(provider, user), &providers)
    }

    #[test]
    fn a_claim_gives_the_roles_of_the_names_in_it() {
        let billing: Role = "billing".parse().unwrap();
        let names = [("ops", Role::Admin), ("finance", billing.clone())];
        let of_claim = |claim: &str, claims: &Value| {
            let settings = settings().with_default_roles([]).with_role_claim(claim, names.clone());
            roles_at("google", &settings, claims).into_iter().collect::<Vec<_>>()
        };
        for groups in [json!(["ops", "finance", "others"]), json!(["finance", 7, "ops", "ops"])] {
            let both = of_claim("groups", &json!({"sub": "1", "groups": groups}));
            assert_eq!(both, [Role::Admin, billing.clone()]);
        }
        assert_eq!(of_claim("role", &json!({"sub": "1", "role": "ops"})), [Role::Admin]);
        // The claim of Keycloak, and one of Auth0, whose name is a URL.
        let nested = json!({"sub": "1", "realm_access": {"roles": ["ops"]}});
        assert_eq!(of_claim("/realm_access/roles", &nested), [Role::Admin]);
        let url = "https://app.example.com/roles";
        assert_eq!(of_claim(url, &json!({"sub": "1", url: ["finance"]})), [billing]);
        let slash = json!({"sub": "1", "a/b~c": ["ops"]});
        assert_eq!(of_claim("/a~1b~0c", &slash), [Role::Admin]);

        for groups in [json!("ops finance"), json!({"ops": true}), json!(true), json!(null)] {
            assert_eq!(of_claim("groups", &json!({"sub": "1", "groups": groups})), []);
        }
        // A name of a built-in role is none for being in a claim.
        assert_eq!(of_claim("groups", &json!({"sub": "1", "groups": ["admin"]})), []);
        assert_eq!(of_claim("groups", &json!({"sub": "1"})), []);
    }

    #[test]
    fn a_claim_counts_at_its_provider() {
        let ops = json!({"sub": "1", "groups": ["ops"]});
        let of_first = settings().with_role_claim("groups", [("ops", Role::Admin)]);
        let of_github = settings().with_role_claim_of("github", "groups", [("ops", Role::Admin)]);
        let is_admin =
            |settings, provider| roles_at(provider, settings, &ops).contains(&Role::Admin);
        assert!(is_admin(&of_first, "google") && !is_admin(&of_first, "github"));
        assert!(is_admin(&of_github, "github") && !is_admin(&of_github, "google"));
    }

    #[test]
    fn rules_add_to_each_other() {
        let settings =
            settings().with_role_claim("groups", [("ops", Role::Admin)]).with_roles(|sign_in| {
                match sign_in.user.claims.get("department") {
                    Some(department) if department == "editing" => vec![Role::Editor],
                    _ => Vec::new(),
                }
            });
        let both = json!({"sub": "1", "groups": ["ops"], "department": "editing"});
        let roles = roles_at("google", &settings, &both);
        assert_eq!(roles, [Role::Viewer, Role::Editor, Role::Admin].into());
    }
}
