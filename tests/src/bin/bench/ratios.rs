//! The measurements of a tool beside those of the bare server.

use crate::stats::{median, quantile};

/// A number of each round, in milliseconds and calls a second.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    medians: Vec<f64>,
    p99s: Vec<f64>,
    throughputs: Vec<f64>,
}

/// The medians of the rounds: one in which the machine did something else says nothing.
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
    /// Adds a round: how long each of its calls took one by one, and its calls in flight.
    pub(crate) fn add(&mut self, mut latencies: Vec<f64>, throughput: f64) {
        self.medians.push(median(&mut latencies));
        self.p99s.push(quantile(&mut latencies, 0.99));
        self.throughputs.push(throughput);
    }

    pub(crate) fn append(&mut self, mut others: Self) {
        self.medians.append(&mut others.medians);
        self.p99s.append(&mut others.p99s);
        self.throughputs.append(&mut others.throughputs);
    }

    pub(crate) fn summary(&mut self) -> Summary {
        Summary {
            median: median(&mut self.medians),
            p99: median(&mut self.p99s),
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
