"""The specification tests of libminizinc, solved by this solver with its library.

    git clone --depth 1 --branch 2.6.4 https://github.com/MiniZinc/libminizinc      # of the MiniZinc that is installed
    apt-get install minizinc python3-yaml
    cargo build --release --package csp-flatzinc
    python3 csp/flatzinc/tests/minizinc/specification.py target/release/fzn-csp libminizinc/tests/spec

Nothing is downloaded. An answer is right if the test lists it. If all solutions are requested, the list may have more
than exist, so the solutions are also compared with those of Gecode for the standard decompositions. If one solution is
requested, tests list solutions of some solvers: another solution is right if Gecode accepts its values. Tests of
MiniZinc without a solver, tests only for solvers with floats, and tests with option files of another solver are left
out. For models with floats, a refusal that names the variable is right; for variables without bounds, an answer that
is marked as unproved.
"""

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import yaml

SECONDS = 120  # of processor time
SOLUTION = "-" * 10
ENDS = {
    "=" * 10: "COMPLETE",
    "=====UNSATISFIABLE=====": "UNSATISFIABLE",
    "=====UNSATorUNBOUNDED=====": "UNSATISFIABLE",
    "=====UNBOUNDED=====": "UNBOUNDED",
    "=====UNKNOWN=====": "UNKNOWN",
    "=====ERROR=====": "ERROR",
}
OPTIONS = {"all_solutions": "-a", "intermediate_solutions": "-i", "nr_solutions": "-n", "free_search": "-f",
           "optimisation_level": "-O", "processes": "-p"}
LISTING = ("all_solutions", "intermediate_solutions", "nr_solutions")


class Kind(str):
    """The tag of a node."""


class Bag(list):
    """A list without an order."""


class Reader(yaml.SafeLoader):
    """Reads the heads of tests: a node with one of their tags becomes a pair of the tag and the content."""


def tagged(reader, suffix, node):
    if suffix == "set":
        return a_set(reader, node)
    if isinstance(node, yaml.MappingNode):
        return Kind(suffix), reader.construct_mapping(node, deep=True)
    if isinstance(node, yaml.SequenceNode):
        content = reader.construct_sequence(node, deep=True)
        return Bag(content) if suffix == "Unordered" else (Kind(suffix), content)
    if suffix == "Range":
        first, last = node.value.split("..")
        return frozenset(range(int(first), int(last) + 1))
    if suffix == "Approx":
        return float(node.value)
    if suffix == "Trim":
        return node.value.strip()
    return Kind(suffix), {} if suffix in ("Result", "Solution", "Test") else node.value


def a_set(reader, node):
    return frozenset(reader.construct_mapping(node, deep=True))


Reader.add_multi_constructor("!", tagged)
Reader.add_constructor("tag:yaml.org,2002:set", a_set)


def tests(path):
    """The tests in the head of a model."""
    head = re.search(r"/\*\*\*(.*?)\*\*\*/", path.read_text(encoding="utf-8"), re.DOTALL)
    for document in yaml.load_all(head[1], Reader) if head else ():
        if isinstance(document, tuple) and document[0] == "Test":
            yield document[1] if isinstance(document[1], dict) else {}


def value(printed):
    """A value as MiniZinc prints it in JSON."""
    if isinstance(printed, list):
        return [value(part) for part in printed]
    if not isinstance(printed, dict):
        return printed
    if "set" in printed:
        members = set()
        for part in printed["set"]:
            members.update(range(part[0], part[1] + 1) if isinstance(part, list) else [value(part)])
        return frozenset(members)
    return printed["e"] if set(printed) == {"e"} else {name: value(part) for name, part in printed.items()}


def same(expected, found):
    if isinstance(expected, Bag):
        rest = list(found) if isinstance(found, list) else []
        for part in expected:
            at = next((at for at, other in enumerate(rest) if same(part, other)), None)
            if at is None:
                return False
            del rest[at]
        return not rest
    if isinstance(expected, dict):
        return isinstance(found, dict) and set(expected) == set(found) and all(
            same(part, found[name]) for name, part in expected.items())
    if isinstance(expected, list):
        return isinstance(found, list) and len(expected) == len(found) and all(map(same, expected, found))
    if isinstance(expected, float) and isinstance(found, (int, float)):
        return abs(expected - found) < 1e-6
    if isinstance(expected, frozenset) and isinstance(found, frozenset):
        return expected == found
    return expected == found and isinstance(expected, bool) == isinstance(found, bool)


