//! The problems of several blocks, a line each.

/// The most that are told.
const MAX_TOLD: usize = 10;

/// The parts, unless something is wrong with one of them; then the problems of all, up to a number.
pub(super) fn all_or_problems<T>(
    read: impl Iterator<Item = Result<T, String>>,
) -> Result<Vec<T>, String> {
    let (mut all, mut problems) = (Vec::new(), Vec::new());
    for part in read {
        match part {
            Ok(part) => all.push(part),
            Err(problem) => problems.push(problem),
        }
        if problems.len() > MAX_TOLD {
            break;
        }
    }
    if problems.is_empty() { Ok(all) } else { Err(joined(&problems)) }
}

/// The problems as one; `None` if there are none.
pub(super) fn first_of(problems: impl Iterator<Item = String>) -> Option<String> {
    let told: Vec<String> = problems.take(MAX_TOLD + 1).collect();
    (!told.is_empty()).then(|| joined(&told))
}

/// Says of each problem where it is.
pub(super) fn inside(place: &str, problems: &str) -> String {
    let lines = problems.lines().take(MAX_TOLD + 1);
    lines.map(|problem| format!("in {place}: {problem}")).collect::<Vec<_>>().join("\n")
}

/// Each of them may be of several blocks itself.
fn joined(problems: &[String]) -> String {
    let lines = problems.iter().flat_map(|problem| problem.lines());
    let mut told: Vec<&str> = lines.take(MAX_TOLD + 1).collect();
    if let Some(more) = told.get_mut(MAX_TOLD) {
        *more = "and more";
    }
    told.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_are_read_than_are_told() {
        let mut read = 0;
        let parts = (0..1_000_000).map(|number| {
            read += 1;
            if number % 2 == 0 { Ok(number) } else { Err(format!("{number} is odd")) }
        });
        let error = all_or_problems(parts).unwrap_err();
        assert_eq!((read, error.lines().count()), (22, MAX_TOLD + 1));
        assert!(error.starts_with("1 is odd\n3 is odd\n") && error.ends_with("\nand more"));
        assert_eq!(all_or_problems([Ok(1), Ok(2)].into_iter()), Ok(vec![1, 2]));
        assert_eq!(first_of(std::iter::repeat_with(|| "x".to_owned())).unwrap().len(), 28);
    }

    #[test]
    fn lines_of_the_caller_are_bounded() {
        let name = "\n".repeat(1_000_000);
        assert_eq!(inside("a", &name).lines().count(), MAX_TOLD + 1);
    }
}
