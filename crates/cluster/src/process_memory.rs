//! How much memory this process takes, as the system says.

use std::fs;

/// Bytes of memory that a process takes: its code, as far as it ran, and its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProcessMemory {
    /// Now.
    pub now: u64,
    /// The most that it took so far.
    pub most: u64,
}

/// What this process takes; `None` where the system does not say it, as others than Linux do not.
pub fn memory() -> Option<ProcessMemory> {
    read(&fs::read_to_string("/proc/self/status").ok()?)
}

/// What stands behind two names, in units of 1,024 bytes.
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
