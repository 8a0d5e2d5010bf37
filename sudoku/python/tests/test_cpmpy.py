"""Tests of the solver for CPMpy: every global against its meaning there, searches, cores, what is refused."""

import doctest
import itertools

import pytest

cp = pytest.importorskip("cpmpy")

import sudoku.cpmpy  # noqa: E402
from cpmpy.exceptions import NotSupportedError  # noqa: E402
from cpmpy.expressions.globalfunctions import FloatSum  # noqa: E402
from cpmpy.solvers.solver_interface import ExitStatus  # noqa: E402


def test_examples():
    failed, tried = doctest.testmod(sudoku.cpmpy)
    assert failed == 0 and tried > 4
    assert cp.SolverLookup.get("csp").version() and dict(cp.SolverLookup.base_solvers())["csp"] is sudoku.cpmpy.CPM_csp


WORDS = {
    "alldifferent": lambda x, b: cp.AllDifferent(x[0], x[1] + 1, 2),
    "alldifferent_except_n": lambda x, b: cp.AllDifferentExceptN([x[0], x[1], x[2]], [0, 2]),
    "allequal": lambda x, b: cp.AllEqual(x),
    "circuit": lambda x, b: cp.Circuit(x),
    "inverse": lambda x, b: cp.Inverse(x[:2], [x[2], 1 - x[2]]),
    "table": lambda x, b: cp.Table([x[0], x[1] + 1, 2], [[0, 1, 2], [2, 3, 2], [1, 1, 0]]),
    "short_table": lambda x, b: cp.ShortTable(x, [[0, "*", 2], ["*", 1, 1]]),
    "negative_table": lambda x, b: cp.NegativeTable(x[:2], [[0, 1], [2, 2]]),
    "regular": lambda x, b: cp.Regular(x, [("a", 0, "a"), ("a", 1, "b"), ("b", 1, "b"), ("b", 2, "a")], "a", ["a"]),
    "ite": lambda x, b: cp.IfThenElse(x[0] > 1, x[1] == 0, b),
    "indomain": lambda x, b: cp.InDomain(x[0] - x[1], [1, -2]),
    "xor": lambda x, b: cp.Xor([x[0] > 0, b, x[1] == x[2]]),
    "xor of two": lambda x, b: cp.Xor([x[0] > x[1], ~b]),
    "xor with constants": lambda x, b: cp.Xor([x[0] > 1, True]) & cp.Xor([True, b, x[1] < 2, False]),
    "cumulative": lambda x, b: cp.Cumulative([x[0], x[1], 1], [1, x[2] - 1, 1], demand=[1, 2, 1], capacity=2),
    "cumulative with ends": lambda x, b: cp.Cumulative([x[0], x[1]], [1, 2], [x[0] + 1, x[2]], [1, 1], 1),
    "cumulative, optional": lambda x, b: cp.CumulativeOptional(
        start=[x[0], x[1]], duration=[2, x[2] - 1], demand=[1, 1], capacity=1, is_present=[b, x[0] > 0]
    ),
    "no_overlap": lambda x, b: cp.NoOverlap([x[0], x[1]], [2, x[2]], [x[0] + 2, x[1] + x[2]]),
    "no_overlap, optional": lambda x, b: cp.NoOverlapOptional([x[0], x[1]], [2, x[2] - 1], is_present=[b, True]),
    "precedence": lambda x, b: cp.Precedence(x, [0, 1, 2]),
    "gcc": lambda x, b: cp.GlobalCardinalityCount(x[:2], [0, 1], [x[2], 1]),
    "gcc, closed": lambda x, b: cp.GlobalCardinalityCount(x, [0, 1], [1, b + 1], closed=True),
    "increasing": lambda x, b: cp.Increasing(x),
    "decreasing": lambda x, b: cp.Decreasing(x),
    "strictly increasing": lambda x, b: cp.IncreasingStrict(x[0], x[1] + 1, x[2]),
    "strictly decreasing": lambda x, b: cp.DecreasingStrict(x),
    "lex_less": lambda x, b: cp.LexLess([x[0], b], [x[1], x[2]]),
    "lex_lesseq": lambda x, b: cp.LexLessEq([x[0], b], [x[1], x[2]]),
    "lex_chain_less": lambda x, b: cp.LexChainLess([[x[0], 1], [x[1], 1], [x[2], 0]]),
    "lex_chain_lesseq": lambda x, b: cp.LexChainLessEq([[x[0], 1], [x[1], 1], [x[2], 0]]),
    "numbers": lambda x, b: cp.max([x[0], x[1] - 1]) + cp.min(x) * 2 - abs(x[0] - 2) >= 1,
    "division": lambda x, b: (x[0] - 2) // 2 + (x[1] - 2) % 2 == -1 + b,
    "products": lambda x, b: x[0] * x[1] + x[2] ** 2 == 4 + b,
    "element": lambda x, b: cp.Element([2, x[1], 0], x[0]) == x[2],
    "counts": lambda x, b: cp.Count(x, x[0]) + cp.Among(x, [1, 2]) + cp.NValue(x) == 5 + b,
    "logic": lambda x, b: ((x[0] > 1).implies(b & (x[1] != 2))) == ~(b | (x[2] < x[1])),
}


