//! Grundy for JavaScript, in a page or in Node: a request is a text in JSON, and so is the reply
//! (`requests::page`). Built for `wasm32-unknown-unknown` this crate is a WebAssembly module
//! without any generated glue; `web/grundy.mjs` is the other side of its few imports and exports.
//! The clock, the wish to stop, and the engine that runs generated code belong to the page. There
//! is one session and one thread; built for other targets, the crate is empty.

#[cfg(target_arch = "wasm32")]
mod boundary;
#[cfg(target_arch = "wasm32")]
mod machine;
