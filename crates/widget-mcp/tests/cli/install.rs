use std::fs;
use std::path::Path;

use serde_json::json;

use crate::home::{Home, PROGRAM, read};

const CURSOR: &str = ".cursor/mcp.json";

#[test]
fn each_client_gets_its_entry_in_its_file() {
    let home = Home::new();
    let app_data = match std::env::consts::OS {
        "windows" => "roaming",
        "macos" => "Library/Application Support",
        _ => ".config",
    };
    let plain = json!({"command": PROGRAM, "args": ["--headless"]});
    let typed = json!({"type": "stdio", "command": PROGRAM, "args": ["--headless"]});
    for (client, file, servers, entry) in [
        (
            "claude-desktop",
            &*format!("{app_data}/Claude/claude_desktop_config.json"),
            "mcpServers",
            &plain,
        ),
        ("claude-code", ".claude.json", "mcpServers", &typed),
        ("cursor", CURSOR, "mcpServers", &plain),
        ("vscode", &*format!("{app_data}/Code/User/mcp.json"), "servers", &typed),
    ] {
        let run = home.run(&["install", client, "--yes", "--headless"]);
        assert_eq!((run.code, &*run.err), (Some(0), ""), "{client}");
        assert_eq!(home.json(file), json!({servers: {"widgets": entry}}), "{client}");
        // What is written is shown, and where.
        assert!(run.out.contains(&home.path(file).display().to_string()), "{}", run.out);
        assert!(run.out.contains(&serde_json::to_string(PROGRAM).unwrap()), "{}", run.out);
        let again = home.run(&["install", client, "--yes", "--headless"]);
        assert!(again.out.starts_with("Nothing to do: "), "{}", again.out);
    }
    assert_eq!(home.files(".cursor"), ["mcp.json"]);
}

