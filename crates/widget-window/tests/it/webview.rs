//! Windows of WebKitGTK.

mod downloads;
mod links;
mod recovery;

use libtest_mimic::Trial;
use widget_desktop::{Desktop, eventually, until};
use widget_window::{
    Backend, CloseReason, HelperCommand, Icon, WindowError, WindowEvent, WindowManager,
    WindowOptions,
};

use crate::server::Server;
use crate::windows::{closed, event, on, webviews};
use crate::{lifecycle, trials};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = trials![
        a_person_works_with_a_page,
        a_program_works_with_a_window,
        the_title_follows_the_document,
        twenty_windows_at_once,
        a_window_opens_where_it_is_to,
        an_icon_is_on_the_window,
        a_window_whose_caller_has_gone_closes_again,
        a_window_given_up_in_the_last_moment_closes_again,
        a_page_closes_its_window,
    ];
    trials.extend(downloads::trials());
    trials.extend(links::trials());
    trials.extend(recovery::trials());
    trials
}

/// A button above, a field below; both tell the server.
const FORM: &str = r#"<!doctype html><title>Form</title>
<style>* { margin: 0 } button, input { display: block; width: 100vw; height: 100px }</style>
<button onclick="fetch('/clicked')">Click</button>
<input oninput="fetch('/typed?' + this.value)">
<script>fetch('/ready')</script>"#;

async fn a_person_works_with_a_page() {
    let desktop = Desktop::start();
    let server = Server::start(&[("/", FORM)]);
    let windows = webviews(&desktop);
    let mut events = windows.events();
    let window = windows.open(WindowOptions::new(server.url("/"), "Loading")).await.unwrap();
    assert!(window.is_open() && window.notices_close());
    let on_screen = desktop.window("Form").await;

    eventually("a click arrives", || {
        desktop.click(&on_screen, 50, 50);
        server.saw("/clicked").then_some(())
    })
    .await;
    // Until the toolkit has noticed the focus, keys are lost.
    eventually("the text arrives", || {
        desktop.click(&on_screen, 50, 150);
        desktop.type_over(&on_screen, "hello");
        server.saw("/typed?hello").then_some(())
    })
    .await;

    desktop.press_close(&on_screen);
    assert_eq!(closed(&window).await, CloseReason::User);
    let id = window.id();
    let reason = event(&mut events, |event| match event {
        WindowEvent::Closed { window, reason } if window == id => Some(reason),
        _ => None,
    })
    .await;
    assert_eq!(reason, CloseReason::User);
    until("it is off the screen", || desktop.titled("Form").is_empty()).await;
    assert!(matches!(window.resize(10, 10), Err(WindowError::Closed)));
    window.close(); // no error
}

async fn a_program_works_with_a_window() {
    let desktop = Desktop::start();
    let page = "<!doctype html><script>
        let size;
        setInterval(() => {
            const now = `${innerWidth}x${innerHeight}`;
            if (now !== size) fetch('/size?' + (size = now));
        }, 30)</script>";
    let server = Server::start(&[("/", page)]);
    let windows = webviews(&desktop);
    let mut events = windows.events();
    let options = WindowOptions::new(server.url("/"), "First").with_size(640, 480);
    let window = windows.open(options).await.unwrap();
    let on_screen = desktop.window("First").await;
    until("it has its size", || desktop.size(&on_screen) == (640, 480)).await;

    window.set_title("Second <b>2</b>").unwrap();
    assert_eq!(desktop.window("Second <b>2</b>").await, on_screen);
    assert!(matches!(
        window.set_title("x".repeat(5000)),
        Err(WindowError::Argument { argument: "title", .. })
    ));

    window.resize(800, 500).unwrap();
    until("it has its new size", || desktop.size(&on_screen) == (800, 500)).await;
    until("the page has it too", || server.saw("/size?800x500")).await;
    let id = window.id();
    event(&mut events, |event| match event {
        WindowEvent::Resized { window, width: 800, height: 500 } if window == id => Some(()),
        _ => None,
    })
    .await;

    window.focus().unwrap();
    window.close();
    assert_eq!(closed(&window).await, CloseReason::Program);
    until("it is off the screen", || desktop.titled("Second.*").is_empty()).await;
    windows.shut_down().await;
    let late = windows.open(WindowOptions::new(server.url("/"), "Late")).await;
    assert!(matches!(late, Err(WindowError::ShutDown)), "{late:?}");
}

async fn the_title_follows_the_document() {
    let desktop = Desktop::start();
    let page = r"<!doctype html><title>One</title>
        <script>onclick = () => { document.title = 'Two \u0007\n3' }</script>";
    let server = Server::start(&[("/", page)]);
    let windows = webviews(&desktop);
    windows.open(WindowOptions::new(server.url("/"), "Zero")).await.unwrap();
    let on_screen = desktop.window("One").await;
    eventually("the title changes", || {
        desktop.click(&on_screen, 50, 50);
        (desktop.titled("Two +3") == [on_screen.clone()]).then_some(())
    })
    .await;
}

