use crate::home::{Home, Run};

/// The location of the configuration file on this system.
const FILE: &str =
    if cfg!(windows) { "roaming/widget-mcp/config.toml" } else { ".config/widget-mcp/config.toml" };

#[test]
fn every_setting_is_shown_with_its_value_and_its_origin() {
    let home = Home::new();
    let path = home.write(FILE, "# mine\nmax-events = 7\nname = \"file\"\n");
    let mut command = home.command(&["config", "--max-widgets", "5"]);
    let run = Run::of(&command.env("WIDGET_MCP_NAME", "variable").output().unwrap());
    assert_eq!((run.code, &*run.err), (Some(0), ""));
    let path = path.display();
    let lines: Vec<String> = run.out.lines().map(squeeze).collect();
    for expected in [
        format!("configuration file: {path}"),
        format!("max-events 7 file {path}:2"),
        "max-widgets 5 flag --max-widgets".into(),
        "name variable environment WIDGET_MCP_NAME".into(),
        "headless false default".into(),
        "http - default".into(),
    ] {
        assert!(lines.contains(&expected), "{expected} in {}", run.out);
    }
}

fn squeeze(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_place_of_the_file_is_shown_before_there_is_one() {
    let home = Home::new();
    let run = home.run(&["config"]);
    let expected = format!("configuration file: {} (not there)", home.path(FILE).display());
    assert_eq!(run.out.lines().next(), Some(&*expected));
}

#[test]
fn a_wrong_file_stops_the_server_before_it_starts() {
    let home = Home::new();
    let path = home.write(FILE, "headles = true\n");
    for arguments in [&[][..], &["--http", "0"], &["config"], &["demo"], &["install", "cursor"]] {
        let run = home.run(arguments);
        assert_eq!((run.code, &*run.out), (Some(2), ""), "{arguments:?}");
        let place = format!("widget-mcp: {}:1: there is no setting", path.display());
        assert!(run.err.starts_with(&place), "{arguments:?}: {}", run.err);
        assert!(run.err.contains("did you mean \"headless\"?"), "{}", run.err);
    }
    // What does not depend on settings is still checked.
    assert_eq!(home.run(&["--help"]).code, Some(0));
    assert_eq!(home.run(&["--version"]).code, Some(0));
}

#[test]
fn the_file_reaches_the_server() {
    let home = Home::new();
    home.write("elsewhere.toml", "name = \"from the file\"\nheadless = true\n");
    let path = home.path("elsewhere.toml");
    // The doctor starts the entry and shows the name with which the server answers.
    let install = ["install", "cursor", "--yes", "--config", path.to_str().unwrap()];
    assert_eq!(home.run(&install).code, Some(0));
    let run = home.run(&["doctor", "--headless"]);
    assert!(run.out.contains("starts from the file "), "{run:?}");
}

#[test]
fn a_closed_output_pipe_ends_the_program_quietly() {
    let home = Home::new();
    for arguments in [&["config"][..], &["doctor", "--headless"], &["install", "--print"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = home.command(arguments).stdout(writer).output().unwrap();
        let run = Run::of(&output);
        assert_eq!((run.code, &*run.err), (Some(0), ""), "{arguments:?}");
    }
}
