//! Tables in files: mapping one that was checked block by block. The format is
//! [`grundy::saved`]'s.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use base::budget::Budget;
use base::text::Text;
use grundy::Error;
use grundy::saved::{BLOCK, Bytes, Saved};
use memmap2::Mmap;
use requests::{Desk, unreadable};

/// Checks a saved table and lets the desk ask it. It is read once for its checksums and then mapped.
pub fn load(desk: &mut Desk, path: &Path, budget: &Budget<'_>) -> Result<(), Error> {
    let name = path.display().to_string();
    let io = |e: std::io::Error| unreadable(path, &e.to_string());
    let refused = |why: Text| Error::Usage(Text { en: format!("{name}: {}", why.en), zh: format!("{name}：{}", why.zh) });
    let mut file = File::open(path).map_err(io)?;
    let size = file.metadata().map_err(io)?.len();
    let mut head = Vec::new();
    (&file).take(20).read_to_end(&mut head).map_err(io)?;
    let needed = Saved::needed(&head).map_err(refused)?;
    budget.allow_memory(2 * needed as u64).map_err(Error::Stopped)?;
    (&file).take((needed - head.len()) as u64).read_to_end(&mut head).map_err(io)?;
    let saved = Saved::parse(&head, size).map_err(refused)?;
    file.seek(SeekFrom::Start(saved.start as u64)).map_err(io)?;
    let mut block = Vec::with_capacity(BLOCK);
    for index in 0..saved.length.div_ceil(BLOCK) {
        budget.ask().map_err(Error::Stopped)?;
        budget.report((index * BLOCK) as u64, Some(saved.length as u64));
        block.clear();
        (&file).take(BLOCK.min(saved.length - index * BLOCK) as u64).read_to_end(&mut block).map_err(io)?;
        saved.check(index, &block).map_err(refused)?;
    }
    // SAFETY: the map is read only. Somebody who writes to the file meanwhile changes values under our eyes, as with any mapped
    // file; each read is of whole bytes, of which every pattern is a code, so nothing but wrong values comes of it.
    #[expect(unsafe_code, reason = "a mapped file is asked without being read")]
    let map = unsafe { Mmap::map(&file) }.map_err(io)?;
    let (start, length) = (saved.start, saved.length);
    desk.load(&name, saved, Arc::new(Mapped { map, start, length }))
}

/// The entries of a mapped file.
struct Mapped {
    map: Mmap,
    start: usize,
    length: usize,
}

impl Bytes for Mapped {
    fn bytes(&self) -> &[u8] {
        &self.map[self.start..self.start + self.length]
    }
}
