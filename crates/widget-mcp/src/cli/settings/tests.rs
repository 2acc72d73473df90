//! Tests of precedence, and of mistakes in each source.

use std::collections::HashMap;
use std::fs;

use clap::CommandFactory;
use tempfile::TempDir;
use widget_mcp::Transport;

use crate::cli::settings::*;

/// The places that settings come from, all in the hands of the test.
#[derive(Default)]
pub(super) struct Fixture {
    arguments: Vec<&'static str>,
    variables: HashMap<String, OsString>,
    folder: Option<TempDir>,
}

impl Fixture {
    pub(super) fn new(arguments: &[&'static str]) -> Self {
        Self { arguments: arguments.to_vec(), ..Self::default() }
    }

    fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.insert(name.into(), value.into());
        self
    }

    pub(super) fn file(mut self, text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("config.toml"), text).unwrap();
        self.folder = Some(folder);
        self
    }

    fn path(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.path().join("config.toml"))
    }

    fn line(&self) -> CommandLine {
        let arguments = ["widget-mcp"].iter().chain(&self.arguments);
        CommandLine::parse(arguments.map(OsString::from).collect()).unwrap()
    }

    pub(super) fn resolve(&self) -> Result<Settings, SettingsError> {
        self.line().resolve(|name| self.variables.get(name).cloned(), self.path())
    }

    fn settings(&self) -> Settings {
        self.resolve().unwrap()
    }

    /// The error, with the folder of this test left out.
    fn error(&self) -> String {
        let error = crate::chain(&self.resolve().unwrap_err());
        let folder = self.folder.as_ref().map(|folder| folder.path().display().to_string());
        folder.map_or(error.clone(), |folder| error.replace(&format!("{folder}/"), ""))
    }
}

/// Value and origin of a setting, as the table shows them.
fn shown(settings: &Settings, name: &str) -> (String, String) {
    let text = settings.to_string();
    let line = text.lines().find(|line| line.split(' ').next() == Some(name)).unwrap();
    let mut words = line.split_whitespace().skip(1);
    let value = words.next().unwrap().to_owned();
    (value, words.collect::<Vec<_>>().join(" "))
}

#[test]
fn precedence_is_flag_variable_file_default() {
    let file = "name = \"file\"";
    let max = |world: Fixture| {
        let (value, origin) = shown(&world.settings(), "name");
        format!("{value} {}", origin.split(' ').next().unwrap())
    };
    assert_eq!(max(Fixture::new(&[])), "widget-mcp default");
    assert_eq!(max(Fixture::new(&[]).file(file)), "file file");
    let variable = |world: Fixture| world.variable("WIDGET_MCP_NAME", "variable");
    assert_eq!(max(variable(Fixture::new(&[]).file(file))), "variable environment");
    assert_eq!(max(variable(Fixture::new(&["--name=flag"]).file(file))), "flag flag");
}

#[test]
fn what_wins_is_what_the_server_gets() {
    let world = Fixture::new(&["--max-events", "1"])
        .variable("WIDGET_MCP_MAX_EVENTS", "2")
        .variable("WIDGET_MCP_MAX_WIDGETS", "2")
        .file("max-events = 3\nmax-widgets = 3\nmax-components = 3\nhttp = 9000");
    let options = world.settings().cli.into_options();
    let limits = options.limits;
    assert_eq!((limits.events_per_widget, limits.widgets, limits.components), (1, 2, 3));
    assert_eq!(options.transport, Transport::Http { port: 9000 });
}

#[test]
fn every_flag_is_a_setting_with_a_variable_a_key_and_a_line_in_the_table() {
    let settings = Fixture::new(&[]).settings();
    let mut built = cli::command();
    built.build();
    let help = built.render_long_help().to_string();
    let flags = built.get_arguments().filter(|arg| key(arg).is_some());
    let names: Vec<_> = flags.map(|arg| key(arg).unwrap().to_owned()).collect();
    assert!(names.len() > 10, "{names:?}");
    for name in names {
        let upper = name.replace('-', "_").to_ascii_uppercase();
        assert!(help.contains(&format!("[env: WIDGET_MCP_{upper}]")), "help of {name}");
        shown(&settings, &name);
        // Whatever it takes, it takes from every place: the name is known there.
        let error = |world: Fixture| world.resolve().err().map(|error| error.to_string());
        let by_file = error(Fixture::new(&[]).file(&format!("{name} = \"\\u0000\"")));
        assert!(by_file.is_none_or(|text| !text.contains("there is no setting")), "{name}");
        let by_variable =
            Fixture::new(&[]).variable(&format!("WIDGET_MCP_{upper}"), "\0").resolve();
        match by_variable {
            Ok(settings) => assert!(shown(&settings, &name).1.starts_with("environment"), "{name}"),
            Err(error) => assert!(error.to_string().starts_with("WIDGET_MCP_"), "{error}"),
        }
    }
}

