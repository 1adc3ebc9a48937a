//! Grundy for JavaScript, in a page or in Node: requests and replies are JSON strings
//! (`requests::page`). Built for `wasm32-unknown-unknown`, this crate is a WebAssembly module
//! without generated glue code; `web/grundy.mjs` is the counterpart of its few imports and exports.
//! The page provides the clock, the stop signal, and the engine that runs generated code. There is
//! one session and one thread. Built for other targets, the crate is empty.

#[cfg(target_arch = "wasm32")]
mod boundary;
#[cfg(target_arch = "wasm32")]
mod machine;
