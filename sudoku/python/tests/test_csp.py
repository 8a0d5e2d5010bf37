"""Tests of `sudoku.csp`: every function against its meaning, settings, cores, steps, proofs, errors."""

import copy
import doctest
import itertools
import multiprocessing
import os
import pickle
import random
import signal
import threading

import pytest

from sudoku import _native, csp


def test_examples():
    tried = 0
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for name, thing in vars(_native).items():
        parts = vars(thing).items() if isinstance(thing, type) else ()
        for part, documented in [("", thing), *parts]:
            example = parser.get_doctest(getattr(documented, "__doc__", None) or "", {}, f"{name}.{part}", None, 0)
            tried += runner.run(example).attempted
    assert runner.summarize().failed == 0 and tried > 60


def words(count, low, high):
    return itertools.product(range(low, high + 1), repeat=count)


def agree(count, low, high, condition, meaning):
    """All solutions of a condition, and of its negation, are those of its meaning, once it was pickled, too."""
    for wanted in (True, False):
        model = csp.Model()
        x = model.vars(count, low, high)
        made = condition(x)
        model.add(made if wanted else ~made)
        for model in (model, pickle.loads(pickle.dumps(model))):
            found = sorted(solution.values for solution in model.solutions())
            assert found == [list(word) for word in words(count, low, high) if meaning(word) == wanted]


def loops(word, everyone):
    """Whether successors are one circuit."""
    if sorted(word) != list(range(len(word))):
        return False
    moved = [place for place, successor in enumerate(word) if place != successor]
    if everyone and len(moved) < len(word) and len(word) > 1:
        return False
    if not moved:
        return not everyone or len(word) == 1
    place, seen = moved[0], set()
    while place not in seen:
        seen.add(place)
        place = word[place]
    return len(seen) == len(moved)


def is_connected(places):
    """Whether some places in a row are side by side."""
    return not places or max(places) - min(places) + 1 == len(places)


ROW = [(0, 1), (1, 2), (2, 3)]


def parts(word):
    """Maximal stretches of equal values."""
    return [list(part) for _, part in itertools.groupby(word)]


