//! The clients, and where each keeps its list of servers.

use std::env;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use etcetera::BaseStrategy;
use etcetera::base_strategy::choose_native_strategy;

use crate::cli::install::error::InstallError;

/// An MCP client whose configuration this program knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Client {
    /// Claude, the app for the desktop.
    ClaudeDesktop,
    /// Claude Code, for all projects of this person.
    ClaudeCode,
    /// Cursor, for all projects of this person.
    Cursor,
    /// Visual Studio Code, in the default profile.
    Vscode,
}

/// The folders in which clients keep their files.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    pub(crate) home: PathBuf,
    /// The directory of desktop programs: `~/.config`,
    /// `~/Library/Application Support` or `%APPDATA%`.
    pub(crate) app_data: PathBuf,
    /// `%LOCALAPPDATA%`, on Windows only.
    pub(crate) local_app_data: Option<PathBuf>,
    /// The directory of Claude Code, if set by `CLAUDE_CONFIG_DIR`.
    pub(crate) claude_code: Option<PathBuf>,
}

impl Places {
    /// The folders of the user who runs this program.
    ///
    /// # Errors
    ///
    /// [`InstallError::NoHome`] when there is no home folder.
    pub(crate) fn find() -> Result<Self, InstallError> {
        let native = choose_native_strategy().map_err(|_no_home| InstallError::NoHome)?;
        // On Linux and its relatives data and configuration have separate places.
        let is_one_place = cfg!(any(windows, target_os = "macos"));
        let app_data = if is_one_place { native.data_dir() } else { native.config_dir() };
        let folder = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        Ok(Self {
            home: native.home_dir().to_owned(),
            app_data,
            local_app_data: cfg!(windows).then(|| native.cache_dir()),
            claude_code: folder("CLAUDE_CONFIG_DIR"),
        })
    }
}

impl Client {
    /// One whose form most others read.
    pub(super) const ANY: Self = Self::Cursor;

    /// The file in which it keeps its list of servers.
    pub(crate) fn file(self, places: &Places) -> PathBuf {
        match self {
            Self::ClaudeDesktop => claude_desktop(places).join("claude_desktop_config.json"),
            Self::ClaudeCode => {
                places.claude_code.as_ref().unwrap_or(&places.home).join(".claude.json")
            }
            Self::Cursor => places.home.join(".cursor").join("mcp.json"),
            Self::Vscode => places.app_data.join("Code").join("User").join("mcp.json"),
        }
    }

    /// The member of that file that holds the servers.
    pub(super) fn servers(self) -> &'static str {
        match self {
            Self::Vscode => "servers",
            _ => "mcpServers",
        }
    }

    /// Returns whether an entry says how the client talks to the server.
    pub(super) fn wants_type(self) -> bool {
        matches!(self, Self::Vscode | Self::ClaudeCode)
    }

    /// Returns whether its file may have comments and trailing commas.
    pub(super) fn reads_comments(self) -> bool {
        matches!(self, Self::Vscode | Self::Cursor)
    }

    /// Returns the instruction that makes the client load a new entry.
    pub(super) fn what_next(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => "Quit Claude and start it again.",
            Self::ClaudeCode => "A new session of Claude Code has it; /mcp lists it.",
            Self::Cursor => "Cursor lists it in its settings, under MCP.",
            Self::Vscode => "Start it in VS Code with the command `MCP: List Servers`.",
        }
    }
}

/// Installed from the Store, Claude keeps its files apart from other programs.
fn claude_desktop(places: &Places) -> PathBuf {
    let from_store = places.local_app_data.as_deref().and_then(|local| {
        let newer = subfolder(&local.join("Claude-Data"), "claude_");
        newer.or_else(|| {
            let package = subfolder(&local.join("Packages"), "claude_")?;
            Some(package.join("LocalCache").join("Roaming").join("Claude"))
        })
    });
    from_store.unwrap_or_else(|| places.app_data.join("Claude"))
}

/// The first folder in `parent` whose name begins like this.
fn subfolder(parent: &Path, prefix: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(parent).ok()?;
    let folders = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir());
    let named = folders.filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.to_ascii_lowercase().starts_with(prefix)
    });
    named.min()
}

impl fmt::Display for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::ClaudeDesktop => "Claude Desktop",
            Self::ClaudeCode => "Claude Code",
            Self::Cursor => "Cursor",
            Self::Vscode => "VS Code",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(home: &str, app_data: &str) -> Places {
        let (home, app_data) = (home.into(), app_data.into());
        Places { home, app_data, local_app_data: None, claude_code: None }
    }

    fn files(places: &Places) -> Vec<String> {
        let clients = Client::value_variants().iter();
        clients.map(|client| client.file(places).display().to_string().replace('\\', "/")).collect()
    }

    #[test]
    fn each_system_has_its_places() {
        let linux = places("/home/ada", "/home/ada/.config");
        assert_eq!(
            files(&linux),
            [
                "/home/ada/.config/Claude/claude_desktop_config.json",
                "/home/ada/.claude.json",
                "/home/ada/.cursor/mcp.json",
                "/home/ada/.config/Code/User/mcp.json",
            ]
        );
        let mac = places("/Users/ada", "/Users/ada/Library/Application Support");
        assert_eq!(
            files(&mac)[0],
            "/Users/ada/Library/Application Support/Claude/claude_desktop_config.json"
        );
        assert_eq!(files(&mac)[3], "/Users/ada/Library/Application Support/Code/User/mcp.json");
        let windows = places("C:/Users/ada", "C:/Users/ada/AppData/Roaming");
        assert_eq!(files(&windows)[3], "C:/Users/ada/AppData/Roaming/Code/User/mcp.json");
    }

    #[test]
    fn claude_code_can_be_told_where() {
        let mut places = places("/home/ada", "/home/ada/.config");
        places.claude_code = Some("/srv/claude".into());
        assert_eq!(Client::ClaudeCode.file(&places), Path::new("/srv/claude/.claude.json"));
    }

    #[test]
    fn claude_from_the_store_has_a_place_of_its_own() {
        let local = tempfile::tempdir().unwrap();
        let mut places = places("/home/ada", "/roaming");
        places.local_app_data = Some(local.path().to_owned());
        let file = |places: &Places| Client::ClaudeDesktop.file(places);
        assert!(file(&places).starts_with("/roaming/Claude"));
        let package = local.path().join("Packages").join("Claude_pzs8sxrjxfjjc");
        fs::create_dir_all(&package).unwrap();
        assert!(file(&places).starts_with(package.join("LocalCache/Roaming/Claude")));
        let newer = local.path().join("Claude-Data").join("claude_pzs8sxrjxfjjc");
        fs::create_dir_all(&newer).unwrap();
        assert!(file(&places).starts_with(newer));
    }
}
