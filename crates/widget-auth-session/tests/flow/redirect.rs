//! A redirect URI that was registered at the provider.

use std::error::Error as _;
use std::io::ErrorKind;
use std::net::{Ipv4Addr, Ipv6Addr};

use tokio::net::TcpListener;
use widget_auth_core::AuthErrorKind;
use widget_auth_session::{AuthFlowManager, FlowError, LoopbackHost, LoopbackRedirect};

use crate::fixture::{Fixture, provider};

#[tokio::test]
async fn the_host_and_path_that_are_registered_are_used() {
    for (host, name) in [
        (LoopbackHost::Ipv4, "127.0.0.1"),
        (LoopbackHost::Ipv6, "[::1]"),
        (LoopbackHost::Localhost, "localhost"),
    ] {
        let redirect = LoopbackRedirect::new().with_host(host).with_path("/signed/in").unwrap();
        let fixture = Fixture::with(|flow| flow.with_loopback_redirect(redirect)).await;
        let (running, visit) = fixture.under_way().await;
        let expected = format!("http://{name}:{}/signed/in", visit.port);
        assert_eq!(visit.params["redirect_uri"], expected);
        let state = visit.state();
        let elsewhere = visit.get(&format!("/callback?code=code-1&state={state}")).await;
        assert_eq!(elsewhere.status, 404);
        assert_eq!(visit.come_back().await.status, 200);
        running.await.unwrap().unwrap();
        assert_eq!(fixture.mock.requests("/token")[0].form()["redirect_uri"], expected);
    }
}

#[tokio::test]
async fn a_fixed_port_is_used_for_every_sign_in() {
    // Another program can take the port before it is used; then another one
    // is looked for.
    for _ in 0..16 {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let redirect = LoopbackRedirect::new().with_port(port);
        let fixture = Fixture::with(|flow| flow.with_loopback_redirect(redirect)).await;
        let mut ports = Vec::new();
        for _ in 0..2 {
            let mut running = fixture.begin();
            let visit = tokio::select! {
                visit = fixture.opened() => visit,
                outcome = &mut running => {
                    assert!(is_taken(&outcome.unwrap().unwrap_err()));
                    break;
                }
            };
            ports.push(visit.port);
            visit.come_back().await;
            running.await.unwrap().unwrap();
        }
        if ports.len() == 2 {
            assert_eq!(ports, [port, port]);
            return;
        }
    }
    panic!("no port stayed free");
}

fn is_taken(error: &widget_auth_core::AuthError) -> bool {
    assert_eq!(error.kind(), AuthErrorKind::Authentication);
    match error.source().unwrap().downcast_ref() {
        Some(error @ FlowError::Loopback { port: Some(port), source }) => {
            assert!(error.to_string().contains(&format!("port {port} of the")), "{error}");
            source.kind() == ErrorKind::AddrInUse
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_fixed_port_that_is_taken_ends_the_sign_in() {
    let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let redirect = LoopbackRedirect::new().with_port(other.local_addr().unwrap().port());
    let fixture = Fixture::with(|flow| flow.with_loopback_redirect(redirect)).await;
    assert!(is_taken(&fixture.begin().await.unwrap().unwrap_err()));
}

/// A browser may take `localhost` for `::1`. A program that listens there
/// would get the code.
#[tokio::test]
async fn localhost_is_not_shared_with_another_program() {
    let other = TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).await.unwrap();
    let port = other.local_addr().unwrap().port();
    let redirect = LoopbackRedirect::new().with_host(LoopbackHost::Localhost).with_port(port);
    let fixture = Fixture::with(|flow| flow.with_loopback_redirect(redirect)).await;
    assert!(is_taken(&fixture.begin().await.unwrap().unwrap_err()));
}

#[test]
fn a_path_that_no_browser_would_write_is_refused() {
    let long = format!("/{}", "a".repeat(1024));
    for path in ["", "callback", "/a?b", "/a#b", "/a b", "/a/../b", "/ä", "/a\\b", "/a\r\nb", &long]
    {
        let error = LoopbackRedirect::new().with_path(path).unwrap_err();
        assert!(matches!(error, FlowError::RedirectPath { .. }), "{path}");
    }
    for path in ["/", "/callback", "/a/b/", "/a%20b"] {
        assert_eq!(LoopbackRedirect::new().with_path(path).unwrap().path(), path);
    }
}

/// A loopback address gets queries only.
#[tokio::test]
async fn a_provider_that_answers_by_a_form_begins_no_sign_in() {
    let mut fixture = Fixture::new().await;
    fixture.flow = AuthFlowManager::new(provider(&fixture.mock).with_form_post());
    let error = fixture.begin().await.unwrap().unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Authentication);
    let cause = error.source().unwrap().downcast_ref();
    assert!(matches!(cause, Some(FlowError::FormPost)), "{error:?}");
    assert!(fixture.window.config.lock().unwrap().is_none(), "no window was opened");
}
