//! A sign-in from its beginning to its end.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::json;
use widget_auth_core::{AuthErrorKind, AuthFlowState};
use widget_auth_provider::{IdTokenFault, ProviderError};
use widget_auth_session::{AuthFlowManager, SessionManager, WindowConfig};
use widget_auth_store::{MemoryTokenStore, RedisOptions, RedisTokenStore, TokenStore as _};

use crate::fixture::{Fixture, Visit, provider, without_device_grant};
use crate::mock_provider::{Reply, all_text, cause, clock, html};

#[tokio::test]
async fn the_user_signs_in() {
    let fixture = Fixture::new().await;
    let mut watch = fixture.flow.watch();
    assert_eq!(watch.state(), AuthFlowState::Idle);
    let (running, visit) = fixture.under_way().await;
    assert_eq!(watch.changed().await, Some(AuthFlowState::AwaitingCallback));

    let page = visit.come_back().await;
    assert_eq!((page.status, page.title()), (200, "You are signed in"));
    let result = running.await.unwrap().unwrap();
    assert_eq!(watch.changed().await, Some(AuthFlowState::Completed));
    assert_eq!(result.provider, "oidc");
    assert_eq!(result.flow_id.len(), 16);
    assert_eq!(result.tokens.access_token.expose_secret(), "access-1");
    assert_eq!(result.userinfo.unwrap().sub, "user-1");
    assert_eq!(fixture.window.closes(), 1);

    // Once, under one key.
    assert_eq!(fixture.store.list_keys().await.unwrap(), [fixture.key()]);
    let stored = fixture.store.load(&fixture.key()).await.unwrap().unwrap();
    assert_eq!(stored.tokens, result.tokens);
}

/// The browser is on another machine, where the redirect reaches nothing.
#[tokio::test]
async fn the_user_brings_the_answer_by_hand() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let redirect = &visit.params["redirect_uri"];
    let paste = |text: String| fixture.window.paste.send(text).unwrap();
    paste(format!("{redirect}?code=stolen&state=guessed"));
    paste("https://evil.example/?code=c".to_owned());
    paste(format!("{redirect}?code=code-1&state={}\n", visit.state()));
    let result = running.await.unwrap().unwrap();
    assert_eq!(result.tokens.access_token.expose_secret(), "access-1");
    assert_eq!(fixture.window.refused.load(Ordering::SeqCst), 2);
    assert_eq!(fixture.window.closes(), 1);
    assert_eq!(fixture.mock.requests("/token")[0].form()["code"], "code-1");
}

/// Any page can send the browser to such an address; here the user has brought it.
#[tokio::test]
async fn a_pasted_error_without_a_state_ends_the_sign_in() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    let redirect = &visit.params["redirect_uri"];
    let paste = |text: String| fixture.window.paste.send(text).unwrap();
    paste(format!("{redirect}?code=code-1"));
    paste(format!("{redirect}?error=invalid_scope&error_description=No+such+scope"));
    let error = running.await.unwrap().unwrap_err();
    assert_eq!(error.details().code(), Some("invalid_scope"));
    let report = format!("{error:?}");
    assert!(report.contains("`invalid_scope`: No such scope; check scopes"), "{report}");
    assert_eq!(fixture.window.refused.load(Ordering::SeqCst), 1);
    assert_eq!(fixture.mock.count("/token"), 0);
    assert!(visit.is_closed().await);
}

