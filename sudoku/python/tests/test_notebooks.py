"""What a notebook shows, and the notebook of lessons, run cell by cell."""

import ast
import contextlib
import io
import json
import pathlib
import sys
import types

import pytest

import sudoku
from sudoku import csp

LESSONS = pathlib.Path(__file__).parents[1] / "notebooks" / "lessons.ipynb"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def run(source, names):
    """Runs a cell. Returns what it prints, and the value of its last expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        exec(compile(tree, "cell", "exec"), names)
        value = last and eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return printed.getvalue(), value


def test_lessons():
    lessons = json.loads(LESSONS.read_text(encoding="utf-8"))
    cells = [cell for cell in lessons["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells), "outputs are not kept"
    names, printed, shown, values = {}, "", [], []
    for cell in cells:
        text, value = run("".join(cell["source"]), names)
        printed += text
        values.append(repr(value))
        for form in ("_repr_svg_", "_repr_html_"):
            if hasattr(value, form):
                shown.append((type(value).__name__, form, getattr(value, form)()))
    assert "[[4, 5, 2, 3, 1]]" in values and "(60, True, [2, 6, 7])" in values
    kinds = {kind for kind, _, _ in shown}
    assert kinds == {"Answer", "Comparison", "Picture", "Puzzle", "Rating", "Step"}
    assert all(text.startswith("<svg") for _, form, text in shown if form == "_repr_svg_")
    assert "solved" in printed and "value 60" in printed and "Ben sits left of Cleo" in printed
    answers = [text for kind, _, text in shown if kind == "Answer"]
    assert ["unique" in text for text in answers] == [True, False] and all("<svg" in text for text in answers)


def test_tables():
    runs = sudoku.compare(EASY, ["norvig", "engine"])
    assert [run["method"] for run in runs] == ["norvig", "engine"] and len(runs) == 2
    assert str(runs).splitlines()[0].split() == ["method", "verdict", "nodes", "guesses", "seconds"]
    assert runs._repr_html_().count("<tr>") == 3
    with pytest.raises(ValueError, match="did you mean norvig"):
        sudoku.compare(EASY, ["norwig"])
    assert {"brute-force", "engine"} <= {run["method"] for run in sudoku.compare("1234341221434.21")}
    rating = sudoku.rate(EASY)
    assert rating["level"] == "easy" and "<td style='text-align: left'>easy</td>" in rating._repr_html_()
    hostile = sudoku.Comparison([{"method": "<script>"}])
    assert "<script>" not in hostile._repr_html_() and sudoku.Comparison([])._repr_html_() == "<table></table>"


def test_trees(tmp_path):
    tree = sudoku.tree(EASY, "brute-force")
    assert tree.startswith("<svg") and tree._repr_svg_() == tree
    tree.save(tmp_path / "tree.svg")
    assert (tmp_path / "tree.svg").read_text(encoding="utf-8") == tree
    with pytest.raises(ValueError, match="no tree"):
        sudoku.tree(EASY, "human")
    model = csp.Model()
    x = model.vars(3, 0, 2, name="x")
    model.add(csp.all_different(x))
    assert csp.tree(model, most=6).count("solution") > csp.tree(model).count("solution")
    assert "x[1] = 1" in csp.tree(model, assumptions=[x[0] == 0], most=2)
    with pytest.raises(TypeError, match="threads"):
        csp.tree(model, threads=2)


def test_progress_in_a_notebook(monkeypatch):
    shown = []

    class Handle:
        def update(self, bundle, raw):
            shown.append(("again", bundle["text/plain"]))

    def display(bundle, raw, display_id):
        shown.append(("new", bundle["text/plain"]))
        return Handle()

    kernel = types.SimpleNamespace(kernel=object())
    ipython = types.SimpleNamespace(get_ipython=lambda: kernel)
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", types.SimpleNamespace(display=display))
    progress = csp.Progress()
    progress({"time": 0.25, "nodes": 1200, "bound": 7})
    progress({"time": 0.5, "nodes": 2400, "bound": 7, "value": 5})
    progress({"time": 0.75, "nodes": 3600, "bound": 6})
    assert shown == [
        ("new", "0.2 s, 1,200 nodes, bound 7"), ("again", "0.5 s, 2,400 nodes, value 5, bound 7"),
        ("again", "0.8 s, 3,600 nodes, value 5, bound 6"),
    ]


def test_progress_elsewhere(capsys):
    progress = csp.Progress()
    for time in (1.0, 1.2, 1.9, 2.1, 3.0, 5.0):
        progress({"time": time, "nodes": 1})
    progress({"value": 3})
    assert [line.split(",")[0] for line in capsys.readouterr().err.splitlines()] == ["1.0 s", "2.1 s", "5.0 s", "value 3"]
    progress({"time": 0.5, "nodes": 1})
    progress({"time": 0.8, "nodes": 2})
    progress({"time": 1.1, "nodes": 3})
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["0.5 s, 1 nodes", "1.1 s, 3 nodes"], "a second search begins anew"