def has(solution, listed):
    """Whether a solution has the values that are listed."""
    return all(key in solution and same(part, solution[key]) for key, part in listed[1].items())


class Answer:
    """The output of MiniZinc."""

    def __init__(self, files, solver, options, text=None):
        command = ["minizinc", "--solver", solver, "--output-mode", "json", "--output-objective",
                   "--output-output-item", *options, *map(str, files)]
        limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        ran = subprocess.run(command, input=text, capture_output=True, text=True, check=False, preexec_fn=limit)
        self.failed, self.errors = ran.returncode != 0, ran.stderr + ran.stdout
        self.solutions, self.end, lines = [], None, []
        for line in ran.stdout.splitlines():
            if line == SOLUTION:
                self.solutions.append(read_solution("\n".join(lines)))
                lines = []
            elif line in ENDS:
                self.end = ENDS[line]
            elif not line.startswith("%"):
                lines.append(line)

    def status(self, is_satisfaction):
        if self.end == "COMPLETE":
            return "ALL_SOLUTIONS" if is_satisfaction else "OPTIMAL_SOLUTION"
        if self.end is None or self.end == "UNKNOWN" and self.solutions:
            return "SATISFIED" if self.solutions else "UNKNOWN"
        return self.end


def read_solution(text):
    try:
        parts = json.loads(text)
    except json.JSONDecodeError:
        return {}
    named = {"_objective": "objective", "_output": "_output_item"}
    return {named.get(name, name): value(part) for name, part in parts.items()} if isinstance(parts, dict) else {}


def words(options):
    """Options of the command for those of a test. A test that names a library gets ours all the same."""
    given = []
    for name, setting in options.items():
        flag = OPTIONS.get(name) or (name if name.startswith("-") else "--" + name)
        if flag in ("-G", "--solver") or setting is False:
            continue
        given += [flag] if setting is True else [flag + str(setting)] if flag == "-O" else [flag, str(setting)]
    return given


def literal(part):
    if part is None:
        return "<>"
    if isinstance(part, bool):
        return "true" if part else "false"
    if isinstance(part, dict):  # a value of an enumerated type
        return f"{part['c']}({literal(part['e'])})" if "c" in part else f"to_enum({part['e']}, {part['i']})"
    if isinstance(part, frozenset):
        return "{" + ",".join(map(literal, sorted(part))) + "}"
    return str(part)


def flat(part):
    return [leaf for inner in part for leaf in flat(inner)] if isinstance(part, list) else [part]


def fixed(solution):
    """Constraints that fix the variables of a solution."""
    for name, part in solution.items():
        if name in ("objective", "_output_item", "_checker") or part == "" or not name.isidentifier():
            continue
        if not isinstance(part, list):
            yield f"constraint {name} = {literal(part)};"
        for at, leaf in enumerate(flat(part) if isinstance(part, list) else (), 1):
            yield f"constraint array1d({name})[{at}] = {literal(leaf)};"


def confirmed(files, answer, folder):
    """Whether Gecode has the last solution too, and no better one."""
    if not answer.solutions:
        return False
    solution = answer.solutions[-1]
    model = folder / "fixed.mzn"
    model.write_text("\n".join(fixed(solution)) + "\n")
    if not Answer([*files, model], "reference", []).solutions:
        return False
    if "objective" not in solution:
        return True
    best = Answer(files, "reference", [])
    return best.end == "COMPLETE" and best.solutions[-1]["objective"] == solution["objective"]


def told(solution):
    """The values of a solution as text; the model's own output may show a set in two ways."""
    values = {name: part for name, part in solution.items() if name != "_output_item"}
    return json.dumps(values, default=sorted, sort_keys=True)


