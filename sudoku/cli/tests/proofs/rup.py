#!/usr/bin/env python3
"""Writes a DRAT proof as one of VeriPB, which checks it then: rup.py FORMULA.cnf PROOF.drat > PROOF.pbp

Each clause has to follow by unit propagation; deletions of clauses are left out, with which no more follows than without.
"""

import re
import sys


def lines(formula: str, proof: str):
    with open(formula, encoding="ascii") as file:
        head = next(line for line in file if line.startswith("p "))
    clauses = re.fullmatch(r"p cnf \d+ (\d+)\n", head)
    if not clauses:
        sys.exit(f"{formula}: no head of a formula: {head!r}")
    yield "pseudo-Boolean proof version 3.0"
    yield f"f {clauses[1]} ;"
    with open(proof, encoding="ascii") as file:
        for number, line in enumerate(file, 1):
            if re.fullmatch(r"d( -?[1-9]\d*)* 0\n", line):
                continue
            if not re.fullmatch(r"(-?[1-9]\d* )*0\n", line):
                sys.exit(f"{proof}:{number}: no clause: {line!r}")
            literals = (int(word) for word in line.split()[:-1])
            yield "rup" + "".join(f" 1 {'~' if literal < 0 else ''}x{abs(literal)}" for literal in literals) + " >= 1 ;"
    # The last clause is the empty one.
    yield "output NONE ;\nconclusion UNSAT : -1 ;\nend pseudo-Boolean proof ;"


if len(sys.argv) != 3:
    sys.exit(__doc__)
for line in lines(*sys.argv[1:]):
    print(line)
