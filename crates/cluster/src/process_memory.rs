//! The memory usage of this process, as reported by the system.

use std::fs;

/// Resident memory of a process in bytes: its data and the part of its code that was loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessMemory {
    /// Current memory usage in bytes.
    pub now: u64,
    /// Maximum memory usage so far, in bytes.
    pub most: u64,
}

/// Returns the memory usage of this process; `None` if the system does not report the memory usage.
/// Only Linux reports the memory usage.
pub fn memory() -> Option<ProcessMemory> {
    read(&fs::read_to_string("/proc/self/status").ok()?)
}

/// Parses the current and the maximum memory usage, which are given in units of 1,024 bytes.
fn read(status: &str) -> Option<ProcessMemory> {
    let of = |name: &str| {
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        line.trim()
            .strip_suffix(" kB")?
            .parse::<u64>()
            .ok()?
            .checked_mul(1 << 10)
    };
    Some(ProcessMemory {
        now: of("VmRSS")?,
        most: of("VmHWM")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_is_read() {
        let said = "Name:\tgrundy\nVmHWM:\t   20072 kB\nVmRSS:\t   15448 kB\nThreads:\t1\n";
        assert_eq!(
            read(said),
            Some(ProcessMemory {
                now: 15_448 << 10,
                most: 20_072 << 10
            })
        );
        assert_eq!(read("Name:\tgrundy\n"), None);
        assert_eq!(read("VmHWM:\t20072 kB\nVmRSS:\t15448\n"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn what_is_taken_counts() {
        let before = memory().unwrap();
        let taken = vec![1_u8; 64 << 20];
        let after = memory().unwrap();
        assert!(
            after.now > before.now + (32 << 20) && after.most >= after.now,
            "{before:?} {after:?} {}",
            taken.len()
        );
    }
}
