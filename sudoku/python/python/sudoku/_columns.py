"""Many puzzles as columns of NumPy or of Arrow."""

from __future__ import annotations

from typing import Any

from ._native import solve_cells as _solve_cells
from ._native import solve_column as _solve_column

__all__ = ["solve_array", "solve_arrow"]


def solve_array(cells, *, unique: bool = False, time: float | None = None, threads: int | None = None):
    """Answer a NumPy array with a puzzle in each row (81 numbers for 9x9) and 0 for open cells.

    Returns the solutions as an array of the same shape, and for each row the number of solutions found: 0 (none: the
    row of the solution is 0 too), 1, 2 (only if `unique`), or 255 if a limit was reached before.
    """
    import numpy

    cells = numpy.asarray(cells)
    if cells.dtype != numpy.uint8:
        if cells.dtype.kind not in "iu" or (cells.size and (cells.min() < 0 or cells.max() > 255)):
            raise ValueError("the array has to hold small whole numbers, 0 for open cells")
        cells = cells.astype(numpy.uint8)
    cells = numpy.ascontiguousarray(cells)
    solutions, found = _solve_cells(cells, unique, time, threads)
    return (
        numpy.frombuffer(solutions, numpy.uint8).reshape(cells.shape),
        numpy.frombuffer(found, numpy.uint8),
    )


def solve_arrow(puzzles: Any, *, unique: bool = False, time: float | None = None, threads: int | None = None) -> Any:
    """Answer a column of strings of Arrow, a puzzle of one line in each; see `solve_lines` for the answers.

    `puzzles` is an array or a chunked array of PyArrow, or a column of any library with Arrow's interface for Python
    (`__arrow_c_stream__`, `__arrow_c_array__`), such as a series of Polars. Returns large strings of PyArrow, chunked
    if the column was; null where the column is null. No string becomes one of Python.

    >>> import pyarrow
    >>> solve_arrow(pyarrow.array(["123434122143432.", None])).to_pylist()
    ['1234341221434321', None]
    """
    import pyarrow
    import pyarrow.compute

    def answered(chunk):
        texts = chunk.cast(pyarrow.large_string())
        # Not those of the chunk: in a dictionary, the text that an index stands for may be null.
        valid = texts.is_valid() if texts.null_count else None
        if valid is not None:
            texts = texts.fill_null("")
        if not len(texts):
            return texts
        _, places, data = texts.buffers()
        places = memoryview(places).cast("B").cast("q")[texts.offset : texts.offset + len(texts) + 1]
        data = memoryview(data or b"").cast("B")[places[0] : places[-1]]
        answers, ends = _solve_column(data, places, unique, time, threads)
        answers, ends = pyarrow.py_buffer(answers), pyarrow.py_buffer(ends)
        result = pyarrow.LargeStringArray.from_buffers(len(texts), ends, answers)
        if valid is None:
            return result
        return pyarrow.compute.if_else(valid, result, pyarrow.scalar(None, pyarrow.large_string()))

    if not isinstance(puzzles, (pyarrow.Array, pyarrow.ChunkedArray)):
        is_stream = hasattr(puzzles, "__arrow_c_stream__")
        puzzles = pyarrow.chunked_array(puzzles) if is_stream else pyarrow.array(puzzles)
    if isinstance(puzzles, pyarrow.Array):
        return answered(puzzles)
    return pyarrow.chunked_array([answered(chunk) for chunk in puzzles.chunks], pyarrow.large_string())
