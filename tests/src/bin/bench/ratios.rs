//! What was measured of a tool, and how it stands beside the bare server.

use crate::stats::{median, quantile};

/// What the rounds measured, in milliseconds and calls a second.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    pub(crate) latencies: Vec<f64>,
    pub(crate) throughputs: Vec<f64>,
}

/// The same in three numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Summary {
    median: f64,
    p99: f64,
    throughput: f64,
}

/// A tool beside what the bare server did in the same rounds, which is 1.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ratios {
    median: f64,
    p99: f64,
    throughput: f64,
}

impl Measured {
    pub(crate) fn summary(&mut self) -> Summary {
        Summary {
            median: median(&mut self.latencies),
            p99: quantile(&mut self.latencies, 0.99),
            throughput: median(&mut self.throughputs),
        }
    }
}

impl Summary {
    pub(crate) fn beside(self, bare: Self) -> Ratios {
        Ratios {
            median: self.median / bare.median,
            p99: self.p99 / bare.p99,
            throughput: self.throughput / bare.throughput,
        }
    }
}

/// A line of the table of a transport.
pub(crate) fn row(tool: &str, own: Summary, ratios: Ratios) -> [String; 7] {
    [
        tool.to_owned(),
        format!("{:.3} ms", own.median),
        format!("{:.2}", ratios.median),
        format!("{:.3} ms", own.p99),
        format!("{:.2}", ratios.p99),
        format!("{:.0}", own.throughput),
        percent(ratios.throughput),
    ]
}

/// The lowest and the highest of all tools.
pub(crate) fn extent(transport: &str, all: &[Ratios]) -> [String; 4] {
    let between = |ratio: fn(&Ratios) -> f64, show: fn(f64) -> String| {
        let lowest = all.iter().map(ratio).fold(f64::INFINITY, f64::min);
        let highest = all.iter().map(ratio).fold(0.0, f64::max);
        format!("{} to {}", show(lowest), show(highest))
    };
    let times = |ratio: f64| format!("{ratio:.2}");
    [
        transport.to_owned(),
        between(|tool| tool.median, times),
        between(|tool| tool.p99, times),
        between(|tool| tool.throughput, percent),
    ]
}

fn percent(ratio: f64) -> String {
    format!("{:.0} %", ratio * 100.0)
}
