//! The extension module of the Python package `grundy`. The classes of this module contain Rust
//! data. The public classes are written in Python (`python/grundy/`). The interpreter is not held
//! while Rust computes.

mod big;
mod call;
mod classes;
mod command;
mod convert;
mod entries;
mod errors;
mod exclusive;
mod function;
mod heap;
mod limits;
mod nimber;
mod partizan;
mod session;
mod tokens;
mod ufunc;

use pyo3::prelude::*;

/// The module `grundy._core`.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<session::Session>()?;
    module.add_class::<classes::PyPosition>()?;
    module.add_class::<classes::PyMove>()?;
    module.add_class::<classes::PyGame>()?;
    module.add_class::<entries::Entries>()?;
    module.add_class::<heap::Heap>()?;
    module.add_class::<nimber::Nimber>()?;
    module.add_class::<nimber::Nim>()?;
    module.add_function(wrap_pyfunction!(command::run_command, module)?)?;
    module.add_function(wrap_pyfunction!(tokens::tokens, module)?)?;
    module.add_function(wrap_pyfunction!(big::big_status, module)?)?;
    module.add_function(wrap_pyfunction!(big::big_check, module)?)?;
    module.add("version", env!("CARGO_PKG_VERSION"))?;
    ufunc::add(module)
}
