use std::error::Error as _;
use std::time::Duration;

use widget_auth_core::{AuthError, AuthErrorKind as Kind, ErrorDetails, Remedy};

fn all() -> [AuthError; 6] {
    let details = || ErrorDetails::new().with_provider("google");
    [
        AuthError::authentication(details()),
        AuthError::flow_timeout(Duration::from_secs(120), details()),
        AuthError::flow_cancelled(details()),
        AuthError::token(details()),
        AuthError::token_refresh(details()),
        AuthError::token_expired(details()),
    ]
}

#[test]
fn the_kinds_form_the_documented_tree() {
    let below = |kind: Kind| {
        all().iter().filter(|error| error.is(kind)).map(AuthError::kind).collect::<Vec<_>>()
    };
    assert_eq!(below(Kind::Authentication).len(), 6);
    assert_eq!(below(Kind::Token), [Kind::Token, Kind::TokenRefresh, Kind::TokenExpired]);
    for leaf in [Kind::FlowTimeout, Kind::FlowCancelled, Kind::TokenRefresh, Kind::TokenExpired] {
        assert_eq!(below(leaf), [leaf]);
    }
}

#[test]
fn messages_name_provider_and_flow() {
    let messages: Vec<_> =
        all().into_iter().map(|error| error.with_flow_id("7f3a").to_string()).collect();
    assert_eq!(
        messages,
        [
            "authentication at google (flow 7f3a) failed",
            "sign-in at google (flow 7f3a) was not finished within 120 s",
            "sign-in at google (flow 7f3a) was cancelled",
            "getting valid tokens at google (flow 7f3a) failed",
            "token refresh at google (flow 7f3a) failed",
            "the access token at google (flow 7f3a) has expired and cannot be refreshed",
        ]
    );
    let bare = AuthError::flow_cancelled(ErrorDetails::new());
    assert_eq!(bare.to_string(), "sign-in was cancelled");
}

#[test]
fn the_predicates_follow_the_remedy() {
    let with = |remedy| AuthError::token_refresh(ErrorDetails::new().with_remedy(remedy));

    let nothing = with(Remedy::Nothing);
    assert!(!nothing.is_retryable() && !nothing.needs_login());

    let after = Some(Duration::from_secs(7));
    let retry = with(Remedy::Retry { after });
    assert!(retry.is_retryable() && !retry.needs_login());
    assert_eq!(retry.retry_after(), after);

    let login = with(Remedy::Login);
    assert!(!login.is_retryable() && login.needs_login());
    assert_eq!(login.retry_after(), None);
}

#[test]
fn an_expired_token_always_needs_a_login() {
    let details = ErrorDetails::new().with_remedy(Remedy::Retry { after: None });
    assert!(AuthError::token_expired(details).needs_login());
}

#[test]
fn the_source_is_kept_and_not_repeated() {
    let cause = std::io::Error::other("connection reset");
    for error in all() {
        assert!(error.source().is_none());
    }
    let error = AuthError::token(ErrorDetails::new()).with_source(cause);
    assert!(!error.to_string().contains("connection reset"));
    assert_eq!(error.source().unwrap().to_string(), "connection reset");
}

#[test]
fn a_clone_shares_the_cause_and_its_type() {
    let error = AuthError::token(ErrorDetails::new().with_remedy(Remedy::Login))
        .with_source(std::io::Error::other("connection reset"));
    let clone = error.clone();
    assert!(clone.needs_login());
    let cause = |error: &AuthError| {
        let cause: &std::io::Error = error.source().unwrap().downcast_ref().unwrap();
        std::ptr::from_ref(cause)
    };
    assert_eq!(cause(&error), cause(&clone));
}

#[test]
fn the_error_is_small_enough_to_be_returned_by_value() {
    assert!(size_of::<AuthError>() <= 128);
}