#[test]
fn a_flag_whose_name_sounds_secret_hides_its_value() {
    let sounds_secret =
        |name: &str| ["token", "secret", "password", "key"].iter().any(|word| name.contains(word));
    for arg in Cli::command().get_arguments() {
        let name = arg.get_long().unwrap_or_default();
        assert!(!sounds_secret(name) || is_secret(arg), "--{name} needs hide_env_values");
    }
}

#[test]
fn a_secret_is_shown_nowhere() {
    let secret = Arg::new("token").long("token").hide_env_values(true);
    let refusing = secret.value_parser(|text: &str| match text {
        "hunter2" => Err(format!("{text} is too short")),
        text => Ok(text.to_owned()),
    });
    let source = Source::Variable("WIDGET_MCP_TOKEN".into());
    let error = LayeredValue::read(&refusing, vec!["hunter2".into()], source).unwrap_err();
    assert_eq!(error.to_string(), "WIDGET_MCP_TOKEN: token: [redacted] is too short");

    let command = cli::command().mut_arg("name", |arg| arg.hide_env_values(true));
    let arguments = ["widget-mcp", "--name=hunter2"].map(OsString::from).to_vec();
    let matches = command.clone().get_matches_from(&arguments);
    let line = CommandLine { command, arguments, matches };
    assert_eq!(line.typed_secret().as_deref(), Some("--name"));
    assert!(line.is_secret("WIDGET_MCP_NAME") && !line.is_secret("WIDGET_MCP_LOG"));
    let settings = line.resolve(|_| None, None).unwrap();
    assert_eq!(shown(&settings, "name").0, "[redacted]");
    assert!(!settings.to_string().contains("hunter2"));

    let world = Fixture::new(&[]).file("name = \"hunter2");
    assert!(!world.error().contains("hunter2"), "{}", world.error());
}

#[test]
fn switches_are_on_and_off_in_every_place() {
    let is_headless = |world: Fixture| world.settings().cli.headless;
    for (text, on) in [("1", true), ("true", true), ("yes", true), ("0", false), ("off", false)] {
        let world = || Fixture::new(&[]).variable("WIDGET_MCP_HEADLESS", text);
        assert_eq!(is_headless(world()), on, "{text}");
        assert_eq!(is_headless(world().file("headless = true")), on, "{text}");
        assert_eq!(world().settings().cli.native, !on, "{text}");
    }
    assert!(!Fixture::new(&[]).settings().cli.native);
    let headless = Fixture::new(&["--headless"]).variable("WIDGET_MCP_HEADLESS", "0");
    assert!(headless.settings().cli.headless);
    assert!(is_headless(Fixture::new(&[]).file("headless = true")));
    assert!(!is_headless(Fixture::new(&[]).variable("WIDGET_MCP_HEADLESS", "")));
    assert!(is_headless(Fixture::new(&["demo", "--headless"])));
    let error = Fixture::new(&[]).variable("WIDGET_MCP_HEADLESS", "maybe").error();
    assert_eq!(error, "WIDGET_MCP_HEADLESS: headless: use true or false");
}

#[test]
fn native_overrides_a_headless_variable_and_file() {
    let world =
        Fixture::new(&["--native"]).variable("WIDGET_MCP_HEADLESS", "1").file("headless = true");
    let settings = world.settings();
    assert!(!settings.cli.headless);
    let (value, origin) = shown(&settings, "headless");
    assert_eq!(value, "false");
    assert!(origin.contains("environment WIDGET_MCP_HEADLESS contradicts"), "{origin}");

    let world = Fixture::new(&["demo", "--native"]).variable("WIDGET_MCP_HEADLESS", "1");
    assert!(!world.settings().cli.headless);
    let world = Fixture::new(&[]).variable("WIDGET_MCP_NATIVE", "1").file("headless = true");
    assert!(!world.settings().cli.headless);
    let world = Fixture::new(&[]).variable("WIDGET_MCP_HEADLESS", "1").file("native = true");
    assert!(world.settings().cli.headless);
}

#[test]
fn contradictions_in_one_place_are_errors_that_name_it() {
    let error = Fixture::new(&[]).file("headless = true\nnative = true").error();
    assert!(error.contains("config.toml:1 (headless)"), "{error}");
    assert!(error.contains("config.toml:2 (native)"), "{error}");
    let around = ["widget-mcp", "--headless", "demo", "--native"];
    CommandLine::parse(around.map(OsString::from).to_vec()).unwrap_err();
    let both = Fixture::new(&[])
        .variable("WIDGET_MCP_HEADLESS", "1")
        .variable("WIDGET_MCP_NATIVE", "1")
        .error();
    assert!(both.contains("WIDGET_MCP_NATIVE (native)"), "{both}");
}

