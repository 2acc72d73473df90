use serde_json::{Value, json};
use widget_auth_core::{OAuthTokenSet, UnixTime};
use widget_auth_provider::{ProviderError, TokenResponseRules, parse_token_response};

use crate::support::NOW;

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

fn parse(
    media_type: &str,
    body: &str,
    rules: &TokenResponseRules,
) -> Result<OAuthTokenSet, ProviderError> {
    parse_token_response(media_type, body.as_bytes(), rules, UnixTime::from_secs(NOW))
}

/// A good answer with one member set, or taken out with `null`.
fn with(name: &str, value: Value) -> Result<OAuthTokenSet, ProviderError> {
    let mut answer = json!({"access_token": "a", "token_type": "Bearer"});
    answer[name] = value;
    parse(JSON, &answer.to_string(), &TokenResponseRules::strict())
}

fn is_malformed(result: &Result<OAuthTokenSet, ProviderError>) -> bool {
    matches!(result, Err(ProviderError::Malformed { .. }))
}

#[test]
fn rp_20_the_token_type_is_compared_without_case() {
    for kind in ["Bearer", "bearer", "BEARER", "bEARER"] {
        assert_eq!(with("token_type", kind.into()).unwrap().token_type, kind);
    }
}

#[test]
fn rp_20_another_token_type_is_rejected() {
    for kind in
        [json!("DPoP"), json!("mac"), json!(""), json!("Bearer "), json!(1), json!(["Bearer"])]
    {
        assert!(is_malformed(&with("token_type", kind.clone())), "{kind}");
    }
}

#[test]
fn rp_20_a_missing_token_type_is_rejected_unless_the_quirk_allows_it() {
    let body = r#"{"access_token": "a"}"#;
    assert!(is_malformed(&parse(JSON, body, &TokenResponseRules::strict())));
    assert!(is_malformed(&with("token_type", Value::Null)));
    let lenient = TokenResponseRules::strict().with_optional_token_type();
    assert_eq!(parse(JSON, body, &lenient).unwrap().token_type, "Bearer");
    // The quirk forgives a missing type, not another one.
    let other = r#"{"access_token": "a", "token_type": "DPoP"}"#;
    assert!(is_malformed(&parse(JSON, other, &lenient)));
}

#[test]
fn rp_21_a_lifetime_is_a_number_or_digits() {
    for (value, seconds) in [
        (json!(3600), 3600),
        (json!("3600"), 3600),
        (json!(0), 0),
        (json!("007"), 7),
        (json!(3600.0), 3600),
    ] {
        assert_eq!(with("expires_in", value).unwrap().expires_in, Some(seconds));
    }
    let tokens = with("expires_in", json!(3600)).unwrap();
    assert_eq!(tokens.expires_at(), Some(UnixTime::from_secs(NOW + 3600)));
}

#[test]
fn a_token_that_no_header_can_carry_is_refused() {
    for name in ["access_token", "refresh_token", "id_token"] {
        for text in ["a\r\nX-Evil: 1", "a\nb", "a\tb", "a\u{0}", "a\u{7f}", "ä"] {
            assert!(is_malformed(&with(name, json!(text))), "{name} {text:?}");
        }
        with(name, json!("!~ ^-._+/=")).unwrap();
    }
}

#[test]
fn rp_21_an_absent_lifetime_is_unknown() {
    assert_eq!(with("expires_in", Value::Null).unwrap().expires_in, None);
    assert_eq!(with("other", json!(1)).unwrap().expires_at(), None);
}

#[test]
fn rp_21_junk_is_no_lifetime() {
    for junk in [
        json!("soon"),
        json!(" 60"),
        json!("+60"),
        json!("60s"),
        json!("6e1"),
        json!(-1),
        json!("-1"),
        json!(1.5),
        json!(1e300),
        json!(u64::MAX),
        json!("18446744073709551616"),
        json!(true),
        json!([60]),
        json!({}),
    ] {
        assert!(is_malformed(&with("expires_in", junk.clone())), "{junk}");
    }
}

