use serde_json::{Value, json};
use widget_auth_core::UserInfo;

fn read(claims: &Value) -> Option<UserInfo> {
    UserInfo::from_claims(claims.as_object().unwrap().clone())
}

#[test]
fn rp_43_without_a_usable_sub_there_is_no_user() {
    for claims in [
        json!({}),
        json!({"sub": ""}),
        json!({"sub": 42}),
        json!({"sub": null}),
        json!({"sub": "a".repeat(256)}),
        json!({"name": "unknown"}),
    ] {
        assert_eq!(read(&claims), None, "{claims}");
    }
    assert!(read(&json!({"sub": "ä".repeat(255)})).is_some());
}

#[test]
fn a_claim_of_an_odd_type_counts_as_absent_but_stays_in_claims() {
    let user = read(&json!({"sub": "1", "email": ["a@b"], "email_verified": "yes"})).unwrap();
    assert_eq!(user.email, None);
    assert_eq!(user.email_verified, None);
    assert_eq!(user.claims["email"], json!(["a@b"]));
}

#[test]
fn email_verified_may_be_written_as_text() {
    for (value, expected) in [("true", Some(true)), ("false", Some(false)), ("True", Some(true))] {
        let user = read(&json!({"sub": "1", "email_verified": value})).unwrap();
        assert_eq!(user.email_verified, expected, "{value}");
    }
}

#[test]
fn it_survives_storage() {
    let user = read(&json!({"sub": "1", "email_verified": true, "hd": "example.com"})).unwrap();
    let json = serde_json::to_string(&user).unwrap();
    assert_eq!(serde_json::from_str::<UserInfo>(&json).unwrap(), user);
}

#[test]
fn debug_shows_no_personal_claim() {
    let user = read(&json!({"sub": "user-1", "email": "jane@example.com", "name": "Jane"}));
    let shown = format!("{:?}", user.unwrap());
    assert!(shown.contains("user-1") && shown.contains("\"email\""), "{shown}");
    assert!(!shown.contains("jane") && !shown.contains("Jane"), "{shown}");
}
