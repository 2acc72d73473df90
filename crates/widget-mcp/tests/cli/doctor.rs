use std::net::TcpListener;

use serde_json::json;

use crate::home::{Home, PROGRAM, Run};

const CURSOR: &str = ".cursor/mcp.json";

#[test]
fn a_machine_that_is_set_up_is_right() {
    let home = Home::new();
    assert_eq!(home.run(&["install", "cursor", "--yes", "--headless"]).code, Some(0));
    let run = home.run(&["doctor", "--headless"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!("ok     Cursor, entry \"widgets\": starts widget-mcp {version}\n");
    assert!(run.out.contains(&expected), "{}", run.out);
    assert!(run.out.ends_with("\nNothing needs doing.\n"), "{}", run.out);
}

#[test]
fn a_machine_without_clients_is_told_how_to_get_one() {
    let run = Home::new().run(&["doctor", "--headless"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.contains("`widget-mcp install`"), "{}", run.out);
}

/// Returns the finding about an entry, which must be an error.
fn about(entry: &serde_json::Value) -> String {
    let home = Home::new();
    home.write(CURSOR, json!({"mcpServers": {"w": entry}}).to_string());
    let run = home.run(&["doctor", "--headless"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.out.contains("\nOne thing needs doing.\n"), "{}", run.out);
    let at = run.out.find("error  Cursor, entry \"w\": ").expect(&run.out);
    run.out[at..].to_owned()
}

#[test]
fn an_entry_that_starts_no_server_is_wrong() {
    let missing = about(&json!({"command": "/no/such/widget-mcp"}));
    assert!(missing.contains("/no/such/widget-mcp cannot be started"), "{missing}");
    assert!(missing.contains("`widget-mcp install cursor --name w` writes it again"), "{missing}");
    // Its own complaint is the best there is.
    let complains = about(&json!({"command": PROGRAM, "args": ["--max-evnts=3"]}));
    assert!(complains.contains("unexpected argument '--max-evnts'"), "{complains}");
    let variable = json!({"command": PROGRAM, "env": {"WIDGET_MCP_HTTP": "nonsense"}});
    assert!(about(&variable).contains("WIDGET_MCP_HTTP: http: invalid digit"));
}

#[test]
fn an_entry_that_never_answers_is_wrong_after_a_while() {
    let silent = about(&json!({"command": PROGRAM, "args": ["--headless", "--http", "0"]}));
    assert!(silent.contains("does not answer on standard output"), "{silent}");
}

#[test]
fn servers_of_others_are_not_started() {
    let home = Home::new();
    let marker = home.path("started");
    let command = json!({"command": "touch", "args": [marker.to_str().unwrap()]});
    home.write(CURSOR, json!({"mcpServers": {"other": command}}).to_string());
    let run = home.run(&["doctor", "--headless"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(!marker.exists());
}

#[test]
fn a_file_that_no_client_can_read_is_wrong() {
    let home = Home::new();
    home.write(CURSOR, "{");
    let run = home.run(&["doctor", "--headless"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.out.contains("error  Cursor: "), "{}", run.out);
}

#[test]
fn a_port_that_is_taken_is_wrong_when_the_server_wants_it() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let home = Home::new();
    let run = home.run(&["doctor", "--headless", "--http", &port]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.out.contains(&format!("error  port {port}: ")), "{}", run.out);
    drop(taken);
    assert_eq!(home.run(&["doctor", "--headless", "--http", &port]).code, Some(0));
}

#[test]
fn settings_that_are_wrong_do_not_stop_the_other_checks() {
    let home = Home::new();
    home.write("wrong.toml", "nonsense = 1");
    let path = home.path("wrong.toml");
    let run = home.run(&["doctor", "--headless", "--config", path.to_str().unwrap()]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.out.contains("wrong.toml:1: there is no setting"), "{}", run.out);
    assert!(run.out.contains("  port "), "{}", run.out);
}

#[cfg(target_os = "linux")]
#[test]
fn a_machine_without_a_display_is_told_to_be_headless() {
    let home = Home::new();
    let run = home.run(&["doctor"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.out.contains("error  display: neither DISPLAY nor"), "{}", run.out);
    assert!(run.out.contains("What to do: ") && run.out.contains("--headless"), "{}", run.out);
    for nowhere in [":4242", "127.0.0.1:4242.0", "nonsense", ":x", "[", ":65535"] {
        let run = Run::of(&home.command(&["doctor"]).env("DISPLAY", nowhere).output().unwrap());
        let expected = format!("error  display: there is no display at DISPLAY={nowhere}\n");
        assert!(run.out.contains(&expected), "{}", run.out);
    }
    let mut wayland = home.command(&["doctor"]);
    wayland.env("WAYLAND_DISPLAY", "wayland-0").env("XDG_RUNTIME_DIR", home.path(""));
    let run = Run::of(&wayland.output().unwrap());
    assert!(run.out.contains("no display at WAYLAND_DISPLAY=wayland-0"), "{}", run.out);
    let socket = std::os::unix::net::UnixListener::bind(home.path("wayland-0")).unwrap();
    let run = Run::of(&wayland.output().unwrap());
    assert!(run.out.contains("ok     display: there is one\n"), "{}", run.out);
    drop(socket);
}

#[cfg(target_os = "linux")]
#[test]
fn a_display_that_is_forwarded_is_one() {
    let forwarded = TcpListener::bind("127.0.0.1:0").unwrap();
    let number = forwarded.local_addr().unwrap().port() - 6000;
    let mut command = Home::new().command(&["doctor"]);
    let run = Run::of(&command.env("DISPLAY", format!("localhost:{number}.0")).output().unwrap());
    assert!(run.out.contains("ok     display: there is one\n"), "{}", run.out);
}
