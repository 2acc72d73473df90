//! Eight processes share one session on a real Redis, against a real provider
//! (npm `oidc-provider`) that rotates refresh tokens and takes a used one for
//! stolen: one refresh too many, and the session is dead.
//!
//! `WIDGET_SOAK_SECONDS` says how long each test runs.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

#[path = "../../../widget-auth-provider/tests/it/real/browser.rs"]
mod browser;
mod fixture;
mod fleet;
#[path = "../../../widget-auth-store/tests/it/program.rs"]
mod program;
#[path = "../../../widget-auth-store/tests/it/redis/server.rs"]
#[expect(dead_code, reason = "the store's own tests need more of it")]
mod redis;
#[path = "../../../widget-auth-provider/tests/it/real/server.rs"]
#[expect(dead_code, reason = "the provider's own tests need more of it")]
mod server;
mod worker;

use std::time::Duration;

use fixture::Fixture;
use fleet::Fleet;
use widget_auth_session::RefreshOutcome;

/// Returns the duration of each test.
fn duration() -> Duration {
    let seconds = std::env::var("WIDGET_SOAK_SECONDS").map_or(12, |text| text.parse().unwrap());
    Duration::from_secs(seconds)
}

#[tokio::test(flavor = "multi_thread")]
async fn rp_46_eight_processes_keep_one_session_alive() {
    let fixture = Fixture::new(0).await;
    let fleet = Fleet::launch(&fixture, 8).await;
    tokio::time::sleep(duration()).await;
    let report = fleet.land().await;

    let counts = fixture.refreshes().await;
    println!("{report:?} {counts:?}");
    assert_eq!(counts.refused, 0);
    assert_eq!((report.retryable, report.login, report.reauths), (0, 0, 0));
    assert_eq!(counts.refreshed, report.saves, "every request made one generation");
    assert!(counts.refreshed >= duration().as_secs() / 3, "{counts:?}");
    assert!(report.slowest < Duration::from_secs(15), "{report:?}");
    assert_eq!(fixture.session().refresh().await.unwrap(), RefreshOutcome::Refreshed);
}

#[tokio::test(flavor = "multi_thread")]
async fn eight_processes_survive_that_redis_dies() {
    const DEATHS: u64 = 3;
    let mut fixture = Fixture::new(0).await;
    let fleet = Fleet::launch(&fixture, 8).await;
    for _ in 0..DEATHS {
        tokio::time::sleep(duration() / 6).await;
        fixture.redis.kill();
        // Longer than a token lives.
        tokio::time::sleep(Duration::from_secs(3)).await;
        fixture.redis.restart().await;
    }
    fixture.wait_for_refreshes(3).await;
    let report = fleet.land().await;

    let counts = fixture.refreshes().await;
    println!("{report:?} {counts:?}");
    assert_eq!((counts.refused, report.login, report.reauths), (0, 0, 0));
    // A Redis that dies after it has stored a set takes the answer along: the
    // process finds its set there, and no save was counted.
    assert!((report.saves..=report.saves + DEATHS).contains(&counts.refreshed), "{counts:?}");
    // They wait for it, or get an error to try again.
    let noticed = report.retryable > 0 || report.slowest > Duration::from_secs(1);
    assert!(noticed, "nobody noticed that Redis was dead");
    assert!(report.slowest < Duration::from_secs(30), "{report:?}");
    assert_eq!(fixture.session().refresh().await.unwrap(), RefreshOutcome::Refreshed);
}

/// An answer that is lost after the refresh token was used up costs the
/// session: the provider takes the next attempt for theft. That much is the
/// protocol's; ours is that it is reported, once.
#[tokio::test(flavor = "multi_thread")]
async fn a_session_lost_by_protocol_asks_for_one_sign_in() {
    let fixture = Fixture::new(5).await;
    let mut fleet = Fleet::launch(&fixture, 8).await;
    let lost = (duration().as_secs() / 6).max(2);
    for _ in 0..lost {
        fleet.wait_for_reauth().await;
        fixture.sign_in().await;
    }
    // After the last sign-in every process continues.
    fixture.wait_for_refreshes(2).await;
    let report = fleet.land().await;

    let counts = fixture.refreshes().await;
    println!("{report:?} {counts:?}");
    // On a slow machine one more may be lost before the end, and be noticed or not.
    assert!(report.reauths >= lost, "{report:?}");
    assert!((report.reauths..=report.reauths + 1).contains(&counts.dropped), "{counts:?}");
    assert_eq!(counts.refused, report.reauths, "one attempt with a used token each, and no more");
    assert!(report.login > 0);
    assert!(report.slowest < Duration::from_secs(30), "{report:?}");
}
