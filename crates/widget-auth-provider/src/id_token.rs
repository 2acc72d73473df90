//! ID tokens: what they claim, and whether it may be believed.

mod claims;
mod validator;

pub use claims::IdTokenClaims;
pub(crate) use claims::{audience, of_accepted, text};
pub use validator::IdTokenValidator;