#[test]
fn an_option_may_be_named_without_its_value() {
    let transport = |world: Fixture| world.settings().cli.transport();
    let default = Transport::Http { port: widget_mcp::DEFAULT_PORT };
    assert_eq!(transport(Fixture::new(&[]).file("http = true")), default);
    assert_eq!(transport(Fixture::new(&[]).variable("WIDGET_MCP_HTTP", "true")), default);
    let off = Fixture::new(&[]).variable("WIDGET_MCP_HTTP", "false").file("http = 1");
    assert_eq!(transport(off), Transport::Stdio);
}

#[test]
fn errors_in_the_file_name_the_line_and_what_is_allowed() {
    let error = |text: &str| Fixture::new(&[]).file(text).error();
    assert_eq!(
        error("# a comment\n\nheadles = true\n"),
        "config.toml:3: there is no setting \"headles\"; did you mean \"headless\"?"
    );
    assert_eq!(
        error("[limits]\nmax-events = 1"),
        "config.toml:1: there is no setting \"limits\"; `widget-mcp config` shows all that there are"
    );
    assert!(error("max_events = 1").contains("did you mean \"max-events\"?"));
    assert!(error("config = \"x\"").contains("there is no setting"));
    assert_eq!(
        error("name = \"a\"\nhttp = 99999"),
        "config.toml:2: http: 99999 is not in 0..=65535"
    );
    assert_eq!(
        error("http = 1.5"),
        "config.toml:1: http: takes a text, a number, a boolean or a list of them, not a fraction"
    );
    assert_eq!(error("http = [1, 2]"), "config.toml:1: http: takes one value, not a list");
    assert_eq!(error("headless = \"maybe\""), "config.toml:1: headless: use true or false");
    assert!(error("name = 'a'\nname = 'b'").starts_with("config.toml:2: "));
    assert!(error("=").starts_with("config.toml:1: "));
}

#[test]
fn a_file_that_was_named_has_to_be_there() {
    let named = Fixture::new(&["--config", "/no/such/file.toml"]).error();
    assert!(
        named.starts_with("cannot read the configuration file /no/such/file.toml: "),
        "{named}"
    );
    let world = Fixture::new(&[]).variable("WIDGET_MCP_CONFIG", "/no/such/other.toml");
    assert!(world.error().contains("other.toml"));
    let settings = Fixture::new(&[]).line().resolve(|_| None, Some("/no/such".into())).unwrap();
    assert!(settings.to_string().contains("configuration file: /no/such (not there)"));
}

#[test]
fn a_named_file_is_read_instead_of_the_usual_one() {
    let other = Fixture::new(&[]).file("name = \"other\"");
    let path = other.path().unwrap();
    let world = Fixture::new(&[]).file("name = \"usual\"");
    let world = world.variable("WIDGET_MCP_CONFIG", path.to_str().unwrap());
    assert_eq!(shown(&world.settings(), "name").0, "other");
}

#[test]
fn a_file_that_is_no_text_or_too_large_is_refused() {
    let world = Fixture::new(&[]).file("");
    fs::write(world.path().unwrap(), [0xff, 0xfe]).unwrap();
    assert!(world.error().starts_with("cannot read the configuration file"), "{}", world.error());
    fs::write(world.path().unwrap(), "#".repeat((1 << 20) + 1)).unwrap();
    assert!(world.error().contains("larger than 1048576 bytes"), "{}", world.error());
    fs::write(world.path().unwrap(), "a = ".to_owned() + &"[".repeat(100_000)).unwrap();
    assert!(world.error().starts_with("config.toml:1: "), "{}", world.error());
}

#[cfg(unix)]
#[test]
fn a_variable_that_is_no_text_is_refused() {
    use std::os::unix::ffi::OsStringExt;

    let mut world = Fixture::new(&[]);
    world.variables.insert("WIDGET_MCP_NAME".into(), OsString::from_vec(vec![0xff]));
    assert_eq!(world.error(), "WIDGET_MCP_NAME is not valid Unicode");
}

#[test]
fn typed_flags_can_be_typed_again() {
    let world = Fixture::new(&["install", "cursor", "--headless", "--max-events", "5"])
        .variable("WIDGET_MCP_MAX_WIDGETS", "9");
    assert_eq!(world.line().typed(), ["--headless", "--max-events=5"]);
}
