//! Users whom the settings name.

use super::providers::Providers;
use super::sign_in::SignIn;

/// Returns whether `entry` of `admin_users` is the user of `sign_in`.
///
/// Without the name of a provider before it, a `sub` is one of the first
/// provider, since only with its issuer it identifies a user (OpenID Connect
/// Core, section 5.7). An address does as well, at every provider, if the
/// provider has checked whose it is; anything else a user can choose.
pub(super) fn names(entry: &str, sign_in: &SignIn, providers: &Providers) -> bool {
    let is_first = sign_in.provider == providers.first().name();
    match prefix(entry, providers) {
        Some((provider, user)) => {
            provider == sign_in.provider && (is_sub(user, sign_in) || is_address(user, sign_in))
        }
        None => (is_first && is_sub(entry, sign_in)) || is_address(entry, sign_in),
    }
}

/// The name of a provider of the site before a colon, and what is behind it. A
/// `sub` may have colons of its own, as a URN has.
fn prefix<'a>(entry: &'a str, providers: &Providers) -> Option<(&'a str, &'a str)> {
    entry.split_once(':').filter(|(name, _)| providers.find(name).is_some())
}

fn is_sub(entry: &str, sign_in: &SignIn) -> bool {
    !entry.is_empty() && sign_in.user.sub == entry
}

fn is_address(entry: &str, sign_in: &SignIn) -> bool {
    let user = &sign_in.user;
    let verified = user.email.as_deref().filter(|_| user.email_verified == Some(true));
    !entry.is_empty() && verified.is_some_and(|email| email.eq_ignore_ascii_case(entry))
}

/// Logs entries of a site with several providers that look as if they named
/// one that it does not have. It stays a log line, because it may be a `sub`.
pub(super) fn warn_of_unknown_providers(entries: &[String], providers: &Providers) {
    if providers.only().is_some() {
        return;
    }
    let (names, first) = (providers.names(), providers.first().name());
    for entry in entries.iter().filter(|entry| prefix(entry, providers).is_none()) {
        if let Some((unknown, _)) = entry.split_once(':') {
            tracing::warn!(
                "`admin_users` has `{entry}`, which is taken for a `sub` of `{first}`: the site has no provider `{unknown}`, but {names}; write `{first}:{entry}` if it is one"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};
    use widget_auth_core::UserInfo;
    use widget_auth_provider::{GenericOidcProvider, GithubProvider};

    use super::names;
    use crate::routes::providers::Providers;
    use crate::routes::sign_in::SignIn;

    /// A site that signs in at `google`, and at `github` as well.
    fn providers() -> Providers {
        let google = GenericOidcProvider::google("client-id").unwrap();
        let mut providers = Providers::new(Arc::new(google));
        providers.add(Arc::new(GithubProvider::new("client-id").unwrap())).unwrap();
        providers
    }

    fn is_admin(entry: &str, provider: &str, claims: &Value) -> bool {
        let user = UserInfo::from_claims(claims.as_object().unwrap().clone()).unwrap();
        names(entry, &SignIn::new(provider, user), &providers())
    }

    #[test]
    fn a_sub_counts_at_its_provider() {
        for (entry, sub, google, github) in [
            ("42", "42", true, false),
            ("google:42", "42", true, false),
            ("github:42", "42", false, true),
            // The prefix is no part of the `sub`.
            ("github:42", "github:42", false, false),
            ("google:github:42", "github:42", true, false),
            // Colons of the `sub` itself.
            ("urn:user:42", "urn:user:42", true, false),
            ("github:urn:user:42", "urn:user:42", false, true),
            ("auth0|42", "auth0|42", true, false),
            ("urn:user:42", "42", false, false),
            ("GitHub:42", "42", false, false),
            (":42", "42", false, false),
            ("github:", "github:", false, false),
            ("", "42", false, false),
        ] {
            let claims = json!({"sub": sub});
            let at = |provider| is_admin(entry, provider, &claims);
            assert_eq!((at("google"), at("github")), (google, github), "{entry} and {sub}");
        }
    }

    #[test]
    fn a_verified_address_counts_at_every_provider_that_is_not_left_out() {
        let jane = json!({"sub": "1", "email": "Jane@Example.com", "email_verified": true});
        for (entry, google, github) in [
            ("jane@example.com", true, true),
            ("github:jane@example.com", false, true),
            ("google:jane@example.com", true, false),
            ("john@example.com", false, false),
        ] {
            let at = |provider| is_admin(entry, provider, &jane);
            assert_eq!((at("google"), at("github")), (google, github), "{entry}");
        }
    }

    #[test]
    fn an_admin_is_known_by_what_cannot_be_chosen() {
        let by_address = |verified: Value| {
            let claims =
                json!({"sub": "1", "email": "jane@example.com", "email_verified": verified});
            is_admin("jane@example.com", "google", &claims)
        };
        assert!(by_address(json!(true)) && by_address(json!("true")));
        assert!(!by_address(json!(false)) && !by_address(json!("false")));
        assert!(!by_address(json!("1")) && !by_address(json!(null)));

        let chosen = json!({"sub": "1", "name": "42", "preferred_username": "42"});
        assert!(!is_admin("42", "google", &chosen));
        let empty = json!({"sub": "1", "email": "", "email_verified": true});
        assert!(!is_admin("", "google", &empty) && !is_admin("google:", "google", &empty));
    }
}
