//! The background task that refreshes tokens before they expire.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::session::refresh::Replace;
use crate::session::{Session, Settings, State};

/// The longest sleep. The clock of a sleep stands still while the machine is
/// suspended, so the wall clock is looked at that often.
const MAX_SLEEP: Duration = Duration::from_secs(30);

/// The task; it ends when this is dropped. It does not keep the session alive.
#[derive(Debug)]
pub(crate) struct Background(JoinHandle<()>);

impl Drop for Background {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Session {
    /// Begins the refresh in the background, unless it runs.
    pub(crate) fn refresh_in_background(&self) {
        let mut background = self.state.background();
        if background.as_ref().is_some_and(|background| !background.0.is_finished()) {
            return;
        }
        let task = run(Arc::downgrade(&self.state), self.settings.clone(), self.state.changes());
        *background = Some(Background(tokio::spawn(task)));
    }

    /// Returns the time to sleep before the next refresh; `None` if there is nothing
    /// to refresh.
    fn until_refresh(&self) -> Option<Duration> {
        let refresh_at = self.state.with_current(|current| current.refresh_at())?;
        let due = refresh_at.saturating_since(self.settings.now());
        let pause = self.state.single_flight().pause().map(|(pause, _)| pause);
        Some(due.max(pause.unwrap_or_default()))
    }
}

async fn run(state: Weak<State>, settings: Arc<Settings>, mut changes: watch::Receiver<()>) {
    loop {
        changes.mark_unchanged();
        let Some(state) = state.upgrade() else { return };
        let session = Session { settings: settings.clone(), state };
        match session.until_refresh() {
            Some(Duration::ZERO) => {
                let mut attempt = session.join(Replace::Due);
                drop(session);
                // To the end of the attempt, not only as long as callers wait:
                // giving up would begin the wait again at once. What the
                // attempt failed with makes the pause before the next.
                tokio::select! {
                    _outcome = attempt.end() => {}
                    changed = changes.changed() => if changed.is_err() { return },
                }
            }
            until => {
                drop(session);
                let longest = until.unwrap_or(Duration::MAX).min(MAX_SLEEP);
                tokio::select! {
                    () = sleep(longest), if until.is_some() => {}
                    changed = changes.changed() => if changed.is_err() { return },
                }
            }
        }
    }
}
