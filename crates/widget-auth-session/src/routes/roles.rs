//! Roles of a user at sign-in.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;
use widget_auth_core::UserInfo;
use widget_auth_store::Role;

use super::claims::claim;

/// A rule that gives roles to users, beside the default ones.
#[derive(Clone)]
pub(super) struct RoleRule(Arc<Rule>);

type Rule = dyn Fn(&UserInfo) -> Vec<Role> + Send + Sync;

impl RoleRule {
    pub(super) fn new(rule: impl Fn(&UserInfo) -> Vec<Role> + Send + Sync + 'static) -> Self {
        Self(Arc::new(rule))
    }

    /// Gives the role of each name that `claim` holds.
    pub(super) fn of_claim(claim: String, roles: Vec<(String, Role)>) -> Self {
        Self::new(move |user| {
            let names = claim_names(user, &claim);
            let is_held = |(name, _): &&(String, Role)| names.contains(&name.as_str());
            roles.iter().filter(is_held).map(|(_, role)| role.clone()).collect()
        })
    }
}

impl RoleRule {
    pub(super) fn roles(&self, user: &UserInfo) -> Vec<Role> {
        self.0(user)
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

/// OpenID Connect Core, section 5.7: only `sub` identifies a user. An address
/// does as well if the provider has checked whose it is; anything else a user
/// can choose.
pub(super) fn identifies(user: &UserInfo, admin: &str) -> bool {
    let verified = user.email.as_deref().filter(|_| user.email_verified == Some(true));
    !admin.is_empty()
        && (user.sub == admin || verified.is_some_and(|email| email.eq_ignore_ascii_case(admin)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use widget_auth_core::UserInfo;
    use widget_auth_store::Role;

    use crate::routes::{AuthSettings, CookieSecret};

    fn settings() -> AuthSettings {
        let secret = CookieSecret::new([1; 32]).unwrap();
        AuthSettings::new("http://localhost/auth/callback", secret).unwrap()
    }

    fn user(claims: &serde_json::Value) -> UserInfo {
        UserInfo::from_claims(claims.as_object().unwrap().clone()).unwrap()
    }

    fn is_admin(claims: &serde_json::Value) -> bool {
        let settings = settings().with_admin_users(["42", "jane@example.com", ""]);
        let roles = settings.roles_of(&user(claims));
        assert!(roles.contains(&Role::Viewer));
        roles.contains(&Role::Admin)
    }

    #[test]
    fn an_admin_is_known_by_what_cannot_be_chosen() {
        assert!(is_admin(&json!({"sub": "42"})));
        assert!(is_admin(
            &json!({"sub": "1", "email": "Jane@Example.com", "email_verified": true})
        ));

        assert!(!is_admin(&json!({"sub": "1", "email": "jane@example.com"})));
        let unverified = json!({"sub": "1", "email": "jane@example.com", "email_verified": false});
        assert!(!is_admin(&unverified));
        let text =
            |verified| json!({"sub": "1", "email": "jane@example.com", "email_verified": verified});
        assert!(is_admin(&text("true")));
        assert!(!is_admin(&text("false")) && !is_admin(&text("1")));
        assert!(!is_admin(&json!({"sub": "1", "name": "42", "preferred_username": "42"})));
        assert!(!is_admin(&json!({"sub": "1", "email": "", "email_verified": true})));
    }

    #[test]
    fn a_claim_gives_the_roles_of_the_names_in_it() {
        let billing: Role = "billing".parse().unwrap();
        let names = [("ops", Role::Admin), ("finance", billing.clone())];
        let of_claim = |claim: &str, claims: &serde_json::Value| {
            let settings = settings().with_default_roles([]).with_role_claim(claim, names.clone());
            settings.roles_of(&user(claims)).into_iter().collect::<Vec<_>>()
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
    fn rules_add_to_each_other() {
        let settings =
            settings().with_role_claim("groups", [("ops", Role::Admin)]).with_roles(|user| {
                match user.claims.get("department") {
                    Some(department) if department == "editing" => vec![Role::Editor],
                    _ => Vec::new(),
                }
            });
        let both = json!({"sub": "1", "groups": ["ops"], "department": "editing"});
        let roles = settings.roles_of(&user(&both));
        assert_eq!(roles, [Role::Viewer, Role::Editor, Role::Admin].into());
    }
}
