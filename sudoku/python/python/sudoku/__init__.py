"""Sudoku of any size, shape and rules: solving, steps, ratings, pictures, puzzles.

>>> import sudoku
>>> print(sudoku.solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."))
812753649943682175675491283154237896369845721287169534521974368438526917796318452

The constraint engine is the module `sudoku.csp`.
"""

from __future__ import annotations

import html
import os
from dataclasses import dataclass
from typing import Iterable, Iterator

from . import csp
from ._native import Puzzle, Solutions
from ._native import generate as _generate
from ._native import solve_cells as _solve_cells
from ._native import solve_lines as _solve_lines
from ._native import solve_strings as _solve_strings

__all__ = [
    "Answer", "Explanation", "Puzzle", "Solutions", "csp", "explain", "generate", "rate", "render", "solve",
    "solve_all", "solve_array", "solve_file", "solve_lines",
]


@dataclass(frozen=True)
class Answer:
    """The result of a search for two solutions."""

    verdict: str
    """`unique`, `multiple`, `none`, or `limit` if nothing is proved."""
    solutions: tuple[str, ...]
    """Up to two solutions."""

    @property
    def solution(self) -> str | None:
        """The first solution, if one was found."""
        return self.solutions[0] if self.solutions else None

    def __str__(self) -> str:
        return self.solution or self.verdict


@dataclass(frozen=True)
class Explanation:
    """The steps of a solution, as people take them."""

    steps: list[dict]
    """For each step `technique`, its `name` for people, `cost`, `text`, `nudge`, and `place` or `remove`; `svg` with pictures."""
    end: str
    """`solved`, `none` (no solution), `stuck` (all solutions agree so far), or `limit`."""

    def __iter__(self) -> Iterator[dict]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __str__(self) -> str:
        return "\n".join(step["text"] for step in self.steps)

    def _repr_html_(self) -> str:
        """The steps as a list, with their pictures if they have any: what a notebook shows."""
        items = []
        for step in self.steps:
            text = html.escape(step["text"]).replace("\n", "<br>")
            name = f"<b>{html.escape(step['name'])}</b> ({step['cost']})"
            items.append(f"<li>{name}<div style='white-space: pre-wrap'>{text}</div>{step.get('svg', '')}</li>")
        return f"<ol>{''.join(items)}</ol><p>{html.escape(self.end)}</p>"


def _read(puzzle: str | Puzzle) -> Puzzle:
    return puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)


def solve(puzzle: str | Puzzle, *, time: float | None = None) -> Answer:
    """Solve a puzzle and prove whether its solution is the only one. `time` is a limit in seconds.

    >>> solve("1..4........4..1").verdict
    'multiple'
    """
    solutions, end = _read(puzzle)._solve(2, time)
    if len(solutions) == 2:
        verdict = "multiple"
    elif end == "limit":
        verdict = "limit"
    else:
        verdict = "unique" if solutions else "none"
    return Answer(verdict, tuple(solutions))


def solve_lines(
    text: bytes, *, unique: bool = False, time: float | None = None, threads: int | None = None
) -> bytes:
    """Answer puzzles, one on each line, as `sudoku solve --batch` does: one line for each line of the input.

    The answer is a solution, `none`, `multiple` (only if `unique`), `limit` or `invalid`. Comments and blank lines are
    passed on. `time` is a limit for each puzzle, in seconds.

    >>> solve_lines(b"1234341221434321\\n11..............\\n")
    b'1234341221434321\\nnone\\n'
    """
    return _solve_lines(text, unique, time, threads)


def solve_all(
    puzzles: Iterable[str], *, unique: bool = False, time: float | None = None, threads: int | None = None
) -> list[str]:
    """Answer puzzles of one line each, with all cores; see `solve_lines`.

    >>> solve_all(["123434122143432.", "11.............."])
    ['1234341221434321', 'none']
    """
    return _solve_strings(puzzles, unique, time, threads)


def solve_file(
    path: str | os.PathLike[str],
    output: str | os.PathLike[str] | None = None,
    *,
    unique: bool = False,
    time: float | None = None,
    threads: int | None = None,
) -> list[str] | None:
    """Answer the puzzles of a file, one on each line; see `solve_lines`. With `output`, the answers go to a file.

    64 MB are read at once, so that files may be larger than the memory.
    """
    answers: list[str] = []
    with open(path, "rb") as file, open(output or os.devnull, "wb") as out:
        rest = b""
        while block := file.read(1 << 26):
            cut = block.rfind(b"\n") + 1
            if cut == 0:
                rest += block
                continue
            part = _solve_lines(rest + block[:cut], unique, time, threads)
            rest = block[cut:]
            out.write(part) if output else answers.extend(part.decode().splitlines())
        if rest:
            part = _solve_lines(rest, unique, time, threads)
            out.write(part) if output else answers.extend(part.decode().splitlines())
    return None if output else answers


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


def explain(puzzle: str | Puzzle, *, pictures: bool = False, time: float | None = None) -> Explanation:
    """The steps of a solution, as people take them.

    >>> print(explain("1234341221434.21"))
    R4C2 is the last open cell of row 4, so it is the missing 3.
    """
    return Explanation(*_read(puzzle)._explain(pictures, time))


def rate(puzzle: str | Puzzle, *, time: float | None = None) -> dict:
    """The difficulty of a puzzle with one solution: `cost` of the hardest step, its `level`, `se`, and `techniques`."""
    return _read(puzzle).rate(time=time)


def render(puzzle: str | Puzzle, *, solution: bool = False) -> str:
    """The puzzle as an SVG image. In a notebook, a Puzzle shows itself."""
    return _read(puzzle).render(solution=solution)


def generate(
    seed: int,
    *,
    size: int = 9,
    clues: int | tuple[int, int] | None = None,
    symmetry: str = "none",
    difficulty: str | None = None,
    rules: Iterable[str] = (),
) -> Puzzle:
    """A random puzzle with one solution, minimal unless `clues` says how many there are. The same seed gives the same.

    Clues of `rules` are placed at random: `rules=["killer", "thermo"]`.
    `symmetry` is none, rotational, mirror, diagonal or full; `difficulty` easy, medium, hard, fiendish, extreme or
    nested.
    """
    if isinstance(clues, int):
        clues = (clues, clues)
    return _generate(seed, size, clues, symmetry, difficulty, list(rules))
