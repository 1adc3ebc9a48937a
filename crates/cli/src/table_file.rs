//! Reads saved tables from files, block by block, and verifies the checksum of each block. The
//! entries are held in memory, so later changes to the file cannot change an answer or crash the
//! program. The format is defined in [`grundy::saved_table`].

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use base::budget::Budget;
use base::text;
use base::text::Text;
use grundy::SolveError;
use grundy::saved_table::{BLOCK, SavedTable};
use requests::verify::{CertificateReport, VerifyReply};
use requests::{RequestHandler, unreadable};

/// Returns true if a file begins with the header of saved tables.
pub fn is_table(path: &Path) -> bool {
    let mut first = Vec::new();
    // A pipe cannot be read twice, and reading it could block.
    let is_file = std::fs::metadata(path).is_ok_and(|about| about.is_file());
    is_file
        && File::open(path).is_ok_and(|file| file.take(8).read_to_end(&mut first).is_ok())
        && SavedTable::begins(&first)
}

/// Reads a saved table and adds it to the request handler for lookups.
pub fn load(desk: &mut RequestHandler, path: &Path, budget: &Budget<'_>) -> Result<(), SolveError> {
    let name = path.display().to_string();
    let io = |e: std::io::Error| unreadable(path, &e.to_string());
    let refused = |why: Text| {
        SolveError::Usage(Text {
            en: format!("{name}: {}", why.en),
            zh: format!("{name}：{}", why.zh),
        })
    };
    let mut file = File::open(path).map_err(io)?;
    let size = file.metadata().map_err(io)?.len();
    let mut head = Vec::new();
    (&file).take(20).read_to_end(&mut head).map_err(io)?;
    let needed = SavedTable::needed(&head).map_err(refused)?;
    budget
        .allow_memory(2 * needed as u64)
        .map_err(SolveError::Stopped)?;
    (&file)
        .take((needed - head.len()) as u64)
        .read_to_end(&mut head)
        .map_err(io)?;
    let saved = SavedTable::parse(&head, size).map_err(refused)?;
    file.seek(SeekFrom::Start(saved.start as u64)).map_err(io)?;
    budget
        .allow_growth(0, saved.length as u64)
        .map_err(SolveError::Stopped)?;
    let mut bytes = Vec::with_capacity(saved.length);
    for index in 0..saved.length.div_ceil(BLOCK) {
        budget.ask().map_err(SolveError::Stopped)?;
        budget.report((index * BLOCK) as u64, Some(saved.length as u64));
        let start = bytes.len();
        (&file)
            .take(BLOCK.min(saved.length - index * BLOCK) as u64)
            .read_to_end(&mut bytes)
            .map_err(io)?;
        // If the file is truncated during the read, fewer bytes are returned, and the checksum does
        // not match.
        saved.check(index, &bytes[start..]).map_err(refused)?;
    }
    desk.load(&name, saved, Arc::new(bytes), budget)
}

/// Compares every entry of a saved table with the rules of its game.
///
/// # Errors
/// Returns an error if the file cannot be read, its game is unknown, or the budget runs out.
pub fn compare(
    desk: &mut RequestHandler,
    path: &Path,
    budget: &Budget<'_>,
) -> Result<VerifyReply, SolveError> {
    load(desk, path, budget)?;
    let name = path.display();
    match desk.session().compare_tables(budget) {
        Ok(entries) => Ok(VerifyReply::Holds(CertificateReport {
            claim: text!("all values of the table in {name}", "{name} 中表的所有值"),
            rests_on: text!(
                "every value was compared with those of the options, which were made by the rules (Sprague, Grundy)",
                "每个值都与按规则生成的后继的值比较过（Sprague–Grundy 定理）"
            ),
            entries: usize::try_from(entries).unwrap_or(usize::MAX),
        })),
        Err(SolveError::WrongFile(why)) => Ok(VerifyReply::Refused(why)),
        Err(error) => Err(error),
    }
}
