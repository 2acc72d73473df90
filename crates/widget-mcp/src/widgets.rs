//! The widgets of a server, and the pages that show them.

mod events;

use std::fmt::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use widget_state::{
    Delivery, Limits, MemoryStore, Op, SecretVault, StateError, Uploads, Widget, WidgetId,
    WidgetStore, WidgetStoreExt,
};
use widget_web::{AllowedHosts, Arrivals, WebState};

pub use events::EventOrGap;
pub(crate) use events::events;

use crate::data_folder::DataFolder;
use crate::error::ServerError;
use crate::inline_views::{InlineViews, MountRecord};
use crate::options::{DEFAULT_INLINE_TIMEOUT, ServerOptions};
use crate::runtime::bind;
use crate::windows::{OpenedIn, PageWindow, Windows};

/// The time a change waits for a viewer to confirm it.
const CONFIRM_TIMEOUT: Duration = Duration::from_millis(250);

/// Bounds of the bytes that may arrive at the same time, which are as many as all widgets may hold.
/// The lower one is above the largest message of a page.
const MIN_ARRIVALS: usize = 16 << 20;
const MAX_ARRIVALS: usize = 512 << 20;

/// The widgets of a server, where their pages are, and how they are opened.
#[derive(Debug)]
pub struct Widgets {
    store: Arc<dyn WidgetStore>,
    secrets: SecretVault,
    web: WebState,
    base_url: String,
    windows: Windows,
    inline: InlineViews,
    data_folders: Vec<DataFolder>,
}

impl Widgets {
    /// Widgets whose pages people find under `base_url`, which has no slash at its
    /// end. Nothing is served before the router of [`Widgets::pages`] is put
    /// behind a listener, and nothing is opened without [`Widgets::with_windows`].
    #[must_use]
    pub fn new(base_url: impl Into<String>, limits: Limits) -> Self {
        let memory = limits.memory_bytes;
        let store = Arc::new(MemoryStore::with_limits(limits));
        Self::with_store(base_url, store).with_memory(memory)
    }

    /// Bounds what arrives at the same time by what all widgets may hold.
    fn with_memory(mut self, bytes: usize) -> Self {
        self.web = self.web.with_arrivals(Arrivals::new(bytes.clamp(MIN_ARRIVALS, MAX_ARRIVALS)));
        self
    }

    /// The widgets of a store that the program made itself, such as one that other parts of it
    /// use as well.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use widget_mcp::Widgets;
    /// use widget_state::{MemoryStore, Widget, WidgetStore};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), widget_state::StateError> {
    /// let store = Arc::new(MemoryStore::new());
    /// let widgets = Widgets::with_store("https://site.example", store.clone());
    /// let id = widgets.create(Widget::html("<h1>Lunch?</h1>")).await?;
    /// assert_eq!(store.get(id).await?.revision(), 1);
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn with_store(base_url: impl Into<String>, store: Arc<dyn WidgetStore>) -> Self {
        let secrets = SecretVault::default();
        let web = WebState::new(Arc::clone(&store)).with_secrets(secrets.clone());
        let (windows, inline) = (Windows::none(), InlineViews::new(DEFAULT_INLINE_TIMEOUT));
        let (base_url, data_folders) = (base_url.into(), Vec::new());
        Self { store, secrets, web, base_url, windows, inline, data_folders }
    }

    /// Keeps what people type into secret components in this vault; without it in the memory of
    /// this process. The journal of a store holds only references to it.
    #[must_use]
    pub fn with_secrets(mut self, secrets: SecretVault) -> Self {
        self.web = self.web.with_secrets(secrets.clone());
        self.secrets = secrets;
        self
    }

    /// Opens new widgets in these windows.
    #[must_use]
    pub fn with_windows(mut self, windows: Windows) -> Self {
        self.windows = windows;
        self
    }

    /// Gives clients so long to mount the view of a widget that they show in the conversation;
    /// 5 seconds without it. Then the widget opens in a window. Zero: at once.
    #[must_use]
    pub fn with_inline_timeout(mut self, timeout: Duration) -> Self {
        self.inline = InlineViews::new(timeout);
        self
    }

    /// Lets agents name files below these folders, such as the picture of a block.
    #[must_use]
    pub fn with_data_folders(mut self, folders: Vec<DataFolder>) -> Self {
        self.data_folders = folders;
        self
    }

