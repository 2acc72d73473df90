//! Lines that a user types into the terminal.

use std::io::{IsTerminal as _, stdin};
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use tokio::sync::oneshot;

/// The pause between two looks whether the line is still wanted.
const LOOK_INTERVAL: Duration = Duration::from_millis(200);

/// The next line that is typed; never where there is no terminal. Nothing is taken from standard
/// input after this is dropped: the program may read on from there.
pub(super) async fn line() -> String {
    if stdin().is_terminal() {
        let (sender, typed) = oneshot::channel();
        // Dropped with this future.
        let is_wanted = Arc::new(());
        let wanted = Arc::downgrade(&is_wanted);
        let reader = std::thread::Builder::new().name("sign-in-terminal".into());
        let started = reader.spawn(move || {
            while wanted.strong_count() > 0 {
                if is_typed() {
                    let mut line = String::new();
                    if stdin().read_line(&mut line).is_ok_and(|length| length > 0) {
                        // Without a receiver the sign-in has just ended.
                        let _late = sender.send(line);
                    }
                    return;
                }
            }
        });
        if started.is_ok()
            && let Ok(line) = typed.await
        {
            return line;
        }
    }
    std::future::pending().await
}

/// Waits a moment for a line.
fn is_typed() -> bool {
    let stdin = stdin();
    let mut typed = [PollFd::new(&stdin, PollFlags::IN)];
    let pause = Timespec { tv_sec: 0, tv_nsec: i64::from(LOOK_INTERVAL.subsec_nanos()) };
    poll(&mut typed, Some(&pause)).is_ok_and(|ready| ready > 0)
}
