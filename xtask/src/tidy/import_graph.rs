//! Circles in a graph of imports.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::violation::Violation;

/// Imports between modules, each with one place where it stands.
#[derive(Default)]
pub(super) struct ImportGraph<'a>(BTreeMap<String, BTreeMap<String, (&'a Path, usize)>>);

impl<'a> ImportGraph<'a> {
    /// Adds an import, which stands at a line of a file.
    pub(super) fn add(&mut self, from: &str, to: &str, path: &'a Path, line: usize) {
        self.0.entry(from.into()).or_default().entry(to.into()).or_insert((path, line));
    }

    /// The shortest circle of each group of modules that import each other.
    pub(super) fn circles(&self) -> Vec<Violation> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        for module in self.0.keys() {
            if let Some(circle) = self.circle_of(module)
                && seen.insert(circle.iter().copied().collect::<BTreeSet<_>>())
            {
                let (path, line) = self.0[circle[0]][circle[1 % circle.len()]];
                let names = circle.join(" → ");
                let message = format!("import circle: {names} → {}", circle[0]);
                found.push(Violation::new(path, line, message));
            }
        }
        found
    }

    /// The shortest way from a module back to itself.
    fn circle_of<'b>(&'b self, start: &'b str) -> Option<Vec<&'b str>> {
        let mut ways = vec![vec![start]];
        let mut seen = BTreeSet::new();
        while !ways.is_empty() {
            let mut longer = Vec::new();
            for way in ways {
                for next in self.0.get(way[way.len() - 1]).into_iter().flat_map(BTreeMap::keys) {
                    if next == start {
                        return Some(way);
                    }
                    if seen.insert(next) {
                        longer.push(way.iter().copied().chain([next.as_str()]).collect());
                    }
                }
            }
            ways = longer;
        }
        None
    }
}
