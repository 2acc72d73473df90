//! Roles, and the stored form of a session.

use serde_json::json;
use widget_auth_core::{UnixTime, UserInfo};

use super::{Role, UserSession};

fn session() -> UserSession {
    let claims = json!({"sub": "1", "name": "Jane", "email": "jane@example.com"});
    let user = UserInfo::from_claims(claims.as_object().unwrap().clone()).unwrap();
    UserSession::new("google", &user, UnixTime::from_secs(100), UnixTime::from_secs(200))
}

#[test]
fn a_role_includes_the_lower_ones_and_no_higher() {
    let roles = [Role::Viewer, Role::Editor, Role::Admin];
    for (have, role) in roles.iter().enumerate() {
        let session = session().with_roles([role.clone()]);
        for (need, required) in roles.iter().enumerate() {
            assert_eq!(session.has_role(required), have >= need, "{role} for {required}");
        }
    }
    assert!(!session().has_role(&Role::Viewer), "a session has no role by default");
    assert!(session().with_roles([Role::Admin, Role::Viewer]).has_role(&Role::Admin));
}

#[test]
fn a_custom_role_includes_itself_only() {
    let billing: Role = "billing".parse().unwrap();
    let session = session().with_roles([Role::Admin, billing.clone()]);
    assert!(session.has_role(&billing) && session.has_role(&Role::Viewer));
    assert!(!session.has_role(&"sales".parse().unwrap()));

    // Of the stored roles a custom one is the greatest, which must mean nothing.
    let only = self::session().with_roles([billing.clone()]);
    assert!(!only.has_role(&Role::Viewer));
    assert!(!self::session().with_roles([Role::Admin]).has_role(&billing));
}

#[test]
fn a_role_is_read_as_it_is_written() {
    let custom = ["Admin", " admin", "owner", "/groups/Ops team"].map(|name| name.parse().unwrap());
    for role in [Role::Viewer, Role::Editor, Role::Admin].into_iter().chain(custom) {
        assert_eq!(role.to_string().parse(), Ok(role.clone()));
        let stored = serde_json::to_value(&role).unwrap();
        assert_eq!(stored, json!(role.to_string()));
        assert_eq!(serde_json::from_value::<Role>(stored).unwrap(), role);
    }
    assert!(!"Admin".parse::<Role>().unwrap().includes(&Role::Viewer));
    for text in ["", "a\nb", &"x".repeat(129)] {
        assert!(text.parse::<Role>().is_err(), "{text:?}");
        assert!(serde_json::from_value::<Role>(json!(text)).is_err());
    }
}

/// Sessions that were stored by another version of the program are read.
#[test]
fn the_stored_form_is_stable() {
    let stored = json!({
        "subject": "1", "provider": "google", "name": "Jane", "email": "jane@example.com",
        "roles": ["viewer", "admin"], "created_at": 100, "expires_at": 200,
    });
    let session = session().with_roles([Role::Admin, Role::Viewer]);
    assert_eq!(serde_json::to_value(&session).unwrap(), stored);
    assert_eq!(serde_json::from_value::<UserSession>(stored).unwrap(), session);

    let least =
        json!({"subject": "1", "provider": "p", "created_at": 1, "expires_at": 2, "new": 3});
    let least: UserSession = serde_json::from_value(least).unwrap();
    assert!(least.roles.is_empty() && least.name.is_none());
    let nobody = json!({"provider": "p", "created_at": 1, "expires_at": 2});
    assert!(serde_json::from_value::<UserSession>(nobody).is_err());
}

/// Sessions that were stored before there were claims are read.
#[test]
fn claims_are_kept_as_they_were_sent() {
    let claims = json!({"groups": ["ops", "dev"], "org_id": 17, "tenure": {"years": 1.5}});
    let with_claims = session().with_claims(claims.as_object().unwrap().clone());
    let stored = serde_json::to_value(&with_claims).unwrap();
    assert_eq!(stored["claims"], claims);
    assert_eq!(serde_json::from_value::<UserSession>(stored.clone()).unwrap(), with_claims);

    let mut older = stored;
    older.as_object_mut().unwrap().remove("claims");
    assert_eq!(serde_json::from_value::<UserSession>(older).unwrap(), session());
}

#[test]
fn claims_count_towards_the_limit() {
    let sized = |bytes: usize| session().with_claims([("x".into(), "v".repeat(bytes).into())]);
    assert!(sized(15 << 10).check_size().is_ok());
    assert!(sized(16 << 10).check_size().is_err());
    // An array of little things is as large as it is written.
    let many: Vec<_> = (0..10_000).map(|_| json!([])).collect();
    assert!(session().with_claims([("many".into(), many.into())]).check_size().is_err());
}

#[test]
fn debug_shows_nothing_personal() {
    let claims = json!({"sub": "1", "name": "Jane Doe", "email": "jane@example.com",
        "picture": "https://example.com/jane.png"});
    let user = UserInfo::from_claims(claims.as_object().unwrap().clone()).unwrap();
    let session = UserSession::new("google", &user, UnixTime::default(), UnixTime::default())
        .with_claims([("phone_number".into(), "555-0100".into())]);
    let shown = format!("{session:?}");
    assert!(shown.contains("phone_number") && shown.contains("google"), "{shown}");
    for personal in ["Jane", "jane", "555"] {
        assert!(!shown.contains(personal), "{shown}");
    }
}

#[test]
fn it_ends_at_its_end() {
    assert!(!session().is_expired_at(UnixTime::from_secs(199)));
    assert!(session().is_expired_at(UnixTime::from_secs(200)));
}

#[test]
fn what_is_too_long_to_be_displayed_is_left_out() {
    let claims = json!({"sub": "1", "name": "n".repeat(2048), "picture": "p".repeat(2049)});
    let user = UserInfo::from_claims(claims.as_object().unwrap().clone()).unwrap();
    let session = UserSession::new("google", &user, UnixTime::default(), UnixTime::default());
    assert!(session.name.is_some() && session.picture.is_none());
}
