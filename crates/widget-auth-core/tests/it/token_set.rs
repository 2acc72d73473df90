use std::time::Duration;

use proptest::prelude::*;
use serde_json::json;
use widget_auth_core::{OAuthTokenSet, RawResponse, UnixTime};

const NOW: UnixTime = UnixTime::from_secs(1_800_000_000);

fn full() -> OAuthTokenSet {
    let mut tokens = OAuthTokenSet::new("access-1", "Bearer", NOW);
    tokens.refresh_token = Some("refresh-1".into());
    tokens.expires_in = Some(3600);
    tokens.id_token = Some("a.b.c".into());
    tokens.scope = Some("openid email".into());
    let answer = json!({"access_token": "access-1", "token_type": "Bearer", "ext": {"k": ["v"]}});
    tokens.raw = RawResponse::new(answer.as_object().unwrap().clone());
    tokens
}

/// The stored form of today, which every later version must read.
const STORED: &str = r#"{"access_token":"access-1","token_type":"Bearer","refresh_token":"refresh-1","expires_in":3600,"id_token":"a.b.c","scope":"openid email","raw":{"ext":{"k":["v"]},"token_type":"Bearer"},"issued_at":1800000000}"#;

#[test]
fn the_stored_form_does_not_change() {
    assert_eq!(serde_json::to_string(&full()).unwrap(), STORED);
    assert_eq!(serde_json::from_str::<OAuthTokenSet>(STORED).unwrap(), full());
}

#[test]
fn a_minimal_set_and_one_of_a_later_version_can_be_read() {
    let minimal = r#"{"access_token":"a","token_type":"Bearer","issued_at":1800000000}"#;
    let tokens: OAuthTokenSet = serde_json::from_str(minimal).unwrap();
    assert_eq!(tokens, OAuthTokenSet::new("a", "Bearer", NOW));
    assert_eq!(serde_json::to_string(&tokens).unwrap(), minimal);

    let later = minimal.replace('}', r#","generation":7}"#);
    assert_eq!(serde_json::from_str::<OAuthTokenSet>(&later).unwrap(), tokens);
}

#[test]
fn a_set_without_what_it_needs_is_not_read() {
    for missing in ["access_token", "token_type", "issued_at"] {
        let mut stored: serde_json::Value = serde_json::from_str(STORED).unwrap();
        stored.as_object_mut().unwrap().remove(missing);
        assert!(serde_json::from_value::<OAuthTokenSet>(stored).is_err(), "{missing}");
    }
}

#[test]
fn debug_shows_no_token_and_no_raw_value() {
    let mut tokens = full();
    let answer = json!({"id_token": "a.b.c", "device_secret": "hunter2"});
    tokens.raw = RawResponse::new(answer.as_object().unwrap().clone());
    let shown = format!("{tokens:?}");
    for secret in ["access-1", "refresh-1", "a.b.c", "hunter2"] {
        assert!(!shown.contains(secret), "{shown}");
    }
    assert!(shown.contains("device_secret"));
}

#[test]
fn a_token_expires_exactly_when_its_lifetime_is_over() {
    let tokens = full();
    let end = NOW.saturating_add(Duration::from_secs(3600));
    assert_eq!(tokens.expires_at(), Some(end));
    assert!(!tokens.is_expired_at(UnixTime::from_secs(end.as_secs() - 1)));
    assert!(tokens.is_expired_at(end));
    assert!(tokens.expires_within_at(Duration::from_secs(60), UnixTime::from_secs(1_800_003_540)));
    assert!(!tokens.expires_within_at(Duration::from_secs(59), UnixTime::from_secs(1_800_003_540)));
}

#[test]
fn the_system_clock_is_the_default() {
    let mut tokens = OAuthTokenSet::new("a", "Bearer", UnixTime::from_secs(1_000_000_000));
    tokens.expires_in = Some(1);
    assert!(tokens.is_expired() && tokens.expires_within(Duration::ZERO));
    tokens.expires_in = Some(u64::MAX);
    assert!(!tokens.is_expired() && !tokens.expires_within(Duration::from_secs(60)));
}

#[test]
fn rp_21_an_unknown_lifetime_never_counts_as_expired() {
    let tokens = OAuthTokenSet::new("a", "Bearer", UnixTime::default());
    assert_eq!(tokens.expires_at(), None);
    assert!(!tokens.is_expired());
    assert!(!tokens.expires_within(Duration::MAX));
}

proptest! {
    #[test]
    fn every_set_survives_storage(
        access in ".*", kind in ".*", refresh in proptest::option::of(".*"),
        expires_in: Option<u64>, scope in proptest::option::of(".*"), issued_at: u64,
    ) {
        let mut tokens = OAuthTokenSet::new(access, kind, UnixTime::from_secs(issued_at));
        tokens.refresh_token = refresh.map(Into::into);
        tokens.expires_in = expires_in;
        tokens.scope = scope;
        let once = serde_json::to_string(&tokens).unwrap();
        let read: OAuthTokenSet = serde_json::from_str(&once).unwrap();
        prop_assert_eq!(&read, &tokens);
        prop_assert_eq!(serde_json::to_string(&read).unwrap(), once);
        // No combination of lifetime and issue time overflows.
        let _ = read.expires_within(Duration::MAX);
    }
}
