//! Tests of the changes to the files of clients.

use std::collections::BTreeMap;

use serde_json::json;

use crate::cli::install::document::*;

fn entry() -> Entry {
    let args = vec!["--headless".into()];
    Entry { command: "/usr/bin/widget-mcp".into(), args, env: BTreeMap::new() }
}

fn with_env(entry: Entry, env: &[(&str, &str)]) -> Entry {
    let env = env.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    Entry { env, ..entry }
}

/// Returns the new file, and the reported change.
fn put(client: Client, text: &str) -> Result<(String, Change), String> {
    let path = Path::new("/home/ada/mcp.json");
    let attempt = || {
        let mut document = Document::read(client, path, text)?;
        let change = document.put("widgets", &entry())?;
        Ok::<_, InstallError>((document.text(), change))
    };
    attempt().map_err(|error| error.to_string())
}

const CURSOR: &str = r#"{
  "mcpServers": {
    "widgets": {
      "command": "/usr/bin/widget-mcp",
      "args": ["--headless"]
    }
  }
}
"#;

const WITH_ENV: &str = r#"{
  "mcpServers": {
    "widgets": {
      "command": "/usr/bin/widget-mcp",
      "args": ["--headless"],
      "env": {
        "BROWSER": "open"
      }
    }
  }
}
"#;

const VSCODE: &str = r#"{
  "servers": {
    "widgets": {
      "type": "stdio",
      "command": "/usr/bin/widget-mcp",
      "args": ["--headless"]
    }
  }
}
"#;

#[test]
fn an_empty_file_gets_the_form_of_each_client() {
    for text in ["", "  \n", "{}"] {
        let (written, change) = put(Client::Cursor, text).unwrap();
        assert_eq!((written.trim_start(), change), (CURSOR, Change::Added));
    }
    assert_eq!(put(Client::ClaudeDesktop, "").unwrap().0, CURSOR);
    assert_eq!(put(Client::Vscode, "").unwrap().0, VSCODE);
    let code: Value = serde_json::from_str(&put(Client::ClaudeCode, "").unwrap().0).unwrap();
    assert_eq!(code["mcpServers"]["widgets"]["type"], "stdio");
    let entry = with_env(entry(), &[("BROWSER", "open")]);
    assert_eq!(Document::only(Client::Cursor, "widgets", &entry).unwrap().trim_start(), WITH_ENV);
}

#[test]
fn the_same_entry_again_is_no_change() {
    for (client, text) in [(Client::Cursor, CURSOR), (Client::Vscode, VSCODE)] {
        assert_eq!(put(client, text).unwrap(), (text.to_owned(), Change::None));
    }
}

#[test]
fn what_is_not_ours_keeps_its_place_its_look_and_its_comments() {
    let before = r#"// my servers
{
	"inputs": [ ],  /* none */
	"servers": {
		// the files
		"files": { "command": "npx",
		           "args": ["-y", "x"], },
	},
	"zeta": 1e3,
	"alpha": "é",
}"#;
    let (after, _) = put(Client::Vscode, before).unwrap();
    let ours = "\n\t\t\"widgets\": {\n\t\t\t\"type\": \"stdio\",\n\t\t\t\"command\": \"/usr/bin/widget-mcp\",\n\t\t\t\"args\": [\"--headless\"],\n\t\t},";
    assert!(after.contains(ours), "{after}");
    assert_eq!(after.replace(ours, "").trim_end(), before);
}

#[test]
fn line_ends_and_the_byte_order_mark_stay() {
    let before = "\u{feff}{\r\n  \"mcpServers\": {\r\n    \"a\": {}\r\n  }\r\n}\r\n";
    let (after, _) = put(Client::ClaudeDesktop, before).unwrap();
    assert!(after.starts_with('\u{feff}') && after.ends_with("}\r\n"), "{after:?}");
    assert_eq!(after.matches('\n').count(), after.matches("\r\n").count(), "{after:?}");
    serde_json::from_str::<Value>(after.trim_start_matches('\u{feff}')).unwrap();
}

#[test]
fn an_older_entry_is_changed_and_keeps_what_its_owner_added() {
    let before = r#"{"mcpServers": {"widgets": {"disabled": true, "command": "widget-mcp", "env": {"A": "hunter2"}}}}"#;
    let (after, change) = put(Client::Cursor, before).unwrap();
    let after: Value = serde_json::from_str(&after).unwrap();
    let widgets = json!({
        "disabled": true, "command": "/usr/bin/widget-mcp", "env": {"A": "hunter2"},
        "args": ["--headless"],
    });
    assert_eq!(after["mcpServers"]["widgets"], widgets);
    // What is shown of the old entry is what goes away, and no more.
    assert_eq!(change, Change::Replaced { old: json!({"command": "widget-mcp", "args": null}) });
}

