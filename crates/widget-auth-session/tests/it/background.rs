//! The refresh in the background.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep};
use widget_auth_core::{Clock, ManualClock, UnixTime};
use widget_auth_store::{LeaseOwner, TokenStore as _};

use crate::support::{Fault, Fixture, LIFETIME, Reply, access, unreachable_for};

/// Lets the timer run while the wall clock stands still.
async fn timer_runs(seconds: u64) {
    sleep(Duration::from_secs(seconds)).await;
}

#[tokio::test(start_paused = true)]
async fn it_refreshes_when_the_token_is_due_and_not_before() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME - 61);
    timer_runs(3600).await;
    assert_eq!(world.provider.posts(), 0);
    world.pass(1);
    world.provider.wait_for_posts(1).await;
    timer_runs(1).await;
    world.store.set_down(true);
    assert_eq!(access(&session).await, "access-2");
    assert_eq!(world.provider.posts(), 1);
}

#[tokio::test(start_paused = true)]
async fn it_is_repeated() {
    let world = Fixture::new();
    let _session = world.signed_in().await;
    for generation in 1..=10 {
        world.pass(LIFETIME - 60);
        world.provider.wait_for_posts(generation).await;
        timer_runs(1).await;
    }
    timer_runs(3600).await;
    assert_eq!(world.provider.posts(), 10);
}

/// A sleep does not count the time in which the machine is suspended.
#[tokio::test(start_paused = true)]
async fn it_notices_after_a_suspend_that_time_has_passed() {
    let world = Fixture::new();
    let _session = world.signed_in().await;
    timer_runs(1).await;
    let woke_up = Instant::now();
    world.pass(10 * LIFETIME);
    world.provider.wait_for_posts(1).await;
    assert!(woke_up.elapsed() <= Duration::from_secs(30), "{:?}", woke_up.elapsed());
}

#[tokio::test(start_paused = true)]
async fn rp_50_it_does_not_spin_when_the_lifetime_is_shorter_than_the_buffer() {
    for lifetime in [0, 1, 2, 30, 60] {
        let world = Fixture::new();
        let session = world.session();
        session.save_tokens(world.provider.sign_in(lifetime)).await.unwrap();
        timer_runs(3600).await;
        assert_eq!(world.provider.posts(), 0, "{lifetime}");
    }
    // With time going on it refreshes at half of the life.
    let world = Fixture::new();
    let session = world.session();
    session.save_tokens(world.provider.sign_in(30)).await.unwrap();
    for _ in 0..150 {
        world.pass(1);
        timer_runs(1).await;
    }
    assert!((9..=10).contains(&world.provider.posts()), "{}", world.provider.posts());
}

/// Counts how often the time is asked for: at least once a round of the
/// background task. One that spins ends here, so that the test does not hang.
#[derive(Debug)]
struct CountingClock {
    inner: Arc<ManualClock>,
    asked: AtomicUsize,
}

