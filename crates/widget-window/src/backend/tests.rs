//! The choice, on machines that are made up.

use std::ffi::OsString;
use std::path::Path;

use crate::environment::System;

use super::*;

/// A Linux desktop without webview and browser.
fn desktop() -> Environment {
    Environment {
        system: System::Unix,
        variable: |name| match name {
            "DISPLAY" => Some(":0".into()),
            "PATH" => Some("/usr/local/bin:/usr/bin".into()),
            _ => None,
        },
        is_program: |_| false,
        is_root: || false,
        opens_links: || true,
        webview: || Err("no webview".to_owned()),
    }
}

fn choice(around: Environment) -> String {
    BackendChoice::of(&around).to_string()
}

#[test]
fn the_webview_comes_first() {
    assert_eq!(choice(Environment { webview: || Ok(()), ..desktop() }), "webview");
}

#[test]
fn without_display_there_is_none_and_nothing_else_is_asked() {
    let bare = Environment {
        variable: |_| None,
        webview: || panic!("a webview may not start without a display"),
        ..desktop()
    };
    assert_eq!(choice(bare), "none: neither DISPLAY nor WAYLAND_DISPLAY is set");
    let empty = Environment { variable: |_| Some(OsString::new()), ..bare };
    assert_eq!(choice(empty), "none: neither DISPLAY nor WAYLAND_DISPLAY is set");
    let ssh =
        Environment { variable: |name| (name == "SSH_CONNECTION").then(|| "1".into()), ..bare };
    assert_eq!(choice(ssh), "none: this is an SSH session without X11 forwarding (`ssh -X`)");
    for system in [System::Mac, System::Windows] {
        assert_eq!(choice(Environment { system, ..ssh }), "none: this is an SSH session");
    }
}

/// No display, but an editor that hands addresses to the machine of the person.
fn remote() -> Environment {
    Environment {
        variable: |name| match name {
            "BROWSER" => Some("/opt/code/bin/remote-open.sh".into()),
            "SSH_CONNECTION" => Some("1".into()),
            _ => None,
        },
        is_program: |path| path == Path::new("/opt/code/bin/remote-open.sh"),
        ..desktop()
    }
}

#[test]
fn a_tab_opens_where_the_person_sits() {
    assert_eq!(
        choice(remote()),
        "tab of the default browser, since this is an SSH session without X11 forwarding \
         (`ssh -X`), but BROWSER names a program that opens addresses"
    );
    let second = Environment {
        variable: |name| (name == "BROWSER").then(|| "none:/opt/code/bin/remote-open.sh %s".into()),
        ..remote()
    };
    assert_eq!(BackendChoice::of(&second).backend, Some(Backend::Tab));
}

#[test]
fn a_browser_that_opens_nothing_elsewhere_is_no_tab() {
    let missing = Environment { is_program: |_| false, ..remote() };
    let in_a_terminal = Environment {
        variable: |name| match name {
            "BROWSER" => Some("w3m".into()),
            "PATH" => Some("/usr/bin".into()),
            _ => None,
        },
        is_program: |path| path == Path::new("/usr/bin/w3m"),
        ..remote()
    };
    let not_heeded = Environment { system: System::Mac, ..remote() };
    for around in [missing, in_a_terminal, not_heeded] {
        assert_eq!(BackendChoice::of(&around).backend, None, "{}", choice(around));
    }
}

#[test]
fn wayland_is_a_display() {
    let wayland = Environment {
        variable: |name| (name == "WAYLAND_DISPLAY").then(|| "wayland-0".into()),
        webview: || Ok(()),
        ..desktop()
    };
    assert_eq!(choice(wayland), "webview");
}

#[test]
fn a_browser_on_the_path_comes_second() {
    let chrome =
        Environment { is_program: |path| path == Path::new("/usr/bin/google-chrome"), ..desktop() };
    assert_eq!(choice(chrome), "app window of /usr/bin/google-chrome, since no webview");
    let snap =
        Environment { is_program: |path| path == Path::new("/snap/bin/chromium"), ..desktop() };
    assert_eq!(choice(snap), "app window of /snap/bin/chromium, since no webview");
}

#[test]
fn the_variables_decide_about_the_browser() {
    let named = Environment {
        variable: |name| match name {
            "WIDGET_MCP_BROWSER" => Some("/opt/my/chrome".into()),
            "WIDGET_MCP_BROWSER_ARGS" => Some("  --ozone-platform=x11  --mute-audio ".into()),
            other => (desktop().variable)(other),
        },
        is_program: |_| true,
        ..desktop()
    };
    let arguments = vec!["--ozone-platform=x11".to_owned(), "--mute-audio".to_owned()];
    let browser = Browser::new("/opt/my/chrome", arguments);
    assert_eq!(BackendChoice::of(&named).backend, Some(Backend::App(browser)));

    let missing = Environment { is_program: desktop().is_program, ..named };
    assert_eq!(
        choice(missing),
        "tab of the default browser, since no webview; \
         WIDGET_MCP_BROWSER is `/opt/my/chrome`, which is not a program"
    );
}

#[test]
fn root_has_to_do_without_the_sandbox_knowingly() {
    let root = Environment { is_program: |_| true, is_root: || true, ..desktop() };
    assert_eq!(
        choice(root),
        "tab of the default browser, since no webview; /usr/local/bin/chromium does not run as \
         root with its sandbox (WIDGET_MCP_BROWSER_ARGS=--no-sandbox does without)"
    );
    let knowingly = Environment {
        variable: |name| match name {
            "WIDGET_MCP_BROWSER_ARGS" => Some("--no-sandbox".into()),
            other => (desktop().variable)(other),
        },
        ..root
    };
    assert_eq!(choice(knowingly), "app window of /usr/local/bin/chromium, since no webview");
}

#[test]
fn a_tab_comes_last_and_needs_a_default_browser() {
    assert_eq!(
        choice(desktop()),
        "tab of the default browser, since no webview; no browser of the Chromium family is found"
    );
    let nothing = Environment { opens_links: || false, ..desktop() };
    assert_eq!(
        choice(nothing),
        "none: no webview; no browser of the Chromium family is found; \
         there is no default browser"
    );
}

#[test]
fn windows_is_searched_in_its_own_places() {
    let windows = Environment {
        system: System::Windows,
        variable: |name| (name == "LOCALAPPDATA").then(|| "here".into()),
        is_program: |path| path.ends_with(r"Google\Chrome\Application\chrome.exe"),
        ..desktop()
    };
    assert!(choice(windows).starts_with("app window of here"), "{}", choice(windows));
    let nothing = Environment { is_program: |_| false, ..windows };
    assert!(choice(nothing).starts_with("tab of the default browser"));
}
