#!/usr/bin/env python3
"""A second encoder: the formula of a classic, killer or thermometer Sudoku, made from its text.

    encode.py PUZZLE FORMULA

compares it with a formula (OPB) that `sudoku prove` wrote for the same puzzle. Each inequality must be in the other
formula, or follow from one that is there: "at most one of these" from "at most one of these and others".
"""
import re
import sys
from math import isqrt


def normal(terms, degree):
    """Positive coefficients, each variable once, none larger than the degree."""
    total = {}
    for a, literal in terms:
        if literal.startswith("~"):
            degree, a, literal = degree - a, -a, literal[1:]
        total[literal] = total.get(literal, 0) + a
    degree -= sum(a for a in total.values() if a < 0)
    literals = [(min(abs(a), degree), ("~" if a < 0 else "") + x) for x, a in total.items() if a]
    return frozenset(literals), degree


def read(path):
    rows = set()
    for line in open(path):
        if not line.startswith("*"):
            terms, degree = line.rstrip(" ;\n").split(">=")
            words = terms.split()
            row = normal([(int(a), x) for a, x in zip(words[::2], words[1::2])], int(degree))
            rows.add(row)
    return rows


class Encoder:
    def __init__(self, size):
        self.size, self.rows, self.ordered = size, set(), set()

    def say(self, terms, degree):
        row = normal(terms, degree)
        if row[1] > 0:
            self.rows.add(row)

    def at_most_one(self, literals):
        self.say([(-1, x) for x in literals], -1)

    def least(self, cell, value):
        """The literal for "at least value", or True or False."""
        if value <= 1 or value > self.size:
            return value <= 1
        if cell not in self.ordered:
            self.ordered.add(cell)
            for v in range(2, self.size):
                here, more = f"{cell}_{v}", self.least(cell, v + 1)
                low = self.least(cell, v)
                if v > 2 or self.size > 3:
                    self.say([(-1, low), (1, here), (1, more)], 0)
                    self.say([(1, low), (-1, here), (-1, more)], 0)
        if value == 2:
            return f"~{cell}_1"
        return f"{cell}_{value}" if value == self.size else f"{cell}_ge{value}"

    def classic(self, givens):
        n, b = self.size, isqrt(self.size)
        h, w = (b, n // b) if n % b == 0 else (1, n)
        cells = [(r, c) for r in range(n) for c in range(n)]
        for (r, c) in cells:
            values = [f"r{r+1}c{c+1}_{v}" for v in range(1, n + 1)]
            self.say([(1, x) for x in values], 1)
            self.at_most_one(values)
            if givens[n * r + c].isdigit() and givens[n * r + c] != "0":
                self.say([(1, values[int(givens[n * r + c]) - 1])], 1)
        keys = (lambda r, c: r, lambda r, c: c, lambda r, c: (r // h, c // w))
        for key in keys:
            for house in {key(r, c) for (r, c) in cells}:
                for v in range(1, n + 1):
                    self.at_most_one([f"r{r+1}c{c+1}_{v}" for (r, c) in cells if key(r, c) == house])

    def cage(self, total, cells):
        for v in range(1, self.size + 1):
            self.at_most_one([f"{cell}_{v}" for cell in cells])
        if total is not None:
            steps = [(1, self.least(cell, v)) for cell in cells for v in range(2, self.size + 1)]
            self.say(steps, total - len(cells))
            self.say([(-a, x) for a, x in steps], len(cells) - total)

    def thermometer(self, cells):
        for one, other in zip(cells, cells[1:]):
            for v in range(1, self.size + 1):
                low, high = self.least(one, v), self.least(other, v + 1)
                terms = ([] if low is True else [(-1, low)]) + ([] if high is False else [(1, high)])
                self.say(terms, 0 if low is not True else 1)


def cells_of(text):
    """r1c1 r2c1, or r1c1-r1c4 along a row or column."""
    cells = []
    for word in text.split():
        ends = [tuple(map(int, pair)) for pair in re.findall(r"r(\d+)c(\d+)", word)]
        (r, c), (to_r, to_c) = ends[0], ends[-1]
        for step in range(max(abs(to_r - r), abs(to_c - c)) + 1):
            down, right = (to_r > r) - (to_r < r), (to_c > c) - (to_c < c)
            cells.append(f"r{r + step * down}c{c + step * right}")
    return cells


def encode(path):
    lines = [line.strip() for line in open(path) if not line.startswith("#")]
    grid = "".join(re.sub("[^.0-9]", "", line) for line in lines if re.fullmatch(r"[-+| .0-9]+", line))
    encoder = Encoder(isqrt(len(grid)))
    encoder.classic(grid)
    for line in lines:
        rule, _, rest = line.partition(":")
        for part in rest.split(","):
            if rule.startswith("killer"):
                encoder.cage(int(rule.split()[1]) if " " in rule else None, cells_of(part))
            elif rule == "thermo":
                encoder.thermometer(cells_of(part))
    return encoder.rows


def is_known(row, rows):
    literals, degree = row
    covers = lambda other: literals < other[0] and other[1] - degree == len(other[0]) - len(literals)
    return row in rows or (degree == len(literals) - 1 and any(map(covers, rows)))


if __name__ == "__main__":
    own, theirs = encode(sys.argv[1]), read(sys.argv[2])
    missing = [row for row in own if not is_known(row, theirs)]
    strange = [row for row in theirs if not is_known(row, own)]
    for what, rows in (("not in the formula", missing), ("only in the formula", strange)):
        for literals, degree in rows[:5]:
            print(f"{what}: {' '.join(f'{a} {x}' for a, x in sorted(literals))} >= {degree}")
    sys.exit(1 if missing or strange else 0)
