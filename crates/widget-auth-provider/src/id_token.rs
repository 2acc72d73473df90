//! ID tokens: what they claim, and whether it may be believed.

mod claims;
mod validator;

pub use claims::IdTokenClaims;
pub(crate) use claims::{audience, is_protocol_claim, is_standard_claim, text, unverified_claims};
pub use validator::IdTokenValidator;
