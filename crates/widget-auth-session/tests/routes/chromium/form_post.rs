//! The answer of a provider by a form of its own page. The site is `localhost`
//! and the provider `127.0.0.1`, so each is another site to the other; Chromium
//! takes both for trustworthy, and keeps `Secure` cookies of `localhost` without
//! TLS.

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use axum::middleware::{Next, from_fn};
use parking_lot::Mutex;
use widget_auth_session::routes::{AuthSettings, AuthState};
use widget_e2e::{Browser, Page, in_time};

use super::{listen, sees, serve, site};
use crate::mock_provider::{MockProvider, Reply, clock};
use crate::site::{Visit, answer_codes, provider, secret};

const FLOW: &str = "widget_session_form_flow_";
const SESSION: &str = "widget_session";

/// A request as it came to the site, and the status of its answer.
#[derive(Debug, Clone)]
struct Seen {
    request: String,
    cookies: Vec<String>,
    dest: String,
    from: String,
    status: u16,
}

impl Seen {
    fn of(request: &Request) -> Self {
        let headers = request.headers();
        let text = |name: &str| header(headers, name);
        let cookies = text(COOKIE.as_str());
        let names = cookies.split("; ").filter_map(|pair| pair.split_once('='));
        Self {
            request: format!("{} {}", request.method(), request.uri().path()),
            cookies: names.map(|(name, _)| name.to_owned()).collect(),
            dest: text("sec-fetch-dest"),
            from: text("sec-fetch-site"),
            status: 0,
        }
    }
}

fn header(headers: &HeaderMap, name: &str) -> String {
    headers.get(name).map_or_else(String::new, |value| value.to_str().unwrap().to_owned())
}

struct Server {
    url: String,
    mock: MockProvider,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Server {
    async fn start() -> Self {
        let clock = clock();
        let mock = MockProvider::start(clock.clone()).await.unwrap();
        answer_codes(&mock, &clock);
        let listener = listen().await;
        let url = format!("http://localhost:{}", listener.local_addr().unwrap().port());
        let callback = format!("{url}/auth/callback");
        mock.set("/authorize", {
            let callback = callback.clone();
            move |request| {
                let visit = Visit::new(&format!("http://p/?{}", request.query.as_deref().unwrap()));
                assert_eq!(visit.params["response_mode"], "form_post");
                Reply::text("text/html", agreed(&callback, &visit))
            }
        });
        let oidc = provider(&mock, &clock, "oidc").with_form_post();
        let settings = AuthSettings::new(&callback, secret(1)).unwrap();
        let app = site(&AuthState::new(oidc, settings).with_clock(clock));
        let seen = Arc::new(Mutex::new(Vec::new()));
        serve(listener, recorded(app, seen.clone()));
        Self { url, mock, seen }
    }

    /// The last request `request`, once it has been answered.
    async fn seen(&self, request: &str) -> Seen {
        in_time(request, async {
            loop {
                let seen = self.seen.lock().iter().rfind(|seen| seen.request == request).cloned();
                if let Some(seen) = seen {
                    return seen;
                }
                tokio::task::yield_now().await;
            }
        })
        .await
    }

    /// The address at the provider where the last sign-in is.
    fn authorize_url(&self) -> String {
        let requests = self.mock.requests("/authorize");
        let query = requests.last().unwrap().query.clone().unwrap();
        format!("{}/authorize?{query}", self.mock.url())
    }
}

/// The page that posts the answer for a user who has agreed.
fn agreed(callback: &str, visit: &Visit) -> String {
    let (code, state) = (visit.code("user-1"), visit.state());
    format!(
        "<title>Agreed</title><form method=post action={callback}>\
         <input name=code value={code}><input name=state value={state}>\
         <button id=go>go</button></form>"
    )
}

fn recorded(app: Router, all: Arc<Mutex<Vec<Seen>>>) -> Router {
    app.layer(from_fn(move |request: Request, next: Next| {
        let all = all.clone();
        async move {
            let seen = Seen::of(&request);
            let response = next.run(request).await;
            all.lock().push(Seen { status: response.status().as_u16(), ..seen });
            response
        }
    }))
}

/// The person agrees on the page of the provider.
async fn agree(page: &Page) {
    page.shell_holds("document.title === 'Agreed'").await;
    page.shell_click("#go").await;
    sees(page, "user-1").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cookie_of_a_sign_in_comes_with_the_form_and_the_session_after_it() {
    let (server, browser) = (Server::start().await, Browser::start().await);
    let page = browser.open(&server.url).await;
    agree(&page).await;
    let form = server.seen("POST /auth/callback").await;
    assert_eq!((&*form.from, &*form.dest, form.status), ("cross-site", "document", 303));
    let [flow] = &form.cookies[..] else { panic!("{form:?}") };
    assert!(flow.starts_with(FLOW), "{flow}");
    let home = server.seen("GET /").await;
    assert!(home.cookies.iter().any(|name| name == SESSION), "{home:?}");

    // A user who is signed in signs in again: no `Lax` cookie comes with the form.
    page.goto(&format!("{}/auth/login", server.url)).await;
    agree(&page).await;
    let form = server.seen("POST /auth/callback").await;
    assert_eq!((&form.cookies[..], form.status), (&[flow.clone()][..], 303));
    assert_eq!(server.mock.count("/token"), 2);

    // The same form again leads to the page.
    page.goto(&server.authorize_url()).await;
    agree(&page).await;
    let ended = server.seen("GET /auth/ended").await;
    assert!(ended.status == 303 && ended.cookies.iter().any(|name| name == SESSION), "{ended:?}");
    assert_eq!(server.mock.count("/token"), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_site_begins_no_sign_in_in_a_frame_or_by_a_script() {
    let (server, browser) = (Server::start().await, Browser::start().await);
    let login = format!("{}/auth/login", server.url);
    let evil = [
        ("iframe", format!("<iframe src={login}></iframe>")),
        (
            "empty",
            format!(
                "<script>fetch('{login}', {{mode: 'no-cors', credentials: 'include'}})</script>"
            ),
        ),
    ];
    for (dest, body) in evil {
        server.mock.set("/evil", move |_| Reply::text("text/html", body.clone()));
        server.seen.lock().clear();
        let _page = browser.open(&format!("{}/evil", server.mock.url())).await;
        let asked = server.seen("GET /auth/login").await;
        assert_eq!((&*asked.from, &*asked.dest, asked.status), ("cross-site", dest, 403));
    }
    assert_eq!(server.mock.count("/authorize"), 0);
    // A link leads there.
    let link = format!("<a href={login}>go</a>");
    server.mock.set("/evil", move |_| Reply::text("text/html", link.clone()));
    let page = browser.open(&format!("{}/evil", server.mock.url())).await;
    page.shell_click("a").await;
    agree(&page).await;
}
