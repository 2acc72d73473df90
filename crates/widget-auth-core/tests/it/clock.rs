use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use widget_auth_core::{Clock, ManualClock, UnixTime};

#[test]
fn arithmetic_stops_at_the_ends() {
    let last = UnixTime::from_secs(u64::MAX);
    assert_eq!(last.saturating_add(Duration::MAX), last);
    assert_eq!(UnixTime::default().saturating_since(last), Duration::ZERO);
}

#[test]
fn a_system_time_loses_its_fraction_and_never_panics() {
    let time = UNIX_EPOCH + Duration::from_millis(1999);
    assert_eq!(UnixTime::from(time), UnixTime::from_secs(1));
    let before: SystemTime = UNIX_EPOCH - Duration::from_secs(5);
    assert_eq!(UnixTime::from(before), UnixTime::default());
}

#[test]
fn a_shared_manual_clock_moves_for_everybody() {
    let clock = Arc::new(ManualClock::new(UnixTime::from_secs(10)));
    let other: Arc<dyn Clock> = clock.clone();
    clock.advance(Duration::from_secs(5));
    assert_eq!(other.now(), UnixTime::from_secs(15));
    clock.set(UnixTime::from_secs(3));
    assert_eq!(other.now(), UnixTime::from_secs(3));
}
