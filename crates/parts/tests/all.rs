//! All integration tests of the crate in one binary.

mod automorphisms;
mod games;
mod misere;
mod partizan;
mod published;
mod saved;
mod threads;
mod twin;
