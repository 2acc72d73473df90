//! Tools around the tokio runtime: ports, tasks, HTTP connections with time limits, and
//! work that does not hold up other tasks.

mod bind;
mod counted_body;
mod http_server;
mod read_timeout;
mod shutdown;
mod task_guard;
mod write_timeout;
mod yielding;

pub(crate) use bind::bind;
pub(crate) use http_server::HttpServer;
pub(crate) use shutdown::shutdown_requested;
pub(crate) use task_guard::TaskGuard;
pub(crate) use write_timeout::WRITE_TIMEOUT;
#[cfg(test)]
pub(crate) use yielding::testing;
pub(crate) use yielding::{LARGE_MESSAGE_BYTES, yielding};
