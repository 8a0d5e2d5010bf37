"""Sudoku of any size, shape and rules: solving, steps, ratings, pictures, puzzles.

>>> import sudoku
>>> print(sudoku.solve("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."))
812753649943682175675491283154237896369845721287169534521974368438526917796318452

The constraint engine is the module `sudoku.csp`.
"""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass, field
from typing import Any, Iterable, Iterator

from . import csp
from ._columns import solve_array, solve_arrow
from ._native import Puzzle, Solutions
from ._native import ask as _ask
from ._native import compare as _compare
from ._native import generate as _generate
from ._native import solve_lines as _solve_lines
from ._native import solve_strings as _solve_strings
from ._native import tree as _tree
from ._show import Picture, shown, table

__all__ = [
    "Answer", "Comparison", "Explanation", "Picture", "Puzzle", "Rating", "Solutions", "Step", "ask", "compare", "csp",
    "explain", "generate", "rate", "render", "solve", "solve_all", "solve_array", "solve_arrow", "solve_file", "solve_lines", "tree",
]


@dataclass(frozen=True)
class Answer:
    """The result of a search for two solutions."""

    verdict: str
    """`unique`, `multiple`, `none`, or `limit` if nothing is proved."""
    solutions: tuple[str, ...]
    """Up to two solutions."""
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)
    """The puzzle, for notebooks."""

    @property
    def solution(self) -> str | None:
        """The first solution, if one was found."""
        return self.solutions[0] if self.solutions else None

    def __str__(self) -> str:
        return self.solution or self.verdict

    def _repr_html_(self) -> str:
        """The puzzle, filled if it has exactly one solution, and the verdict: what a notebook shows."""
        picture = ""
        if self.puzzle is not None:
            picture = self.puzzle.render(solution=self.verdict == "unique")
        return f"{picture}<p>{html.escape(self.verdict)}</p>"


class Step(dict):
    """A step of an explanation, as a dictionary."""

    def __str__(self) -> str:
        return self["text"]

    def _repr_html_(self) -> str:
        text = html.escape(self["text"]).replace("\n", "<br>")
        name = f"<b>{html.escape(self['name'])}</b> ({self['cost']})"
        return f"{name}<div style='white-space: pre-wrap'>{text}</div>{self.get('svg', '')}"


@dataclass(frozen=True)
class Explanation:
    """The steps of a solution, as people take them."""

    steps: list[Step]
    """For each step `technique`, its `name` for people, `cost`, `text`, `nudge`, and `place` or `remove`; `svg` with pictures."""
    end: str
    """`solved`, `none` (no solution), `stuck` (all solutions agree so far), or `limit`."""

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __str__(self) -> str:
        return "\n".join(step["text"] for step in self.steps)

    def _repr_html_(self) -> str:
        """The steps as a list, with their pictures if they have any: what a notebook shows."""
        items = "".join(f"<li>{Step(step)._repr_html_()}</li>" for step in self.steps)
        return f"<ol>{items}</ol><p>{html.escape(self.end)}</p>"


class Rating(dict):
    """The difficulty of a puzzle, as a dictionary."""

    def _repr_html_(self) -> str:
        rows = [(name, shown(value)) for name, value in self.items() if name != "techniques"]
        return table((), rows) + table(("technique", "steps"), self["techniques"].items())


@dataclass(frozen=True)
class Comparison:
    """The runs of several methods on a puzzle."""

    runs: list[dict]
    """For each method `method`, `verdict`, `nodes`, `guesses` and `seconds`."""

    def __iter__(self) -> Iterator[dict]:
        return iter(self.runs)

    def __len__(self) -> int:
        return len(self.runs)

    def __str__(self) -> str:
        head = list(self.runs[0]) if self.runs else []
        rows = [head, *([shown(value) for value in run.values()] for run in self.runs)]
        widths = [max(map(len, column)) for column in zip(*rows)]
        return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)

    def _repr_html_(self) -> str:
        return table(list(self.runs[0]) if self.runs else [], [list(run.values()) for run in self.runs])


def _read(puzzle: str | Puzzle) -> Puzzle:
    return puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)


