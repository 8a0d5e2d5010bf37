"""What a notebook shows: pictures, tables, and the progress of a search."""

from __future__ import annotations

import html
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

__all__ = ["Picture", "Progress", "table"]


class Picture(str):
    """An SVG image. It is its text, and shows itself in a notebook."""

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the image into a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of HTML; numbers stand to the right."""

    def cell(value: object, tag: str = "td") -> str:
        side = "right" if isinstance(value, (int, float)) else "left"
        return f"<{tag} style='text-align: {side}'>{html.escape(shown(value))}</{tag}>"

    lines = ["".join(cell(value, "th") for value in head)] if head else []
    lines += ["".join(map(cell, row)) for row in rows]
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def shown(value: object) -> str:
    """A value in a table."""
    if isinstance(value, float):
        return f"{value:.3g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


class Progress:
    """A function for the setting `progress`: it shows how a search goes on, in a notebook as a line below the cell, elsewhere
    as lines on standard error, one for each better value and for each doubling of the time.

    >>> import io
    >>> from sudoku import csp
    >>> model, lines = csp.Model(), io.StringIO()
    >>> x, y = model.vars(2, 0, 9)
    >>> model.add(x + 2 * y <= 9)
    Constraint(0)
    >>> _ = model.maximize(x + y, progress=csp.Progress(file=lines))
    >>> "value 9" in lines.getvalue()
    True
    """

    def __init__(self, *, file: Any = None) -> None:
        self._file = file
        self._display: Any = None
        self._begin()

    def _begin(self) -> None:
        self._time = self._next = 0.0
        self._value: int | None = None

    def __call__(self, told: dict[str, Any]) -> None:
        if told.get("time", self._time) < self._time:
            self._begin()  # Another search.
        self._time = told.get("time", self._time)
        self._value = told.get("value", self._value)
        line = self._line(told)
        if self._file is None and _is_notebook():
            self._update(line)
        elif "value" in told or told.get("time", 0.0) >= self._next:
            self._next = 2 * told.get("time", 0.0)
            print(line, file=self._file or sys.stderr, flush=True)

    def _line(self, told: dict[str, Any]) -> str:
        parts = [f"{told['time']:.1f} s"] if "time" in told else []
        parts += [f"{told[name]:,} {name}" for name in ("solutions", "nodes", "failures") if name in told]
        if self._value is not None:
            parts.append(f"value {self._value}")
        parts += [f"bound {told['bound']}"] if "bound" in told else []
        return ", ".join(parts)

    def _update(self, line: str) -> None:
        from IPython.display import display

        bundle = {"text/plain": line}
        if self._display is None:
            self._display = display(bundle, raw=True, display_id=True)
        else:
            self._display.update(bundle, raw=True)


def _is_notebook() -> bool:
    """Whether a kernel of Jupyter runs this."""
    ipython = sys.modules.get("IPython")
    return getattr(ipython and ipython.get_ipython(), "kernel", None) is not None
