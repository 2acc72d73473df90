//! The way in which the numbers of a column are written.

mod d3;
mod notations;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};

use crate::suggest::{did_you_mean, nearest};

/// The most decimals that a format asks for.
const MAX_DECIMALS: u8 = 12;

/// The most digits before the decimals that a format asks for.
const MAX_INTEGER_DIGITS: u8 = 20;

/// The signs of currencies, and the ISO 4217 code of the one that each is mostly written for.
const SIGNS: [(char, &str); 5] =
    [('$', "USD"), ('€', "EUR"), ('£', "GBP"), ('¥', "JPY"), ('₹', "INR")];

/// The way in which the numbers of a column are written, in the language of the reader.
///
/// As text it is a word (`integer`, `percent`), an ISO 4217 code of a currency (`EUR`), or a
/// format of d3-format of the kinds that numbers in tables need (`,.2f`, `($,.2f`, `+.1%`, `.3s`,
/// `.4g`, `.2e`, `.3r`, `,.2~f`, `05d`, `#x`), also as Python, C or a spreadsheet writes one
/// (`{:,.2f}`, `%.2f`, `#,##0.00`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NumberFormat {
    /// True if 0.25 is written as 25 %.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub percent: bool,
    /// The ISO 4217 code of the currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
    /// True if thousands are separated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub grouped: bool,
    /// True if 1,234,567 is written as 1.23M.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub compact: bool,
    /// True if 1,234,567 is written as 1.23E6.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub scientific: bool,
    /// True if the decimals are those of all digits, and very large and very small numbers are
    /// scientific.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub significant: bool,
    /// True if the decimals are those of all digits, and no number is scientific.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rounded: bool,
    /// True if a plus stands before what is above zero.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub signed: bool,
    /// True if what is below zero stands in parentheses, without a minus.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub accounting: bool,
    /// True if zeros at the end of the decimals are left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub trimmed: bool,
    /// The number of decimals, of a compact number that of all digits; as many as the values have
    /// without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decimals: Option<u8>,
    /// The fewest digits before the decimals: zeros fill those that are missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub integer_digits: Option<u8>,
    /// The base in which whole numbers are written, 10 without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<NumberBase>,
    /// True if `0b`, `0o` or `0x` stands before a number of another base.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub prefixed: bool,
}

/// The base in which a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NumberBase {
    /// 2.
    Binary,
    /// 8.
    Octal,
    /// 16.
    Hex,
    /// 16, with capital letters.
    UpperHex,
}

impl NumberFormat {
    /// Reads the text of a format.
    fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        match &*text.to_ascii_lowercase() {
            "integer" | "int" => {
                return Ok(Self { grouped: true, decimals: Some(0), ..Self::default() });
            }
            "percent" | "percentage" | "pct" => {
                return Ok(Self { percent: true, ..Self::default() });
            }
            "number" | "decimal" => return Ok(Self { grouped: true, ..Self::default() }),
            "dollar" | "dollars" => return Ok(Self::currency("USD")),
            "euro" | "euros" => return Ok(Self::currency("EUR")),
            _ => {}
        }
        if let (Some(code), "") = currency_sign(text) {
            return Ok(Self::currency(code));
        }
        let code = text.strip_prefix("currency:").unwrap_or(text).trim();
        if code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return Ok(Self::currency(&code.to_ascii_uppercase()));
        }
        let other = || d3::parse(&notations::in_d3(text)?);
        d3::parse(text).or_else(other).ok_or_else(|| {
            let words = ["integer", "percent", "number"];
            let hint = did_you_mean(nearest(text, words));
            format!(
                "\"{text}\" is no format of numbers{hint}; write integer, percent, the code of a \
                 currency such as EUR, or a d3-format of the kind f, d, %, s, g, e, n, r, p, b, o or \
                 x, such as \",.2f\", \"$,.2f\", \".1%\" or \".3s\""
            )
        })
    }

    /// Returns whether its parts go together.
    fn is_one(&self) -> bool {
        let is_code =
            |code: &String| code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
        let notations = [self.compact, self.scientific, self.significant, self.rounded];
        let of_digits = self.compact || self.significant || self.rounded;
        self.currency.as_ref().is_none_or(is_code)
            && self.decimals.is_none_or(|decimals| decimals <= MAX_DECIMALS)
            && notations.into_iter().filter(|is| *is).count() <= 1
            && !(self.compact && self.percent)
            && !(of_digits && self.decimals == Some(0))
            && self.integer_digits.is_none_or(|digits| (1..=MAX_INTEGER_DIGITS).contains(&digits))
            && !(self.percent && self.currency.is_some())
            && self.base.map_or(!self.prefixed, |_| {
                let is_whole = !self.grouped && self.decimals.is_none();
                is_whole && !self.percent && self.currency.is_none() && !notations.contains(&true)
            })
    }

    fn currency(code: &str) -> Self {
        Self { currency: Some(code.to_owned()), grouped: true, ..Self::default() }
    }
}