#[tokio::test]
async fn without_a_window_the_device_flow_is_suggested_where_there_is_one() {
    for has_it in [true, false] {
        let fixture = Fixture::new().await;
        if !has_it {
            fixture.set_metadata(without_device_grant);
        }
        fixture.window.headless.store(true, Ordering::SeqCst);
        let (running, visit) = fixture.under_way().await;
        if has_it {
            fixture.window.told.notified().await;
        }
        visit.come_back().await;
        running.await.unwrap().unwrap();
        assert_eq!(fixture.window.suggestions.load(Ordering::SeqCst), usize::from(has_it));
        assert_eq!(fixture.window.closes(), 0);
    }
    // Not beside a window.
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    visit.come_back().await;
    running.await.unwrap().unwrap();
    assert_eq!(fixture.window.suggestions.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn the_state_is_exchanging_while_the_provider_thinks() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    fixture.mock.set("/token", |_| Reply::never());
    let back = tokio::spawn(async move { visit.come_back().await });
    let mut watch = fixture.flow.watch();
    while watch.state() != AuthFlowState::ExchangingCode {
        watch.changed().await.unwrap();
    }
    fixture.flow.cancel();
    let error = running.await.unwrap().unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::FlowCancelled);
    // Who waits at the page is told.
    assert_eq!(back.await.unwrap().title(), "The sign-in was cancelled");
}

#[tokio::test]
async fn only_the_session_manager_gets_the_tokens() {
    let store = Arc::new(MemoryTokenStore::new());
    let mut fixture = Fixture::new().await;
    let session = SessionManager::new(provider(&fixture.mock), store.clone())
        .with_clock(clock())
        .with_session_key("jane");
    fixture.flow = fixture.flow.clone().with_session_manager(session.clone());
    let (running, visit) = fixture.under_way().await;
    visit.come_back().await;
    running.await.unwrap().unwrap();

    assert_eq!(store.list_keys().await.unwrap(), [session.storage_key()]);
    assert_eq!(fixture.store.list_keys().await.unwrap(), [""; 0]);
    assert_eq!(session.get_access_token().await.unwrap().expose_secret(), "access-1");
}

#[tokio::test]
async fn a_program_may_keep_the_tokens_itself() {
    let mut fixture = Fixture::new().await;
    fixture.flow = AuthFlowManager::new(provider(&fixture.mock));
    let (running, visit) = fixture.under_way().await;
    visit.come_back().await;
    assert_eq!(running.await.unwrap().unwrap().tokens.access_token.expose_secret(), "access-1");
    assert_eq!(fixture.store.list_keys().await.unwrap(), [""; 0]);
}

#[tokio::test]
async fn tokens_that_cannot_be_stored_sign_no_user_in() {
    let mut fixture = Fixture::new().await;
    let session = SessionManager::new(provider(&fixture.mock), MemoryTokenStore::new())
        .with_session_key("\n");
    fixture.flow = fixture.flow.clone().with_session_manager(session);
    let (running, visit) = fixture.under_way().await;
    let page = visit.come_back().await;
    assert_eq!(page.title(), "You are not signed in");
    let error = running.await.unwrap().unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Authentication);
    assert_eq!(fixture.flow.watch().state(), AuthFlowState::Failed);
}

#[tokio::test]
async fn rp_07_state_and_nonce_are_long_and_fresh() {
    let fixture = Fixture::new().await;
    let mut seen = Vec::new();
    for _ in 0..2 {
        let (running, visit) = fixture.under_way().await;
        // 43 characters of base64url are 256 bits.
        assert_eq!((visit.state().len(), visit.params["nonce"].len()), (43, 43));
        seen.extend([visit.state().to_owned(), visit.params["nonce"].clone()]);
        visit.come_back().await;
        running.await.unwrap().unwrap();
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 4);
}

#[tokio::test]
async fn rp_08_pkce_is_on_with_a_client_secret_too() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    assert_eq!(visit.params["code_challenge_method"], "S256");
    visit.come_back().await;
    running.await.unwrap().unwrap();
    let form = fixture.mock.requests("/token")[0].form();
    let verifier = &form["code_verifier"];
    assert!((43..=128).contains(&verifier.len()));
    let pkce = widget_auth_pkce::PkceChallenge::from_verifier(verifier.as_str()).unwrap();
    assert_eq!(pkce.challenge(), visit.params["code_challenge"]);
}

