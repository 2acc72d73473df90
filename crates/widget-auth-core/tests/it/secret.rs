use widget_auth_core::{AccessToken, ClientSecret, DeviceCode, IdToken, RefreshToken};

#[test]
fn debug_of_every_secret_is_redacted() {
    let shown = format!(
        "{:?} {:?} {:?} {:?} {:#?}",
        AccessToken::new("hunter2"),
        RefreshToken::new("hunter2"),
        IdToken::new("hunter2"),
        DeviceCode::new("hunter2"),
        ClientSecret::new("hunter2"),
    );
    assert!(!shown.contains("hunter2"), "{shown}");
    assert_eq!(shown.matches("[redacted]").count(), 5);
}

#[test]
fn a_secret_is_stored_as_a_plain_string() {
    let token = RefreshToken::new("r");
    let json = serde_json::to_string(&token).unwrap();
    assert_eq!(json, r#""r""#);
    assert_eq!(serde_json::from_str::<RefreshToken>(&json).unwrap(), token);
    assert!(serde_json::from_str::<RefreshToken>("7").is_err());
}

#[test]
fn a_clone_leaves_no_second_copy_in_memory() {
    let token = AccessToken::new("a");
    assert!(std::ptr::eq(token.expose_secret(), token.clone().expose_secret()));
}