#[test]
fn variables_are_added_to_those_of_the_owner() {
    let entry = with_env(entry(), &[("A", "new"), ("B", "\"b\"")]);
    let env = |text: &str| {
        let mut document = Document::read(Client::Cursor, Path::new(""), text).unwrap();
        let change = document.put("widgets", &entry).map_err(|error| error.to_string())?;
        let after: Value = serde_json::from_str(&document.text()).unwrap();
        Ok::<_, String>((after["mcpServers"]["widgets"]["env"].clone(), change))
    };
    let both = json!({"A": "new", "B": "\"b\""});
    assert_eq!(env("{}"), Ok((both.clone(), Change::Added)));

    let of = |env: &str| {
        format!(
            r#"{{"mcpServers": {{"widgets": {{"command": "/usr/bin/widget-mcp",
                "args": ["--headless"]{env}}}}}}}"#
        )
    };
    let replaced = |old| Change::Replaced { old: json!({"env": old}) };
    assert_eq!(env(&of("")), Ok((both.clone(), replaced(Value::Null))));
    assert_eq!(env(&of(&format!(", \"env\": {both}"))), Ok((both, Change::None)));
    let (all, change) = env(&of(r#", "env": {"C": "hunter2", "A": "old"}"#)).unwrap();
    assert_eq!(all, json!({"A": "new", "B": "\"b\"", "C": "hunter2"}));
    assert_eq!(change, replaced(json!({"A": "old", "B": null})));
    assert!(env(&of(", \"env\": 1")).unwrap_err().contains("\"env\" is not a JSON object"));
}

#[test]
fn an_entry_without_arguments_is_the_same_as_one_with_none() {
    let entry = Entry { command: "x".into(), args: Vec::new(), env: BTreeMap::new() };
    let text = r#"{"mcpServers": {"widgets": {"command": "x"}}}"#;
    let mut document = Document::read(Client::Cursor, Path::new(""), text).unwrap();
    assert_eq!(document.put("widgets", &entry).unwrap(), Change::None);
}

#[test]
fn names_and_paths_are_escaped() {
    let command = r"C:\Users\ada\widget-mcp.exe".into();
    let entry = Entry { command, args: vec!["\"".into()], env: BTreeMap::new() };
    let text = Document::only(Client::Cursor, "my \"widgets\"", &entry).unwrap();
    let read: Value = serde_json::from_str(&text).unwrap();
    let expected = json!({"command": r"C:\Users\ada\widget-mcp.exe", "args": ["\""]});
    assert_eq!(read["mcpServers"]["my \"widgets\""], expected, "{text}");
}

#[test]
fn what_cannot_be_changed_with_care_is_left_alone() {
    let refused = |client, text: &str| put(client, text).unwrap_err();
    for text in ["{", "nonsense", "{\"a\": 1,}", "{} {}", "// none\n{}", "{'a': 1}"] {
        let error = refused(Client::ClaudeDesktop, text);
        assert!(
            error.contains("is left alone, since it cannot be read as JSON"),
            "{text}: {error}"
        );
        assert!(error.starts_with("/home/ada/mcp.json"), "{error}");
    }
    for (text, problem) in [
        ("[]", "it is not a JSON object"),
        ("null", "it is not a JSON object"),
        (r#"{"mcpServers": []}"#, "its \"mcpServers\" is not a JSON object"),
        (r#"{"mcpServers": {}, "mcpServers": {}}"#, "it has \"mcpServers\" twice"),
        (r#"{"mcpServers": {"widgets": 1}}"#, "its \"widgets\" is not a JSON object"),
        (
            r#"{"mcpServers": {"widgets": {"url": "http://127.0.0.1:8001/mcp"}}}"#,
            "its entry \"widgets\" is for a server at an address",
        ),
    ] {
        let error = refused(Client::Cursor, text);
        assert!(error.contains(problem), "{text}: {error}");
    }
    let deep = "[".repeat(100_000);
    assert!(refused(Client::Cursor, &deep).contains("left alone"));
}

#[test]
fn entries_are_listed_with_their_names() {
    let text = r#"{"mcpServers": {"a": {"command": "x"}, "b": {}}}"#;
    let document = Document::read(Client::Cursor, Path::new(""), text).unwrap();
    let entries = document.entries().unwrap();
    assert_eq!(entries, [("a".into(), json!({"command": "x"})), ("b".into(), json!({}))]);
    for text in ["", "{}"] {
        let document = Document::read(Client::Cursor, Path::new(""), text).unwrap();
        assert_eq!(document.entries().unwrap(), []);
    }
}

#[test]
fn what_was_added_can_be_removed_and_the_rest_stays() {
    let path = Path::new("");
    for before in [
        "{\n\t\"servers\": {\n\t\t\"a\": {}\n\t}\n}\n",
        "{\"servers\": {\n  // mine\n  \"a\": {}\n}}\n",
    ] {
        let (after, _) = put(Client::Vscode, before).unwrap();
        let document = Document::read(Client::Vscode, path, &after).unwrap();
        assert!(document.remove("widgets").unwrap());
        assert_eq!(document.text(), before);
        assert!(!document.remove("widgets").unwrap());
    }
    for text in ["", "{}", "{\"servers\": {}}"] {
        let document = Document::read(Client::Vscode, path, text).unwrap();
        assert!(!document.remove("widgets").unwrap(), "{text}");
    }
    let document =
        Document::read(Client::Vscode, path, "{\"servers\": {\"widgets\": {}, \"widgets\": {}}}");
    document.unwrap().remove("widgets").unwrap_err();
}