def fits(expected, answer, listing):
    """Whether an answer is the expected one."""
    kind, content = expected
    if kind == "Error":
        return answer.failed or answer.end == "ERROR"
    if kind != "Result" or answer.failed:
        return False
    solution, status = content.get("solution"), content.get("status")
    is_satisfaction = not any("objective" in found for found in answer.solutions)
    if status is not None and status != answer.status(is_satisfaction):
        return False
    if solution is None:
        return status is not None or bool(answer.solutions)
    if isinstance(solution, tuple) and solution[0] == "SolutionSet":
        return all(any(has(found, listed) for listed in solution[1]) for found in answer.solutions)
    listed = solution if isinstance(solution, list) else [solution]
    found = answer.solutions if listing else answer.solutions[-1:]
    if status == "ALL_SOLUTIONS":  # in any order
        return len(found) == len(listed) and all(any(has(one, part) for one in found) for part in listed)
    return len(found) == len(listed) and all(map(has, found, listed))


def judge(path, test, free, folder):
    """The result of a test."""
    options = test.get("options") or {}
    expected = test.get("expected") or []
    expected = expected if isinstance(expected, list) else [expected]
    files = [path, *(path.parent / extra for extra in test.get("extra_files") or ())]
    answer = Answer(files, "csp", words(options) + free)
    listing = any(options.get(name) for name in LISTING)
    is_right = lambda answer: any(fits(one, answer, listing) for one in expected) or not expected and not answer.failed
    if is_right(answer):
        compares = options.get("all_solutions") and answer.end == "COMPLETE"
        lacking = compares and differs(files, words(options), answer, is_right)
        return ("wrong", "Gecode has other solutions") if lacking else ("right", "")
    if answer.failed and "float" in answer.errors:
        return "refused, with floats", ""
    if "beyond 2^28" in answer.errors and answer.end is None:
        return "without bounds and without a proof", ""
    statuses = {content.get("status", "SATISFIED") for kind, content in expected if kind == "Result"}
    if "UNSATISFIABLE" not in statuses and not listing and not answer.failed and confirmed(files, answer, folder):
        return "right, and confirmed by Gecode", ""
    return "wrong", answer.errors.strip()[-600:] or repr(answer.solutions)[:600]


def differs(files, options, answer, is_right):
    """Whether Gecode has other solutions, all counted, that are right."""
    reference = Answer(files, "reference", options)
    texts = [set(map(told, one.solutions)) for one in (answer, reference)]
    return reference.end == "COMPLETE" and texts[0] != texts[1] and is_right(reference)


def is_for_solvers(test):
    """Whether a test is for a solver of integers, and does not name a file with options of another one."""
    files = [*(test.get("options") or {}), *(test.get("extra_files") or ())]
    solves = test.get("type", "solve") == "solve" and {"gecode", "chuffed"} & set(test.get("solvers", ["gecode"]))
    return solves and not any(name == "param-file" or str(name).endswith(".mpc") for name in files)


def install(program, home):
    """Installs the solver and the reference into a folder where the child processes find both."""
    os.environ["HOME"] = str(home)
    subprocess.run([program, "--install"], check=True, stdout=subprocess.DEVNULL)
    reference = {"id": "reference", "name": "reference", "version": "1", "mznlib": "-Gstd", "supportsFzn": True,
                 "executable": shutil.which("fzn-gecode"), "needsSolns2Out": True, "stdFlags": ["-a"]}
    (home / ".minizinc/solvers/reference.msc").write_text(json.dumps(reference))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("folder", type=Path, help="tests/spec of libminizinc, or a folder in it")
    parser.add_argument("-f", "--free", action="store_true", help="free search")
    given = parser.parse_args()
    paths = sorted(given.folder.rglob("*.mzn"))
    if not paths:
        sys.exit(f"{given.folder} has no models")
    count = Counter()
    with tempfile.TemporaryDirectory() as scratch:
        install(given.program.resolve(), Path(scratch))
        for path in paths:
            for test in tests(path):
                if not is_for_solvers(test):
                    count["left out"] += 1
                    continue
                verdict, why = judge(path, test, ["-f"] if given.free else [], Path(scratch))
                count[verdict] += 1
                if verdict == "wrong":
                    print(f"{path.relative_to(given.folder)}: {why}", flush=True)
    print(", ".join(f"{number} {verdict}" for verdict, number in sorted(count.items())))
    sys.exit(bool(count["wrong"]) or not count["right"])


if __name__ == "__main__":
    main()
