//! The differences between the large providers.

mod apple;
mod github;
mod google;
mod microsoft;
mod openid;

pub(crate) use apple::ISSUER as APPLE;
pub use github::GithubProvider;
pub(crate) use openid::{DISCORD, GITLAB, LINKEDIN, SLACK, TWITCH};
