"""A constraint engine over integers: variables, conditions written with Python's operators, searches.

>>> from sudoku import csp
>>> model = csp.Model()
>>> x, y, z = model.vars(3, 1, 9)
>>> model.add(x + y <= z, csp.all_different([x, y, z]), x > y)
Constraint(0)
>>> solution = model.solve()
>>> solution[x] + solution[y] <= solution[z]
True

Numbers: `+ - * // % **`, `abs`, `sum`, `weighted_sum`, `maximum`, `minimum`, `element`, `count`, `number_of_values`,
`quotient`, `remainder`, `Condition.choose`. Logic: `& | ^ ~`, `implies`, `iff`, `all`, `any`; a condition counts as 0 or 1
in a number. The other functions are constraints over lists of variables; each is a condition, so that it may be negated or
implied, too.

`Model` searches: `solve`, `solutions`, `count`, `minimize`, `maximize`, `improvements`; `Model.solver` many times under
assumptions. `Model.minimal_core` tells which statements clash, `Model.why` from which something follows, `Model.explain`
the steps to the solution, and `Model.prove` writes a proof for independent checkers. `tree` draws a search, and `Progress`
shows how one goes on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _native
from ._native import (
    Condition, Constraint, Core, Expression, Improvements, Interval, Model, Search, Solution, Solver, Step, Steps, all,
    all_different, all_different_except, any, areas, bin_packing, cardinality, circuit, connected, count, cover,
    different_sum, element, increasing, inverse, lex_less, lex_less_or_equal, maximum, minimum, no_overlap,
    number_of_values, one_of_sets, partition, quotient, regions, regular, remainder, same_values, single_loop,
    subcircuit, sum, table, value_precedence, visible_count, weighted_sum,
)
from ._show import Picture, Progress

if TYPE_CHECKING:
    from ._native import Item

__all__ = [
    "Condition", "Constraint", "Core", "Expression", "Improvements", "Interval", "Model", "Progress", "Search", "Solution",
    "Solver", "Step", "Steps", "all", "all_different", "all_different_except", "any", "areas", "bin_packing", "cardinality",
    "circuit", "connected", "count", "cover", "cumulative", "different_sum", "disjunctive", "element", "increasing",
    "inverse", "lex_less", "lex_less_or_equal", "maximum", "minimum", "no_overlap", "number_of_values", "one_of_sets",
    "partition", "quotient", "regions", "regular", "remainder", "same_values", "single_loop", "subcircuit", "sum",
    "table", "tree", "value_precedence", "visible_count", "weighted_sum",
]


def disjunctive(starts: Iterable[Item] | Iterable[Interval], durations: Iterable[Item] | None = None) -> Condition:
    """No two tasks run at the same time: `disjunctive(intervals)`, or `disjunctive(starts, durations)`.

    >>> model = Model()
    >>> start = model.vars(2, 0, 3)
    >>> model.add(disjunctive(start, [3, 3]))
    Constraint(0)
    >>> [solution[start] for solution in model.solutions()]
    [[0, 3], [3, 0]]
    """
    if durations is None:
        tasks = list(starts)
        starts, durations = [task.start for task in tasks], [task.duration for task in tasks]
    return _native.disjunctive(starts, durations)


def cumulative(
    starts: Iterable[Item] | Iterable[Interval],
    durations: Iterable[Item] | None = None,
    demands: Iterable[Item] | None = None,
    capacity: Item | None = None,
) -> Condition:
    """At any time the demands of the running tasks add up to at most the capacity: `cumulative(intervals, demands=…,
    capacity=…)`, or `cumulative(starts, durations, demands, capacity)`.

    >>> model = Model()
    >>> tasks = [model.interval(model.var(0, 1), 2) for _ in range(3)]
    >>> model.add(cumulative(tasks, demands=[2, 1, 1], capacity=3))
    Constraint(0)
    >>> model.solve() is None
    True
    """
    if demands is None or capacity is None:
        raise TypeError("cumulative needs demands and a capacity")
    if durations is None:
        tasks = list(starts)
        starts, durations = [task.start for task in tasks], [task.duration for task in tasks]
    return _native.cumulative(starts, durations, demands, capacity)


def tree(model: Model, most: int = 1, **settings: Any) -> Picture:
    """The tree of the search for up to `most` solutions, as an SVG image. For settings see `Model.solve`; a limit ends the
    tree.

    >>> model = Model()
    >>> x = model.vars(4, 1, 4, name="queen")
    >>> model.add(all_different(x), [abs(x[i] - x[j]) != j - i for i in range(4) for j in range(i)])
    Constraint(0)
    >>> "queen[0] = 1" in tree(model, most=9)
    True
    """
    return Picture(model._tree(most, **settings))