@pytest.mark.parametrize(
    ("count", "low", "high", "condition", "meaning"),
    [
        (3, 0, 2, csp.all_different, lambda w: len(set(w)) == 3),
        (3, 0, 2, lambda x: csp.all_different([x[0] + 1, x[1], x[2] - 1]), lambda w: len({w[0] + 1, w[1], w[2] - 1}) == 3),
        (3, 0, 2, lambda x: csp.all_different_except(x, [0, 2]), lambda w: w.count(1) < 2),
        (3, 0, 2, lambda x: csp.cardinality(x, {0: 1, 1: (0, 1)}), lambda w: w.count(0) == 1 and w.count(1) < 2),
        (3, 0, 2, lambda x: csp.cardinality(x[:2], {1: x[2]}), lambda w: w[:2].count(1) == w[2]),
        (3, 0, 2, lambda x: csp.cardinality(x, [(0, (0, 3))], closed=True), lambda w: w == (0, 0, 0)),
        (4, 0, 2, lambda x: csp.same_values(x[:2], x[2:]), lambda w: sorted(w[:2]) == sorted(w[2:])),
        (2, 0, 3, lambda x: csp.one_of_sets(x, [[0, 2], range(2, 4)]), lambda w: set(w) in ({0, 2}, {2, 3})),
        (2, 0, 3, lambda x: csp.cover(x, [[0, 1], [3]]), lambda w: 3 in w and min(w) < 2),
        (4, 0, 1, lambda x: csp.inverse(x[:2], x[2:]), lambda w: all(w[2 + w[i]] == i and w[w[2 + i]] == i for i in (0, 1))),
        (
            4, 0, 3, lambda x: csp.bin_packing([x[0], x[1]], [2, 1], [x[2], x[3]]),
            lambda w: max(w[:2]) < 2 and all(w[2 + b] == 2 * (w[0] == b) + (w[1] == b) for b in (0, 1)),
        ),
        (2, 0, 2, lambda x: csp.table(x, [(0, 1), (2, 2)]), lambda w: w in ((0, 1), (2, 2))),
        (2, 0, 2, lambda x: csp.table(x, [(0, 1), (2, 2)], forbidden=True), lambda w: w not in ((0, 1), (2, 2))),
        (3, 0, 1, lambda x: csp.regular(x, "0* 1+"), lambda w: w in ((1, 1, 1), (0, 1, 1), (0, 0, 1))),
        (3, 0, 1, lambda x: csp.regular(x, (2, 0, [1], [(0, 0, 1), (1, 1, 0)])), lambda w: w == (0, 1, 0)),
        (3, 0, 2, csp.increasing, lambda w: w[0] <= w[1] <= w[2]),
        (3, 0, 2, lambda x: csp.increasing(x, strict=True), lambda w: w[0] < w[1] < w[2]),
        (4, 0, 1, lambda x: csp.lex_less(x[:2], x[2:]), lambda w: w[:2] < w[2:]),
        (4, 0, 1, lambda x: csp.lex_less_or_equal(x[:2], x[2:]), lambda w: w[:2] <= w[2:]),
        (3, 0, 2, lambda x: csp.value_precedence(1, 2, x), lambda w: 2 not in w or 1 in w[: w.index(2)]),
        (3, 0, 3, lambda x: csp.different_sum(x[:2], x[2]), lambda w: w[0] != w[1] and w[0] + w[1] == w[2]),
        (3, 0, 2, lambda x: csp.visible_count(x[:2], x[2]), lambda w: 1 + (w[1] > w[0]) == w[2]),
        (2, 0, 2, lambda x: csp.visible_count(x, 1, above=0), lambda w: (w[0] > 0) + (w[1] > max(w[0], 0)) == 1),
        (3, 0, 2, csp.circuit, lambda w: loops(w, True)),
        (3, 0, 2, csp.subcircuit, lambda w: loops(w, False)),
        (4, 0, 1, lambda x: csp.single_loop(x, [(0, 1), (1, 2), (2, 0), (2, 3)]), lambda w: w == (1, 1, 1, 0)),
        (4, 0, 1, lambda x: csp.connected(x, ROW), lambda w: is_connected([i for i in range(4) if w[i] == 1])),
        (4, 0, 1, lambda x: csp.connected(x, ROW, inside=0), lambda w: is_connected([i for i in range(4) if w[i] == 0])),
        (
            4, 0, 2, lambda x: csp.regions(x, ROW, {1: (1, 2), 2: None}),
            lambda w: 1 <= w.count(1) <= 2 and all(is_connected([i for i in range(4) if w[i] == v]) for v in (1, 2)),
        ),
        (4, 1, 3, lambda x: csp.areas(x, ROW), lambda w: all(len(part) == part[0] for part in parts(w))),
        (4, 0, 1, lambda x: csp.partition(x, ROW, 2), lambda w: w == (0, 0, 1, 1)),
        (3, 0, 2, lambda x: csp.disjunctive(x, [2, 1, 0]), lambda w: w[0] + 2 <= w[1] or w[1] + 1 <= w[0]),
        (
            3, 0, 2, lambda x: csp.cumulative(x, [2, 1, 1], [1, 2, 1], 2),
            lambda w: all(sum(d for s, l, d in zip(w, (2, 1, 1), (1, 2, 1)) if s <= t < s + l) <= 2 for t in range(5)),
        ),
        (
            4, 0, 1, lambda x: csp.no_overlap(x[:2], x[2:], [1, 2], [1, 1]),
            lambda w: w[0] + 1 <= w[1] or w[1] + 2 <= w[0] or w[2] != w[3],
        ),
        (2, -2, 2, lambda x: csp.all([x[0] < x[1], x[1] > 0]), lambda w: w[0] < w[1] and w[1] > 0),
        (2, -2, 2, lambda x: csp.any([x[0] > x[1], x[1] > 0]), lambda w: w[0] > w[1] or w[1] > 0),
        (2, -2, 2, lambda x: csp.any([x[0] > x[1], x[1] > 0], constructive=True), lambda w: w[0] > w[1] or w[1] > 0),
        (2, -2, 2, lambda x: csp.all([True, x[0] == 1]) & True | False, lambda w: w[0] == 1),
        (2, -2, 2, lambda x: (x[0] > 0) ^ (x[1] > 0), lambda w: (w[0] > 0) != (w[1] > 0)),
        (2, -2, 2, lambda x: (x[0] > 0) == (x[1] > 0), lambda w: (w[0] > 0) == (w[1] > 0)),
        (2, -2, 2, lambda x: (x[0] > 0) != (x[1] > 0), lambda w: (w[0] > 0) != (w[1] > 0)),
        (2, -2, 2, lambda x: (x[0] > 0) == x[1], lambda w: (w[0] > 0) == w[1]),
        (2, -2, 2, lambda x: (x[0] > 0).choose(x[1], 2 - x[1]) == 1, lambda w: (w[1] if w[0] > 0 else 2 - w[1]) == 1),
        (2, -2, 2, lambda x: 3 - (x[0] > 0) * 2 + (x[1] > 0) >= 2, lambda w: 3 - (w[0] > 0) * 2 + (w[1] > 0) >= 2),
        (2, -3, 3, lambda x: x[0] ** 3 - x[1] ** 2 > 1, lambda w: w[0] ** 3 - w[1] ** 2 > 1),
        (2, -4, 4, lambda x: (x[0] % 3 == 2) & (x[1] // -2 == 1), lambda w: w[0] % 3 == 2 and w[1] // -2 == 1),
        (2, 1, 4, lambda x: 7 // x[0] == 7 % x[1], lambda w: 7 // w[0] == 7 % w[1]),
        (2, -4, 4, lambda x: csp.quotient(x[0], 3) == csp.remainder(x[1], 3), lambda w: int(w[0] / 3) == w[1] - 3 * int(w[1] / 3)),
        (3, 0, 2, lambda x: csp.maximum(x) - csp.minimum(x) == 1, lambda w: max(w) - min(w) == 1),
        (3, 0, 2, lambda x: csp.element([2, x[1], 0], x[0]) == x[2], lambda w: (2, w[1], 0)[w[0]] == w[2]),
        (3, 0, 2, lambda x: csp.count(x, [0, 2]) == 2, lambda w: w.count(1) == 1),
        (3, 0, 2, lambda x: csp.number_of_values(x) == 2, lambda w: len(set(w)) == 2),
        (3, 0, 2, lambda x: csp.weighted_sum([2, -1, 3], x) == 4, lambda w: 2 * w[0] - w[1] + 3 * w[2] == 4),
        (2, -2, 2, lambda x: csp.sum([-x[0], abs(x[1]), x[0] == 1, 3]) == 4, lambda w: -w[0] + abs(w[1]) + (w[0] == 1) == 1),
    ],
)
def test_meanings(count, low, high, condition, meaning):
    agree(count, low, high, condition, meaning)


def queens(n):
    model = csp.Model()
    x = model.vars(n, range(n))
    model.add(csp.all_different(x))
    model.add(csp.all_different([x[i] + i for i in range(n)]), csp.all_different([x[i] - i for i in range(n)]))
    return model, x


@pytest.mark.parametrize(
    "settings",
    [
        {"threads": 2}, {"seed": 7}, {"variables": "weighted_degree", "restarts": 50}, {"values": "middle"},
        {"restarts": ("geometric", 10, 1.5)}, {"restarts": ("linear", 20)}, {"restarts": "never", "learning": False},
        {"consistency": "domain"}, {"variables": "random", "values": "random", "seed": 3}, {"time": None},
    ],
)
def test_settings_leave_answers_as_they_are(settings):
    model, x = queens(6)
    assert model.count(**settings) == (4, True)
    assert model.solve(**settings)[x[0]] != 0
    assert model.maximize(x[0] - x[1], **settings)[1:] == (3, True)
    assert model.count(assumptions=[x[0] == 1, x[1] + x[2] == 8], **settings) == (1, True)


def test_settings_that_are_wrong():
    model, x = queens(6)
    for kind, word, settings in [
        (TypeError, "there is no setting 'tiem' here|\"tiem\"", {"tiem": 3}), (ValueError, "order of values", {"values": "low"}),
        (ValueError, "weighted_degree", {"variables": "none"}), (ValueError, "Luby", {"restarts": ("geometric", 10, 0.5)}),
        (ValueError, "seconds", {"time": -1}), (TypeError, "progress", {"progress": 3}), (TypeError, None, {"assumptions": [3]}),
    ]:
        with pytest.raises(kind, match=word):
            model.solve(**settings)
    with pytest.raises(TypeError, match="threads"):
        model.solutions(threads=2)


def test_phases():
    model = csp.Model()
    x, y = model.vars(2, 0, 9)
    model.branch_on([y], values="largest")
    model.branch_on([x], variables="input", values="middle")
    assert model.solve()[[x, y]] == [4, 9]
    with pytest.raises(ValueError, match="order of values"):
        model.branch_on([x], values="best")


def test_hints():
    model, x = queens(8)
    first = model.solve()[x]
    for wish in list(model.solutions()):
        for var, value in zip(x, wish[x]):
            model.hint(var, value)
        assert model.solve()[x] == wish[x] == model.solver().solve()[x]
    assert wish[x] != first
    model.hint(x[0] + 1, 3)
    assert model.solve()[x[0]] == 2 and model.count() == (92, True)
    with pytest.raises(ValueError, match="declared"):
        model.hint(x[0], 8)


def test_models_are_pickled_and_copied():
    model = csp.Model()
    x, y = model.var([1, 3, 7], name="x"), model.var(0, 9)
    early = model.boolean(name="early")
    task = model.interval(y, 3, present=early)
    statement = model.add(early.implies(y > x), task.end <= 10, name="early or late")
    model.add(x + y == 10, True)
    model.hint(y, 7)
    model.branch_on([y + 0], values="largest")
    solution = model.solve()
    kept = {"model": model, "x": x + 1, "less": x < 5, "sum": x + 2 * y, "all": csp.all_different([x, y]), "task": task}
    for again in (pickle.loads(pickle.dumps(kept)), copy.deepcopy(kept)):
        other = again["model"]
        assert other is not model and repr(other) == repr(model)
        assert [repr(var) for var in other.variables] == [repr(var) for var in model.variables]
        assert [str(one) for one in other.constraints] == ["early or late", str(model.constraints[1])]
        assert other.solve().values == solution.values and other.count() == model.count()
        found = other.solve(assumptions=[again["less"], again["all"], again["task"].present])
        assert found[[again["x"], again["sum"]]] == [4, 17]
        with pytest.raises(ValueError, match="two models"):
            other.add(x == 1)
    again = pickle.loads(pickle.dumps((statement, solution)))
    assert str(again[0]) == "early or late" and again[1].values == solution.values
    copied = copy.copy(model)
    copied.add(copied.variables[0] == 1)
    assert model.count()[0] > copied.count()[0], "a copy is a model of its own"
    left = csp.Model().var(0, 9)
    with pytest.raises(ValueError, match="no more"):
        pickle.dumps(left)
    with pytest.raises(TypeError):
        pickle.dumps(model.solver())


def test_long_sums_are_pickled():
    """Loops make sums that are nested as deeply as they are long."""
    model = csp.Model()
    x = model.vars(20_000, 0, 1)
    forward, backward, either = x[0] > 0, 0, x[0] > 0
    for one in x:
        forward, backward, either = forward + (one > 0), (one > 0) + 1 * backward, either | (one > 0)
    model.add(forward == 3, backward == 2, either, x[0] == 1)
    again = pickle.loads(pickle.dumps(model))
    assert sum(again.solve().values) == 2
    # Sums that have beginnings in common, and one that has itself as a part.
    model = csp.Model()
    y = model.vars(2000, 0, 1)
    prefix = y[0] + y[1]
    for one in y[2:]:
        prefix = prefix + one
        model.add(prefix >= 0)
    model.add(prefix + prefix + 2 * (prefix + y[0]) == 8, [prefix + one <= 3 for one in y])
    text = pickle.dumps(model)
    assert len(text) < 1_000_000
    assert sum(pickle.loads(text).solve().values) == 2
    del forward, backward, either, model, again


def test_models_go_to_other_processes():
    model, x = queens(6)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        (found, of) = pool.apply(solved, [model, x])
    assert found[of] in [solution[x] for solution in model.solutions()]


def solved(model, x):
    return model.solve(), x


def test_improvements_and_progress():
    model = csp.Model()
    x = model.vars(6, 0, 9)
    model.add(csp.all_different(x))
    cost = csp.sum([abs(x[i] - x[(i + 1) % 6]) for i in range(6)])
    improvements = model.improvements(maximize=cost)
    values = [value for _, value in improvements]
    assert values == sorted(set(values)) and improvements.proved and improvements.bound == values[-1]
    assert improvements.statistics["nodes"] > 0
    for threads in (1, 2):
        told = []
        best, value, proved = model.maximize(cost, progress=told.append, threads=threads)
        assert (value, proved) == (values[-1], True) and best[cost] == value
        assert [step["value"] for step in told if "value" in step][-1] == value
    with pytest.raises(TypeError, match="minimize"):
        model.improvements()
    seen = []
    improvements = model.improvements(
        maximize=cost, progress=lambda told: seen.append((told["bound"], improvements.bound, improvements.statistics["nodes"]))
    )
    assert len(list(improvements)) <= len(seen), "a function of progress reads its own iterator"
    assert all(told == read >= values[-1] and nodes > 0 for told, read, nodes in seen)

    def fails(told):
        raise KeyError("of the caller")

    with pytest.raises(KeyError):
        model.maximize(cost, progress=fails)


def test_many_searches_of_one_model():
    model, x = queens(8)
    solver = model.solver()
    found = sum(solver.solve([x[0] == a, x[1] == b]) is not None for a in range(8) for b in range(8))
    assert found == len({tuple(s[x[:2]]) for s in model.solutions()})
    assert solver.solve([~(x[0] == 0), x[0] <= 1])[x[0]] == 1
    y = model.var(0, 7, name="y")
    model.add(y == x[0] + 3)
    assert solver.solve([y == 5])[x[0]] == 2 and solver.solve()[y] == solver.solve()[x[0]] + 3
    core = solver.minimal_core([x[3] > 1, y == 9, x[2] == 0])
    assert list(core)[0] is core.items[0] and len(core) == 1 and core.is_minimal and str(core) == "y == 9"
    assert len(solver.minimal_core([y == 9, y == 9])) == 1
    assert solver.core([y == 5]) is None
    model.add([csp.sum(x[:2]) != value for value in range(40)])
    assert solver.solve() is None and len(solver.core([])) == 0
    with pytest.raises(ValueError, match="boolean"):
        solver.solve([x[0] + x[1] == 3])
    other = queens(8)[0].solver()
    with pytest.raises(TimeoutError):
        other.solve(time=0)
    assert other.statistics["propagations"] == 0, "the time holds for compiling, too"
    assert other.solve() is not None


def test_a_solver_takes_what_is_added():
    for seed in range(40):
        draw = random.Random(seed)
        model = csp.Model()
        x, (b, c) = model.vars(5, 0, 4), (model.boolean(), model.boolean())
        solver = model.solver()
        for _ in range(3):
            i, j, k = (x[at] for at in draw.sample(range(5), 3))
            kinds = [
                i != j, i + 1 <= j, csp.all_different([i, j, k]), i + j + k <= draw.randint(3, 9), b.implies(i == 2), b ^ c,
                csp.table([i, j], [(a, draw.randint(0, 4)) for a in range(5)]), csp.any([j > 2, c, k == i]), k != 4,
            ]
            model.add([kind for kind in kinds if draw.random() < 0.4])
            for wish in [*(x[0] == value for value in range(5)), b, ~c]:
                found = solver.solve([wish])
                assert (found is None) == (model.solve(assumptions=[wish]) is None)


def test_cores_are_in_terms_of_statements():
    model = csp.Model()
    x = model.vars(4, 1, 3, name="x")
    rules = [
        model.add(csp.all_different(x[:3]), name="different"), model.add(x[0] < x[1], x[1] < x[2], name="ascending"),
        model.add(x[2] == 2), model.add(x[3] > x[0], name="unrelated"),
    ]
    assert model.solve() is None
    core = model.minimal_core()
    assert core.is_minimal and core.items == [rules[1], rules[2]]
    assert str(core).splitlines()[0] == "ascending" and "x[2]" in str(core).splitlines()[1]
    assert set(map(str, core)) <= set(map(str, model.core()))
    # Only what is asked for is told; the others are taken for granted.
    assert model.minimal_core([rules[3], rules[2]]).items == [rules[2]]
    wish = x[3] + x[0] == 2
    assert model.minimal_core([rules[3], wish, rules[1]]).items in ([rules[1]], [rules[3], wish])
    easy = csp.Model()
    assert easy.var(0, 1) is not None and easy.core() is None


def test_why():
    model = csp.Model()
    x, y = model.var(1, 3, name="x"), model.var(1, 3, name="y")
    less = model.add(x < y)
    assert model.why(y != 1).items == [less] and model.why(y == 3) is None
    given = x >= 2
    assert model.why(y == 3, [given]).items == [less, given]
    assert len(model.why(x <= 3)) == 0


def test_steps():
    model, x = csp.Model(), None
    x = model.vars(4, 1, 4, name="x")
    names = ["row", "sum", "first", "last"]
    for name, condition in zip(names, [csp.all_different(x), x[0] + x[1] == 3, x[0] > x[1], x[2] < x[3]]):
        model.add(condition, name=name)
    steps = model.explain()
    assert steps.end == "open"
    taken = list(steps)
    assert steps.end == "solved" and {str(rule) for step in taken for rule in step.constraints} == set(names)
    solution = model.solve()
    for step in taken:
        assert all(solution[one] for one in step.conclusions) and step.cost >= 1 and str(step)
    model.add(x[0] == 4)
    steps = model.explain()
    assert list(steps)[-1].conclusions == [] and steps.end == "none"
    loose = csp.Model()
    loose.var(0, 1)
    steps = loose.explain()
    assert list(steps) == [] and steps.end == "stuck"


def test_proofs(tmp_path):
    model = csp.Model()
    x = model.vars(3, 1, 3)
    model.add(csp.all_different(x))
    path = tmp_path / "proof"
    with pytest.raises(ValueError, match="several solutions"):
        model.prove(path)
    assert model.prove(path, maximize=x[0] + x[1]) == "optimum"
    assert (tmp_path / "proof.opb").read_text().count("min:") == 1
    model.add(x[0] < x[1], x[1] < x[2])
    assert model.prove(path) == "unique" and "conclusion UNSAT" in (tmp_path / "proof.pbp").read_text()
    model.add(x[0] == 3)
    assert model.prove(path, format="cnf") == "none" and (tmp_path / "proof.cnf").read_text().startswith("p cnf")
    with pytest.raises(OSError):
        model.prove(tmp_path / "nowhere" / "proof")


def test_optional_tasks():
    model = csp.Model()
    length = model.var(1, 2)
    tasks = [model.interval(model.var(0, 2), length, present=model.boolean()), model.interval(model.var(0, 2), 2)]
    model.add(csp.cumulative(tasks, demands=[1, 1], capacity=1), [task.end <= 3 for task in tasks])
    found = {
        (s[tasks[0].present], s[length], s[tasks[0].start], s[tasks[1].start]) for s in model.solutions()
    }
    starts = [(p, l, a, b) for p in (False, True) for l in (1, 2) for a in range(3) for b in range(2)]
    apart = lambda a, l, b: a + l <= 3 and (a + l <= b or b + 2 <= a)
    assert found == {(p, l, a, b) for p, l, a, b in starts if not p or apart(a, l, b)}


def test_numbers_that_are_too_large():
    model = csp.Model()
    x = model.var(0, 9)
    for wrong in (
        lambda: model.var(0, 2**40), lambda: model.var(0, 2**29), lambda: model.var([2**70]), lambda: x + 2**70,
        lambda: model.add(x * 2**62 * 4 == 3), lambda: csp.table([x], [(2**40,)]), lambda: csp.count([x], 2**40),
        lambda: x**61, lambda: csp.all_different([x + 2**31]) and model.add(csp.all_different([x + 2**30])),
    ):
        with pytest.raises((OverflowError, TypeError)) as raised:
            wrong()
        assert raised.type is OverflowError or "variables are expected" in str(raised.value)
    assert model.solve() is not None, "a mistake leaves the model as it was"


def test_mistakes_are_told():
    model = csp.Model()
    x = model.vars(3, 0, 2)
    for kind, text, wrong in [
        (ValueError, "no value", lambda: model.var(3, 2)), (ValueError, "no value", lambda: model.var([])),
        (TypeError, "not a text", lambda: model.var("19")), (TypeError, "not str", lambda: csp.sum(["1"])),
        (ValueError, "tuple of length 2", lambda: model.add(csp.table(x, [(1, 2)]))),
        (ValueError, "one length", lambda: csp.weighted_sum([1], x)), (ValueError, "is empty", lambda: csp.maximum([])),
        (TypeError, "variables are expected", lambda: csp.circuit([1, 0])),
        (TypeError, "Declare a variable", lambda: csp.increasing([x[0] + x[1]])),
        (TypeError, "x < y", lambda: model.add(3)), (TypeError, "x < y", lambda: csp.any([x[0]])),
        (ValueError, "character", lambda: csp.regular(x, "1 (2")), (TypeError, "demands", lambda: csp.cumulative([])),
        (ValueError, "two models", lambda: model.add(csp.Model().var(0, 1) == 1)),
        (ValueError, "declared after", lambda: model.solve()[model.var(0, 1) + x[0]]),
    ]:
        with pytest.raises(kind, match=text):
            wrong()
    assert model.count() == (54, True), "mistakes leave the model as it was; one variable was added"
    assert model.lints() == []
    model.add(csp.table(x, []) | (x[0] == 0))
    assert "table" in model.lints()[0]


def test_names():
    model = csp.Model()
    x, y = model.vars(2, 0, 9, name="x")
    rule = model.add(x < y, name="rule")
    assert (repr(rule), str(rule), rule.name, len(rule.conditions)) == ("Constraint(0, 'rule')", "rule", "rule", 1)
    assert model.constraints == [rule] and repr(x + 3) == "x[0] + 3" and repr(x == 4) == "x[0] == 4"
    assert repr((x + 2 * y <= 8) | csp.all_different([x, y])) == "(x[0] + 2·x[1] ≤ 8 | AllDifferent(x[0], x[1]))"
    nameless = csp.Model().vars(2, 0, 9)
    assert repr(nameless[1] * nameless[0]) == "product(x1, x0)"
    assert repr(model) == "Model(2 variables, 1 constraints)" and len({x, y, x}) == 2


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_interrupt_ends_every_kind_of_search():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    model, x = queens(40)
    hard = csp.Model()
    # Pigeons and one hole too few.
    y = [[hard.boolean() for _ in range(15)] for _ in range(16)]
    hard.add([csp.any(row) for row in y], [csp.sum(column) <= 1 for column in zip(*y)])
    cost = csp.sum([x[i] * x[39 - i] for i in range(20)])
    for call in (
        lambda: sum(1 for _ in model.solutions()), lambda: model.maximize(cost), lambda: model.maximize(cost, threads=2),
        lambda: hard.solver(learning=False).solve(), lambda: hard.minimal_core(), lambda: list(model.improvements(minimize=cost)),
    ):
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            call()
        timer.join()
    signal.signal(signal.SIGINT, before)
