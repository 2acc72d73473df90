//! Items 29 to 40, each against a token endpoint that hands out the lie.

mod claims;
mod signature;

use widget_auth_core::AuthErrorKind;
use widget_auth_provider::{IdTokenFault, ProviderError};

use crate::support::{MockProvider, cause};

/// Returns the reason a sign-in at `mock` fails.
async fn fault(mock: &MockProvider) -> IdTokenFault {
    let error = mock.sign_in().await.unwrap_err();
    assert_eq!(error.kind(), AuthErrorKind::Token);
    match cause(&error) {
        ProviderError::IdToken(fault) => fault.clone(),
        other => panic!("{other:?}"),
    }
}
