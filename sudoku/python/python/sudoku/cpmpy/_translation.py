"""Expressions of CPMpy as conditions and numbers of the engine."""

from __future__ import annotations

from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import BoolVal, Comparison, Operator
from cpmpy.expressions.globalconstraints import DirectConstraint, GlobalConstraint
from cpmpy.expressions.globalfunctions import GlobalFunction
from cpmpy.expressions.utils import eval_comparison, flatlist, get_bounds, is_any_list, is_boolexpr, is_num
from cpmpy.expressions.variables import NegBoolView, _NumVarImpl

from .. import csp

GLOBALS = frozenset({
    "alldifferent", "alldifferent_except_n", "circuit", "cumulative", "cumulative_optional", "decreasing", "gcc",
    "increasing", "indomain", "inverse", "ite", "lex_chain_less", "lex_chain_lesseq", "lex_less", "lex_lesseq",
    "negative_table", "no_overlap", "no_overlap_optional", "precedence", "regular", "strictly_decreasing",
    "strictly_increasing", "table", "xor",
})
FUNCTIONS = frozenset({"abs", "among", "count", "div", "element", "max", "min", "mod", "mul", "nvalue", "pow"})


class Translation:
    """Variables, conditions and numbers of `csp_model`. `_varmap` has the variables by their names."""

    def solver_var(self, cpm_var):
        """The native variable: of a Boolean, one that is 0 or 1."""
        if not isinstance(cpm_var, _NumVarImpl):
            if is_num(cpm_var):
                return int(cpm_var)
            raise NotImplementedError(f"{cpm_var} is not a variable")
        if isinstance(cpm_var, NegBoolView):
            return 1 - self.solver_var(cpm_var._bv)
        found = self._varmap.get(cpm_var.name)
        if found is None:
            low, high = (0, 1) if cpm_var.is_bool() else (int(cpm_var.lb), int(cpm_var.ub))
            found = self._varmap[cpm_var.name] = self.csp_model.var(low, high, name=cpm_var.name)
        return found

    def _literal(self, cpm_var) -> csp.Condition:
        if isinstance(cpm_var, NegBoolView):
            return self.solver_var(cpm_var._bv) == 0
        return self.solver_var(cpm_var) == 1

    def _condition(self, expr):
        """A Boolean expression as a condition, or as True or False."""
        if isinstance(expr, (bool, BoolVal)) or is_num(expr):
            return bool(expr.args[0] if isinstance(expr, BoolVal) else expr)
        if isinstance(expr, _NumVarImpl):
            return self._literal(expr)
        if isinstance(expr, Comparison):
            left, right = expr.args
            return eval_comparison(expr.name, self._number(left), self._number(right))
        if isinstance(expr, DirectConstraint):
            if expr.name not in csp.__all__:
                raise NotSupportedError(f"csp has no {expr.name}: a direct constraint is a function of sudoku.csp")
            return expr.callSolver(self, csp)
        if isinstance(expr, Operator):
            parts = [self._condition(part) for part in expr.args]
            if expr.name == "and":
                return csp.all(parts)
            if expr.name == "or":
                return csp.any(parts)
            if expr.name == "->":
                return csp.any([_negated(parts[0]), parts[1]])
            if expr.name == "not":
                return _negated(parts[0])
        if isinstance(expr, GlobalConstraint) and expr.name in GLOBALS:
            return getattr(self, f"_{expr.name}")(expr, *expr.args)
        raise NotImplementedError(f"csp: {expr} is no condition that it knows")

    def _number(self, expr):
        """A numeric expression, or a Boolean one as 0 or 1."""
        if is_any_list(expr):
            return [self._number(part) for part in expr]
        if isinstance(expr, BoolVal):
            return int(expr.args[0])
        if is_num(expr):
            if int(expr) != expr:
                raise NotSupportedError(f"csp takes whole numbers only, not {expr}")
            return int(expr)
        if isinstance(expr, _NumVarImpl):
            return self.solver_var(expr)
        if is_boolexpr(expr):
            condition = self._condition(expr)
            return int(condition) if isinstance(condition, bool) else condition
        if isinstance(expr, Operator):
            if expr.name == "sum":
                return csp.sum(self._number(expr.args))
            if expr.name == "wsum":
                weights, terms = expr.args
                return csp.weighted_sum(self._number(weights), self._number(terms))
            if expr.name == "sub":
                left, right = self._number(expr.args)
                return left - right
            if expr.name == "-":
                return -self._number(expr.args[0])
        if isinstance(expr, GlobalFunction) and expr.name in FUNCTIONS:
            return _function(expr.name, [self._number(part) for part in expr.args])
        raise NotImplementedError(f"csp: {expr} is no number that it knows")

    def _item(self, expr):
        """A number or a variable that equals an expression."""
        if is_any_list(expr):
            return [self._item(part) for part in expr]
        number = self._number(expr)
        if isinstance(number, int) or (isinstance(expr, _NumVarImpl) and not isinstance(expr, NegBoolView)):
            return number
        key = ("item", expr)
        known = self._varmap.get(key)
        if known is None:
            low, high = get_bounds(expr)
            known = self._varmap[key] = self.csp_model.var(int(low), int(high))
            self.csp_model.add(known == number)
        return known

    def _variables(self, exprs):
        """Variables that equal expressions; constants, too."""
        items = self._item(exprs)
        return [self.csp_model.var(item) if isinstance(item, int) else item for item in items]

    def _amounts(self, exprs):
        """Items that are 0 or more, and the conditions that the expressions are."""
        items, conditions = [], []
        for expr in exprs:
            low, high = get_bounds(expr)
            if low >= 0:
                items.append(self._item(expr))
                continue
            number = self._number(expr)
            conditions.append(number >= 0)
            item = self.csp_model.var(0, max(0, int(high)))
            self.csp_model.add(item == csp.maximum([number, 0]))
            items.append(item)
        return items, conditions

    def _alldifferent(self, expr, *args):
        return csp.all_different(self._variables(args))

    def _alldifferent_except_n(self, expr, items, values):
        return csp.all_different_except(self._item(items), [int(value) for value in flatlist([values])])

    def _circuit(self, expr, *args):
        return csp.circuit(self._variables(args))

    def _inverse(self, expr, first, second):
        return csp.inverse(self._variables(first), self._variables(second))

    def _table(self, expr, items, tuples):
        return csp.table(self._item(items), self._number(tuples))

    def _negative_table(self, expr, items, tuples):
        return csp.table(self._item(items), self._number(tuples), forbidden=True)

    def _indomain(self, expr, item, values):
        return csp.count([self._number(item)], [int(value) for value in values]) == 1

    def _regular(self, expr, items, transitions, start, accepting):
        names = {start: 0}
        for before, _, after in transitions:
            names.setdefault(before, len(names))
            names.setdefault(after, len(names))
        moves = [(names[before], int(value), names[after]) for before, value, after in transitions]
        ends = [names[state] for state in accepting if state in names]
        return csp.regular(self._item(items), (len(names), 0, ends, moves))

    def _ite(self, expr, condition, then, otherwise):
        condition, then, otherwise = (self._condition(part) for part in (condition, then, otherwise))
        return csp.all([csp.any([_negated(condition), then]), csp.any([condition, otherwise])])

    def _xor(self, expr, *args):
        if len(args) == 2:
            first, second = (self._condition(part) for part in args)
            return _negated(first) if second is True else first if second is False else second ^ first
        # A number is compiled faster than nested conditions.
        return csp.remainder(csp.sum(self._number(args)), 2) == 1

    def _gcc(self, expr, items, values, times):
        quotas = [(int(value), self._item(number)) for value, number in zip(values, times)]
        return csp.cardinality(self._item(items), quotas, closed=expr.closed)

    def _precedence(self, expr, items, values):
        items, values = self._item(items), [int(value) for value in values]
        return csp.all([csp.value_precedence(*pair, items) for pair in zip(values, values[1:])])

    def _increasing(self, expr, *args):
        return csp.increasing(self._item(args))

    def _decreasing(self, expr, *args):
        return csp.increasing(self._item(args)[::-1])

    def _strictly_increasing(self, expr, *args):
        return csp.increasing(self._item(args), strict=True)

    def _strictly_decreasing(self, expr, *args):
        return csp.increasing(self._item(args)[::-1], strict=True)

    def _lex_less(self, expr, first, second):
        return csp.lex_less(self._item(first), self._item(second))

    def _lex_lesseq(self, expr, first, second):
        return csp.lex_less_or_equal(self._item(first), self._item(second))

    def _lex_chain_less(self, expr, *rows):
        rows = [self._item(row) for row in rows]
        return csp.all([csp.lex_less(*pair) for pair in zip(rows, rows[1:])])

    def _lex_chain_lesseq(self, expr, *rows):
        rows = [self._item(row) for row in rows]
        return csp.all([csp.lex_less_or_equal(*pair) for pair in zip(rows, rows[1:])])

    def _cumulative(self, expr, start, duration, *rest):
        *end, demand, capacity = rest
        return self._tasks(start, duration, end[0] if end else None, demand, capacity, None)

    def _cumulative_optional(self, expr, start, duration, *rest):
        *end, demand, capacity, present = rest
        return self._tasks(start, duration, end[0] if end else None, demand, capacity, present)

    def _no_overlap(self, expr, start, duration, end=None):
        return self._tasks(start, duration, end, None, None, None)

    def _no_overlap_optional(self, expr, start, duration, *rest):
        *end, present = rest
        return self._tasks(start, duration, end[0] if end else None, None, None, present)

    def _tasks(self, starts, durations, ends, demands, capacity, present):
        """Tasks on a resource, or one at a time."""
        if present is not None:
            presences = [self._condition(part) for part in present]
            return self._optional_tasks(starts, durations, ends, demands, capacity, presences)
        used, conditions = self._amounts(durations)
        if ends is not None:
            conditions += [
                self._number(start) + duration == self._number(end)
                for start, duration, end in zip(starts, used, ends)
            ]
        needed, own = ([], []) if demands is None else self._amounts(demands)
        conditions += own
        if demands is None:
            conditions.append(csp.disjunctive(self._item(starts), used))
        else:
            conditions += self._within(capacity, self._item(starts), used, needed)
        return csp.all(conditions)

    def _within(self, capacity, starts, durations, demands):
        """The conditions that demands never exceed a capacity, which is 0 or more."""
        (most,), conditions = self._amounts([capacity])
        return [*conditions, csp.cumulative(starts, durations, demands, most)]

    def _optional_tasks(self, starts, durations, ends, demands, capacity, presences):
        """The same for tasks that may be absent. An absent one lasts 0, and its durations and ends are free."""
        used, needed, conditions = [], [], []
        for at, presence in enumerate(presences):
            (length,), own = self._amounts([durations[at]])
            if ends is not None:
                own.append(self._number(starts[at]) + length == self._number(ends[at]))
            if demands is not None:
                (demand,), more = self._amounts([demands[at]])
                needed.append(demand)
                own += more
            if not isinstance(presence, bool):
                most = length if isinstance(length, int) else max(0, int(get_bounds(durations[at])[1]))
                lasting = self.csp_model.var(0, most)
                self.csp_model.add(lasting == presence.choose(length, 0))
                length = lasting
            used.append(length if presence is not False else 0)
            conditions += [csp.any([_negated(presence), condition]) for condition in own]
        starts = self._item(starts)
        if demands is None:
            conditions.append(csp.disjunctive(starts, used))
        else:
            conditions += self._within(capacity, starts, used, needed)
        return csp.all(conditions)


def _negated(condition):
    return not condition if isinstance(condition, bool) else ~condition


def _function(name, args):
    if name == "abs":
        return abs(args[0])
    if name == "mul":
        return args[0] * args[1]
    if name == "div":
        return csp.quotient(*args)
    if name == "mod":
        return csp.remainder(*args)
    if name == "pow":
        return args[0] ** args[1]
    if name == "element":
        return csp.element(*args)
    if name == "max":
        return csp.maximum(args)
    if name == "min":
        return csp.minimum(args)
    if name == "nvalue":
        return csp.number_of_values(args)
    if name == "among" or isinstance(args[1], int):
        return csp.count(*args)
    return csp.sum([number == args[1] for number in args[0]])
