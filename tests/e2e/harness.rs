//! The harness itself: a test that cannot fail proves nothing.

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use widget_e2e::{
    Browser, ColorScheme, Proxy, cars, eventually, get, seattle_weather, serve_page, stocks,
};

const PAGE: &str = "<!doctype html><title>Outer</title><iframe srcdoc='
    <button onclick=\"this.textContent += 1\">Count </button>'></iframe>";

#[tokio::test]
async fn a_page_is_opened_clicked_and_read() {
    let port = serve_page(PAGE).await;
    let browser = Browser::start().await;
    let page = browser.open(&format!("http://127.0.0.1:{port}/")).await;
    page.click("button").await;
    page.point_and_click("button").await;
    page.shows("button", "Count 11").await;
    page.shell_holds("document.title === 'Outer'").await;
    page.reload().await;
    page.shows("button", "Count").await;
}

#[tokio::test]
async fn two_tabs_are_two_pages() {
    let url = format!("http://127.0.0.1:{}/", serve_page(PAGE).await);
    let browser = Browser::start().await;
    let (first, second) = (browser.open(&url).await, browser.open(&url).await);
    first.click("button").await;
    first.shows("button", "Count 1").await;
    second.shows("button", "Count").await;
}

#[tokio::test]
async fn color_scheme_and_width_are_what_the_test_says() {
    let port = serve_page(PAGE).await;
    let browser = Browser::start().await;
    let page = browser.open(&format!("http://127.0.0.1:{port}/")).await;
    for (scheme, name) in [(ColorScheme::Dark, "dark"), (ColorScheme::Light, "light")] {
        browser.prefer(scheme).await;
        page.holds(&format!("matchMedia('(prefers-color-scheme: {name})').matches")).await;
    }
    browser.set_width(400).await;
    page.shell_holds("innerWidth === 400").await;
}

#[tokio::test]
async fn a_name_that_is_not_ours_leads_to_this_machine() {
    let port = serve_page(PAGE).await;
    let browser = Browser::start().await;
    let page = browser.open(&format!("http://other.example:{port}/")).await;
    assert_eq!(page.shell_value("location.hostname").await, json!("other.example"));
}

#[tokio::test]
async fn a_bare_request_gets_its_answer() {
    let port = serve_page(PAGE).await;
    let response = get(&format!("http://127.0.0.1:{port}/x"), &["Host: a.example"]).await;
    assert_eq!(response.status, 200);
    assert!(response.text.ends_with(PAGE));
}

#[tokio::test]
async fn the_network_carries_loses_breaks_and_heals() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("a bound port");
    let proxy = Proxy::start(&format!("http://{address}/a")).await;
    let url = proxy.url(&format!("http://{address}/a"));
    assert!(url.ends_with("/a"));
    let proxy_address = &url["http://".len()..url.len() - "/a".len()];

    let mut page = TcpStream::connect(proxy_address).await.expect("a connection");
    let (mut server, _) = listener.accept().await.expect("a connection");
    server.write_all(b"one").await.expect("sent");
    assert_eq!(read(&mut page).await, "one");

    proxy.lose_answers();
    server.write_all(b"lost").await.expect("sent");
    page.write_all(b"heard").await.expect("sent");
    assert_eq!(read(&mut server).await, "heard");
    assert_eq!(proxy.carried(), 3);

    proxy.cut();
    assert_eq!(read(&mut page).await, "");
    let mut refused = TcpStream::connect(proxy_address).await.expect("accepted and dropped");
    assert_eq!(read(&mut refused).await, "");

    proxy.heal();
    let mut page = TcpStream::connect(proxy_address).await.expect("a connection");
    page.write_all(b"two").await.expect("sent");
    let (mut server, _) = listener.accept().await.expect("a connection");
    assert_eq!(read(&mut server).await, "two");
}

#[test]
fn the_data_is_what_it_is_known_to_be() {
    assert_eq!(cars().len(), 406);
    assert!(stocks().iter().any(|row| row[0] == "MSFT"));
    assert_eq!(seattle_weather().len(), 1461);
}

#[tokio::test]
#[should_panic(expected = "waited")]
async fn patience_ends() {
    tokio::time::pause();
    eventually("what never comes", async || Err::<(), _>("nothing".to_owned())).await;
}

/// Returns the next bytes; nothing when the connection is over.
async fn read(stream: &mut TcpStream) -> String {
    let mut buffer = [0; 64];
    let length = stream.read(&mut buffer).await.unwrap_or(0);
    String::from_utf8_lossy(&buffer[..length]).into_owned()
}