@pytest.mark.parametrize("name", WORDS)
def test_meanings(name):
    x, b, r = cp.intvar(0, 2, shape=3, name="x"), cp.boolvar(name="b"), cp.boolvar(name="r")
    meaning = WORDS[name](x, b)
    true = set()
    for *word, flag in itertools.product(range(3), range(3), range(3), (False, True)):
        for variable, value in zip(x, word):
            variable._value = value
        b._value = flag
        if meaning.value():
            true.add((*word, flag))
    words = set(itertools.product(range(3), range(3), range(3), (False, True)))
    both = (False, True)
    for made, expected in [
        (meaning, {(*word, flag) for word in true for flag in both}),
        (~meaning, {(*word, flag) for word in words - true for flag in both}),
        (r == meaning, {(*word, word in true) for word in words}),
        (r.implies(meaning), {(*word, flag) for word in words for flag in both if not flag or word in true}),
    ]:
        found = set()
        solver = cp.SolverLookup.get("csp", cp.Model(made))
        solver.user_vars.update([*x, b, r])
        count = solver.solveAll(display=lambda: found.add((*map(int, x.value()), b.value(), r.value())))
        assert found == expected and count == len(found)


def test_statuses():
    x = cp.intvar(0, 9, shape=5)
    easy = cp.Model(cp.sum(x) == 30, cp.AllDifferentExceptN(x, 9) | (x[0] == x[1]))
    assert easy.solve(solver="csp") and easy.status().exitstatus == ExitStatus.FEASIBLE and sum(x.value()) == 30
    easy.maximize(x[0] - x[1] + 2 * x[2])
    shown = []
    assert easy.solve(solver="csp", display=lambda: shown.append(x[0].value()))
    assert easy.status().exitstatus == ExitStatus.OPTIMAL and easy.objective_value() == 27 and shown
    assert easy.solve(solver="csp", threads=2, seed=3) and easy.objective_value() == 27
    easy += x[0] < 0
    assert not easy.solve(solver="csp") and easy.status().exitstatus == ExitStatus.UNSATISFIABLE and x[0].value() is None
    pigeons = cp.boolvar(shape=(16, 15))
    hard = cp.Model([cp.any(row) for row in pigeons], [cp.sum(column) <= 1 for column in pigeons.T])
    assert not hard.solve(solver="csp", time_limit=0.1) and hard.status().exitstatus == ExitStatus.UNKNOWN


def test_hints():
    x, b = cp.intvar(0, 9, shape=2), cp.boolvar()
    solver = cp.SolverLookup.get("csp", cp.Model(cp.sum(x) == 9, b | ~b))
    for value in (3, 8):
        solver.solution_hint([x[0], [~b]], [value, [value != 3]])
        assert solver.solve() and x[0].value() == value and b.value() == (value == 3)


def test_one_solver_for_many_searches():
    x = cp.intvar(0, 9, shape=3)
    solver = cp.SolverLookup.get("csp", cp.Model(cp.AllDifferent(x)))
    sums = []
    while solver.solve():
        sums.append(sum(x.value()))
        solver += cp.sum(x) > sums[-1]
    assert sums[-1] == 24 and sums == sorted(sums)


