//! The module `sudoku._native` of Python: puzzles and batches of the library `sudoku`, models of `csp`.
//!
//! ```text
//!   batch    many puzzles: lines of text, columns of strings, or arrays of numbers
//!   ask      any question about a puzzle by its name, in JSON
//!   puzzle   one puzzle: answers, steps, pictures
//!   methods  a puzzle with methods side by side, and the tree of a search
//!   model    variables, expressions, conditions, searches of csp
//!   wait     work without the interpreter's lock, ended by Ctrl-C
//! ```

mod ask;
mod batch;
mod methods;
mod model;
mod puzzle;
mod wait;

use pyo3::prelude::*;

#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

// The lock of the interpreter is not needed: what threads share is behind locks of this module, or refuses to be changed while
// it is in use.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<puzzle::Puzzle>()?;
    module.add_class::<puzzle::Solutions>()?;
    module.add_function(wrap_pyfunction!(ask::ask, module)?)?;
    module.add_function(wrap_pyfunction!(batch::solve_lines, module)?)?;
    module.add_function(wrap_pyfunction!(batch::solve_strings, module)?)?;
    module.add_function(wrap_pyfunction!(batch::solve_column, module)?)?;
    module.add_function(wrap_pyfunction!(batch::solve_cells, module)?)?;
    module.add_function(wrap_pyfunction!(methods::compare, module)?)?;
    module.add_function(wrap_pyfunction!(methods::tree, module)?)?;
    module.add_function(wrap_pyfunction!(puzzle::generate, module)?)?;
    model::add(module)
}
