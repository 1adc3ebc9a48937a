//! The border between Grundy and Python: what `grundy` the Python package is made of. Classes here
//! hold data of Rust and little else; what a person sees is written in Python beside it
//! (`python/grundy/`). While Rust works the interpreter is not held.

mod big;
mod classes;
mod convert;
mod entries;
mod errors;
mod exclusive;
mod function;
mod heap;
mod limits;
mod nimber;
mod session;
mod tokens;
mod ufunc;

use pyo3::prelude::*;

/// The module of the border.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<session::Session>()?;
    module.add_class::<classes::Known>()?;
    module.add_class::<classes::Made>()?;
    module.add_class::<classes::Kind>()?;
    module.add_class::<entries::Entries>()?;
    module.add_class::<heap::Heap>()?;
    module.add_class::<nimber::Nimber>()?;
    module.add_class::<nimber::Nim>()?;
    module.add_function(wrap_pyfunction!(tokens::tokens, module)?)?;
    module.add_function(wrap_pyfunction!(big::big_status, module)?)?;
    module.add_function(wrap_pyfunction!(big::big_check, module)?)?;
    module.add("version", env!("CARGO_PKG_VERSION"))?;
    ufunc::add(module)
}
