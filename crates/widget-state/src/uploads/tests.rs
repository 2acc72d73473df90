//! Files that come in parts, and those that give way.

use super::kept::MAX_PARTIAL;
use super::*;

const MIB: usize = 1 << 20;

fn info(name: &str, size: usize) -> UploadInfo {
    UploadInfo { name: name.into(), media_type: String::new(), size }
}

fn widget() -> WidgetId {
    WidgetId::random().unwrap()
}

/// A whole file of `size` bytes.
fn file(uploads: &Uploads, widget: WidgetId, size: usize) -> Result<UploadRef, StateError> {
    let reference = uploads.begin(widget, info("a", size))?;
    assert_eq!(uploads.append(widget, reference, 0, &vec![b'x'; size])?, size);
    Ok(reference)
}

#[test]
fn a_file_is_there_when_its_last_part_has_come() {
    let (uploads, widget) = (Uploads::new(), widget());
    let reference = uploads.begin(widget, info("C:\\fakepath\\a.txt", 10)).unwrap();
    assert_eq!(uploads.append(widget, reference, 0, b"01234").unwrap(), 5);
    assert!(uploads.get(reference).is_none());
    // The answer was lost and the part comes again, then one that reaches further.
    assert_eq!(uploads.append(widget, reference, 0, b"01234").unwrap(), 5);
    assert_eq!(uploads.append(widget, reference, 3, b"3456789").unwrap(), 10);
    assert_eq!(uploads.append(widget, reference, 5, b"56789").unwrap(), 10);
    let upload = uploads.get(reference).unwrap();
    assert_eq!((&*upload.info.name, &*upload.bytes), ("a.txt", &b"0123456789"[..]));
    assert_eq!(uploads.get(file(&uploads, widget, 0).unwrap()).unwrap().bytes, b"");
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let (uploads, id) = (Uploads::new(), widget());
    let reference = uploads.begin(id, info("a", 10)).unwrap();
    for (from, start, part) in [(id, 1, &b"1"[..]), (id, 0, b"0123456789a"), (widget(), 0, b"0")] {
        let refused = uploads.append(from, reference, start, part);
        assert!(matches!(refused, Err(StateError::Upload { .. })), "{start}");
    }
    assert_eq!(uploads.append(id, reference, 0, b"0123456789").unwrap(), 10);
    let large = uploads.begin(id, info("a", MAX_FILE_BYTES + 1));
    assert_eq!(large.unwrap_err().to_string(), "it is larger than 20 MiB");
    let long = uploads.begin(id, info(&"a".repeat(1_001), 1));
    assert!(matches!(long, Err(StateError::TooLarge { .. })));
}

#[test]
fn what_was_read_gives_way_and_nothing_else() {
    let (uploads, id) = (Uploads::new(), widget());
    let full: Vec<_> = (0..3).map(|_| file(&uploads, id, 20 * MIB).unwrap()).collect();
    assert!(matches!(file(&uploads, id, 20 * MIB), Err(StateError::UploadsFull { .. })));
    uploads.mark_read(full[1]);
    let newest = file(&uploads, id, 20 * MIB).unwrap();
    let are_there: Vec<_> =
        full.iter().chain([&newest]).map(|it| uploads.get(*it).is_some()).collect();
    assert_eq!(are_there, [true, false, true, true]);
    // Other widgets have room of their own, until all have none.
    for _ in 0..3 {
        let other = widget();
        (0..3).for_each(|_| assert!(file(&uploads, other, 20 * MIB).is_ok()));
    }
    assert!(matches!(file(&uploads, widget(), 20 * MIB), Err(StateError::UploadsFull { .. })));
    uploads.forget(id);
    assert!(uploads.get(newest).is_none());
    assert!(file(&uploads, widget(), 20 * MIB).is_ok());
}

#[test]
fn files_that_were_given_up_give_way() {
    let (uploads, id) = (Uploads::new(), widget());
    let begun: Vec<_> = (0..5).map(|_| uploads.begin(id, info("a", 20 * MIB)).unwrap()).collect();
    assert!(uploads.append(id, begun[0], 0, b"x").is_err(), "the oldest has no room");
    assert!(uploads.append(id, begun[4], 0, b"x").is_ok());
    let small: Vec<_> =
        (0..=MAX_PARTIAL).map(|_| uploads.begin(id, info("a", 10)).unwrap()).collect();
    assert!(uploads.append(id, small[0], 0, b"x").is_err());
    assert!(uploads.append(id, small[MAX_PARTIAL], 0, b"x").is_ok());
}

#[test]
fn contents_are_never_printed() {
    let (uploads, id) = (Uploads::new(), widget());
    let reference = uploads.begin(id, info("a", 7)).unwrap();
    uploads.append(id, reference, 0, b"hunter2").unwrap();
    let printed = format!("{uploads:?} {:?}", uploads.get(reference).unwrap());
    assert!(!printed.contains("hunter2") && !printed.contains("104, 117"), "{printed}");
}
