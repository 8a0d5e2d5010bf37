"""Checks parts.py: a count of Sudokus, a count of queens and a Golomb ruler, in parts on a local cluster of two executors;
the answers must be those of one process.

    check_parts.py SUDOKU FZN FOLDER
"""

import os
import subprocess
import sys
from itertools import combinations


def queens(size: int) -> str:
    lines = [f"var 1..{size}: q{at} :: output_var;" for at in range(size)]
    for one, other in combinations(range(size), 2):
        for offset in (0, other - one, one - other):
            lines.append(f"constraint int_lin_ne([1,-1],[q{one},q{other}],{offset});")
    return "\n".join([*lines, "solve satisfy;"])


def golomb(marks: int) -> str:
    """A ruler on which all distances between marks differ, as short as possible."""
    pairs = list(combinations(range(marks), 2))
    lines = ["var 0..0: m0 :: output_var;", *(f"var 1..{marks**2}: m{at} :: output_var;" for at in range(1, marks))]
    lines += [f"var 1..{marks**2}: d{one}_{other};" for one, other in pairs]
    names = ",".join(f"d{one}_{other}" for one, other in pairs)
    lines.append(f"array [1..{len(pairs)}] of var int: all = [{names}];")
    lines += [f"constraint int_lin_eq([1,-1,-1],[m{other},m{one},d{one}_{other}],0);" for one, other in pairs]
    return "\n".join([*lines, "constraint csp_all_different(all);", f"solve minimize m{marks - 1};"])


def output(*command: str) -> str:
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=True).stdout


def on_spark(parts: str, folder: str, command: str, merge: str) -> str:
    path = os.path.join(folder, "parts")
    with open(path, "w") as file:
        file.write(parts)
    options = "--master local-cluster[2,1,1024] --conf spark.driver.host=127.0.0.1 pyspark-shell"
    environment = dict(os.environ, PYSPARK_SUBMIT_ARGS=options, PYSPARK_PYTHON=sys.executable)
    script = os.path.join(os.path.dirname(__file__), "parts.py")
    run = [sys.executable, script, path, command, merge]
    told = subprocess.run(run, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if told.returncode != 0:
        sys.exit(f"parts.py ended with {told.returncode}: {told.stderr[-2000:]}")
    return told.stdout


def main(sudoku: str, fzn: str, folder: str) -> None:
    def written(name: str, text: str) -> str:
        path = os.path.join(folder, name)
        with open(path, "w") as file:
            file.write(text)
        return path

    def compare(what: str, parts: str, told: str, whole: str) -> None:
        print(f"{what}: {parts.count(chr(10))} parts on Spark, {told.strip().splitlines()[0]}", flush=True)
        if told != whole:
            sys.exit(f"{what}: one process says {whole!r}, the parts {told!r}")

    grid = written("grid", "size: 6\n")
    parts = output(sudoku, "split", "--parts", "120", grid)
    told = on_spark(parts, folder, f"{sudoku} count --assume - {grid}", f"{sudoku} merge")
    compare("6x6 Sudokus", parts, told, output(sudoku, "count", grid))
    board = written("queens.fzn", queens(11))
    parts = output(fzn, "--split", "120", board)
    told = on_spark(parts, folder, f"{fzn} --assume - {board}", f"{fzn} --merge")
    compare("queens 11", parts, told, f"count {output(fzn, '-a', board).count('----------')}\n")
    ruler = written("golomb.fzn", golomb(8))
    parts = output(fzn, "--split", "120", ruler)
    told = on_spark(parts, folder, f"{fzn} --assume - {ruler}", f"{fzn} --merge")
    # Another ruler of the same length may be found first.
    length = [line for line in output(fzn, ruler).splitlines() if line.startswith("m7 = ")]
    compare("Golomb ruler of 8 marks", parts, "".join(f"{line}\n" for line in told.splitlines() if line.startswith("m7 = ")), f"{length[0]}\n")
    if not told.endswith("==========\n"):
        sys.exit(f"the ruler is not proved: {told!r}")


if __name__ == "__main__":
    main(*sys.argv[1:])