#[test]
fn rp_22_an_error_with_status_200_is_the_typed_error() {
    let body = r#"{"error": "bad_verification_code", "error_description": "expired", "access_token": "a", "token_type": "bearer"}"#;
    let error = parse(JSON, body, &TokenResponseRules::strict()).unwrap_err();
    let ProviderError::OAuth(answer) = error else {
        panic!("{error:?}");
    };
    assert_eq!(answer.code(), "bad_verification_code");
    assert_eq!(answer.description(), Some("expired"));

    // Whatever `error` is, its presence is not a success.
    for odd in [json!({"message": "x"}), json!(5)] {
        assert!(matches!(with("error", odd), Err(ProviderError::OAuth(_))));
    }
    for odd in [json!(true), json!(["x"])] {
        assert!(is_malformed(&with("error", odd.clone())), "{odd}");
    }
}

#[test]
fn rp_23_a_form_is_read_for_github_only() {
    let body = "access_token=gho_1&expires_in=28800&refresh_token=ghr_1&scope=repo%2Cgist&token_type=bearer";
    assert!(is_malformed(&parse(FORM, body, &TokenResponseRules::strict())));
    let github = TokenResponseRules::strict().with_form_encoded();
    let tokens = parse(FORM, body, &github).unwrap();
    assert_eq!(tokens.access_token.expose_secret(), "gho_1");
    assert_eq!(tokens.refresh_token.unwrap().expose_secret(), "ghr_1");
    assert_eq!(tokens.expires_in, Some(28_800));
    assert_eq!(tokens.scope.as_deref(), Some("repo gist"));
    // Only what says that it is a form is read as one.
    assert!(is_malformed(&parse("text/plain", body, &github)));

    // GitHub sends empty values for tokens that do not expire.
    let unlimited = "access_token=gho_1&expires_in=&refresh_token=&scope=&token_type=bearer";
    let tokens = parse(FORM, unlimited, &github).unwrap();
    assert_eq!((tokens.expires_in, tokens.refresh_token), (None, None));

    let refused = "error=bad_verification_code&error_description=The+code+passed";
    assert!(matches!(parse(FORM, refused, &github), Err(ProviderError::OAuth(_))));
}

#[test]
fn rp_24_an_absent_scope_means_as_requested() {
    let rules = TokenResponseRules::strict().with_requested_scope("openid email");
    let body = r#"{"access_token": "a", "token_type": "Bearer"}"#;
    let tokens = parse(JSON, body, &rules).unwrap();
    assert_eq!(tokens.scope.as_deref(), Some("openid email"));
    assert!(tokens.missing_scopes(["openid", "email"]).is_empty());
}

#[test]
fn rp_24_a_narrower_scope_is_surfaced() {
    let rules = TokenResponseRules::strict().with_requested_scope("openid email");
    let body = r#"{"access_token": "a", "token_type": "Bearer", "scope": "openid"}"#;
    let tokens = parse(JSON, body, &rules).unwrap();
    assert_eq!(tokens.scope.as_deref(), Some("openid"));
    assert_eq!(tokens.missing_scopes(["openid", "email"]), ["email"]);
    assert!(is_malformed(&with("scope", json!({"openid": true}))));
}

#[test]
fn rp_25_what_is_no_answer_is_rejected_and_not_echoed() {
    for body in [
        "",
        "<html>hunter2</html>",
        "\"hunter2\"",
        "[\"hunter2\"]",
        "{\"access_token\": \"hunter2\"",
        "null",
    ] {
        let error = parse(JSON, body, &TokenResponseRules::strict()).unwrap_err();
        assert!(matches!(error, ProviderError::Malformed { .. }), "{body}");
        assert!(!format!("{error} {error:?}").contains("hunter2"));
    }
}

#[test]
fn a_token_of_the_wrong_type_is_rejected() {
    for (name, value) in [
        ("access_token", json!(5)),
        ("access_token", json!("")),
        ("access_token", Value::Null),
        ("refresh_token", json!(["hunter2"])),
        ("id_token", json!({"hunter2": 1})),
    ] {
        let result = with(name, value);
        assert!(is_malformed(&result), "{name}");
        assert!(!format!("{result:?}").contains("hunter2"));
    }
    assert_eq!(with("refresh_token", json!("")).unwrap().refresh_token, None);
}

#[test]
fn further_members_are_kept_and_the_tokens_are_not_kept_twice() {
    let body = json!({
        "access_token": "a", "token_type": "Bearer", "refresh_token": "r", "id_token": "i",
        "refresh_token_expires_in": 900,
    });
    let tokens = parse(JSON, &body.to_string(), &TokenResponseRules::strict()).unwrap();
    let names: Vec<_> = tokens.raw.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["refresh_token_expires_in", "token_type"]);
}
