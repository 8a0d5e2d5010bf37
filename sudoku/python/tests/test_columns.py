"""Columns of Arrow, several threads of Python, processes by fork."""

import multiprocessing
import os
import threading

import numpy
import pyarrow
import pytest

import sudoku
from sudoku import csp

PUZZLES = ["123434122143432.", "11..............", "1...............", "# remark", "123434122143..3."]
ANSWERS = ["1234341221434321", "none", "multiple", "# remark", "none"]


class Column:
    """A column of another library, with Arrow's interface alone."""

    def __init__(self, column):
        self.column = column

    def __arrow_c_array__(self, requested_schema=None):
        return self.column.__arrow_c_array__(requested_schema)


class Stream(Column):
    def __arrow_c_stream__(self, requested_schema=None):
        return self.column.__arrow_c_stream__(requested_schema)


def test_columns_of_arrow():
    assert sudoku.solve_all(PUZZLES, unique=True) == ANSWERS
    for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.dictionary(pyarrow.int8(), pyarrow.string())):
        column = pyarrow.array(PUZZLES, kind)
        answers = sudoku.solve_arrow(column, unique=True)
        answers.validate(full=True)
        assert answers.type == pyarrow.large_string() and answers.to_pylist() == ANSWERS
        assert sudoku.solve_arrow(column[1:4], unique=True).to_pylist() == ANSWERS[1:4], "a part of a column"
    chunks = pyarrow.chunked_array([PUZZLES[:2], [], PUZZLES[2:]])
    answers = sudoku.solve_arrow(chunks, unique=True)
    assert answers.num_chunks == 3 and answers.to_pylist() == ANSWERS
    with_nulls = pyarrow.array([None, *PUZZLES, None, "nonsense"])
    assert sudoku.solve_arrow(with_nulls, unique=True).to_pylist() == [None, *ANSWERS, None, "invalid"]
    assert sudoku.solve_arrow(with_nulls[1:3]).to_pylist() == ANSWERS[:2]
    for indices in ([0, 1, 0], [0, None, 1]):
        in_dictionary = pyarrow.DictionaryArray.from_arrays(pyarrow.array(indices, pyarrow.int8()), [PUZZLES[0], None])
        expected = [ANSWERS[0] if index == 0 else None for index in indices]
        assert sudoku.solve_arrow(in_dictionary).to_pylist() == expected, "nulls of a dictionary"
    assert sudoku.solve_arrow(pyarrow.array([], pyarrow.string())).to_pylist() == []
    assert sudoku.solve_arrow(Column(pyarrow.array(PUZZLES)), unique=True).to_pylist() == ANSWERS
    assert sudoku.solve_arrow(Stream(chunks), unique=True).to_pylist() == ANSWERS
    many = pyarrow.array([sudoku.generate(seed=seed, size=4).to("line").strip() for seed in range(50)] * 60)
    answers = sudoku.solve_arrow(many, unique=True, threads=2)
    assert answers.to_pylist() == sudoku.solve_all(many.to_pylist(), unique=True)
    with pytest.raises(ValueError, match="one line"):
        sudoku.solve_arrow(pyarrow.array(["12..\n...."]))
    with pytest.raises(pyarrow.ArrowException):
        sudoku.solve_arrow(pyarrow.array([[1, 2]]))


def in_threads(count, work):
    """Runs work in threads of Python, and returns its results or raises its first error."""
    results, errors = [None] * count, []

    def run(at):
        try:
            results[at] = work(at)
        except Exception as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=run, args=(at,)) for at in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


def test_threads_share_puzzles_searches_and_solvers():
    puzzle = sudoku.generate(seed=3, size=6)
    assert len({sudoku.solve(puzzle).solution for _ in range(2)} | set(in_threads(4, lambda _: sudoku.solve(puzzle).solution))) == 1
    model = csp.Model()
    x = model.vars(5, 0, 4)
    model.add(csp.all_different(x))
    search = model.solutions()
    found = [tuple(solution[x]) for part in in_threads(4, lambda _: list(search)) for solution in part]
    assert len(found) == len(set(found)) == 120, "each solution goes to one of the threads"
    solver = model.solver()
    answers = in_threads(4, lambda at: [solver.solve([x[at] == value])[x[at]] for value in range(5)])
    assert answers == [list(range(5))] * 4
    # Conditions about one model, made by several threads.
    in_threads(4, lambda at: [repr(x[at] + value < 3) for value in range(200)])
    assert model.count() == (120, True)


def answer(lines):
    return sudoku.solve_all(lines, unique=True)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes by fork")
def test_fork_after_use():
    lines = [sudoku.generate(seed=seed).to("line").strip() for seed in range(8)]
    model = csp.Model()
    x = model.vars(6, 0, 5)
    model.add(csp.all_different(x))
    solver = model.solver()
    expected, first = answer(lines * 300)[:8], solver.solve([x[0] == 5])[x]
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(answer, [lines] * 4) == [expected] * 4
    child = os.fork()
    if child == 0:
        is_right = solver.solve([x[0] == 5])[x] == first and model.count(threads=2) == (720, True)
        is_right &= sudoku.solve_array(numpy.zeros((3, 16), numpy.uint8))[1].tolist() == [1, 1, 1]
        os._exit(0 if is_right else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
