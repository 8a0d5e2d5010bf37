//! Sudoku on the `csp` engine.
