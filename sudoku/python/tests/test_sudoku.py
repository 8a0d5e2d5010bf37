"""Tests of the module: answers, limits, errors, interrupts, and the examples of README and docstrings."""

import copy
import doctest
import multiprocessing
import os
import pathlib
import pickle
import signal
import threading
import time

import numpy
import pytest

import sudoku
from sudoku import csp

HARDEST = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_examples():
    readme = pathlib.Path(__file__).parents[1] / "README.md"
    failed, tried = doctest.testfile(str(readme), module_relative=False, encoding="utf-8")
    assert failed == 0 and tried > 15
    for module in (sudoku, csp, sudoku._columns, sudoku._show):
        failed, tried = doctest.testmod(module)
        assert failed == 0 and tried > 0


def test_verdicts():
    assert sudoku.solve(HARDEST).verdict == "unique"
    assert sudoku.solve("." * 81).verdict == "multiple"
    assert sudoku.solve("55" + "." * 79).verdict == "none"
    assert sudoku.Puzzle("55" + "." * 79).obstacle is not None
    assert sudoku.solve("." * 81, time=0).verdict == "limit"
    with pytest.raises(ValueError, match="1:"):
        sudoku.solve("12345")


def is_solution(puzzle: str, solution: str) -> bool:
    rows = [solution[9 * row : 9 * row + 9] for row in range(9)]
    columns = ["".join(row[at] for row in rows) for at in range(9)]
    boxes = ["".join(rows[r + i][c : c + 3] for i in range(3)) for r in (0, 3, 6) for c in (0, 3, 6)]
    fits = all(given in (".", value) for given, value in zip(puzzle, solution, strict=True))
    return fits and all("".join(sorted(house)) == "123456789" for house in rows + columns + boxes)


def test_batches_agree(tmp_path):
    puzzles = [sudoku.generate(seed=seed).to("line").strip() for seed in range(100)]
    assert len(set(puzzles)) == 100
    puzzles *= 30  # several pieces of work
    lines = sudoku.solve_all(puzzles, unique=True)
    assert all(map(is_solution, puzzles, lines))
    assert sudoku.solve_all(puzzles, unique=True, threads=1) == lines
    text = "\n".join(puzzles).encode()
    assert sudoku.solve_lines(text, unique=True).decode().split() == lines
    path, out = tmp_path / "puzzles", tmp_path / "solutions"
    path.write_bytes(text)
    assert sudoku.solve_file(path, unique=True) == lines
    assert sudoku.solve_file(path, out, unique=True) is None
    assert out.read_text().split() == lines
    cells = numpy.array([[int(c) if c != "." else 0 for c in puzzle] for puzzle in puzzles])
    solutions, found = sudoku.solve_array(cells, unique=True)
    assert ["".join(map(str, row)) for row in solutions] == lines
    assert (found == 1).all()


def test_each_line_gives_one():
    text = b"# a comment\n\n1234341221434321\nnonsense\n1...............\n"
    answer = sudoku.solve_lines(text, unique=True)
    assert answer == b"# a comment\n\n1234341221434321\ninvalid\nmultiple\n"
    assert sudoku.solve_lines(b"") == b""
    assert sudoku.solve_all([]) == []
    with pytest.raises(ValueError):
        sudoku.solve_all(["1...\n...."])


def test_arrays_that_are_wrong():
    for cells in (numpy.zeros(81), numpy.zeros((2, 80), int), numpy.full((1, 81), 10), numpy.full((1, 81), -1)):
        with pytest.raises(ValueError):
            sudoku.solve_array(cells)
    solutions, found = sudoku.solve_array(numpy.array([[1, 1] + [0] * 14, [0] * 16]), unique=True)
    assert found.tolist() == [0, 2] and not solutions[0].any()
    assert sudoku.solve_array(numpy.zeros((0, 81), numpy.uint8))[0].shape == (0, 81)
    every_other = numpy.zeros((4, 16), numpy.uint8)[::2]
    assert sudoku.solve_array(every_other)[1].tolist() == [1, 1]


def test_solutions_one_by_one():
    puzzle = sudoku.Puzzle("." * 16)
    assert len(set(puzzle.solutions())) == 288
    assert puzzle.count() == (288, True) and puzzle.count(100) == (100, False)
    with pytest.raises(TimeoutError):
        sudoku.Puzzle("." * 81).candidates(time=0)
    candidates = sudoku.Puzzle("123434122143432.").candidates()
    assert candidates[-1] == ["1"]


