//! Options of a server.

pub(crate) mod http;
pub(crate) mod tool_set;

use std::sync::Arc;
use std::time::Duration;

use widget_state::{Limits, SecretVault, WidgetStore};
use widget_window::HelperCommand;

use self::http::HttpOptions;
use crate::data_folder::DataFolder;
use tool_set::ToolSet;

/// The port of the HTTP transports when none is named.
pub const DEFAULT_PORT: u16 = 8001;

/// The time a client has to mount a view, where no other is set.
pub(crate) const DEFAULT_INLINE_TIMEOUT: Duration = Duration::from_secs(5);

/// The options of a server.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The transport for MCP clients.
    pub transport: Transport,
    /// The options of the HTTP transports, besides their port.
    pub http: HttpOptions,
    /// The name under which it introduces itself.
    pub name: String,
    /// Opens nothing; the tools' answers carry the address of each widget.
    pub headless: bool,
    /// The command that starts the helper process of native windows: a program that
    /// calls [`run_window_helper`](crate::run_window_helper). None: widgets open in
    /// tabs of the default browser.
    ///
    /// ```no_run
    /// use widget_mcp::{HelperCommand, ServerOptions, run_server, run_window_helper};
    ///
    /// fn main() -> Result<(), Box<dyn std::error::Error>> {
    ///     // First of all: the helper is this program again, and needs its main thread.
    ///     if std::env::args().nth(1).as_deref() == Some("window-helper") {
    ///         return Ok(run_window_helper()?);
    ///     }
    ///     let window_helper = Some(HelperCommand::this_program(["window-helper"])?);
    ///     let options = ServerOptions { window_helper, ..Default::default() };
    ///     Ok(tokio::runtime::Runtime::new()?.block_on(run_server(options))?)
    /// }
    /// ```
    pub window_helper: Option<HelperCommand>,
    /// The time a client that shows widgets in the conversation has to mount the view of one. Then
    /// the widget opens in a window, as in other clients. Zero: at once.
    pub inline_timeout: Duration,
    /// Folders whose files agents may name, such as the picture of a block.
    pub data_folders: Vec<DataFolder>,
    /// The offered tools.
    pub tools: ToolSet,
    /// The size limits. Those of a `store` of your own are its own; the largest message follows
    /// from these.
    pub limits: Limits,
    /// The store of the widgets. None: in the memory of this process.
    pub store: Option<Arc<dyn WidgetStore>>,
    /// The vault for what people type into secret components. None: in the memory of this process,
    /// so that a reference in a `store` that outlives the process redeems nothing after it.
    pub secrets: Option<SecretVault>,
}

/// The transport for MCP clients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Transport {
    /// Standard input and output; the pages are served on a free port of 127.0.0.1.
    #[default]
    Stdio,
    /// HTTP+SSE, as protocol 2024-11-05 has it: `GET /sse` and `POST /messages`,
    /// beside the pages.
    Sse {
        /// The port; 0 takes a free one.
        port: u16,
    },
    /// Streamable HTTP at `/mcp`, and HTTP+SSE for clients that know no other,
    /// beside the pages.
    Http {
        /// The port; 0 takes a free one.
        port: u16,
    },
}

impl Default for ServerOptions {
    fn default() -> Self {
        Self {
            transport: Transport::default(),
            http: HttpOptions::default(),
            name: "widget-mcp".into(),
            headless: false,
            window_helper: None,
            inline_timeout: DEFAULT_INLINE_TIMEOUT,
            data_folders: Vec::new(),
            tools: ToolSet::default(),
            limits: Limits::default(),
            store: None,
            secrets: None,
        }
    }
}