#[test]
fn what_was_installed_can_be_taken_out() {
    let home = Home::new();
    let before = "{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"b\"}\n  }\n}\n";
    let path = home.write(CURSOR, before);
    home.run(&["install", "cursor", "--yes"]);
    assert_ne!(read(&path), before);
    let run = home.run(&["uninstall", "cursor"]);
    assert!(run.err.contains("there is no terminal to ask on"), "{run:?}");
    let run = home.run(&["uninstall", "cursor", "--yes"]);
    assert_eq!((run.code, &*run.err), (Some(0), ""), "{run:?}");
    assert_eq!(read(&path), before);
    let run = home.run(&["uninstall", "cursor"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.contains("has no entry \"widgets\""), "{}", run.out);
}

#[test]
fn a_file_keeps_what_others_wrote_and_a_copy_is_kept() {
    let home = Home::new();
    let before = "{\n    \"mcpServers\": {\n        // mine\n        \"a\": {\"command\": \"b\"}\n    }\n}\n";
    let path = home.write(CURSOR, before);
    let run = home.run(&["install", "cursor", "--yes", "--name", "mine"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let after = read(&path);
    assert!(after.starts_with(&before[..before.find("}\n").unwrap()]), "{after}");
    assert!(after.contains("\"mine\""), "{after}");

    // Twice within a second: no copy overwrites another.
    home.run(&["install", "cursor", "--yes", "--name", "mine", "--headless"]);
    let files = home.files(".cursor");
    assert_eq!(files.len(), 3, "{files:?}");
    let copies = files.iter().filter(|name| name.ends_with(".bak"));
    let mut copies: Vec<_> = copies.map(|name| read(&home.path(".cursor").join(name))).collect();
    copies.sort_by_key(String::len);
    assert_eq!(copies, [before.to_owned(), after]);
    for name in files {
        assert!(name == "mcp.json" || name.starts_with("mcp.json.20"), "{name}");
    }
}

#[test]
fn nothing_is_written_without_a_terminal_to_confirm() {
    let home = Home::new();
    let run = home.run(&["install", "cursor"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("there is no terminal to ask on: --yes"), "{}", run.err);
    assert!(!home.path(".cursor").exists());
}

#[test]
fn a_file_that_cannot_be_read_is_not_touched() {
    let home = Home::new();
    for (text, problem) in [
        (&b"{\"mcpServers\": {"[..], "left alone"),
        (b"\xff\xfe", "cannot read"),
        (b"[]", "it is not a JSON object"),
    ] {
        let path = home.write(CURSOR, text);
        let run = home.run(&["install", "cursor", "--yes"]);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.err.contains(problem) && run.err.contains("mcp.json"), "{}", run.err);
        assert_eq!(fs::read(path).unwrap(), text);
        assert_eq!(home.files(".cursor"), ["mcp.json"]);
    }
}

#[test]
fn printing_writes_nothing() {
    let home = Home::new();
    let run = home.run(&["install", "--print", "--max-events", "5"]);
    let printed: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    let entry = json!({"command": PROGRAM, "args": ["--max-events=5"]});
    assert_eq!(printed, json!({"mcpServers": {"widgets": entry}}));
    let run = home.run(&["install", "vscode", "--print"]);
    let printed: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(printed["servers"]["widgets"]["type"], "stdio");
    assert_eq!(home.files(""), [""; 0]);
}

#[test]
fn the_entry_in_the_documentation_is_the_one_that_is_printed() {
    let document = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/setup.md");
    let document = read(Path::new(document)).replace("\r\n", "\n");
    let (_, command) = document.split_once("`widget-mcp install --print ").unwrap();
    let (arguments, rest) = command.split_once("` prints\n\n```json\n").unwrap();
    let (entry, _) = rest.split_once("```").unwrap();
    let arguments: Vec<&str> = arguments.split(' ').collect();
    let run = Home::new().run(&[&["install", "--print"], &*arguments].concat());
    let program = serde_json::to_string(PROGRAM).unwrap();
    assert_eq!(run.out.replace(&program, "\"/home/ada/.cargo/bin/widget-mcp\""), entry);
}

#[test]
fn each_client_gets_the_variables_of_its_entry() {
    let home = Home::new();
    let env = ["--env", "WIDGET_MCP_HEADLESS=0", "--env", "DISPLAY=:0", "--env", "A=b=c"];
    let expected = json!({"WIDGET_MCP_HEADLESS": "0", "DISPLAY": ":0", "A": "b=c"});
    for client in ["claude-desktop", "claude-code", "cursor", "vscode"] {
        let print = home.run(&[&["install", client, "--print"][..], &env].concat());
        let printed: serde_json::Value = serde_json::from_str(&print.out).unwrap();
        let servers = if client == "vscode" { "servers" } else { "mcpServers" };
        assert_eq!(printed[servers]["widgets"]["env"], expected, "{client}");
        let run = home.run(&[&["install", client, "--yes"][..], &env].concat());
        assert_eq!((run.code, &*run.err), (Some(0), ""), "{client}");
        assert!(run.out.contains("\"DISPLAY\": \":0\""), "{}", run.out);
        let again = home.run(&[&["install", client, "--yes"][..], &env].concat());
        assert!(again.out.starts_with("Nothing to do: "), "{}", again.out);
    }
    assert_eq!(home.json(CURSOR)["mcpServers"]["widgets"]["env"], expected);
}

#[test]
fn a_variable_that_looks_like_a_secret_is_pointed_out() {
    let home = Home::new();
    let run = home.run(&["install", "--print", "--env", "API_KEY=hunter2"]);
    assert_eq!(run.code, Some(0));
    assert!(run.err.contains("API_KEY looks like a secret"), "{}", run.err);
    assert!(!run.err.contains("hunter2"), "{}", run.err);
    let run = home.run(&["install", "--print", "--env", "API_KEY=${input:key}"]);
    assert_eq!((run.code, &*run.err), (Some(0), ""));
}

#[test]
fn an_entry_that_could_not_work_is_refused() {
    let home = Home::new();
    for arguments in [&["--http"][..], &["--http", "9000"]] {
        let run = home.run(&[&["install", "cursor", "--yes"], arguments].concat());
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(run.err.contains("standard input and output"), "{}", run.err);
    }
    let file = home.write("http.toml", "http = 9000");
    let run = home.run(&["install", "cursor", "--yes", "--config", file.to_str().unwrap()]);
    assert!(run.err.contains("configuration file"), "{run:?}");
    for (variable, code, problem) in [
        ("WIDGET_MCP_HEADLESS=maybe", 2, "WIDGET_MCP_HEADLESS: headless: use true or false"),
        ("WIDGET_MCP_HTTP=9000", 1, "standard input and output"),
        ("WIDGET_MCP_TOKEN=hunter2", 1, "WIDGET_MCP_TOKEN is a secret"),
        ("HEADLESS", 2, "use NAME=VALUE"),
        ("=1", 2, "use NAME=VALUE"),
    ] {
        let run = home.run(&["install", "cursor", "--yes", "--env", variable]);
        assert_eq!(run.code, Some(code), "{run:?}");
        assert!(run.err.contains(problem) && !run.err.contains("hunter2"), "{}", run.err);
    }
    let run = home.run(&["install", "cursor", "--yes", "--token", "0123456789abcdef"]);
    assert!(run.err.contains("--token is a secret"), "{}", run.err);
    let run = home.run(&["install", "cursro"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("cursor"), "{}", run.err);
    assert!(!home.path(".cursor").exists());
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let home = Home::new();
    let real = home.write("dotfiles/claude.json", "{\"secret\": 1}");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&real, home.path(".claude.json")).unwrap();
    assert_eq!(home.run(&["install", "claude-code", "--yes"]).code, Some(0));
    assert!(home.path(".claude.json").is_symlink());
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(home.json("dotfiles/claude.json")["secret"], 1);
    for name in home.files("dotfiles") {
        assert_eq!(mode(&home.path("dotfiles").join(&name)), 0o640, "{name}");
    }

    let nowhere = home.path(".cursor");
    fs::create_dir(&nowhere).unwrap();
    symlink("/no/such/file", nowhere.join("mcp.json")).unwrap();
    let run = home.run(&["install", "cursor", "--yes"]);
    assert!(run.err.contains("cannot read"), "{run:?}");
    assert!(nowhere.join("mcp.json").is_symlink());
}
