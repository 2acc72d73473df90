//! The cause of an error, shared by its clones.

use std::error::Error;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::BoxError;

/// The cause of an [`AuthError`](crate::AuthError), shared by its clones.
///
/// It stands for the error it holds: [`source`](Error::source) gives that one,
/// so a `downcast_ref` finds its type.
#[derive(Clone)]
pub struct Cause(Arc<dyn Error + Send + Sync + 'static>);

impl Cause {
    pub(super) fn new(cause: impl Into<BoxError>) -> Self {
        Self(cause.into().into())
    }
}

impl Deref for Cause {
    type Target = dyn Error + Send + Sync + 'static;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}
