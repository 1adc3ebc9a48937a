//! All integration tests of the crate in one binary, so that its libraries are linked only once.

mod batches;
mod big;
#[cfg(feature = "parquet")]
mod big_parquet;
#[cfg(unix)]
mod big_safety;
mod cli;
mod content;
mod cycles;
mod emit;
mod english;
mod files_of_the_user;
mod gallery;
mod heap_files;
mod heap_kill;
mod injected;
mod json_page;
mod judge;
mod layout;
mod licences;
mod map;
mod names;
mod numbers;
mod pages;
mod pictures;
mod play;
mod publish;
mod resume;
mod seeds;
mod versions;
