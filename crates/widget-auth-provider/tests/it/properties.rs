use std::collections::BTreeMap;

use futures_util::FutureExt as _;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use url::form_urlencoded;
use widget_auth_core::{IdToken, UnixTime};
use widget_auth_provider::testing::SigningKey;
use widget_auth_provider::{
    AuthorizationResponse, AuthorizeRequest, Endpoints, IdTokenValidator, JwkSet, OAuth2Provider,
    OAuthProvider as _, SigningAlgorithm,
};

use crate::authorize::query;
use crate::harness;
use crate::support::{CLIENT_ID, NOW, client};

/// JSON values of any shape, not too deep.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,20}".prop_map(Value::from),
        "https://id.example.com".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[a-z_]{1,10}", inner, 0..5)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// An object whose members have the given names and any values.
fn object_of(names: &'static [&'static str]) -> impl Strategy<Value = Value> {
    prop::collection::btree_map(prop::sample::select(names), any_json(), 0..names.len()).prop_map(
        |members| {
            let members = members.into_iter().map(|(name, value)| (name.to_owned(), value));
            Value::Object(members.collect::<Map<_, _>>())
        },
    )
}

const TOKEN: &[&str] = &[
    "access_token",
    "token_type",
    "expires_in",
    "refresh_token",
    "id_token",
    "scope",
    "error",
    "error_description",
];
const METADATA: &[&str] = &[
    "issuer",
    "authorization_endpoint",
    "token_endpoint",
    "userinfo_endpoint",
    "jwks_uri",
    "revocation_endpoint",
    "token_endpoint_auth_methods_supported",
    "keys",
];
const CLAIMS: &[&str] =
    &["iss", "sub", "aud", "azp", "exp", "iat", "nbf", "nonce", "at_hash", "tid"];
const HEADER: &[&str] = &["alg", "kid", "typ", "crit", "jku", "jwk"];

proptest! {
    #[test]
    fn no_bytes_break_a_parser(data in prop::collection::vec(any::<u8>(), 0..400)) {
        harness::token_response(&data);
        harness::discovery(&data);
        harness::id_token(&data);
    }

    #[test]
    fn no_json_breaks_a_parser(
        token in object_of(TOKEN), metadata in object_of(METADATA),
        header in object_of(HEADER), claims in object_of(CLAIMS),
    ) {
        harness::token_response(token.to_string().as_bytes());
        harness::discovery(metadata.to_string().as_bytes());
        harness::id_token(format!("{header}\n{claims}").as_bytes());
        let header = json!({"alg": "EdDSA"});
        harness::id_token(format!("{header}\n{claims}").as_bytes());
    }

    #[test]
    fn a_callback_is_read_as_it_was_written(
        code in ".{1,50}", state in ".{0,50}", iss in proptest::option::of(".{0,50}"),
    ) {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("code", &code).append_pair("state", &state);
        form.extend_pairs(iss.as_ref().map(|iss| ("iss", iss)));
        let response = AuthorizationResponse::parse(&form.finish()).unwrap();
        prop_assert_eq!(response.code(), Some(code.as_str()));
        prop_assert_eq!(response.state(), Some(state.as_str()));
        prop_assert_eq!(response.iss(), iss.as_deref());
    }

    #[test]
    fn no_query_breaks_the_callback(query in ".{0,300}") {
        if let Ok(response) = AuthorizationResponse::parse(&query) {
            prop_assert_ne!(response.code().is_some(), response.error().is_some());
        }
    }

    #[test]
    fn an_authorization_url_says_what_was_meant(
        state in ".{1,50}", redirect_uri in ".{1,50}", hint in ".{0,50}",
    ) {
        let endpoints = Endpoints::new().with_authorize_url("https://id.example.com/a?b=c").unwrap();
        let provider = OAuth2Provider::new(client(), endpoints);
        let extra = [("login_hint", hint.as_str())];
        let request = AuthorizeRequest::new(&redirect_uri, &state).with_extra_params(&extra);
        let url = provider.build_authorize_url(&request).now_or_never().unwrap().unwrap();
        prop_assert!(url.is_ascii());
        let expected = BTreeMap::from([
            ("b", "c"), ("client_id", CLIENT_ID), ("login_hint", &hint),
            ("redirect_uri", &redirect_uri), ("response_type", "code"), ("state", &state),
        ].map(|(name, value)| (name.to_owned(), value.to_owned())));
        prop_assert_eq!(query(&url), expected);
    }
}

#[test]
fn a_token_with_any_byte_changed_is_rejected() {
    let key = SigningKey::generate(SigningAlgorithm::Es256, "k");
    let claims = json!({
        "iss": "https://id.example.com", "sub": "s", "aud": CLIENT_ID, "exp": NOW + 60, "iat": NOW,
    });
    let good = key.sign(&claims);
    let keys = JwkSet::from_json(json!({ "keys": [key.jwk()] }).to_string().as_bytes()).unwrap();
    let validator = IdTokenValidator::new(CLIENT_ID, "https://id.example.com");
    let is_valid = |token: String| {
        let now = UnixTime::from_secs(NOW);
        validator.validate(&IdToken::new(token), &keys, None, None, now).is_ok()
    };
    assert!(is_valid(good.clone()));
    for at in 0..good.len() {
        for replacement in ["A", "B", "_", ".", "=", "", "é"] {
            if !good[at..].starts_with(replacement) || replacement.is_empty() {
                let changed = format!("{}{replacement}{}", &good[..at], &good[at + 1..]);
                assert!(!is_valid(changed), "{replacement} at {at}");
            }
        }
    }
}
