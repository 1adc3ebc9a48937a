//! The operating system as a host for requests: a clock, files that are written completely or not
//! at all, and standard output.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::Instant;

use base::budget::Budget;
use grundy::SolveError;
use requests::{Reply, Request, RequestHandler, RequestHost, Writing, unreadable};

use crate::output::print_bytes;
use crate::write_file::{expect_to_write, write_parts};

/// Host for requests, with the time at which it was created.
pub struct SystemHost {
    started: Instant,
}

impl SystemHost {
    /// Creates a host whose clock starts now.
    pub fn new() -> SystemHost {
        SystemHost {
            started: Instant::now(),
        }
    }
}

impl RequestHost for SystemHost {
    fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn write(&self, file: &Path, write: Writing<'_>) -> Result<(), SolveError> {
        write_parts(file, &mut |out| write(out))
    }

    fn write_durably(&self, file: &Path, write: Writing<'_>) -> Result<(), SolveError> {
        // Every file is synced to disk before it replaces the previous one.
        self.write(file, write)
    }

    fn expect(&self, file: &Path) -> Result<(), SolveError> {
        expect_to_write(file)
    }

    fn read(&self, file: &Path) -> Result<Option<Box<dyn std::io::BufRead>>, SolveError> {
        if !file.exists() {
            return Ok(None);
        }
        let opened = File::open(file).map_err(|e| unreadable(file, &e.to_string()))?;
        Ok(Some(Box::new(BufReader::new(opened))))
    }

    fn write_part(&self, part: &[u8]) -> Result<(), SolveError> {
        print_bytes(part);
        Ok(())
    }
}

/// Answers the only request of a command that needs no files or settings.
///
/// # Errors
/// As [`RequestHandler::answer`].
pub fn answer(request: &Request, budget: &Budget<'_>) -> Result<Reply, SolveError> {
    RequestHandler::new(None).answer(request, budget, &SystemHost::new())
}