def solve(puzzle: str | Puzzle, *, time: float | None = None) -> Answer:
    """Solve a puzzle and prove whether its solution is the only one. `time` is a limit in seconds.

    >>> solve("1..4........4..1").verdict
    'multiple'
    """
    puzzle = _read(puzzle)
    solutions, end = puzzle._solve(2, time)
    if len(solutions) == 2:
        verdict = "multiple"
    elif end == "limit":
        verdict = "limit"
    else:
        verdict = "unique" if solutions else "none"
    return Answer(verdict, tuple(solutions), puzzle)


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


def explain(puzzle: str | Puzzle, *, pictures: bool = False, time: float | None = None) -> Explanation:
    """The steps of a solution, as people take them.

    >>> print(explain("1234341221434.21"))
    R4C2 is the last open cell of row 4, so it is the missing 3.
    """
    steps, end = _read(puzzle)._explain(pictures, time)
    return Explanation([Step(step) for step in steps], end)


def rate(puzzle: str | Puzzle, *, time: float | None = None) -> Rating:
    """The difficulty of a puzzle with one solution: `cost` of the hardest step, its `level`, `se`, and `techniques`."""
    return Rating(_read(puzzle).rate(time=time))


def render(puzzle: str | Puzzle, *, solution: bool = False) -> Picture:
    """The puzzle as an SVG image. In a notebook, a Puzzle shows itself."""
    return Picture(_read(puzzle).render(solution=solution))


def compare(
    puzzle: str | Puzzle, methods: Iterable[str] | None = None, *, time: float | None = None
) -> Comparison:
    """Solve a puzzle with several methods, one after the other, and prove whether its solution is the only one.

    The methods are those that `sudoku methods` lists; the usual ones, from brute force to the engine, unless told. `time` is a
    limit in seconds for all of them together.

    >>> [run["verdict"] for run in compare("123434122143432.", ["brute-force", "engine"])]
    ['unique', 'unique']
    """
    return Comparison(_compare(_read(puzzle), None if methods is None else list(methods), time))


def tree(
    puzzle: str | Puzzle, method: str | None = None, *, most: int = 2, time: float | None = None
) -> Picture:
    """The tree of the search for up to `most` solutions, as an SVG image. A method is one that `sudoku methods` lists.

    >>> tree("1..4........4..1", "mrv").count("solution") > 1
    True
    """
    return Picture(_tree(_read(puzzle), method, most, time))


def ask(question: str, *, time: float | None = None, **fields: Any) -> Any:
    """Ask any question of `sudoku serve`, with its fields; `time` is a limit in seconds.

    The answer is a dictionary, a list of the lines of a stream, or a picture (`render`, with `to="svg"`).
    `ask("")` lists the questions, and `ask("rules")`, `ask("methods")` and `ask("techniques")` are lists, too.

    >>> ask("hint", puzzle="1234341221434.21", level="where")["text"]
    'Look at row 4.'
    """
    texts = {key: value for key, value in fields.items() if value is not None}
    form, answer = _ask(question, json.dumps(texts, default=lambda puzzle: puzzle.to("native")), time)
    if form == "svg":
        return Picture(answer[0])
    told = [json.loads(line) for line in answer]
    return told if form == "lines" else told[0]


def generate(
    seed: int,
    *,
    size: int = 9,
    clues: int | tuple[int, int] | None = None,
    symmetry: str = "none",
    difficulty: str | None = None,
    rules: Iterable[str] = (),
    style: str = "free",
    known: Iterable[str | Puzzle] = (),
) -> Puzzle:
    """A random puzzle with one solution, minimal unless `clues` says how many there are. The same seed gives the same.

    Clues of `rules` are placed at random: `rules=["killer", "thermo"]`.
    `symmetry` is none, rotational, mirror, diagonal or full; `difficulty` easy, medium, hard, fiendish, extreme,
    nested or any; without one it is any, but up to hard with rules. `style` sets the clues of rules out: free, sparse,
    tiled or symmetric. The puzzles of `known` are kept out, also turned or with exchanged values.
    """
    if isinstance(clues, int):
        clues = (clues, clues)
    texts = [puzzle.to("native") if isinstance(puzzle, Puzzle) else puzzle for puzzle in known]
    return _generate(seed, size, clues, symmetry, difficulty, list(rules), style, texts)
