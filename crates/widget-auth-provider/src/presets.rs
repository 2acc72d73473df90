//! The differences between the large providers.

mod github;
mod google;
mod microsoft;

pub use github::GithubProvider;