def test_steps_and_pictures():
    explanation = sudoku.explain(EASY, pictures=True)
    assert explanation.end == "solved"
    assert all(step["svg"].startswith("<svg") and step["text"] for step in explanation)
    lettered = sudoku.explain(sudoku.Puzzle(EASY, cell_names="A1"))
    assert not any("R1C" in step["text"] for step in lettered)
    with pytest.raises(ValueError, match="R1C1, r1c1, A1"):
        sudoku.Puzzle(EASY, cell_names="B1")
    assert sudoku.rate(HARDEST)["level"] == "nested"
    with pytest.raises(ValueError, match="several"):
        sudoku.rate("." * 81)
    assert sudoku.Puzzle(EASY)._repr_svg_().startswith("<svg")
    assert len(sudoku.render(EASY, solution=True)) > len(sudoku.render(EASY))


def test_any_question():
    assert sudoku.ask("check", puzzle=HARDEST)["verdict"] == "unique"
    assert sudoku.ask("check", puzzle=sudoku.Puzzle(HARDEST), cap=None)["solutions"] == 1
    assert sudoku.ask("count", puzzle="1..4........4..1")[-1] == {"count": 2, "low": 2, "high": 2, "finished": True}
    assert sudoku.ask("render", puzzle=EASY, to="svg").startswith("<svg")
    asked = {call["path"] for call in sudoku.ask("")["calls"]}
    assert {"/api/hint", "/api/minimize"} <= asked and "killer" in {rule["name"] for rule in sudoku.ask("rules")}
    for expected, question, fields in [
        ("there is no question", "guess", {}), ("puzzle", "check", {}), ("field", "check", {"puzle": EASY}),
        ("^1:", "check", {"puzzle": "12345"}), ("svg", "render", {"puzzle": EASY, "to": "png"}),
    ]:
        with pytest.raises(ValueError, match=expected):
            sudoku.ask(question, **fields)
    with pytest.raises(TimeoutError):
        sudoku.ask("check", puzzle=HARDEST, time=0)


def test_steps_in_a_notebook():
    explanation = sudoku.explain("1234341221434.21", pictures=True)
    shown = explanation._repr_html_()
    assert shown.count("<li>") == len(explanation) == 1 and "<svg" in shown and "row 4" in shown
    assert "<svg" not in sudoku.explain("1234341221434.21")._repr_html_()
    assert "<script>" not in sudoku.Explanation([{"name": "<script>", "cost": 1.0, "text": "<script>"}], "stuck")._repr_html_()


KILLER = "size: 4\ntitle: Two cages\nkiller 5: r1c1 r1c2\nkiller 3: r2c3 r2c4\n"


def test_puzzles_are_pickled_and_copied():
    for text in (EASY, KILLER, "size: 6"):
        puzzle = sudoku.Puzzle(text, cell_names="A1")
        for other in (pickle.loads(pickle.dumps(puzzle)), copy.deepcopy(puzzle)):
            assert other == puzzle and other.to("native") == puzzle.to("native")
    again = pickle.loads(pickle.dumps(sudoku.Puzzle(EASY, cell_names="A1")))
    assert not any("R1C" in step["text"] for step in sudoku.explain(again))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(sudoku.rate, [sudoku.Puzzle(EASY)])[0]["level"] == "easy"


def test_generated():
    puzzle = sudoku.generate(seed=7, symmetry="rotational", difficulty="easy")
    assert puzzle == sudoku.generate(seed=7, symmetry="rotational", difficulty="easy")
    assert sudoku.rate(puzzle)["level"] == "easy"
    line = puzzle.to("line").strip()
    assert all((a == ".") == (b == ".") for a, b in zip(line, reversed(line)))
    with pytest.raises(ValueError):
        sudoku.generate(seed=1, difficulty="impossible")


def test_generated_variants():
    puzzle = sudoku.generate(seed=3, size=6, rules=["killer", "thermo"])
    assert set(puzzle.rules) <= {"killer", "thermo"} and puzzle.rules
    assert sudoku.solve(puzzle).verdict == "unique"
    assert puzzle.to("native") == sudoku.generate(seed=3, size=6, rules=("killer", "thermo")).to("native")
    other = sudoku.generate(seed=3, size=6, rules=["killer", "thermo"], style="sparse", known=[puzzle, EASY])
    assert other != puzzle and sudoku.solve(other).verdict == "unique"
    with pytest.raises(ValueError, match='there is no rule "thermometre"'):
        sudoku.generate(seed=3, rules=["thermometre"])
    with pytest.raises(ValueError, match='there is no style "round"'):
        sudoku.generate(seed=3, style="round")
    with pytest.raises(ValueError, match='there is no symmetry "round"'):
        sudoku.generate(seed=3, symmetry="round")


