//! Recovery after a process was killed.

use libtest_mimic::Trial;
use widget_desktop::{Desktop, children, is_alive, kill, until};
use widget_window::{CloseReason, WindowError, WindowEvent, WindowOptions};

use crate::server::Server;
use crate::windows::{closed, event, helper, webviews};
use crate::{lifecycle, trials};

pub(crate) fn trials() -> Vec<Trial> {
    trials![
        windows_come_back_when_the_helper_is_killed,
        a_page_comes_back_when_its_process_is_killed,
        a_page_of_which_nothing_comes_is_loaded_in_a_new_process,
        a_file_in_place_of_a_page_is_fetched_once,
        nothing_is_left_of_a_program_that_is_killed,
        a_display_that_does_not_answer_is_an_error,
        a_display_that_goes_away_closes_the_windows,
    ]
}

const PAGE: &str = "<!doctype html><script>
    if (location.search) document.title = location.search.slice(1);
    document.cookie = 'here=1'; fetch('/loaded')</script>";

async fn windows_come_back_when_the_helper_is_killed() {
    let desktop = Desktop::start();
    let server = Server::start(&[("/", PAGE), ("/?A", PAGE)]);
    let windows = webviews(&desktop);
    let mut events = windows.events();
    let a = windows.open(WindowOptions::new(server.url("/?A"), "A")).await.unwrap();
    let b =
        windows.open(WindowOptions::new(server.url("/"), "B").with_size(500, 400)).await.unwrap();
    let gone = windows.open(WindowOptions::new(server.url("/"), "Gone")).await.unwrap();
    b.set_title("Renamed").unwrap();
    b.resize(444, 333).unwrap();
    gone.close();
    assert_eq!(closed(&gone).await, CloseReason::Program);
    let (first_a, first_b) = (desktop.window("A").await, desktop.window("Renamed").await);
    until("it has its size", || desktop.size(&first_b) == (444, 333)).await;
    until("both are loaded", || server.count("/loaded") >= 2).await;
    let before = server.count("/?A");

    let helper = desktop.process_of(&first_a);
    kill(&helper);
    let (reason, count) = event(&mut events, |event| match event {
        WindowEvent::HelperRestarted { reason, windows } => Some((reason, windows)),
        _ => None,
    })
    .await;
    assert!(reason.starts_with("signal: 9"), "{reason}");
    assert_eq!(count, 2);
    let mut back = Vec::new();
    while back.len() < 2 {
        back.push(
            event(&mut events, |event| match event {
                WindowEvent::Opened(window) => Some(window),
                _ => None,
            })
            .await,
        );
    }
    assert_eq!(back, [a.id(), b.id()]);
    until("the page is asked for again", || server.count("/?A") > before).await;
    let again = desktop.window("A").await;
    assert_ne!(desktop.process_of(&again), helper);
    let again = desktop.window("Renamed").await;
    until("it has its size", || desktop.size(&again) == (444, 333)).await;

    desktop.press_close(&again);
    assert_eq!(closed(&b).await, CloseReason::User);
    assert!(a.is_open());
}

async fn a_page_comes_back_when_its_process_is_killed() {
    let desktop = Desktop::start();
    let server = Server::start(&[("/?Page", PAGE)]);
    let windows = webviews(&desktop);
    let mut events = windows.events();
    let window = windows.open(WindowOptions::new(server.url("/?Page"), "Page")).await.unwrap();
    let on_screen = desktop.window("Page").await;
    until("it is loaded", || server.count("/loaded") == 1).await;
    let helper = desktop.process_of(&on_screen);
    kill(&page_process(&helper));
    let message = event(&mut events, |event| match event {
        WindowEvent::Failed { window: id, message } if id == window.id() => Some(message),
        _ => None,
    })
    .await;
    assert_eq!(message, "the page crashed and is loaded again");
    until("it is loaded again", || server.count("/loaded") == 2).await;
    assert_eq!(desktop.process_of(&on_screen), helper);
}

async fn a_page_of_which_nothing_comes_is_loaded_in_a_new_process() {
    let desktop = Desktop::start();
    let server = Server::start(&[("/late?Page", PAGE)]);
    let windows = webviews(&desktop);
    let mut events = windows.events();
    let options = WindowOptions::new(server.url("/late?Page"), "Waiting");
    let window = windows.open(options).await.unwrap();
    let helper = desktop.process_of(&desktop.window("Waiting").await);
    until("it is asked for", || server.saw("/late?Page")).await;
    let first = page_process(&helper);
    let message = event(&mut events, |event| match event {
        WindowEvent::Failed { window: id, message } if id == window.id() => Some(message),
        _ => None,
    })
    .await;
    assert_eq!(message, "nothing of the page came; it is loaded again");
    desktop.window("Page").await;
    assert_eq!(server.count("/late?Page"), 2);
    // The first process may take a moment to end.
    until("another process has the page", || page_process(&helper) != first).await;
}

async fn a_file_in_place_of_a_page_is_fetched_once() {
    let desktop = Desktop::start();
    let server = Server::start(&[("/late?Page", PAGE)]);
    let windows = webviews(&desktop);
    windows.open(WindowOptions::new(server.url("/a.bin"), "File")).await.unwrap();
    until("it is asked for", || server.saw("/a.bin")).await;
    // Its timeout ends after that of the file.
    windows.open(WindowOptions::new(server.url("/late?Page"), "Waiting")).await.unwrap();
    desktop.window("Page").await;
    assert_eq!(server.count("/a.bin"), 1);
}

fn page_process(helper: &str) -> String {
    let page = children(helper).into_iter().find(|(_, name)| name.starts_with("WebKitWeb"));
    page.expect("a process of the page").0
}

async fn nothing_is_left_of_a_program_that_is_killed() {
    let desktop = Desktop::start();
    let server = Server::start(&[("/", "<!doctype html><title>Left</title>")]);
    let mut program = lifecycle::open_and_wait(&desktop, &server.url("/"), &[]);
    let on_screen = desktop.window("Left").await;
    let helper = desktop.process_of(&on_screen);
    let folder = lifecycle::data_folder(&desktop);
    let mut left = children(&helper);
    assert!(left.len() >= 2, "{left:?}");
    left.push((helper, String::new()));

    program.kill().unwrap();
    program.wait().unwrap();
    until("all processes end", || !left.iter().any(|(process, _)| is_alive(process))).await;
    until("it is off the screen", || desktop.titled("Left").is_empty()).await;
    assert!(!folder.exists(), "{folder:?}");
}

async fn a_display_that_does_not_answer_is_an_error() {
    let desktop = Desktop::start();
    let helper = helper(&desktop).with_env("DISPLAY", ":1");
    let helper = helper.with_env("DISPLAY", "nowhere.invalid:7");
    let windows = widget_window::WindowManager::new(helper, widget_window::Backend::Webview);
    let failed = windows.open(WindowOptions::new("http://127.0.0.1:1/", "Never")).await;
    let Err(WindowError::Helper(message)) = failed else { panic!("{failed:?}") };
    assert!(message.starts_with("the display does not answer"), "{message}");
}

async fn a_display_that_goes_away_closes_the_windows() {
    let desktop = Desktop::start();
    let server = Server::start(&[("/?Page", PAGE)]);
    let windows = webviews(&desktop);
    let window = windows.open(WindowOptions::new(server.url("/?Page"), "Page")).await.unwrap();
    desktop.window("Page").await;
    drop(desktop);
    let reason = closed(&window).await;
    let CloseReason::Failed(message) = reason else { panic!("{reason:?}") };
    assert!(message.contains("display"), "{message}");
}