#[tokio::test]
async fn rp_08_pkce_is_off_only_when_it_was_switched_off() {
    let by_flow = Fixture::with(|flow| flow.with_pkce(false)).await;
    let by_client = Fixture::with_client(|client| client.with_pkce(false)).await;
    for fixture in [by_flow, by_client] {
        let (running, visit) = fixture.under_way().await;
        assert!(!visit.params.contains_key("code_challenge"));
        visit.come_back().await;
        running.await.unwrap().unwrap();
        assert!(!fixture.mock.requests("/token")[0].form().contains_key("code_verifier"));
    }
}

#[tokio::test]
async fn rp_10_the_redirect_uri_is_the_same_both_times() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    visit.come_back().await;
    running.await.unwrap().unwrap();
    let form = fixture.mock.requests("/token")[0].form();
    assert_eq!(form["redirect_uri"], visit.params["redirect_uri"]);
}

#[tokio::test]
async fn rp_11_an_issuer_alone_is_enough_for_the_first_sign_in() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    assert_eq!(fixture.mock.count("/.well-known/openid-configuration"), 1);
    visit.come_back().await;
    running.await.unwrap().unwrap();
}

#[tokio::test]
async fn rp_11_a_provider_that_cannot_be_discovered_opens_no_window() {
    let fixture = Fixture::new().await;
    fixture.mock.set("/.well-known/openid-configuration", |_| Reply::empty(503));
    let error = fixture.begin().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Authentication);
    assert!(error.is_retryable());
    assert!(error.details().flow_id().is_some());
    assert!(fixture.window.config.lock().unwrap().is_none());
}

#[tokio::test]
async fn rp_39_an_id_token_for_another_sign_in_is_refused() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    fixture.mock.set_claims(json!({"sub": "user-1", "nonce": "older"}));
    let page = visit.come_back().await;
    assert_eq!(page.title(), "You are not signed in");
    let error = running.await.unwrap().unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Token);
    assert!(matches!(cause(&error), ProviderError::IdToken(IdTokenFault::Nonce)));
    assert!(fixture.store.list_keys().await.unwrap().is_empty());
}

#[tokio::test]
async fn rp_42_userinfo_about_another_subject_signs_no_user_in() {
    let fixture = Fixture::new().await;
    fixture.mock.set_json("/userinfo", &json!({"sub": "user-2"}));
    let (running, visit) = fixture.under_way().await;
    assert_eq!(visit.come_back().await.title(), "You are not signed in");
    let error = running.await.unwrap().unwrap_err();
    assert!(matches!(cause(&error), ProviderError::UserinfoSubject));
    assert!(fixture.store.list_keys().await.unwrap().is_empty());
}

