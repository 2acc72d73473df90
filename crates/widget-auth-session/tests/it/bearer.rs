//! Requests of `reqwest` that carry the token of a session.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use tokio::net::TcpListener;
use widget_auth_session::{Bearer as _, BearerError};

use crate::support::Fixture;

/// An API that accepts one token, and what it was sent.
#[derive(Clone, Default)]
struct Api {
    accepts: Arc<Mutex<String>>,
    seen: Arc<Mutex<Vec<(String, String)>>>,
}

impl Api {
    /// Its address.
    async fn start(&self) -> String {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().route("/orders", post(answer)).with_state(self.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        format!("http://{address}/orders")
    }

    fn accept(&self, token: &str) {
        *self.accepts.lock().unwrap() = format!("Bearer {token}");
    }

    fn tokens(&self) -> Vec<String> {
        self.seen.lock().unwrap().iter().map(|(token, _)| token.clone()).collect()
    }
}

async fn answer(State(api): State<Api>, headers: HeaderMap, body: String) -> StatusCode {
    let token = headers["authorization"].to_str().unwrap().to_owned();
    let is_accepted = token == *api.accepts.lock().unwrap();
    api.seen.lock().unwrap().push((token, body));
    if is_accepted { StatusCode::OK } else { StatusCode::UNAUTHORIZED }
}

fn client() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().unwrap()
}

#[tokio::test]
async fn a_refused_token_is_replaced_once_and_the_request_sent_again() {
    let (world, api) = (Fixture::new(), Api::default());
    let (session, url) = (world.signed_in().await, api.start().await);
    let send = || client().post(&url).body("an order").bearer(&session).send();
    api.accept("access-1");
    assert_eq!(send().await.unwrap().status(), 200);

    world.pass(60);
    api.accept("access-2");
    assert_eq!(send().await.unwrap().status(), 200);
    assert_eq!(api.tokens(), ["Bearer access-1", "Bearer access-1", "Bearer access-2"]);
    assert!(api.seen.lock().unwrap().iter().all(|(_, body)| body == "an order"));

    // An API that refuses every token does not make the provider busy.
    api.accept("none");
    for _ in 0..3 {
        assert_eq!(send().await.unwrap().status(), 401);
    }
    assert_eq!(world.provider.posts(), 1);
    world.pass(60);
    assert_eq!(send().await.unwrap().status(), 401);
    assert_eq!(world.provider.posts(), 2);
}

#[tokio::test]
async fn many_requests_that_are_refused_make_one_refresh() {
    let (world, api) = (Fixture::new(), Api::default());
    let (session, url) = (world.signed_in().await, api.start().await);
    world.pass(60);
    api.accept("access-2");
    let requests = (0..20).map(|_| client().post(&url).body("an order").bearer(&session).send());
    for response in futures_util::future::join_all(requests).await {
        assert_eq!(response.unwrap().status(), 200);
    }
    assert_eq!(world.provider.posts(), 1);
}

#[tokio::test]
async fn without_a_refresh_the_answer_of_the_server_stands() {
    let (world, api) = (Fixture::new(), Api::default());
    let (session, url) = (world.signed_in().await, api.start().await);
    world.pass(60);
    world.provider.end_family();
    api.accept("none");
    let response = client().post(&url).bearer(&session).send().await.unwrap();
    assert_eq!(response.status(), 401);

    // A body that can be read once is not sent twice.
    let session = world.signed_in().await;
    world.pass(60);
    let body = reqwest::Body::from("an order");
    let stream = reqwest::Body::wrap(body);
    let before = world.provider.posts();
    let response = client().post(&url).body(stream).bearer(&session).send().await.unwrap();
    assert_eq!((response.status().as_u16(), world.provider.posts()), (401, before));
}

#[tokio::test]
async fn every_request_of_a_client_carries_the_token() {
    let (world, api) = (Fixture::new(), Api::default());
    let (session, url) = (world.signed_in().await, api.start().await);
    let orders = session.client(client());
    api.accept("access-1");
    for order in ["soup", "bread"] {
        let answer = orders.send(|client| client.post(&url).body(order)).await.unwrap();
        assert_eq!(answer.status(), 200);
    }
    world.pass(60);
    api.accept("access-2");
    let answer = orders.send(|client| client.post(&url).body("tea")).await.unwrap();
    assert_eq!(answer.status(), 200);
    assert_eq!(api.tokens()[1..], ["Bearer access-1", "Bearer access-1", "Bearer access-2"]);
}

/// Plain `http` goes to the hosts that were named, and to no others.
#[tokio::test]
async fn plain_http_goes_to_named_hosts_only() {
    let (world, api) = (Fixture::new(), Api::default());
    let (session, url) = (world.signed_in().await, api.start().await);
    api.accept("access-1");
    let address: SocketAddr = url.split('/').nth(2).unwrap().parse().unwrap();
    let names = ["orders.internal", "x.orders.internal", "other.internal"];
    let client = reqwest::Client::builder().no_proxy();
    let client = names.iter().fold(client, |client, name| client.resolve(name, address));
    let strict = session.client(client.build().unwrap());
    let lenient = strict.clone().allow_http(["Orders.Internal"]);
    let url = |name| format!("http://{name}:{}/orders", address.port());

    let answer = lenient.send(|client| client.post(url("orders.internal"))).await.unwrap();
    assert_eq!(answer.status(), 200);
    for (client, name) in [(&lenient, names[1]), (&lenient, names[2]), (&strict, names[0])] {
        let error = client.send(|client| client.post(url(name))).await.unwrap_err();
        assert!(matches!(error, BearerError::InsecureUrl { .. }), "{name}: {error:?}");
    }
    assert_eq!(api.tokens().len(), 1);
}

#[tokio::test]
async fn an_error_tells_whether_to_try_again_and_shows_no_query() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    // Nothing listens there any more.
    let port = TcpListener::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap().port();
    let url = format!("http://jane:hunter22@127.0.0.1:{port}/orders?key=sesame#part");
    let error = client().get(url).bearer(&session).send().await.unwrap_err();
    assert!(error.is_retryable() && !error.needs_login(), "{error:?}");
    let text = format!("{error} {error:?}");
    assert!(text.contains(&format!("http://127.0.0.1:{port}/orders")), "{text}");
    for secret in ["sesame", "hunter22", "jane", "part"] {
        assert!(!text.contains(secret), "{text}");
    }

    let error = client().get("no address").bearer(&session).send().await.unwrap_err();
    assert!(matches!(error, BearerError::Http(_)) && !error.is_retryable(), "{error:?}");
    session.logout(false).await.unwrap();
    let error = client().get("https://api.example.com/").bearer(&session).send().await.unwrap_err();
    assert!(error.needs_login() && !error.is_retryable(), "{error:?}");
}

#[tokio::test]
async fn a_token_is_not_sent_to_a_closed_port() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    for url in ["http://api.example.com/", "http://10.0.0.1/", "http://localhost.example.com/"] {
        let error = client().get(url).bearer(&session).send().await.unwrap_err();
        assert!(matches!(error, BearerError::InsecureUrl { .. }), "{url}: {error:?}");
        assert!(error.to_string().contains(url.trim_end_matches('/')), "{error}");
    }
    session.logout(false).await.unwrap();
    let error = client().get("https://api.example.com/").bearer(&session).send().await.unwrap_err();
    let BearerError::Auth(error) = error else { panic!("{error:?}") };
    assert!(error.needs_login());
}
