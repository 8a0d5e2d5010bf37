#!/usr/bin/env python3
"""Models that PyCSP3 writes as XCSP3, and how many solutions they have: check.py PROGRAM.

The numbers were counted by another solver, and by enumeration where it counts its auxiliary variables.
"""

import os
import subprocess
import sys
import tempfile

MODELS = {
    "queens": (4, """q = VarArray(size=6, dom=range(6))
satisfy(AllDifferent(q), AllDifferent(q[i] + i for i in range(6)), AllDifferent(q[i] - i for i in range(6)))"""),
    "queens by pairs": (4, """q = VarArray(size=6, dom=range(6))
satisfy([abs(q[i] - q[j]) != abs(i - j) for i in range(6) for j in range(i)], [q[i] != q[j] for i in range(6) for j in range(i)])"""),
    "magic square": (24, """x = VarArray(size=[3, 3], dom=range(1, 10))
satisfy(AllDifferent(x), [Sum(x[i]) == 15 for i in range(3)], [Sum(x[:, j]) == 15 for j in range(3)],
        Sum(x[i][i] for i in range(3)) == 15)"""),
    "ruler": (16, """x = VarArray(size=4, dom=range(9))
satisfy(Increasing(x, strict=True), x[0] == 0, AllDifferent(x[j] - x[i] for i in range(4) for j in range(i + 1, 4)))"""),
    "tables": (28, """x = VarArray(size=4, dom=range(4))
satisfy((x[0], x[1], x[2]) in {(0, 1, ANY), (ANY, 2, 3), (1, 1, 1)}, (x[2], x[3]) not in {(0, 0), (1, 2), (3, 3)})"""),
    "automaton": (11, """x = VarArray(size=6, dom={0, 1, 2})
satisfy(x in Automaton(start="a", final=["d", "a"], transitions=[("a", 0, "a"), ("a", 1, "b"), ("b", 1, "c"),
        ("c", 0, "d"), ("d", 0, "d"), ("d", 2, "a")]))"""),
    "diagram": (3, """x = VarArray(size=3, dom=range(3))
satisfy(x in MDD([("r", 0, "n1"), ("r", 1, "n2"), ("r", 2, "n3"), ("n1", 2, "n4"), ("n2", 2, "n4"), ("n3", 0, "n5"),
        ("n4", 0, "t"), ("n5", 0, "t")]))"""),
    "counts": (188, """x = VarArray(size=5, dom=range(4))
satisfy(Count(x, value=2) == 2, Count(x, values={0, 1}) >= 2, Count(x, value=x[0]) <= 2)"""),
    "numbers of values": (396, """x = VarArray(size=5, dom=range(4))
satisfy(NValues(x) == 3, NValues(x[:3], excepting=0) >= 2)"""),
    "cardinality": (280, """x = VarArray(size=5, dom=range(4))
y = VarArray(size=4, dom=range(4))
satisfy(Cardinality(x, occurrences={0: y[0], 1: range(1, 3), 2: y[2], 3: 1}), y[1] == 0, y[3] == 0)"""),
    "extrema": (36, """x = VarArray(size=4, dom=range(5))
satisfy(Maximum(x) == 3, Minimum(x[1:]) >= 1, MaximumArg(x) == 2)"""),
    "elements": (2200, """x = VarArray(size=5, dom=range(5))
y = Var(dom=range(5))
satisfy(x[y] == 2, x[x[0]] >= 1)"""),
    "a matrix": (6, """m = cp_array([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
i = Var(dom=range(3))
j = Var(dom=range(3))
v = Var(dom=range(10))
satisfy(m[i][j] == v, v > 3)"""),
    "channels": (24, """x = VarArray(size=5, dom=range(5))
y = VarArray(size=5, dom=range(5))
satisfy(Channel(x, y), x[0] < x[1], y[2] > 2)"""),
    "circuits": (84, """x = VarArray(size=5, dom=range(5))
satisfy(Circuit(x))"""),
    "circuits of three": (20, """x = VarArray(size=5, dom=range(5))
satisfy(Circuit(x, size=3))"""),
    "tasks": (420, """s = VarArray(size=4, dom=range(9))
satisfy(NoOverlap(origins=s, lengths=[3, 2, 1, 2]))"""),
    "rectangles": (537, """x = VarArray(size=3, dom=range(4))
y = VarArray(size=3, dom=range(3))
satisfy(NoOverlap(origins=[(x[i], y[i]) for i in range(3)], lengths=[(2, 1), (1, 2), (2, 2)]))"""),
    "cumulative": (536, """s = VarArray(size=4, dom=range(6))
satisfy(Cumulative(origins=s, lengths=[2, 3, 1, 2], heights=[1, 2, 2, 1]) <= 3)"""),
    "bins": (42, """b = VarArray(size=5, dom=range(3))
satisfy(BinPacking(b, sizes=[3, 2, 2, 4, 1]) <= 5)"""),
    "loads of bins": (162, """b = VarArray(size=5, dom=range(3))
l = VarArray(size=3, dom=range(8))
satisfy(BinPacking(b, sizes=[3, 2, 2, 4, 1], loads=l))"""),
    "a knapsack": (31, """x = VarArray(size=5, dom=range(3))
satisfy(Knapsack(x, weights=[3, 2, 4, 1, 5], wlimit=12, profits=[4, 3, 6, 1, 8]) >= 15)"""),
    "rows in order": (45, """x = VarArray(size=[3, 3], dom=range(2))
satisfy(LexIncreasing(x, matrix=True))"""),
    "lengths": (35, """x = VarArray(size=4, dom=range(8))
satisfy(Increasing(x, lengths=[1, 2, 1]), x[3] < 8)"""),
    "precedence": (41, """x = VarArray(size=5, dom=range(3))
satisfy(Precedence(x))"""),
    "a slide": (42, """x = VarArray(size=6, dom=range(4))
satisfy(Slide(abs(x[i] - x[i + 1]) >= 2 for i in range(5)))"""),
    "logic": (14, """x = VarArray(size=4, dom=range(4))
satisfy(If(x[0] > 1, Then=x[1] == 2, Else=x[2] != x[3]), either(x[0] == x[1], x[2] == x[3]), (x[0] * x[1]) % 3 == 1,
        xor(x[0] > 0, x[3] > 1))"""),
    "different but zero": (136, """x = VarArray(size=5, dom=range(4))
satisfy(AllDifferent(x, excepting=0))"""),
    "different rows": (504, """x = VarArray(size=[3, 2], dom=range(3))
satisfy(AllDifferentList(x[i] for i in range(3)))"""),
    "a Latin square": (1056, """x = VarArray(size=[3, 3], dom=range(4))
satisfy(AllDifferent(x, matrix=True))"""),
    "sets": (29, """x = VarArray(size=3, dom=range(10))
satisfy(x[0] in {1, 4, 7}, x[1] not in range(3, 8), x[2] in {x[0], x[1]})"""),
    "an array with holes": (246, """x = VarArray(size=[4, 3], dom=lambda i, j: range(i + 1) if j <= i else None)
satisfy(AllDifferent(x[3]), Sum(x) == 6)"""),
    "symbols": (4, """x = VarArray(size=3, dom={"red", "green", "blue"})
satisfy(AllDifferent(x), x[0] != "red")"""),
    "the best load": ("o 38", """x = VarArray(size=8, dom={0, 1})
satisfy(x * [3, 4, 5, 6, 7, 8, 9, 10] <= 25)
maximize(x * [5, 6, 7, 9, 10, 12, 13, 15])"""),
    "the shortest schedule": ("o 14", """s = VarArray(size=5, dom=range(20))
d = [3, 2, 4, 2, 3]
satisfy(NoOverlap(origins=s, lengths=d), s[0] >= 4)
minimize(Maximum(s[i] + d[i] for i in range(5)))"""),
}


def main():
    program = os.path.abspath(sys.argv[1])
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, (expected, model) in MODELS.items():
            with open(f"{folder}/model.py", "w") as file:
                file.write(f"from pycsp3 import *\n{model}\n")
            written = subprocess.run([sys.executable, "model.py", "-output=instance"], cwd=folder, capture_output=True, text=True)
            instance = f"{folder}/instance.xml"
            if not os.path.exists(instance):
                sys.exit(f"{name}: PyCSP3 writes nothing: {written.stdout}{written.stderr}")
            is_best = isinstance(expected, str)
            answer = subprocess.run([program, instance] if is_best else [program, "-a", instance], capture_output=True, text=True)
            lines = answer.stdout.splitlines()
            if is_best:
                found = next((line for line in reversed(lines) if line.startswith("o ")), None)
            else:
                found = sum(line.startswith("v ") for line in lines)
            if found != expected:
                failed += 1
                print(f"{name}: {found}, not {expected}. {answer.stderr}")
            os.remove(instance)
    print(f"{len(MODELS) - failed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
