//! The differences between the large providers.

mod apple;
mod github;
mod google;
mod microsoft;

pub use github::GithubProvider;
