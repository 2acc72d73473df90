//! Links that pages may follow, and those they may not.

use libtest_mimic::Trial;
use widget_desktop::{Desktop, eventually, until};
use widget_window::{Navigation, WindowOptions};

use crate::server::Server;
use crate::trials;
use crate::windows::webviews;

pub(crate) fn trials() -> Vec<Trial> {
    trials![
        a_link_to_elsewhere_opens_outside,
        a_link_to_a_new_window_opens_outside,
        a_script_leads_nowhere_by_itself,
        a_sign_in_goes_from_place_to_place,
        no_way_into_the_program,
    ]
}

async fn a_link_to_elsewhere_opens_outside() {
    check_link("<a href='{other}'>").await;
}

async fn a_link_to_a_new_window_opens_outside() {
    check_link("<a href='{other}' target='_blank'>").await;
    check_link("<a href='javascript:open(`{other}`)'>").await;
}

/// A click on the link opens the default browser, and the page stays.
async fn check_link(link: &str) {
    let desktop = Desktop::start();
    let other = "https://example.com/a?b=c&d";
    let page = format!(
        "<!doctype html><title>Links</title><style>a {{ display: block; height: 300px }}</style>{}x</a>",
        link.replace("{other}", other)
    );
    let server = Server::start(&[("/", &page)]);
    let windows = webviews(&desktop);
    windows.open(WindowOptions::new(server.url("/"), "Links")).await.unwrap();
    let on_screen = desktop.window("Links").await;
    eventually("the link opens outside", || {
        desktop.click(&on_screen, 50, 50);
        (!desktop.opened_outside().is_empty()).then_some(())
    })
    .await;
    assert_eq!(desktop.opened_outside()[0], other);
    assert_eq!(desktop.titled("Links"), [on_screen]);
}

/// Neither the page nor a frame in it leaves, opens windows or carries data out
/// without a person's click. The last step is one that is allowed.
async fn a_script_leads_nowhere_by_itself() {
    let desktop = Desktop::start();
    let page = r#"<!doctype html><title>Scripts</title>
<iframe sandbox="allow-scripts" srcdoc="<script>
  location.href = 'https://example.com/frame';
</script>"></iframe>
<iframe src="/frame"></iframe>
<script>
  open('https://example.com/window');
  location.href = 'https://example.com/page';
  setTimeout(() => { location.href = 'file:///etc/passwd' }, 50);
  setTimeout(() => { location.href = 'data:text/html,<title>Data</title>' }, 100);
  setTimeout(() => { location.href = '/inside' }, 400);
</script>"#;
    let frame = "<!doctype html><script>location.href = 'https://example.com/own-frame'</script>";
    let inside = "<!doctype html><title>Inside</title>";
    let server = Server::start(&[("/", page), ("/frame", frame), ("/inside", inside)]);
    let windows = webviews(&desktop);
    windows.open(WindowOptions::new(server.url("/"), "Scripts")).await.unwrap();
    desktop.window("Inside").await;
    assert!(server.saw("/frame"));
    assert_eq!(desktop.opened_outside(), [""; 0]);
}

async fn a_sign_in_goes_from_place_to_place() {
    let desktop = Desktop::start();
    let server = Server::start(&[("/provider", "<!doctype html><title>Provider</title>")]);
    let elsewhere = server.other_url("/provider");
    let start =
        format!("<!doctype html><title>Start</title><script>location = '{elsewhere}'</script>");
    let start = Server::start(&[("/", &start)]);
    let windows = webviews(&desktop);
    let options = WindowOptions::new(start.url("/"), "Sign in").with_navigation(Navigation::Web);
    windows.open(options).await.unwrap();
    desktop.window("Provider").await;
    assert_eq!(desktop.opened_outside(), [""; 0]);
}

async fn no_way_into_the_program() {
    let desktop = Desktop::start();
    let page = "<!doctype html><title>Bridge</title><script>
        const ways = ['ipc', 'external', '__TAURI__', 'chrome']
            .filter((name) => window[name]?.postMessage || window[name]?.invoke);
        const handlers = Object.keys(window.webkit?.messageHandlers ?? {});
        fetch('/ways?' + [...ways, ...handlers].join(','));
    </script>";
    let server = Server::start(&[("/", page)]);
    let windows = webviews(&desktop);
    windows.open(WindowOptions::new(server.url("/"), "Bridge")).await.unwrap();
    until("the page has looked", || server.all().iter().any(|path| path.starts_with("/ways")))
        .await;
    assert!(server.saw("/ways?"), "{:?}", server.all());
}