def test_any_iterable_of_strings():
    answers = [sudoku.solve(puzzle).solution for puzzle in (EASY, HARDEST)]
    assert sudoku.solve_all(iter([EASY, HARDEST]), unique=True) == answers
    with pytest.raises(TypeError):
        sudoku.solve_all([EASY, 3])


def queens(n):
    model = csp.Model()
    x = model.vars(n, range(n))
    model.add(csp.all_different(x))
    model.add(csp.all_different([x[i] + i for i in range(n)]), csp.all_different([x[i] - i for i in range(n)]))
    return model, x


def test_models():
    model, x = queens(8)
    found = {tuple(solution[x]) for solution in model.solutions()}
    assert len(found) == 92 and model.count() == (92, True)
    assert all(len({q[i] + i for i in range(8)}) == len({q[i] - i for i in range(8)}) == 8 for q in found)
    assert queens(3)[0].solve() is None


def test_operators():
    model = csp.Model()
    x, y = model.vars(2, -3, 3)
    condition = (abs(x - y) == 2) & ~(x < 0) | (x * y == -9).implies(y > 0) & (2 * x + 1 != y)
    model.add(condition, csp.sum([x == 1, y == 1]) <= 1, csp.maximum([x, y]) >= 1)
    found = {tuple(solution[[x, y]]) for solution in model.solutions()}
    expected = {
        (a, b)
        for a in range(-3, 4)
        for b in range(-3, 4)
        if (abs(a - b) == 2 and not a < 0 or (a * b != -9 or b > 0) and 2 * a + 1 != b)
        and (a == 1) + (b == 1) <= 1
        and max(a, b) >= 1
    }
    assert found == expected
    with pytest.raises(TypeError):
        bool(x < y)
    with pytest.raises(TypeError):
        0 <= x <= 2
    with pytest.raises(TypeError):
        csp.all_different([x + y])
    with pytest.raises(ValueError, match="two models"):
        x + csp.Model().var(1, 2)


def test_what_nests_deeply():
    steps = 20_000
    model = csp.Model()
    xs = model.vars(9, 0, 3)
    condition, number, total = xs[0] == 1, xs[0], xs[0]
    for step in range(steps):
        x = xs[step % 9]
        condition = ~(condition & (x != 2)) if step % 2 else ~condition | (x == 2)
        number = abs(number - x) if step % 3 else csp.maximum([number, x])
        total = total + x if step % 2 else x - total
    both, doubled = condition, number
    for _ in range(60):
        both, doubled = both & both, csp.minimum([doubled, doubled])
    model.add(condition, both, number >= 0, doubled <= 3, total >= -(10**5))
    solution = model.solve()
    assert 0 <= solution[number] <= 3 and solution[doubled] == solution[number]
    values = solution[xs]
    sum_so_far = values[0]
    for step in range(steps):
        sum_so_far = sum_so_far + values[step % 9] if step % 2 else values[step % 9] - sum_so_far
    assert solution[total] == sum_so_far


def test_optima():
    model = csp.Model()
    counts = model.vars(3, 0, 10)
    model.add(3 * counts[0] + 4 * counts[1] + 5 * counts[2] <= 17)
    solution, value, proved = model.maximize(4 * counts[0] + 5 * counts[1] + 7 * counts[2])
    assert (value, proved) == (23, True)
    assert solution[4 * counts[0] + 5 * counts[1] + 7 * counts[2]] == 23
    model.add(counts[0] > counts[0])
    assert model.minimize(counts[0]) is None


def test_limits_are_not_answers():
    model, _ = queens(30)
    with pytest.raises(TimeoutError):
        list(model.solutions(nodes=100))
    count, exact = model.count(10**9, nodes=1000)
    assert not exact


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_interrupt_ends_a_call():
    # A shell starts background processes with interrupts ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    model, _ = queens(20)
    for call in (lambda: model.count(10**12), lambda: sudoku.Puzzle("." * 81).count(10**12)):
        timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            call()
        timer.join()
    signal.signal(signal.SIGINT, before)


def test_other_threads_run_meanwhile():
    model, _ = queens(20)
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    before = len(ticks)
    model.count(10**12, time=0.5)
    after = len(ticks)
    done.set()
    thread.join()
    assert after > before + 3


def test_parts_that_are_not_understood_are_refused():
    link = ".Shape~4x4.~R1C1_1.Foo~R3C3~R3C2~R2C2"
    with pytest.raises(ValueError, match="not understood: Foo R3C3"):
        sudoku.Puzzle(link)
    with pytest.raises(ValueError, match="not understood: Foo R3C3"):
        sudoku.solve(link)
    assert sudoku.solve_all([link]) == ["invalid"]
