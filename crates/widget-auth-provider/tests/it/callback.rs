use widget_auth_provider::{
    AuthorizationAttempt, AuthorizationResponse, CallbackFault, ProviderError,
};

use crate::support::{MockProvider, REDIRECT, cause};

fn fault(query: &str) -> CallbackFault {
    match AuthorizationResponse::parse(query) {
        Err(ProviderError::Callback(fault)) => fault,
        other => panic!("{query}: {other:?}"),
    }
}

#[tokio::test]
async fn rp_16_another_issuer_is_rejected_on_success_and_on_error() {
    let mock = MockProvider::start().await;
    let provider = mock.provider();
    let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
    let state = attempt.state();
    let slash = format!("{}/", mock.url());
    for iss in ["https://evil.example.com", "", slash.as_str()] {
        for outcome in ["code=c", "error=access_denied"] {
            let callback = format!("{outcome}&state={state}&iss={iss}");
            let error = attempt.exchange(&provider, &callback).await.unwrap_err();
            assert!(
                matches!(cause(&error), ProviderError::Callback(CallbackFault::Issuer)),
                "{callback}: {error:?}"
            );
        }
    }
    assert_eq!(mock.count("/token"), 0);
}

#[tokio::test]
async fn rp_16_an_issuer_that_is_announced_and_missing_is_rejected() {
    let mock = MockProvider::start().await;
    mock.set_metadata(|metadata| {
        metadata["authorization_response_iss_parameter_supported"] = true.into();
    });
    let provider = mock.provider();
    let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
    let state = attempt.state();
    for outcome in ["code=c", "error=access_denied"] {
        let callback = format!("{outcome}&state={state}");
        let error = attempt.accept(&provider, &callback).await.unwrap_err();
        assert!(matches!(cause(&error), ProviderError::Callback(CallbackFault::Issuer)));
    }
    let callback = format!("code=c&state={state}&iss={}", mock.url());
    let code = attempt.accept(&provider, &callback).await.unwrap();
    assert_eq!(*code, "c");
}

#[tokio::test]
async fn rp_16_no_issuer_and_no_announcement_is_accepted() {
    let mock = MockProvider::start().await;
    let provider = mock.provider();
    let attempt = AuthorizationAttempt::new(&provider, REDIRECT).unwrap();
    let state = attempt.state();
    for callback in
        [format!("code=c&state={state}"), format!("code=c&state={state}&iss={}", mock.url())]
    {
        assert_eq!(*attempt.accept(&provider, &callback).await.unwrap(), "c");
    }
}

#[test]
fn rp_18_a_repeated_parameter_is_rejected() {
    for query in [
        "code=a&code=b&state=s",
        "code=a&code=a&state=s",
        "code=a&state=s&state=t",
        "code=a&state=s&iss=i&iss=j",
        "error=a&error=b",
        "code=a&unknown=1&unknown=2",
        "code=a&%63ode=b",
    ] {
        assert_eq!(fault(query), CallbackFault::Repeated, "{query}");
    }
}

#[test]
fn rp_18_a_code_with_an_error_is_rejected() {
    assert_eq!(fault("code=a&error=access_denied&state=s"), CallbackFault::CodeAndError);
}

#[test]
fn a_callback_with_nothing_in_it_is_rejected() {
    for query in ["", "state=s", "code=&state=s", "error=&state=s", "error=%0A"] {
        assert_eq!(fault(query), CallbackFault::Empty, "{query}");
    }
    let long = format!("code={}", "a".repeat(16 * 1024));
    assert_eq!(fault(&long), CallbackFault::TooLong);
}

#[test]
fn what_a_callback_says_is_decoded_once() {
    let response = AuthorizationResponse::parse("code=a%2Bb+c&state=%2525&iss=https%3A%2F%2Fi");
    let response = response.unwrap();
    assert_eq!(response.code(), Some("a+b c"));
    assert_eq!(response.state(), Some("%25"));
    assert_eq!(response.iss(), Some("https://i"));
    assert!(response.error().is_none());
}

#[test]
fn a_long_description_is_cut() {
    let query = format!("error=x&error_description={}", "ü".repeat(600));
    let response = AuthorizationResponse::parse(&query).unwrap();
    let error = response.error().unwrap();
    assert_eq!(error.description().unwrap().chars().count(), 500);
    assert!(response.code().is_none());
}
