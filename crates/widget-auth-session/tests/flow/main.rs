//! Signing in, natively and with another device. A test named `rp_54_…` shows
//! item 54 of the checklist of a relying party.
//!
//! `stage` holds a provider that lies on demand and a window that the test
//! looks through; `chromium` has a real provider and a real browser.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

mod fixture;
mod mock_provider;

mod callback;
mod chromium;
mod closure;
mod deploy;
mod device;
mod end;
mod loopback;
mod native;
mod redirect;
