//! The say of the application in a sign-in.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

use widget_auth_store::Role;

use super::refused::Refused;
use super::sign_in::SignIn;

/// The function of [`AuthSettings::on_sign_in`](super::AuthSettings::on_sign_in).
#[derive(Clone)]
pub(super) struct SignInHook(Arc<Hook>);

type Hook = dyn Fn(SignIn) -> Pin<Box<Answer>> + Send + Sync;
type Answer = dyn Future<Output = Result<Vec<Role>, Refused>> + Send;

impl SignInHook {
    pub(super) fn new<A>(hook: impl Fn(SignIn) -> A + Send + Sync + 'static) -> Self
    where
        A: Future<Output = Result<Vec<Role>, Refused>> + Send + 'static,
    {
        Self(Arc::new(move |sign_in| Box::pin(hook(sign_in))))
    }

    /// The roles that the application gives to the user, or its refusal.
    pub(super) async fn ask(&self, sign_in: SignIn) -> Result<Vec<Role>, Refused> {
        (self.0)(sign_in).await
    }
}

impl fmt::Debug for SignInHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignInHook")
    }
}
