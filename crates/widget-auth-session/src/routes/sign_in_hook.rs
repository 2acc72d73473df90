//! The say of the application in a sign-in.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use widget_auth_core::UserInfo;
use widget_auth_store::Role;

use super::refused::Refused;

/// The function of [`AuthSettings::on_sign_in`](super::AuthSettings::on_sign_in).
#[derive(Clone)]
pub(super) struct SignInHook(Arc<Hook>);

type Hook = dyn Fn(UserInfo) -> Pin<Box<Answer>> + Send + Sync;
type Answer = dyn Future<Output = Result<Vec<Role>, Refused>> + Send;

impl SignInHook {
    pub(super) fn new<A>(hook: impl Fn(UserInfo) -> A + Send + Sync + 'static) -> Self
    where
        A: Future<Output = Result<Vec<Role>, Refused>> + Send + 'static,
    {
        Self(Arc::new(move |user| Box::pin(hook(user))))
    }

    /// The roles that the application gives to `user`, or its refusal.
    pub(super) async fn ask(&self, user: &UserInfo) -> Result<Vec<Role>, Refused> {
        (self.0)(user.clone()).await
    }
}

impl fmt::Debug for SignInHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignInHook")
    }
}