def test_settings_of_every_search():
    x = cp.intvar(0, 3, shape=2)
    model, told = cp.Model(x[0] < x[1]), []
    for settings in [
        {"threads": 1}, {"threads": None}, {"threads": 2}, {"progress": told.append}, {"time": 99}, {"restarts": ("linear", 9)},
    ]:
        assert model.solve(solver="csp", **settings)
        assert cp.Model(x[0] < x[1], maximize=x[0]).solve(solver="csp", **settings) and x[0].value() == 2
        assert model.solveAll(solver="csp", **settings) == 6
    assert cp.Model(x[0] < x[1], maximize=cp.intvar(5, 5)).solveAll(solver="csp") == 6


def test_a_negative_capacity_is_never_enough():
    x, b = cp.intvar(0, 3), cp.boolvar()
    none = cp.Cumulative([x], [1], demand=[1], capacity=-1)
    assert not cp.Model(none).solve(solver="csp")
    assert cp.Model(b.implies(none)).solve(solver="csp") and not b.value()


def test_cores():
    x, b = cp.intvar(0, 9, shape=2), cp.boolvar(shape=4)
    solver = cp.SolverLookup.get("csp")
    solver += [b[0].implies(x[0] > 5), b[1].implies(x[1] > x[0]), b[2].implies(x[1] < 3), (~b[3]).implies(x[0] != 7)]
    assert solver.solve(assumptions=[b[0], b[1], ~b[3]])
    with pytest.raises(AssertionError, match="assumptions"):
        solver.get_core()
    assert not solver.solve(assumptions=[~b[3], b[2], b[1], b[0]])
    assert set(map(str, solver.get_minimal_core())) == {str(b[0]), str(b[1]), str(b[2])} <= set(map(str, solver.get_core()))
    from cpmpy.tools.explain import mus, mus_native

    soft = [x[0] > 5, x[1] > x[0], x[1] < 3, x[0] != 7]
    assert {str(one) for one in mus(soft, solver="csp")} == {str(one) for one in soft[:3]}
    for soft, hard, expected in [(soft, [], soft[:3]), (soft[1:], soft[:1], soft[1:3]), (soft[3:], soft[:3], [])]:
        assert list(map(str, mus_native(soft, hard, solver="csp"))) == list(map(str, expected))
    with pytest.raises(AssertionError, match="have one"):
        mus_native(soft[:2], solver="csp")


def test_tuning():
    from cpmpy.tools import GridSearchTuner, ParameterTuner

    model = cp.Model(cp.AllDifferent(cp.intvar(1, 4, shape=4)))
    for tuner in (ParameterTuner("csp", model), GridSearchTuner("csp", model)):
        assert model.solve(solver="csp", **tuner.tune(max_tries=3, verbose=0))


def test_direct_constraints():
    x = cp.intvar(0, 2, shape=3)
    model = cp.Model(cp.DirectConstraint("subcircuit", (list(x),)), x[0] != 0)
    assert model.solveAll(solver="csp") == 4
    with pytest.raises(NotSupportedError, match="AddCircuit"):
        cp.Model(cp.DirectConstraint("AddCircuit", (list(x),))).solve(solver="csp")


def test_what_is_refused():
    x = cp.intvar(0, 2**40)
    with pytest.raises(OverflowError, match="too large"):
        cp.Model(x > 3).solve(solver="csp")
    y = cp.intvar(0, 3)
    with pytest.raises(NotSupportedError, match="floats"):
        cp.SolverLookup.get("csp").maximize(FloatSum([0.5], [y]))
    with pytest.raises(ValueError, match="time.limit"):
        cp.Model(y > 1).solve(solver="csp", time_limit=0)
    for settings in [{"restarts": ["linear", 9]}, {"variables": "biggest"}]:
        with pytest.raises(ValueError, match="there are|restarts are"):
            cp.Model(y > 1).solve(solver="csp", **settings)
    with pytest.raises(ValueError, match="subsolvers"):
        cp.SolverLookup.get("csp:fast")
