//! The rules of RFC 7636 for a verifier and its challenge.

use std::collections::HashSet;
use std::error::Error as _;

use proptest::prelude::*;
use widget_auth_pkce::{PkceChallenge, PkceError};

const APPENDIX_B_VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

#[test]
fn rp_08_the_vector_of_rfc_7636_appendix_b() {
    let pkce = PkceChallenge::from_verifier(APPENDIX_B_VERIFIER).unwrap();
    assert_eq!(pkce.verifier(), APPENDIX_B_VERIFIER);
    assert_eq!(pkce.challenge(), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    assert_eq!(pkce.method(), "S256");
}

#[test]
fn rp_08_every_allowed_length_gives_43_to_128_allowed_characters() {
    for length in PkceChallenge::MIN_LENGTH..=PkceChallenge::MAX_LENGTH {
        let pkce = PkceChallenge::generate(length).unwrap();
        assert_eq!(pkce.verifier().len(), (length * 4).div_ceil(3));
        assert!((43..=128).contains(&pkce.verifier().len()));
        // What we make we also take back.
        let again = PkceChallenge::from_verifier(pkce.verifier()).unwrap();
        assert_eq!(again, pkce);
    }
}

#[test]
fn the_default_length_is_64_bytes() {
    assert_eq!(PkceChallenge::DEFAULT_LENGTH, 64);
    let pkce = PkceChallenge::generate(PkceChallenge::DEFAULT_LENGTH).unwrap();
    assert_eq!(pkce.verifier().len(), 86);
}

#[test]
fn lengths_outside_the_range_are_errors() {
    for length in [0, 1, 31, 97, 128, usize::MAX] {
        let error = PkceChallenge::generate(length).unwrap_err();
        assert!(matches!(error, PkceError::Length { length: l } if l == length), "{error:?}");
        assert!(error.to_string().ends_with("is outside 32 to 96"));
        assert!(error.source().is_none());
    }
}

#[test]
fn a_verifier_of_the_wrong_length_is_an_error() {
    for length in [0, 42, 129, 10_000] {
        let error = PkceChallenge::from_verifier("a".repeat(length)).unwrap_err();
        assert!(matches!(error, PkceError::VerifierLength { length: l } if l == length));
    }
}

#[test]
fn a_verifier_with_another_character_is_an_error_that_does_not_show_it() {
    for wrong in ['+', '/', '=', ' ', '\n', 'é', '\0'] {
        let verifier = format!("{}{wrong}secretsecret", "a".repeat(40));
        let error = PkceChallenge::from_verifier(verifier).unwrap_err();
        assert!(matches!(error, PkceError::VerifierCharacter { position: 40 }));
        assert!(!format!("{error} {error:?}").contains("secret"));
    }
}

#[test]
fn rp_08_a_thousand_pairs_are_all_different() {
    let verifiers: HashSet<String> =
        (0..1000).map(|_| PkceChallenge::generate(32).unwrap().verifier().to_owned()).collect();
    assert_eq!(verifiers.len(), 1000);
}

#[test]
fn debug_hides_the_verifier() {
    let pkce = PkceChallenge::from_verifier(APPENDIX_B_VERIFIER).unwrap();
    let shown = format!("{pkce:?} {pkce:#?}");
    assert!(!shown.contains(APPENDIX_B_VERIFIER));
    assert!(shown.contains("[redacted]"));
    assert!(shown.contains(pkce.challenge()));
}

proptest! {
    #[test]
    fn no_verifier_panics(verifier in ".{0,200}") {
        let allowed = (43..=128).contains(&verifier.len())
            && verifier.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~".contains(&b));
        prop_assert_eq!(PkceChallenge::from_verifier(verifier).is_ok(), allowed);
    }

    #[test]
    fn every_unreserved_verifier_is_taken(verifier in "[A-Za-z0-9._~-]{43,128}") {
        let pkce = PkceChallenge::from_verifier(verifier.as_str()).unwrap();
        prop_assert_eq!(pkce.challenge().len(), 43);
        prop_assert!(!pkce.challenge().contains('='));
    }
}
