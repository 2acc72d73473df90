//! Markdown tables.

/// A heading and the table under it.
#[derive(Debug)]
pub(crate) struct Table {
    heading: String,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(heading: impl Into<String>, columns: &[&str]) -> Self {
        let header = columns.iter().map(|column| (*column).to_owned()).collect();
        Self { heading: heading.into(), rows: vec![header] }
    }

    pub(crate) fn row<const N: usize>(&mut self, cells: [String; N]) {
        self.rows.push(cells.into());
    }

    /// Prints the table at once, so that a long run shows how far it is.
    pub(crate) fn print(&self) {
        println!("\n### {}\n", self.heading);
        let widths = self.widths();
        for (index, row) in self.rows.iter().enumerate() {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, width))| {
                if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            println!("| {} |", cells.collect::<Vec<_>>().join(" | "));
            if index == 0 {
                let rules = widths.iter().enumerate().map(|(column, width)| {
                    let end = if column == 0 { '-' } else { ':' };
                    format!("{}{end}", "-".repeat(width - 1))
                });
                println!("| {} |", rules.collect::<Vec<_>>().join(" | "));
            }
        }
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.first().map_or(0, Vec::len);
        let width = |column: usize| self.rows.iter().map(move |row| row[column].chars().count());
        (0..columns).map(|column| width(column).max().unwrap_or(0).max(2)).collect()
    }
}
