"""A constraint engine over integers: variables, conditions written with Python's operators, searches.

>>> from sudoku import csp
>>> model = csp.Model()
>>> x, y, z = model.vars(3, 1, 9)
>>> model.add(x + y <= z, csp.all_different([x, y, z]), x > y)
>>> solution = model.solve()
>>> solution[x] + solution[y] <= solution[z]
True
"""

from ._native import (
    Condition, Expression, Model, Search, Solution, all_different, circuit, count, cumulative, element, maximum, minimum,
    sum, table,
)

__all__ = [
    "Condition", "Expression", "Model", "Search", "Solution", "all_different", "circuit", "count", "cumulative",
    "element", "maximum", "minimum", "sum", "table",
]
