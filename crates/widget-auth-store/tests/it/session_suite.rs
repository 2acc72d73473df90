//! A suite that no session store fails would prove nothing.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops here")]

use std::sync::Arc;

use async_trait::async_trait;
use widget_auth_core::{ManualClock, UnixTime};
use widget_auth_store::testing::{LeaseTime, session_conformance};
use widget_auth_store::{MemorySessionStore, SessionStore, StoreError, UserSession};

#[derive(Debug, Clone, Copy, PartialEq)]
enum Fault {
    None,
    Overwrites,
    /// `create` looks, lets others go on, and then writes.
    LooksThenCreates,
    KeepsTheFirstInSilence,
    LosesRoles,
    LosesThePicture,
    CutsKeys,
    TakesEveryKey,
    TakesEverySize,
    TouchesInWordsOnly,
    TouchCreates,
    /// `touch` reads, lets others go on, and then writes back.
    LooksThenTouches,
    DeletesLikeAWish,
    DeletesInWordsOnly,
    NeverEnds,
    EndsEarly,
}

const FAULTS: [Fault; 15] = [
    Fault::Overwrites,
    Fault::LooksThenCreates,
    Fault::KeepsTheFirstInSilence,
    Fault::LosesRoles,
    Fault::LosesThePicture,
    Fault::CutsKeys,
    Fault::TakesEveryKey,
    Fault::TakesEverySize,
    Fault::TouchesInWordsOnly,
    Fault::TouchCreates,
    Fault::LooksThenTouches,
    Fault::DeletesLikeAWish,
    Fault::DeletesInWordsOnly,
    Fault::NeverEnds,
    Fault::EndsEarly,
];

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_is_found() {
    run(Fault::None).await.unwrap();
    for fault in FAULTS {
        assert!(run(fault).await.is_err_and(|error| error.is_panic()), "{fault:?} passed");
    }
}

async fn run(fault: Fault) -> Result<(), tokio::task::JoinError> {
    let now = UnixTime::from_secs(1_800_000_000);
    let clock = Arc::new(ManualClock::new(now));
    let own_clock: Arc<ManualClock> = match fault {
        // Without the clock of the suite, no session ends.
        Fault::NeverEnds => Arc::new(ManualClock::new(now)),
        _ => Arc::clone(&clock),
    };
    let inner = MemorySessionStore::new().with_clock(own_clock);
    let store = Arc::new(Faulty { inner, fault });
    tokio::spawn(async move {
        session_conformance(store.clone(), store, LeaseTime::Manual(clock)).await.unwrap();
    })
    .await
}

#[derive(Debug)]
struct Faulty {
    inner: MemorySessionStore,
    fault: Fault,
}

impl Faulty {
    fn key(&self, key: &str) -> String {
        match self.fault {
            Fault::CutsKeys => key.chars().take(44).collect(),
            Fault::TakesEveryKey if key.is_empty() => "empty".to_owned(),
            _ => key.to_owned(),
        }
    }

    async fn replace(&self, key: &str, session: &UserSession) -> Result<(), StoreError> {
        self.inner.delete(key).await?;
        self.inner.create(key, session).await
    }
}

async fn let_other_tasks_run() {
    for _ in 0..5_000 {
        tokio::task::yield_now().await;
    }
}

#[async_trait]
impl SessionStore for Faulty {
    async fn create(&self, key: &str, session: &UserSession) -> Result<(), StoreError> {
        let (key, mut session) = (&self.key(key), session.clone());
        match self.fault {
            Fault::Overwrites => return self.replace(key, &session).await,
            Fault::LooksThenCreates if self.inner.get(key).await?.is_none() => {
                let_other_tasks_run().await;
                return self.replace(key, &session).await;
            }
            Fault::LosesRoles => session.roles.clear(),
            Fault::LosesThePicture => session.picture = None,
            Fault::TakesEverySize => session.subject.truncate(15 * 1024),
            Fault::EndsEarly => {
                let seconds = session.expires_at.as_secs().saturating_sub(1);
                session.expires_at = UnixTime::from_secs(seconds);
            }
            _ => {}
        }
        match self.inner.create(key, &session).await {
            Err(StoreError::SessionExists) if self.fault == Fault::KeepsTheFirstInSilence => Ok(()),
            created => created,
        }
    }

    async fn get(&self, key: &str) -> Result<Option<UserSession>, StoreError> {
        self.inner.get(&self.key(key)).await
    }

    async fn touch(&self, key: &str, expires_at: UnixTime) -> Result<bool, StoreError> {
        let key = &self.key(key);
        match self.fault {
            Fault::TouchesInWordsOnly => Ok(self.inner.get(key).await?.is_some()),
            Fault::TouchCreates => {
                let mut session: UserSession = serde_json::from_value(serde_json::json!({
                    "subject": "nobody", "provider": "none", "created_at": 0, "expires_at": 0,
                }))
                .unwrap();
                session.expires_at = expires_at;
                if !self.inner.touch(key, expires_at).await? {
                    self.replace(key, &session).await?;
                }
                Ok(false)
            }
            Fault::LooksThenTouches => {
                let Some(mut session) = self.inner.get(key).await? else { return Ok(false) };
                session.expires_at = expires_at;
                let_other_tasks_run().await;
                self.inner.delete(key).await?;
                match self.inner.create(key, &session).await {
                    Err(StoreError::SessionExists) => Ok(true),
                    created => created.map(|()| true),
                }
            }
            _ => self.inner.touch(key, expires_at).await,
        }
    }

    async fn delete(&self, key: &str) -> Result<bool, StoreError> {
        let key = &self.key(key);
        match self.fault {
            Fault::DeletesLikeAWish => self.inner.delete(key).await.map(|_| true),
            Fault::DeletesInWordsOnly => Ok(self.inner.get(key).await?.is_some()),
            _ => self.inner.delete(key).await,
        }
    }
}