/// Returns whether a character is the sign of a currency, as `€`.
pub(super) fn is_currency_sign(c: char) -> bool {
    SIGNS.iter().any(|(sign, _)| *sign == c)
}

/// The code of the currency whose sign a text begins with, and the rest of the text.
fn currency_sign(text: &str) -> (Option<&'static str>, &str) {
    let mut signs = SIGNS.into_iter();
    let found = signs.find_map(|(sign, code)| Some((Some(code), text.strip_prefix(sign)?)));
    found.unwrap_or((None, text))
}

impl<'de> Deserialize<'de> for NumberFormat {
    /// Reads its text, or the form in which it is written.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Default, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        struct Members {
            percent: bool,
            currency: Option<String>,
            grouped: bool,
            compact: bool,
            scientific: bool,
            significant: bool,
            rounded: bool,
            signed: bool,
            accounting: bool,
            trimmed: bool,
            decimals: Option<u8>,
            integer_digits: Option<u8>,
            base: Option<NumberBase>,
            prefixed: bool,
        }
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Form {
            Text(String),
            Members(Members),
        }
        let members = match Form::deserialize(deserializer)? {
            Form::Text(text) => return Self::parse(&text).map_err(serde::de::Error::custom),
            Form::Members(members) => members,
        };
        let format = Self {
            percent: members.percent,
            currency: members.currency,
            grouped: members.grouped,
            compact: members.compact,
            scientific: members.scientific,
            significant: members.significant,
            rounded: members.rounded,
            signed: members.signed,
            accounting: members.accounting,
            trimmed: members.trimmed,
            decimals: members.decimals,
            integer_digits: members.integer_digits,
            base: members.base,
            prefixed: members.prefixed,
        };
        let is_one = format.is_one();
        is_one.then_some(format).ok_or_else(|| serde::de::Error::custom("no format of numbers"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_formats_that_models_write_are_read() {
        for (text, expected) in [
            ("integer", json!({"grouped": true, "decimals": 0})),
            ("Percent", json!({"percent": true})),
            ("EUR", json!({"currency": "EUR", "grouped": true})),
            ("currency:chf", json!({"currency": "CHF", "grouped": true})),
            (",.2f", json!({"grouped": true, "decimals": 2})),
            (".3f", json!({"decimals": 3})),
            (",d", json!({"grouped": true, "decimals": 0})),
            (",", json!({"grouped": true})),
            ("$,.2f", json!({"currency": "USD", "grouped": true, "decimals": 2})),
            (".1%", json!({"percent": true, "decimals": 1})),
            (".3s", json!({"compact": true, "decimals": 3})),
            (".0s", json!({"compact": true, "decimals": 1})),
            ("€", json!({"currency": "EUR", "grouped": true})),
            ("$", json!({"currency": "USD", "grouped": true})),
            ("£,.0f", json!({"currency": "GBP", "grouped": true, "decimals": 0})),
            ("$.2s", json!({"currency": "USD", "compact": true, "decimals": 2})),
            ("s", json!({"compact": true})),
            ("+.1%", json!({"percent": true, "signed": true, "decimals": 1})),
            ("+$,.2f", json!({"currency": "USD", "grouped": true, "signed": true, "decimals": 2})),
            (
                "($,.2f",
                json!({"currency": "USD", "grouped": true, "accounting": true, "decimals": 2}),
            ),
            (".2e", json!({"scientific": true, "decimals": 2})),
            (".3g", json!({"significant": true, "decimals": 3})),
            ("n", json!({"grouped": true, "significant": true, "decimals": 6})),
            (",.2~f", json!({"grouped": true, "trimmed": true, "decimals": 2})),
            ("~s", json!({"compact": true, "trimmed": true})),
            (".3r", json!({"rounded": true, "decimals": 3})),
            (".2p", json!({"percent": true, "rounded": true, "decimals": 2})),
            ("05d", json!({"decimals": 0, "integer_digits": 5})),
            ("{:0.2f}", json!({"decimals": 2})),
            ("08.2f", json!({"decimals": 2, "integer_digits": 5})),
            ("{:03d}", json!({"decimals": 0, "integer_digits": 3})),
            ("%05d", json!({"decimals": 0, "integer_digits": 5})),
            ("%,.2f", json!({"grouped": true, "decimals": 2})),
            ("x", json!({"base": "hex"})),
            ("#X", json!({"base": "upper_hex", "prefixed": true})),
            ("{:#010b}", json!({"base": "binary", "prefixed": true, "integer_digits": 8})),
            ("o", json!({"base": "octal"})),
            ("*>10,.2f", json!({"grouped": true, "decimals": 2})),
            ("{:^10.1%}", json!({"percent": true, "decimals": 1})),
            (">10d", json!({"decimals": 0})),
            ("-,d", json!({"grouped": true, "decimals": 0})),
            ("{:,.2f}", json!({"grouped": true, "decimals": 2})),
            ("${0:,.0f}", json!({"currency": "USD", "grouped": true, "decimals": 0})),
            ("{:.1%}", json!({"percent": true, "decimals": 1})),
            ("%.2f", json!({"decimals": 2})),
            ("0,0.00", json!({"grouped": true, "decimals": 2})),
            ("#,##0", json!({"grouped": true, "decimals": 0})),
            ("0.0%", json!({"percent": true, "decimals": 1})),
            ("$#,##0.00", json!({"currency": "USD", "grouped": true, "decimals": 2})),
            (
                "#,##0.## €",
                json!({"currency": "EUR", "grouped": true, "trimmed": true, "decimals": 2}),
            ),
        ] {
            let format: NumberFormat = serde_json::from_value(json!(text)).unwrap();
            assert_eq!(json!(format), expected, "{text}");
            assert_eq!(serde_json::from_value::<NumberFormat>(expected).unwrap(), format);
        }
    }

    #[test]
    fn others_are_refused_with_the_way_out() {
        for text in [
            "", "curency", ".99f", "$.1%", "€€", "%d", "{}", "{:>9}", "$0 €", "0 m", ".", ".2x",
            "(+f", "currency", "2%", "-", ">", "1.00", "99.9%", "c", "#d", "$x", ",x", "08,d",
            "09",
        ] {
            let error =
                serde_json::from_value::<NumberFormat>(json!(text)).unwrap_err().to_string();
            assert!(error.contains("such as EUR"), "{text}: {error}");
        }
        for parts in [
            json!({"integer_digits": 0}),
            json!({"prefixed": true}),
            json!({"base": "hex", "decimals": 2}),
            json!({"percent": true, "currency": "EUR"}),
        ] {
            assert!(serde_json::from_value::<NumberFormat>(parts.clone()).is_err(), "{parts}");
        }
        let error = serde_json::from_value::<NumberFormat>(json!("interger")).unwrap_err();
        assert!(error.to_string().contains("did you mean \"integer\""), "{error}");
    }
}
