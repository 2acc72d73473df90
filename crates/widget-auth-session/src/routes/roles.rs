//! What a user may do.

use std::collections::BTreeSet;

use widget_auth_core::UserInfo;
use widget_auth_store::Role;

use super::settings::AuthSettings;

/// The roles of `user`.
pub(super) fn of(user: &UserInfo, settings: &AuthSettings) -> BTreeSet<Role> {
    let mut roles = settings.default_roles.clone();
    if settings.admin_users.iter().any(|admin| is(user, admin)) {
        roles.insert(Role::Admin);
    }
    roles
}

/// OpenID Connect Core, section 5.7: only `sub` identifies a user. An address
/// does as well if the provider has checked whose it is; anything else a user
/// can choose.
fn is(user: &UserInfo, admin: &str) -> bool {
    let verified = user.email.as_deref().filter(|_| user.email_verified == Some(true));
    !admin.is_empty()
        && (user.sub == admin || verified.is_some_and(|email| email.eq_ignore_ascii_case(admin)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use widget_auth_core::UserInfo;
    use widget_auth_store::Role;

    use super::of;
    use crate::routes::{AuthSettings, CookieSecret};

    fn is_admin(claims: &serde_json::Value) -> bool {
        let user = UserInfo::from_claims(claims.as_object().unwrap().clone()).unwrap();
        let secret = CookieSecret::new([1; 32]).unwrap();
        let settings = AuthSettings::new("http://localhost/auth/callback", secret).unwrap();
        let roles = of(&user, &settings.with_admin_users(["42", "jane@example.com", ""]));
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
}
