//! A provider, a desktop, and a program that signs a user in.

use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use widget_desktop::Desktop;
use widget_e2e::{example, in_time};
use widget_kit::auth::NativeWindow;
use widget_kit::auth::core::{AuthError, AuthErrorKind, AuthFlowResult};
use widget_kit::auth::provider::{GenericOidcProvider, OAuthClient};
use widget_kit::auth::session::{AuthFlowManager, FlowError};
use widget_kit::window::{Backend, Browser, HelperCommand, WindowManager};

use crate::server::RealProvider;

/// A time limit far above the test timeout, so that reaching it cannot be the reason for an end.
const AN_HOUR: Duration = Duration::from_secs(3600);

/// Fields are dropped in order: the windows go before their desktop.
pub(crate) struct Fixture {
    pub(crate) flow: AuthFlowManager,
    pub(crate) window: Arc<NativeWindow>,
    pub(crate) windows: WindowManager,
    pub(crate) desktop: Desktop,
    pub(crate) provider: RealProvider,
}

impl Fixture {
    pub(crate) async fn new(backend: Backend) -> Self {
        let provider = RealProvider::start().await;
        let desktop = Desktop::start();
        let windows = WindowManager::new(helper(&desktop), backend);
        Self {
            flow: flow(&provider),
            window: Arc::new(NativeWindow::new(windows.clone())),
            windows,
            desktop,
            provider,
        }
    }

    /// Another program of the same person.
    pub(crate) fn another_flow(&self) -> AuthFlowManager {
        flow(&self.provider)
    }

    pub(crate) fn begin(&self) -> Running {
        begin(&self.flow, &self.window)
    }
}

/// A sign-in under way.
pub(crate) struct Running(JoinHandle<Result<AuthFlowResult, AuthError>>);

pub(crate) fn begin(flow: &AuthFlowManager, window: &Arc<NativeWindow>) -> Running {
    let (flow, window) = (flow.clone(), window.clone());
    Running(tokio::spawn(async move { flow.run_native(&*window).await }))
}

impl Running {
    pub(crate) async fn ends(self) -> Result<AuthFlowResult, AuthError> {
        in_time("the end of the sign-in", self.0).await.unwrap()
    }

    pub(crate) async fn ends_signed_in(self) {
        let user = self.ends().await.unwrap().userinfo.unwrap();
        assert_eq!((user.sub.as_str(), user.name.as_deref()), ("user-7", Some("Jane")));
    }

    pub(crate) async fn ends_closed_by_the_person(self) {
        let error = self.ends_cancelled().await;
        let cause = error.source().and_then(|cause| cause.downcast_ref());
        assert!(matches!(cause, Some(FlowError::WindowClosed)), "{error}");
    }

    pub(crate) async fn ends_cancelled_by_the_program(self) {
        assert!(self.ends_cancelled().await.source().is_none());
    }

    async fn ends_cancelled(self) -> AuthError {
        let error = self.ends().await.unwrap_err();
        assert_eq!(error.kind(), AuthErrorKind::FlowCancelled, "{error}");
        error
    }
}

fn flow(provider: &RealProvider) -> AuthFlowManager {
    let client = OAuthClient::new("person").with_scopes(["openid", "profile"]);
    let provider = GenericOidcProvider::new(client, &provider.issuer).unwrap();
    AuthFlowManager::new(provider).with_auth_timeout(AN_HOUR)
}

/// The example, as it starts itself.
fn helper(desktop: &Desktop) -> HelperCommand {
    let helper = HelperCommand::new(example("window_login"), ["window-helper"]);
    let variables = desktop.env().into_iter();
    variables.fold(helper, |helper, (name, value)| helper.with_env(name, value))
}

/// Chromium; its sandbox does not work for root, as which containers run.
pub(crate) fn chromium() -> Backend {
    let program = std::env::var_os("CHROMIUM").unwrap_or_else(|| "chromium".into());
    let arguments = vec!["--no-sandbox".to_owned(), "--disable-gpu".to_owned()];
    Backend::App(Browser::new(program, arguments))
}
