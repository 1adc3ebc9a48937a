//! Tables for NumPy: a read-only buffer of the bytes that an engine filled, without a copy.
//! `grundy._table` creates arrays from it.

#![expect(unsafe_code)]

use std::ffi::{CString, c_int, c_void};
use std::ptr;
use std::sync::Arc;

use base::text::Lang;
use engines::dense::TableBytes;
use grundy::{CodeMeaning, position_text};
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;

/// The bytes of a table, which NumPy reads. Their address does not change while this object exists.
#[pyclass(frozen, module = "grundy._core")]
pub struct Entries {
    bytes: Arc<dyn TableBytes>,
    /// Number of bytes of a cell.
    #[pyo3(get)]
    width: usize,
    /// Offset of the first cell, in cells.
    #[pyo3(get)]
    start: usize,
    /// Distance between neighbours in each slot, in cells.
    #[pyo3(get)]
    strides: Vec<usize>,
    /// The name, the minimum and the maximum of each slot.
    #[pyo3(get)]
    slots: Vec<(String, i64, i64)>,
    /// Whether the cells are outcomes instead of values.
    #[pyo3(get)]
    outcomes: bool,
    /// Whether the bytes are those that an engine filled, without a copy.
    #[pyo3(get)]
    as_filled: bool,
    /// The method that computed the cells.
    #[pyo3(get)]
    method: String,
    /// The status of the cells.
    #[pyo3(get)]
    status: &'static str,
    /// Warnings that the rules may not describe the intended game.
    #[pyo3(get)]
    warnings: Vec<String>,
}

impl Entries {
    /// Creates the Python object of a table.
    pub fn new(entries: grundy::TableEntries, lang: Lang) -> Entries {
        Entries {
            bytes: entries.bytes,
            width: entries.width,
            start: entries.start,
            strides: entries.strides,
            slots: entries.slots,
            outcomes: entries.meaning == CodeMeaning::Outcomes,
            as_filled: entries.as_filled,
            method: entries.method,
            status: entries.status.key(),
            warnings: entries
                .warnings
                .iter()
                .map(|warning| position_text::warning(warning).get(lang).to_owned())
                .collect(),
        }
    }

    /// Creates the Python object of a row of values of a heap game.
    pub fn of_row(bytes: Vec<u8>, width: usize, count: usize) -> Entries {
        Entries {
            bytes: Arc::new(bytes),
            width,
            start: 0,
            strides: vec![1],
            slots: vec![("n".to_owned(), 0, count as i64 - 1)],
            outcomes: false,
            as_filled: false,
            method: String::new(),
            status: "",
            warnings: Vec::new(),
        }
    }
}

#[pymethods]
impl Entries {
    unsafe fn __getbuffer__(
        slf: Bound<'_, Self>,
        view: *mut ffi::Py_buffer,
        flags: c_int,
    ) -> PyResult<()> {
        if view.is_null() {
            return Err(PyBufferError::new_err("expected a view, found NULL"));
        }
        if flags & ffi::PyBUF_WRITABLE == ffi::PyBUF_WRITABLE {
            return Err(PyBufferError::new_err("a table is read-only"));
        }
        let bytes = slf.get().bytes.bytes();
        // SAFETY: The interpreter passes a view that must be filled. The bytes are shared and never
        // change. They live as long as `obj`, to which the view has a reference. `shape` and
        // `strides` point into the view itself. The format lives until the view is released below.
        unsafe {
            (*view).buf = bytes.as_ptr() as *mut c_void;
            (*view).len = bytes.len() as isize;
            (*view).readonly = 1;
            (*view).itemsize = 1;
            (*view).format = if flags & ffi::PyBUF_FORMAT == ffi::PyBUF_FORMAT {
                CString::from(c"B").into_raw()
            } else {
                ptr::null_mut()
            };
            (*view).ndim = 1;
            (*view).shape = if flags & ffi::PyBUF_ND == ffi::PyBUF_ND {
                &mut (*view).len
            } else {
                ptr::null_mut()
            };
            (*view).strides = if flags & ffi::PyBUF_STRIDES == ffi::PyBUF_STRIDES {
                &mut (*view).itemsize
            } else {
                ptr::null_mut()
            };
            (*view).suboffsets = ptr::null_mut();
            (*view).internal = ptr::null_mut();
            (*view).obj = slf.into_any().into_ptr();
        }
        Ok(())
    }

    unsafe fn __releasebuffer__(&self, view: *mut ffi::Py_buffer) {
        // SAFETY: The format is null or was created by `into_raw` above.
        unsafe {
            if !(*view).format.is_null() {
                drop(CString::from_raw((*view).format));
            }
        }
    }
}