#[tokio::test]
async fn rp_43_a_failing_userinfo_signs_no_user_in() {
    let fixture = Fixture::new().await;
    let bad: [fn() -> Reply; 3] =
        [|| Reply::empty(500), || Reply::json(&json!({"name": "Jane without a sub"})), html];
    for reply in bad {
        fixture.mock.set("/userinfo", move |_| reply());
        let (running, visit) = fixture.under_way().await;
        assert_eq!(visit.come_back().await.title(), "You are not signed in");
        let error = running.await.unwrap().unwrap_err();
        assert_eq!(error.kind(), AuthErrorKind::Authentication);
        assert!(fixture.store.list_keys().await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_provider_without_userinfo_is_known_by_its_id_token() {
    let fixture = Fixture::new().await;
    fixture.set_metadata(|metadata| {
        metadata.as_object_mut().unwrap().remove("userinfo_endpoint");
    });
    let (running, visit) = fixture.under_way().await;
    visit.come_back().await;
    let result = running.await.unwrap().unwrap();
    assert_eq!(result.userinfo.unwrap().sub, "user-1");
    assert_eq!(fixture.mock.count("/userinfo"), 0);
}

#[tokio::test]
async fn an_access_token_for_another_api_does_not_hinder_the_sign_in() {
    let fixture = Fixture::new().await;
    for status in [401, 403] {
        fixture.mock.set("/userinfo", move |_| Reply::empty(status));
        let (running, visit) = fixture.under_way().await;
        visit.come_back().await;
        let result = running.await.unwrap().unwrap();
        assert_eq!(result.userinfo.unwrap().sub, "user-1");
    }
}

#[tokio::test]
async fn the_window_is_told_how_to_look() {
    let fixture = Fixture::new().await;
    let (_running, _visit) = fixture.under_way().await;
    let config = fixture.window.config.lock().unwrap().clone().unwrap();
    assert_eq!(
        (config.title.as_str(), config.width, config.height),
        ("Sign in with oidc", 600, 700)
    );

    let config = WindowConfig::new("Widgets").with_size(500, 400);
    let fixture = Fixture::with(|flow| flow.with_window_config(config.clone())).await;
    let (_running, _visit) = fixture.under_way().await;
    assert_eq!(fixture.window.config.lock().unwrap().as_ref(), Some(&config));
}

#[tokio::test]
async fn parameters_are_added_but_those_of_the_protocol_are_not_replaced() {
    let fixture = Fixture::with_client(|client| {
        client.with_authorize_param("prompt", "consent").with_authorize_param("x", "&=")
    })
    .await;
    let (_running, visit) = fixture.under_way().await;
    assert_eq!((&*visit.params["prompt"], &*visit.params["x"]), ("consent", "&="));

    let mine = Fixture::with_client(|client| client.with_authorize_param("state", "mine"));
    let fixture = mine.await;
    let error = fixture.begin().await.unwrap().unwrap_err();
    assert!(all_text(&error).contains("authorize_params"));
}

#[tokio::test]
async fn nothing_says_code_or_tokens() {
    let fixture = Fixture::new().await;
    let (running, visit) = fixture.under_way().await;
    fixture.mock.set("/token", |request| {
        let quoted = format!("{:?}", request.form());
        Reply::json(&json!({"error": "invalid_grant", "error_description": quoted})).status(400)
    });
    let secret = "hunter2-the-code";
    let page = visit.callback(&format!("code={secret}&state={}", visit.state())).await;
    let error = running.await.unwrap().unwrap_err();
    let verifier = fixture.mock.requests("/token")[0].form()["code_verifier"].clone();
    for text in
        [all_text(&error), page.body, format!("{:?} {:?}", fixture.flow, fixture.flow.watch())]
    {
        for secret in [secret, &verifier, visit.state(), &visit.params["nonce"]] {
            assert!(!text.contains(secret), "{text}");
        }
        assert!(!text.contains(crate::mock_provider::SECRET), "{text}");
    }
}

#[tokio::test]
async fn two_managers_sign_in_at_the_same_time() {
    let (one, two) = (Fixture::new().await, Fixture::new().await);
    let ((first, at_first), (second, at_second)) = (one.under_way().await, two.under_way().await);
    assert_ne!(at_first.port, at_second.port);
    // Each has a state of its own.
    let mixed = Visit {
        params: at_second.params.clone(),
        port: at_first.port,
        redirect: at_first.redirect.clone(),
        code: at_second.code.clone(),
    };
    assert_eq!(mixed.come_back().await.status, 400);
    at_second.come_back().await;
    at_first.come_back().await;
    first.await.unwrap().unwrap();
    second.await.unwrap().unwrap();
}

/// The store is checked before the browser opens.
#[tokio::test]
async fn a_store_that_keeps_nothing_is_found_before_the_window_opens() {
    let nowhere = RedisOptions::new().with_url("redis://127.0.0.1:1");
    let store = RedisTokenStore::new(nowhere).unwrap();
    let fixture = Fixture::with(|flow| flow.with_token_store(store)).await;
    let error = fixture.begin().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Authentication);
    assert!(all_text(&error).contains("the redis store cannot be reached"), "{error:?}");
    assert!(fixture.window.urls.lock().await.try_recv().is_err());
    assert_eq!(fixture.mock.count("/.well-known/openid-configuration"), 0);
}
