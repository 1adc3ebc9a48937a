//! The operating system as requests see it: a clock, files written whole or not at all, and
//! standard output.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::time::Instant;

use grundy::Error;
use requests::{Host, Writing, unreadable};

use crate::output::put_bytes;
use crate::run::{expect_to_write, write_parts};

/// The system, and when the program asked it first.
pub struct System {
    started: Instant,
}

impl System {
    /// From now on.
    pub fn new() -> System {
        System {
            started: Instant::now(),
        }
    }
}

impl Host for System {
    fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn write(&self, file: &Path, write: Writing<'_>) -> Result<(), Error> {
        write_parts(file, &mut |out| write(out))
    }

    fn keep(&self, file: &Path, write: Writing<'_>) -> Result<(), Error> {
        // Every file is on the disk before it takes the place of the one before.
        self.write(file, write)
    }

    fn expect(&self, file: &Path) -> Result<(), Error> {
        expect_to_write(file)
    }

    fn read(&self, file: &Path) -> Result<Option<Box<dyn std::io::BufRead>>, Error> {
        if !file.exists() {
            return Ok(None);
        }
        let opened = File::open(file).map_err(|e| unreadable(file, &e.to_string()))?;
        Ok(Some(Box::new(BufReader::new(opened))))
    }

    fn put(&self, part: &[u8]) -> Result<(), Error> {
        put_bytes(part);
        Ok(())
    }
}
