use std::collections::BTreeMap;

use reqwest::header::{COOKIE, LOCATION, SET_COOKIE};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use url::Url;

/// Opens `url` as a browser does, keeps cookies and follows redirects until
/// the provider sends it to the client. Returns the query it brings there.
pub(crate) async fn callback_of(url: &str) -> String {
    let client = Client::builder().redirect(Policy::none()).no_proxy().build().unwrap();
    let mut cookies = BTreeMap::new();
    let mut url = Url::parse(url).unwrap();
    let redirect_uri = url.query_pairs().find(|(name, _)| name == "redirect_uri");
    let redirect_uri = redirect_uri.unwrap().1.into_owned();
    for _ in 0..20 {
        let header: Vec<_> = cookies.iter().map(|(k, v)| format!("{k}={v}")).collect();
        let request = client.get(url.clone()).header(COOKIE, header.join("; "));
        let response = request.send().await.unwrap();
        keep(&response, &mut cookies);
        let Some(location) = response.headers().get(LOCATION) else {
            panic!("{}: {}", response.status(), response.text().await.unwrap());
        };
        url = url.join(location.to_str().unwrap()).unwrap();
        if url.as_str().starts_with(&redirect_uri) {
            return url.query().unwrap().to_owned();
        }
    }
    panic!("the provider redirects for ever");
}

fn keep(response: &Response, cookies: &mut BTreeMap<String, String>) {
    for cookie in response.headers().get_all(SET_COOKIE) {
        let pair = cookie.to_str().unwrap().split(';').next().unwrap();
        let (name, value) = pair.split_once('=').unwrap();
        match value {
            "" => drop(cookies.remove(name)),
            value => drop(cookies.insert(name.to_owned(), value.to_owned())),
        }
    }
}