impl CountingClock {
    fn of(world: &Fixture) -> Arc<Self> {
        Arc::new(Self { inner: world.clock.clone(), asked: AtomicUsize::new(0) })
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl Clock for CountingClock {
    fn now(&self) -> UnixTime {
        let asked = self.asked.fetch_add(1, Ordering::SeqCst);
        assert!(asked < 10_000, "the background task spins");
        self.inner.now()
    }
}

#[tokio::test(start_paused = true)]
async fn rp_50_it_does_not_spin_while_the_provider_is_slow() {
    for age in [LIFETIME - 30, LIFETIME] {
        let world = Fixture::new();
        let clock = CountingClock::of(&world);
        let session = world.session().with_clock(clock.clone());
        session.save_tokens(world.provider.sign_in(LIFETIME)).await.unwrap();
        world.pass(age);
        world.provider.reply([Reply::Silence]);
        world.provider.wait_for_posts(1).await;
        let before = clock.asked();
        // Longer than any caller waits, shorter than the attempt.
        timer_runs(59).await;
        assert_eq!(world.provider.posts(), 1);
        assert!(clock.asked() - before <= 10, "{} rounds", clock.asked() - before);
        // After the limit of the request the next one succeeds.
        world.provider.wait_for_posts(2).await;
        timer_runs(1).await;
        assert_eq!(access(&session).await, "access-2");
    }
}

/// The lease of another process, and a store that takes no new tokens.
#[tokio::test(start_paused = true)]
async fn rp_50_it_does_not_spin_while_the_store_holds_it_up() {
    let world = Fixture::new();
    let clock = CountingClock::of(&world);
    let session = world.session().with_clock(clock.clone());
    session.save_tokens(world.provider.sign_in(LIFETIME)).await.unwrap();
    let owner = LeaseOwner::random().unwrap();
    world.pass(LIFETIME - 60);
    assert!(world.store.acquire_lease(&world.key(), owner, Duration::from_secs(45)).await.unwrap());
    timer_runs(40).await;
    assert_eq!(world.provider.posts(), 0);
    world.store.fail_saves([Fault::Before; 300]);
    world.pass(46);
    world.provider.wait_for_posts(1).await;
    timer_runs(50).await;
    // Each look at the store asks once for the time; 250 ms lie between two.
    assert!(clock.asked() < 600, "{} rounds", clock.asked());
    timer_runs(20).await;
    assert_eq!(access(&session).await, "access-2");
    assert_eq!(world.provider.posts(), 1);
}

#[tokio::test(start_paused = true)]
async fn it_leaves_a_failing_provider_alone_for_longer_and_longer() {
    let world = Fixture::new();
    let _session = world.signed_in().await;
    world.pass(LIFETIME);
    world.provider.reply((0..1000).map(|_| Reply::Error(unreachable_for(None))));
    timer_runs(600).await;
    // Half a second, one, two, four, … and from then on once a minute.
    assert!((14..=28).contains(&world.provider.posts()), "{}", world.provider.posts());
    assert_eq!(world.reauths(), 0);
}

#[tokio::test(start_paused = true)]
async fn it_recovers_by_itself() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    world.pass(LIFETIME - 30);
    world.provider.reply((0..5).map(|_| Reply::Error(unreachable_for(None))));
    world.provider.wait_for_posts(6).await;
    timer_runs(1).await;
    world.store.set_down(true);
    assert_eq!(access(&session).await, "access-2");
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_panics_does_not_make_it_spin() {
    let world = Fixture::new();
    let _session = world.signed_in().await;
    world.pass(LIFETIME);
    world.provider.reply((0..1000).map(|_| Reply::Panic));
    timer_runs(60).await;
    assert!(world.provider.posts() <= 12, "{}", world.provider.posts());
}

#[tokio::test(start_paused = true)]
async fn it_stops_at_sign_out_and_restarts_at_sign_in() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    session.logout(false).await.unwrap();
    world.pass(LIFETIME);
    timer_runs(3600).await;
    assert_eq!(world.provider.posts(), 0);
    session.save_tokens(world.provider.sign_in(LIFETIME)).await.unwrap();
    world.pass(LIFETIME);
    world.provider.wait_for_posts(1).await;
}

#[tokio::test(start_paused = true)]
async fn it_ends_with_the_last_handle() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    let clone = session.clone();
    drop(session);
    world.pass(LIFETIME);
    world.provider.wait_for_posts(1).await;
    timer_runs(1).await;
    drop(clone);
    // The provider has no owner left: every task is gone.
    while Arc::strong_count(&world.provider) > 1 {
        tokio::task::yield_now().await;
    }
    world.pass(LIFETIME);
    timer_runs(3600).await;
    assert_eq!(world.provider.posts(), 1);
}

#[tokio::test(start_paused = true)]
async fn there_is_one_of_it() {
    let world = Fixture::new();
    let session = world.signed_in().await;
    for _ in 0..10 {
        assert!(session.initialize().await.unwrap());
    }
    world.pass(LIFETIME - 60);
    world.provider.reply([Reply::Error(unreachable_for(Some(Duration::from_secs(3600))))]);
    timer_runs(600).await;
    assert_eq!(world.provider.posts(), 1);
}