async fn twenty_windows_at_once() {
    let desktop = Desktop::start();
    let page =
        "<!doctype html><script>document.title = 'Number ' + location.search.slice(1)</script>";
    let pages: Vec<_> = (1..=20).map(|n| (format!("/?{n}"), page)).collect();
    let pages: Vec<_> = pages.iter().map(|(path, page)| (path.as_str(), *page)).collect();
    let server = Server::start(&pages);
    let windows = webviews(&desktop);
    let opening = (1..=20).map(|n| {
        let (windows, url) = (windows.clone(), server.url(&format!("/?{n}")));
        tokio::spawn(async move { windows.open(WindowOptions::new(url, "Loading")).await.unwrap() })
    });
    let mut open = Vec::new();
    for window in opening.collect::<Vec<_>>() {
        open.push(window.await.unwrap());
    }
    for n in 1..=20 {
        desktop.window(&format!("Number {n}")).await;
    }
    desktop.press_close(&desktop.window("Number 7").await);
    assert_eq!(closed(&open[6]).await, CloseReason::User);
    assert_eq!(open.iter().filter(|window| window.is_open()).count(), 19);
    windows.shut_down().await;
    assert!(open.iter().all(|window| !window.is_open()));
    assert_eq!(closed(&open[0]).await, CloseReason::Program);
    until("all are off the screen", || desktop.titled("Number .*").is_empty()).await;
}

async fn a_window_opens_where_it_is_to() {
    let desktop = Desktop::start();
    let server = Server::start(&[("/", "<!doctype html><title>Placed</title>")]);
    let windows = webviews(&desktop);
    let options = WindowOptions::new(server.url("/"), "Placed").with_position(123, 45);
    let window = windows.open(options).await.unwrap();
    let on_screen = desktop.window("Placed").await;
    let place = || desktop.xdotool(&["getwindowgeometry", "--shell", &on_screen]);
    until("it is there", || place().contains("X=123\nY=45\n")).await;

    let mut events = windows.events();
    desktop.xdotool(&["windowmove", &on_screen, "300", "200"]);
    let moved = event(&mut events, |event| match event {
        WindowEvent::Moved { window: id, x: 300, y: 200 } => Some(id),
        _ => None,
    })
    .await;
    assert_eq!(moved, window.id());
}

async fn an_icon_is_on_the_window() {
    let desktop = Desktop::start();
    let server = Server::start(&[("/", "<!doctype html><title>Icon</title>")]);
    let png = include_bytes!("icon.png");
    let options = WindowOptions::new(server.url("/"), "Icon")
        .with_icon(Icon::from_png(png.as_slice()).unwrap());
    let windows = webviews(&desktop);
    windows.open(options).await.unwrap();
    let on_screen = desktop.window("Icon").await;
    eventually("the window has an icon of 16 by 16 pixels", || {
        desktop.icon_size(&on_screen).filter(|size| *size == (16, 16))
    })
    .await;
}

async fn a_window_whose_caller_has_gone_closes_again() {
    let desktop = Desktop::start();
    let server = Server::start(&[("/", "<!doctype html><title>Unwanted</title>")]);
    // A helper that reports its start and continues when it is allowed to.
    let script = r#"touch "$0/started"; until [ -e "$0/go" ]; do sleep 0.01; done; exec "$@""#;
    let (home, program) = (desktop.home.path(), std::env::current_exe().unwrap());
    let arguments = [
        "-c".as_ref(),
        script.as_ref(),
        home.as_os_str(),
        program.as_ref(),
        "window-helper".as_ref(),
    ];
    let helper = on(&desktop, HelperCommand::new("/bin/sh", arguments));
    let windows = WindowManager::new(helper, Backend::Webview);
    let mut events = windows.events();
    tokio::select! {
        _ = windows.open(WindowOptions::new(server.url("/"), "Unwanted")) => panic!("it may not yet"),
        () = until("the helper starts", || home.join("started").exists()) => {}
    }
    std::fs::write(home.join("go"), "").unwrap();
    let reason = event(&mut events, |event| match event {
        WindowEvent::Closed { reason, .. } => Some(reason),
        _ => None,
    })
    .await;
    assert_eq!(reason, CloseReason::Program);
    until("it is off the screen", || desktop.titled("Unwanted").is_empty()).await;
}

async fn a_window_given_up_in_the_last_moment_closes_again() {
    let desktop = Desktop::start();
    let server = Server::start(&[("/", "<!doctype html><title>Too late</title>")]);
    let windows = webviews(&desktop);
    let mut events = windows.events();
    let opened = tokio::select! {
        // The event is told before the future has its answer.
        biased;
        event = events.next() => event,
        opened = windows.open(WindowOptions::new(server.url("/"), "Too late")) => {
            panic!("{opened:?}")
        }
    };
    let Some(WindowEvent::Opened(id)) = opened else { panic!("{opened:?}") };
    let reason = event(&mut events, |event| match event {
        WindowEvent::Closed { window, reason } if window == id => Some(reason),
        _ => None,
    })
    .await;
    assert_eq!(reason, CloseReason::Program);
    until("it is off the screen", || desktop.titled("Too late").is_empty()).await;
}

async fn a_page_closes_its_window() {
    let desktop = Desktop::start();
    lifecycle::check_page_closes(&desktop, &webviews(&desktop)).await;
}
