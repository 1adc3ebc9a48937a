//! Grundy for JavaScript, in a page or in Node: requests and replies are JSON strings
//! (`requests::page`). Built for `wasm32-unknown-unknown`, this crate is a WebAssembly module
//! without generated glue code; `web/grundy.mjs` is the counterpart of the module's few imports and
//! exports. The page provides the clock, the stop signal, and the engine that runs generated code.
//! The module has one session and one thread. On other targets, this crate is empty.

#[cfg(target_arch = "wasm32")]
mod boundary;
#[cfg(target_arch = "wasm32")]
mod machine;
