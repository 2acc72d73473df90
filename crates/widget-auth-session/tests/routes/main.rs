//! Signing in on a server. A test named `rp_12_…` shows item 12 of the
//! checklist of a relying party.
//!
//! `site` holds a provider that lies on demand, a site, and the browsers of
//! its visitors; `chromium` has a real provider and a real browser.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

#[path = "../it/support/logs.rs"]
mod logs;
#[path = "../flow/mock_provider.rs"]
#[expect(dead_code, reason = "the tests of flows need more of it")]
mod mock_provider;
#[path = "../../../widget-auth-provider/tests/it/support/private_key.rs"]
#[expect(dead_code, reason = "the provider's own tests need more of it")]
mod private_key;
#[cfg(unix)]
#[path = "../../../widget-auth-store/tests/it/program.rs"]
mod program;
#[cfg(unix)]
#[path = "../../../widget-auth-store/tests/it/redis/server.rs"]
mod redis;
mod site;

mod apple;
mod callback;
mod chromium;
mod claims;
mod cookies;
mod csrf;
mod github;
mod guard;
mod limits;
mod login;
mod logout;
mod outage;
mod redaction;
mod sealed;
mod sessions;
mod settings;
mod several;
mod sign_in_hook;
mod token_store;
#[cfg(unix)]
mod workers;
