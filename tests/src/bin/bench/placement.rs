//! Assigns the two ends of a connection to cores.

use anyhow::Result;

/// The numbers of the cores that there are for this process.
///
/// # Errors
///
/// The system does not tell.
#[cfg(target_os = "linux")]
pub(crate) fn cores() -> Result<Vec<usize>> {
    use rustix::thread::{CpuSet, sched_getaffinity};

    let all = sched_getaffinity(None)?;
    Ok((0..CpuSet::MAX_CPU).filter(|core| all.is_set(*core)).collect())
}

/// None: here nothing can be placed.
///
/// # Errors
///
/// Never.
#[cfg(not(target_os = "linux"))]
pub(crate) fn cores() -> Result<Vec<usize>> {
    Ok(Vec::new())
}

/// Does something while this thread has one core, and the process the others.
///
/// Runs an action with both ends on different cores: when the system has both on one core, which
/// it does now and then for seconds on end, waking the other costs next to nothing, and a call takes a fifth of the time. What is
/// compared has to be placed alike.
///
/// # Errors
///
/// The system does not allow it, or what is done fails.
#[cfg(target_os = "linux")]
pub(crate) fn apart<T>(process: u32, action: impl FnOnce() -> Result<T>) -> Result<T> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let all = sched_getaffinity(None)?;
    let &[first, _, ..] = cores()?.as_slice() else { return action() };
    let (mut one, mut others) = (CpuSet::new(), all);
    one.set(first);
    others.unset(first);
    sched_setaffinity(None, &one)?;
    place_process(process, &others)?;
    let done = action();
    sched_setaffinity(None, &all)?;
    place_process(process, &all)?;
    done
}

/// Every thread of it; those that they start later follow them.
#[cfg(target_os = "linux")]
fn place_process(process: u32, cores: &rustix::thread::CpuSet) -> Result<()> {
    use rustix::io::Errno;
    use rustix::thread::{Pid, sched_setaffinity};

    for thread in std::fs::read_dir(format!("/proc/{process}/task"))? {
        let name = thread?.file_name();
        let thread = name.to_string_lossy().parse().ok().and_then(Pid::from_raw);
        match sched_setaffinity(thread, cores) {
            // It has ended meanwhile.
            Ok(()) | Err(Errno::SRCH) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Does something; here the system places threads as it likes.
///
/// # Errors
///
/// Runs the action.
#[cfg(not(target_os = "linux"))]
pub(crate) fn apart<T>(_process: u32, action: impl FnOnce() -> Result<T>) -> Result<T> {
    action()
}