    /// The widgets of a server with these options.
    pub(crate) fn of(options: &ServerOptions, base_url: impl Into<String>) -> Self {
        let widgets = match &options.store {
            Some(store) => Self::with_store(base_url, Arc::clone(store))
                .with_memory(options.limits.memory_bytes),
            None => Self::new(base_url, options.limits.clone()),
        };
        let widgets = match &options.secrets {
            Some(secrets) => widgets.with_secrets(secrets.clone()),
            None => widgets,
        };
        let folders = options.data_folders.clone();
        widgets.with_inline_timeout(options.inline_timeout).with_data_folders(folders)
    }

    /// The same with a free port of 127.0.0.1 for the pages.
    pub(crate) async fn bind_by(
        options: &ServerOptions,
    ) -> Result<(Self, TcpListener), ServerError> {
        let (listener, address) = bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).await?;
        Ok((Self::of(options, format!("http://{address}")), listener))
    }

    /// Answers under these names; without it under the loopback names only.
    #[must_use]
    pub fn with_hosts(mut self, hosts: AllowedHosts) -> Self {
        self.web = self.web.with_hosts(hosts);
        self
    }

    /// Takes a port of 127.0.0.1 for the pages. Nothing is served before the
    /// router of [`Widgets::pages`] is put behind the listener.
    ///
    /// # Errors
    ///
    /// [`ServerError::Listen`] when the port is taken.
    pub async fn bind(port: u16, limits: Limits) -> Result<(Self, TcpListener), ServerError> {
        let (listener, address) = bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await?;
        Ok((Self::new(format!("http://{address}"), limits), listener))
    }

    /// The pages of all widgets, to be merged into an application of any state.
    ///
    /// Without a guard around it: behind one a widget is blank, since its frame has
    /// no cookie. For a sign-in there are [`documents`](Self::documents), which the
    /// guard belongs around, and [`assets`](Self::assets).
    pub fn pages<S: Clone + Send + Sync + 'static>(&self) -> Router<S> {
        widget_web::router(self.web.clone())
    }

    /// Of [`pages`](Self::pages) what is the same for every widget: the view, scripts and styles.
    /// A guard for sign-ins belongs around [`documents`](Self::documents) only, since the frame of
    /// a widget asks for these without a cookie.
    pub fn assets<S: Clone + Send + Sync + 'static>(&self) -> Router<S> {
        widget_web::assets(self.web.clone())
    }

    /// Of [`pages`](Self::pages) those that show widgets and what is in them.
    pub fn documents<S: Clone + Send + Sync + 'static>(&self) -> Router<S> {
        widget_web::documents(self.web.clone())
    }

    /// Counts the messages of pages that arrive; the server that has the pages counts the bodies
    /// of all requests here as well.
    pub(crate) fn arrivals(&self) -> &Arrivals {
        self.web.arrivals()
    }

    /// Returns the state that pages and views are served from.
    pub(crate) fn web(&self) -> &WebState {
        &self.web
    }

    /// Returns the store that holds the widgets.
    #[must_use]
    pub fn store(&self) -> &dyn WidgetStore {
        &*self.store
    }

    /// Returns the values of secret components. No tool reads them: a model gets a reference,
    /// which the program around this server redeems.
    #[must_use]
    pub fn secrets(&self) -> &SecretVault {
        &self.secrets
    }

    /// Returns the files that people have put into forms. An event names each by its `ref`.
    #[must_use]
    pub fn uploads(&self) -> &Uploads {
        self.web.uploads()
    }

    /// Makes a widget. Nothing shows it before it is [opened](Self::open), or its [address](Self::url)
    /// is.
    ///
    /// # Errors
    ///
    /// As [`WidgetStore::create`].
    ///
    /// # Examples
    ///
    /// ```
    /// use widget_mcp::{ServerOptions, WidgetServer};
    /// use widget_state::{Component, Toolbar, Widget};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let options = ServerOptions { headless: true, ..ServerOptions::default() };
    /// let server = WidgetServer::start(options).await?;
    /// let soup = Component::button("Soup").event("lunch:soup")?;
    /// let lunch =
    ///     Widget::html("<h1>Lunch?</h1>").with_toolbars([Toolbar::bottom([soup])])?;
    /// let id = server.widgets().create(lunch).await?;
    /// if server.widgets().open(id).await?.is_none() {
    ///     println!("Open {}", server.widgets().url(&[id]));
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub async fn create(&self, widget: Widget) -> Result<WidgetId, StateError> {
        self.store.create(widget).await
    }

    /// Opens the page of a widget on this machine; returns when it is on the screen, and where.
    /// `None` when nothing is to be opened (the server is headless), or could be.
    ///
    /// # Errors
    ///
    /// [`StateError::UnknownWidget`] where there is no such widget.
    pub async fn open(&self, id: WidgetId) -> Result<Option<OpenedIn>, StateError> {
        let title = self.store.get(id).await?.title().to_owned();
        Ok(self.open_page(id, title).await)
    }

    /// Ends a widget, and with it the secrets that were typed into it, the files that were put into
    /// it and its window.
    ///
    /// # Errors
    ///
    /// As [`WidgetStore::remove`], and [`StateError::Backend`] when its secrets cannot be removed;
    /// the widget has ended then.
    pub async fn remove(&self, id: WidgetId) -> Result<(), StateError> {
        self.store.remove(id).await?;
        self.windows.forget(id);
        self.inline.forget(id);
        self.uploads().forget(id);
        self.secrets.forget(id).await
    }

    /// The address of the pages, without a slash at its end.
    #[must_use]
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// The address of the page that shows these widgets side by side.
    #[must_use]
    pub fn url(&self, ids: &[WidgetId]) -> String {
        let mut url = format!("{}/widget/", self.base_url);
        for (index, id) in ids.iter().enumerate() {
            let separator = if index > 0 { "," } else { "" };
            // Writing to a string cannot fail.
            let _infallible = write!(url, "{separator}{id}");
        }
        url
    }

    /// Opens the page of a widget on this machine; returns when it is on the screen.
    /// None when nothing is to be opened, or could be.
    pub(crate) async fn open_page(&self, id: WidgetId, title: String) -> Option<OpenedIn> {
        // Whether a view comes as well makes no difference any longer.
        self.inline.forget(id);
        self.windows.open(self.page(id, title), self.shared_store()).await
    }

    /// Opens the page of a widget in a tab of the default browser, as [`Widgets::open_page`] does in a
    /// window.
    pub(crate) async fn open_tab(&self, id: WidgetId, title: String) -> Option<OpenedIn> {
        self.inline.forget(id);
        self.windows.open_tab(self.page(id, title)).await
    }

    /// Waits for the view that the client is to mount for a widget; opens the page of the widget
    /// when the view does not come.
    pub(crate) fn expect_inline(&self, id: WidgetId, title: String, client: Arc<MountRecord>) {
        let place = (self.windows.clone(), self.shared_store());
        self.inline.expect(self.page(id, title), id, place, client);
    }

    /// Returns whether pages are opened on this machine; a headless server opens none.
    pub(crate) fn opens_pages(&self) -> bool {
        self.windows.are_opened()
    }

    /// Folders whose files agents may name.
    pub(crate) fn data_folders(&self) -> &[DataFolder] {
        &self.data_folders
    }

    /// Returns what is known of the views in conversations.
    pub(crate) fn inline(&self) -> &InlineViews {
        &self.inline
    }

    fn page(&self, id: WidgetId, title: String) -> PageWindow {
        PageWindow { url: self.url(&[id]), title, size: PageWindow::SIZE, widgets: vec![id] }
    }

    /// The store, for what outlives a call.
    pub(crate) fn shared_store(&self) -> Arc<dyn WidgetStore> {
        Arc::clone(&self.store)
    }

    /// Applies an operation and waits a moment for what becomes of it.
    ///
    /// # Errors
    ///
    /// As [`WidgetStoreExt::apply`].
    pub async fn change(&self, id: WidgetId, op: Op) -> Result<(u64, Delivery), StateError> {
        let revision = self.store.apply(id, op).await?;
        self.confirm(id, revision).await
    }

    /// Applies several operations as one revision, all or none, and waits a moment for what becomes
    /// of them: they have failed when a viewer could not do one. Of signals, which have a revision
    /// each, and what comes with the last of them, that one counts.
    ///
    /// With `if_revision` they are applied only if the widget has not changed since, but for what
    /// people type into its forms and have not sent.
    ///
    /// # Errors
    ///
    /// As [`WidgetStore::apply_all`].
    pub async fn change_all(
        &self,
        id: WidgetId,
        ops: Vec<Op>,
        if_revision: Option<u64>,
    ) -> Result<(u64, Delivery), StateError> {
        let revision = self.store.apply_all(id, ops, if_revision).await?;
        self.confirm(id, revision).await
    }

    async fn confirm(&self, id: WidgetId, revision: u64) -> Result<(u64, Delivery), StateError> {
        let delivery = self.store.confirm(id, revision, CONFIRM_TIMEOUT).await?;
        Ok((revision, delivery))
    }
}
