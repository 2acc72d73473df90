//! Names of columns whose numbers count nothing: ids, codes, years, telephone numbers.

/// Words that say so wherever they stand: `order_id`, `ZIP code`, `phone (home)`.
const ANYWHERE: &[&str] = &[
    "id",
    "ids",
    "uid",
    "uuid",
    "guid",
    "pid",
    "key",
    "code",
    "barcode",
    "zip",
    "zipcode",
    "postcode",
    "postal",
    "plz",
    "phone",
    "telephone",
    "telefon",
    "tel",
    "fax",
    "isbn",
    "issn",
    "ean",
    "gtin",
    "upc",
    "sku",
    "iban",
    "ssn",
    "serial",
    "ref",
    "port",
    "lat",
    "latitude",
    "lon",
    "lng",
    "longitude",
    "timestamp",
    "epoch",
    "date",
    "datetime",
    "fips",
    "geoid",
    "userid",
    "orderid",
];

/// Words that say so at the end: `Invoice No.`, and not `number of rooms`; `created_at`.
const LAST: &[&str] = &["no", "nr", "num", "number", "at", "account"];

/// Words that say so alone: `year`, and not `sales this year`.
const ALONE: &[&str] =
    &["year", "years", "jahr", "yearmonth", "index", "idx", "ts", "created", "updated", "month"];

/// Words that say the opposite at the end: `key_count`.
const COUNTS: &[&str] = &["count", "counts", "total", "sum"];

/// Returns whether the numbers of a column of this name are ids or the like, which are never added
/// up and whose thousands are not separated.
pub(crate) fn is_id_name(name: &str) -> bool {
    let words = words(name);
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return name.trim() == "#";
    };
    let is_in = |list: &[&str], word: &String| list.contains(&&**word);
    if is_in(COUNTS, last) {
        return false;
    }
    // `lines of code` are lines.
    let mut head = words.iter().take_while(|word| *word != "of");
    name.trim_end().ends_with('#')
        || head.any(|word| is_in(ANYWHERE, word))
        || is_in(LAST, last)
        || last.ends_with("nummer")
        || (words.len() == 1 && is_in(ALONE, first))
}

/// The words of a name, in lower case: `customerId` has two.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for letter in name.chars() {
        let begins = before.is_lowercase() && letter.is_uppercase();
        if begins || !letter.is_alphabetic() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_alphabetic()) {
            word.extend(letter.to_lowercase());
        }
        before = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_ids_from_amounts() {
        for name in [
            "id",
            "ID",
            "order_id",
            "customerId",
            "PassengerId",
            "id_client",
            "ZIP code",
            "plz",
            "postcode",
            "phone",
            "Phone (home)",
            "year",
            "Invoice No.",
            "Order Number",
            "Ticket #",
            "#",
            "latitude",
            "unix_timestamp",
            "id of the customer",
            "fips",
            "date",
            "orderDate",
            "created_at",
            "updated",
            "month",
            "userid",
            "Kundennummer",
            "account",
        ] {
            assert!(is_id_name(name), "{name}");
        }
        for name in [
            "salary",
            "price",
            "paid",
            "idle time",
            "number of rooms",
            "num_employees",
            "# of people",
            "lines of code",
            "sales this year",
            "yearly revenue",
            "key_count",
            "price index",
            "population",
            "width",
            "zipper sales",
            "notes",
            "at home",
            "updated rows",
            "account balance",
            "",
            "1",
            "2024",
        ] {
            assert!(!is_id_name(name), "{name}");
        }
    }
}
