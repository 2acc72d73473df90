//! Windows of an installed Chromium.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use libtest_mimic::Trial;
use widget_desktop::{Desktop, eventually, is_alive, kill, parent, until};
use widget_window::{CloseReason, WindowEvent, WindowOptions};

use crate::server::Server;
use crate::windows::{apps, closed, event, helper};
use crate::{lifecycle, trials};

pub(crate) fn trials() -> Vec<Trial> {
    trials![
        a_person_works_with_a_browser_window,
        a_program_works_with_a_browser_window,
        browser_windows_come_back_when_the_helper_is_killed,
        no_browser_is_left_of_a_program_that_is_killed,
        a_browser_that_does_not_start_is_an_error,
        a_link_to_a_new_window_opens_outside,
        a_script_opens_a_window_outside,
        a_middle_click_opens_outside,
        a_second_page_of_the_same_server_stays,
        a_second_page_without_address_is_closed,
        a_page_closes_its_window,
        a_picture_shows_what_is_on_the_screen,
    ]
}

/// Width and height of a PNG, and the colour in its middle.
fn look_at(png: &Path) -> (u32, u32, [u8; 3]) {
    let file = BufReader::new(File::open(png).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let (pixels, _) = pixels.as_chunks();
    (info.width, info.height, pixels[pixels.len() / 2 + info.width as usize / 2])
}

const PAGE: &str = "<!doctype html><title>App</title>
    <script>onclick = () => fetch('/clicked'); fetch('/loaded')</script>";

async fn a_person_works_with_a_browser_window() {
    let desktop = Desktop::start();
    let server = Server::start(&[("/", PAGE)]);
    let windows = apps(&desktop);
    let window = windows.open(WindowOptions::new(server.url("/"), "App")).await.unwrap();
    assert!(window.notices_close());
    let on_screen = desktop.window("App").await;
    eventually("a click arrives", || {
        desktop.click(&on_screen, 300, 300);
        server.saw("/clicked").then_some(())
    })
    .await;
    desktop.press_close(&on_screen);
    assert_eq!(closed(&window).await, CloseReason::User);
    until("it is off the screen", || desktop.titled("App").is_empty()).await;
}

async fn a_program_works_with_a_browser_window() {
    let desktop = Desktop::start();
    let server = Server::start(&[("/", PAGE)]);
    let windows = apps(&desktop);
    let options = WindowOptions::new(server.url("/"), "App").with_size(700, 500);
    let window = windows.open(options).await.unwrap();
    let on_screen = desktop.window("App").await;
    until("it has its size", || desktop.size(&on_screen) == (700, 500)).await;
    window.resize(820, 610).unwrap();
    until("it has its new size", || desktop.size(&on_screen) == (820, 610)).await;
    window.set_title("Other \"quoted\"").unwrap();
    desktop.window("Other \"quoted\"").await;
    window.focus().unwrap();
    let browser = desktop.process_of(&on_screen);
    window.close();
    assert_eq!(closed(&window).await, CloseReason::Program);
    until("the browser has ended", || !is_alive(&browser)).await;
    windows.shut_down().await;
}

async fn browser_windows_come_back_when_the_helper_is_killed() {
    let desktop = Desktop::start();
    let server = Server::start(&[("/", PAGE)]);
    let windows = apps(&desktop);
    let mut events = windows.events();
    let window = windows.open(WindowOptions::new(server.url("/"), "App")).await.unwrap();
    let browser = desktop.process_of(&desktop.window("App").await);
    let helper = parent(&browser);
    until("it is loaded", || server.count("/loaded") == 1).await;
    kill(&helper);
    event(&mut events, |event| match event {
        WindowEvent::HelperRestarted { windows: 1, .. } => Some(()),
        _ => None,
    })
    .await;
    until("the old browser has ended", || !is_alive(&browser)).await;
    until("it is loaded again", || server.count("/loaded") == 2).await;
    let again = desktop.window("App").await;
    assert!(window.is_open());
    desktop.press_close(&again);
    assert_eq!(closed(&window).await, CloseReason::User);
}

async fn no_browser_is_left_of_a_program_that_is_killed() {
    let desktop = Desktop::start();
    let server = Server::start(&[("/", PAGE)]);
    let mut program =
        lifecycle::open_and_wait(&desktop, &server.url("/"), &[("TEST_BACKEND", "app")]);
    let browser = desktop.process_of(&desktop.window("App").await);
    let folder = lifecycle::data_folder(&desktop);
    let helper = parent(&browser);
    assert_eq!(parent(&helper), program.id().to_string());
    program.kill().unwrap();
    program.wait().unwrap();
    until("browser and helper end", || !is_alive(&browser) && !is_alive(&helper)).await;
    assert!(!folder.exists(), "{folder:?}");
}

async fn a_browser_that_does_not_start_is_an_error() {
    let desktop = Desktop::start();
    for (program, expected) in [
        (
            "/nonexistent/chrome",
            "the window could not be opened: /nonexistent/chrome did not start: ",
        ),
        ("/bin/false", "the window could not be opened: the browser ended at once: exit status: 1"),
    ] {
        let browser = widget_window::Browser::new(program, Vec::new());
        let backend = widget_window::Backend::App(browser);
        let windows = widget_window::WindowManager::new(helper(&desktop), backend);
        let error = windows.open(WindowOptions::new("http://127.0.0.1:1/", "")).await.unwrap_err();
        assert!(error.to_string().starts_with(expected), "{error}");
    }
}

/// A click on the link to another origin opens the default browser, and the window shows nothing
/// else. In the link `other` stands for the address.
async fn check_link(link: &str, button: &str) -> Server {
    let desktop = Desktop::start();
    let page = format!(
        "<!doctype html><title>Links</title><style>a {{ display: block; height: 500px }}</style>
         {link}x</a><script>
            const other = `${{location.origin.replace('127.0.0.1', 'localhost')}}/second?a=b&c`;
            const link = document.querySelector('a');
            if (link.href.endsWith('other')) link.href = other;
            open('/by-itself');
            fetch('/loaded');
         </script>"
    );
    let server = Server::start(&[("/", &page)]);
    let windows = apps(&desktop);
    let window = windows.open(WindowOptions::new(server.url("/"), "Links")).await.unwrap();
    let on_screen = desktop.window("Links").await;
    until("it is loaded", || server.saw("/loaded")).await;
    eventually("the link opens outside", || {
        desktop.xdotool(&["mousemove", "--window", &on_screen, "300", "300", "click", button]);
        (!desktop.opened_outside().is_empty()).then_some(())
    })
    .await;
    until("nothing else is shown", || desktop.titled(".+") == [on_screen.clone()]).await;
    let other = server.url("/second?a=b&c").replace("127.0.0.1", "localhost");
    assert_eq!(desktop.opened_outside()[0], other);
    assert!(!server.saw("/by-itself"), "{:?}", server.all());
    assert!(window.is_open());
    server
}

/// The window's own browser has not asked for the address: it may work only once.
async fn a_link_to_a_new_window_opens_outside() {
    let server = check_link("<a href=other target=_blank>", "1").await;
    assert!(!server.saw("/second?a=b&c"), "{:?}", server.all());
}

async fn a_script_opens_a_window_outside() {
    let server = check_link("<a href='javascript:void open(other)'>", "1").await;
    assert!(!server.saw("/second?a=b&c"), "{:?}", server.all());
}

async fn a_middle_click_opens_outside() {
    check_link("<a href=other>", "2").await;
}

/// Such as the page on which a secret is typed.
async fn a_second_page_of_the_same_server_stays() {
    let desktop = Desktop::start();
    let page =
        "<!doctype html><title>First</title><style>a { display: block; height: 500px }</style>
        <a href=/second target=_blank>x</a>";
    let server = Server::start(&[("/", page), ("/second", "<!doctype html><title>Second</title>")]);
    let windows = apps(&desktop);
    let window = windows.open(WindowOptions::new(server.url("/"), "First")).await.unwrap();
    let on_screen = desktop.window("First").await;
    eventually("the second page", || {
        if desktop.titled("Second.*").is_empty() {
            desktop.click(&on_screen, 300, 300);
            return None;
        }
        Some(())
    })
    .await;
    assert_eq!(desktop.opened_outside(), [""; 0]);
    assert!(window.is_open());
}

async fn a_second_page_without_address_is_closed() {
    let desktop = Desktop::start();
    let page = "<!doctype html><title>Opener</title><script>onclick = () => {
            onclick = null;
            const second = open('');
            second.document.write('<title>Second</title>');
            setInterval(() => second.closed && fetch('/closed'), 50);
        }</script>";
    let server = Server::start(&[("/", page)]);
    let windows = apps(&desktop);
    let window = windows.open(WindowOptions::new(server.url("/"), "Opener")).await.unwrap();
    let on_screen = desktop.window("Opener").await;
    eventually("it is closed", || {
        desktop.xdotool(&["mousemove", "--window", &on_screen, "300", "300", "click", "1"]);
        server.saw("/closed").then_some(())
    })
    .await;
    assert_eq!(desktop.opened_outside(), [""; 0]);
    assert!(window.is_open());
}

async fn a_page_closes_its_window() {
    let desktop = Desktop::start();
    lifecycle::check_page_closes(&desktop, &apps(&desktop)).await;
}

async fn a_picture_shows_what_is_on_the_screen() {
    let desktop = Desktop::start();
    let page = "<!doctype html><title>Blue</title><style>html { background: #123456 }</style>";
    let server = Server::start(&[("/", page)]);
    let options =
        WindowOptions::new(server.url("/"), "Blue").with_size(700, 500).with_position(900, 100);
    let windows = apps(&desktop);
    windows.open(options).await.unwrap();
    let on_screen = desktop.window("Blue").await;
    let png = desktop.home.path().join("picture.png");
    let look = |window| {
        desktop.screenshot(window, &png);
        look_at(&png)
    };
    // The right part of the window is beside the screen.
    until("it is painted", || look(Some(&on_screen)) == (500, 500, [0x12, 0x34, 0x56])).await;
    assert_eq!(look(None), (1400, 1000, [0, 0, 0]));
}
