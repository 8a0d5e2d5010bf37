"""Instances of the MiniZinc challenges of 2008 to 2015, solved by this solver, Gecode and Chuffed beside each other.

    apt-get install minizinc                                            # MiniZinc and Gecode
    cargo build --release --package csp-flatzinc
    python3 benches/challenge/run.py choose CHALLENGE > benches/challenge/instances.txt
    python3 benches/challenge/run.py solve CHALLENGE WORK --ours target/release/fzn-csp --gecode LIBRARY --daily
    python3 benches/challenge/run.py table WORK

CHALLENGE is the collection of the challenge's instances, a folder for each year.
LIBRARY is gecode/flatzinc/mznlib of Gecode's source: Debian's own copy does not fit its MiniZinc.

`instances.txt` is the list of instances, chosen before any was solved: the first 40 problems by name that MiniZinc
flattens without floats, and the first five instances by name of each that it flattens. `--daily` takes the third one.

Every solver reads the FlatZinc that MiniZinc makes with the solver's library, has the same limits of processor time and
memory and one thread, and prints each improvement. Flattening is not counted. The last solution of this solver is
checked with MiniZinc: Gecode gets the model with the values of that solution, and must find an objective that is no
worse. Results are lines of `WORK/results.tsv`; instances with a line there are not run again.
"""

import argparse
import json
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PROBLEMS, EACH = 40, 5
FLATTENING = 120  # seconds
CHECKING = 60  # seconds of processor time
MEMORY = 4 << 30
MOST_OUTPUT = 1 << 30
SOLUTION, COMPLETE = "-" * 10, "=" * 10
TOO_LONG = "not flattened in time"
# For the name of each way to solve, the library and the options of the program.
WAYS = {
    "gecode": ("gecode", ["-a"]),
    "chuffed": ("chuffed", ["-a"]),
    "chuffed-free": ("chuffed", ["-a", "-f"]),
    "csp": ("csp", ["-a"]),
    "csp-free": ("csp", ["-a", "-f"]),
}


def problems(challenge):
    """All instances by problem, each as the files to flatten, in the order of their names."""
    found = {}
    for folder in sorted(challenge.glob("20*/*")):
        models, data = sorted(folder.glob("*.mzn")), sorted(folder.glob("*.dzn"))
        pairs = [[models[0], path] for path in data] if data and models else [[path] for path in models]
        found.setdefault(folder.name.replace("_", "-"), []).extend(pairs)
    for name in sorted(found):
        yield name, sorted(found[name], key=lambda files: (files[-1].name, files[-1].parent))


def flatten(files, target, solver, extra=()):
    """Returns an error, or None."""
    if target.exists():
        return None
    command = ["minizinc", "-c", "--solver", solver, "--output-mode", "dzn", "--output-objective"]
    command += ["--fzn", str(target) + ".part", "--ozn", str(target.with_suffix(".ozn"))]
    try:
        run = subprocess.run([*command, *extra, *map(str, files)], capture_output=True, text=True, timeout=FLATTENING)
    except subprocess.TimeoutExpired:
        return TOO_LONG
    if run.returncode != 0:
        return "not flattened"
    part = Path(str(target) + ".part")
    if "gecode" in solver:
        part.write_text(as_gecode_says(part.read_text()))
    part.rename(target)
    return None


def gecode_library(options):
    """Writes a configuration of Debian's Gecode with a library that fits MiniZinc 2.6, and returns its path."""
    target = options.work / "gecode"
    if not target.exists():
        # Gecode 6.2 lacks the constraints that these redefinitions call.
        shutil.copytree(options.gecode, target, ignore=shutil.ignore_patterns("experimental", "redefinitions-2.0.2.mzn", "redefinitions-2.5.2.mzn"))
    configuration = {"id": "challenge.gecode", "name": "gecode", "version": "6.2.0", "mznlib": str(target)}
    configuration |= {"executable": "/usr/bin/fzn-gecode", "supportsFzn": True, "needsSolns2Out": True}
    (options.work / "gecode.msc").write_text(json.dumps(configuration | {"stdFlags": ["-a", "-t"]}))
    return str(options.work / "gecode.msc")


def as_gecode_says(text):
    """Returns FlatZinc with the names of constraints that Gecode 6.2 knows."""
    text = text.replace("fzn_count_eq", "count").replace("gecode_cumulatives(", "cumulatives(")
    return re.sub(r"\bfzn_(?=\w+\()", "", text)


def choose(options):
    """Writes the list of instances. A problem ends where flattening takes too long."""
    chosen = 0
    scratch = options.challenge / "chosen.fzn"
    for name, instances in problems(options.challenge):
        kept = []
        for files in instances:
            scratch.unlink(missing_ok=True)
            failure = flatten(files, scratch, "org.gecode.gecode", ["-Gstd"])
            if failure is None and re.search(r"\bfloat\b|float_|int2float", scratch.read_text()):
                kept = []
                break
            kept += [files] * (failure is None)
            if failure == TOO_LONG or len(kept) == EACH:
                break
        for files in kept:
            print(name, *(path.relative_to(options.challenge) for path in files), sep="\t", flush=True)
        chosen += bool(kept)
        if chosen == PROBLEMS:
            break


def listed(options):
    """The instances to solve: problem, name, files."""
    by_problem = {}
    for line in (HERE / "instances.txt").read_text().splitlines():
        problem, *files = line.split("\t")
        by_problem.setdefault(problem, []).append([options.challenge / path for path in files])
    for problem, instances in by_problem.items():
        if options.daily:
            instances = [instances[min(2, len(instances) - 1)]]
        for files in instances:
            if not options.only or problem in options.only:
                yield problem, f"{problem}/{files[-1].parent.parent.name}/{files[-1].stem}", files


def run(command, output, seconds):
    """Runs a command and returns its processor time."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_OUTPUT, MOST_OUTPUT))

    command = ["stdbuf", "-oL", *command]  # the output so far is kept when the limit ends the solver
    with output.open("w") as target:
        subprocess.run(command, stdout=target, stderr=subprocess.STDOUT, preexec_fn=limit, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def last_solution(output):
    """Returns the text of the last whole solution, or None."""
    solution, lines = None, []
    with output.open(errors="replace") as text:
        for line in text:
            if line.rstrip() == SOLUTION:
                solution, lines = lines, []
            elif not line.startswith("%"):
                lines.append(line)
    rest = "".join(lines)
    return None if solution is None else "".join(solution), rest


def shown(solution, ozn):
    """Returns a solution in the names of the model, and its objective."""
    run = subprocess.run(
        ["minizinc", "--ozn-file", str(ozn)], input=f"{solution}{SOLUTION}\n", capture_output=True, text=True, check=False
    )
    text = run.stdout.split(SOLUTION)[0]
    objective = re.search(r"^_objective = (-?\d+);\n", text, re.M)
    if objective:
        text = text.replace(objective[0], "")
    return text, objective and int(objective[1])


def check(options, files, text, objective, goal):
    """Returns whether Gecode confirms the solution within a minute."""
    fixed, flat, output = options.work / "solution.mzn", options.work / "check.fzn", options.work / "checked"
    # As constraints instead of data: models read the bounds of their variables, which data would change.
    fixed.write_text(re.sub(r"^(\w+) = (.*?);$", r"constraint \1 = \2;", text, flags=re.M | re.S))
    flat.unlink(missing_ok=True)
    # A solution that flattening refutes leaves a FlatZinc file without solutions.
    if flatten([*files, fixed], flat, options.solvers["gecode"]):
        return "unchecked"
    run(["fzn-gecode", "-a", str(flat)] if goal != "satisfy" else ["fzn-gecode", str(flat)], output, CHECKING)
    if "UNSATISFIABLE" in output.read_text():
        return "WRONG"
    solution, rest = last_solution(output)
    if solution is None:
        return "unchecked"
    best = shown(solution, flat.with_suffix(".ozn"))[1]
    if best is None or (best <= objective if goal == "minimize" else best >= objective):
        return "right"
    return "WRONG" if COMPLETE in rest else "unchecked"


def solve_one(options, files, name, way):
    """Solves an instance; returns the fields of its line."""
    library, flags = WAYS[way]
    flat = options.work / "flat" / library / (name.replace("/", "_") + ".fzn")
    flat.parent.mkdir(parents=True, exist_ok=True)
    failure = flatten(files, flat, options.solvers[library])
    if failure:
        return failure, "", 0.0, ""
    goal = re.search(r"^solve .*?(satisfy|minimize|maximize)\b", flat.read_text(), re.M)[1]
    output = options.work / "output"
    flags = [flag for flag in flags if flag != "-a" or goal != "satisfy"]
    seconds = run([*options.programs[library], *flags, str(flat)], output, options.time)
    solution, rest = last_solution(output)
    is_final = COMPLETE + "\n" in rest and seconds <= options.time + 0.1
    if "UNSATISFIABLE" in rest:
        return "unsatisfiable", "", seconds, ""
    if solution is None:
        error = re.search(r"^.*error.*$", rest, re.M | re.I)
        return "failed: " + error[0][:80] if error else "unknown", "", seconds, ""
    text, objective = shown(solution, flat.with_suffix(".ozn"))
    status = "satisfied" if goal == "satisfy" else "optimal" if is_final else "found"
    verdict = check(options, files, text, objective, goal) if library == "csp" else ""
    return status, "" if objective is None else f"{goal} {objective}", seconds, verdict


def solve(options):
    """Solves the instances without a line."""
    options.work.mkdir(parents=True, exist_ok=True)
    options.work = options.work.resolve()
    ours = options.ours.resolve()
    library = options.work / "library"
    subprocess.run([str(ours), "--install", str(library)], check=True, stdout=subprocess.DEVNULL)
    options.solvers = {"gecode": gecode_library(options), "csp": str(next(library.rglob("*.msc")))}
    options.programs = {"gecode": ["fzn-gecode"], "csp": [str(ours)]}
    if options.chuffed:
        options.solvers["chuffed"] = str(options.chuffed / "share/minizinc/solvers/chuffed.msc")
        options.programs["chuffed"] = [str(options.chuffed / "bin/fzn-chuffed")]
    results = options.work / "results.tsv"
    done = {tuple(line.split("\t")[:2]) for line in results.read_text().splitlines()} if results.exists() else set()
    for _, name, files in listed(options):
        for way in options.ways.split(","):
            label = way + options.suffix
            if (name, label) in done:
                continue
            status, value, seconds, verdict = solve_one(options, files, name, way)
            line = "\t".join([name, label, status, value, f"{seconds:.2f}", verdict])
            with results.open("a") as target:
                print(line, file=target)
            print(line, flush=True)


def rank(status, value):
    """The quality of a result: larger is better."""
    if status in ("optimal", "unsatisfiable", "satisfied"):
        proof = 2
    else:
        proof = 1 if status == "found" else 0
    if not value:
        return (proof > 0, 0, proof)
    goal, number = value.split()
    return (True, int(number) if goal == "maximize" else -int(number), proof)


def table(options):
    """Prints the results and their comparison."""
    rows = {}
    for line in (options.work / "results.tsv").read_text().splitlines():
        name, way, status, value, seconds, verdict = line.split("\t")
        rows.setdefault(name, {})[way] = (status, value, float(seconds), verdict)
    ways = options.ways.split(",")
    rows = {name: row for name, row in sorted(rows.items()) if all(way in row for way in ways)}
    print("| instance |", " | ".join(ways), "|\n|---" * 1 + "|---" * len(ways) + "|")
    for name, row in rows.items():
        cells = []
        for way in ways:
            status, value, seconds, verdict = row[way]
            number = value.split()[-1] if value else ""
            cell = {"optimal": f"**{number}**", "found": number}.get(status, status)
            time = f" {seconds:.1f}" if status in ("optimal", "satisfied", "unsatisfiable") else ""
            cells.append(cell + time + (f" {verdict}" if verdict not in ("", "right") else ""))
        print(f"| {name} | {' | '.join(cells)} |")
    for way in ways:
        solved = sum(row[way][0] in ("optimal", "unsatisfiable", "satisfied") for row in rows.values())
        print(f"\n{way}: {solved} of {len(rows)} solved", end="")
        for other in ways:
            if other != way:
                better = sum(rank(*row[way][:2]) > rank(*row[other][:2]) for row in rows.values())
                worse = sum(rank(*row[way][:2]) < rank(*row[other][:2]) for row in rows.values())
                print(f"; better than {other} on {better}, worse on {worse}", end="")
    print()
    for name, row in rows.items():
        finals = {value for status, value, _, _ in row.values() if status == "optimal"}
        kinds = {status == "unsatisfiable" for status, _, _, _ in row.values() if not status.startswith(("unk", "fail", "not"))}
        if len(finals) > 1 or len(kinds) > 1:
            print(f"CONTRADICTION: {name}")


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("choose")
    command.add_argument("challenge", type=Path)
    command = commands.add_parser("solve")
    command.add_argument("challenge", type=Path)
    command.add_argument("work", type=Path)
    command.add_argument("only", nargs="*", help="only these problems")
    command.add_argument("--ours", type=Path, required=True, help="the program fzn-csp")
    command.add_argument("--gecode", type=Path, required=True, help="gecode/flatzinc/mznlib of Gecode's source, 6.3")
    command.add_argument("--chuffed", type=Path, help="folder that Chuffed is installed in")
    command.add_argument("--daily", action="store_true", help="one instance of each problem")
    command.add_argument("--time", type=int, default=20, help="seconds of processor time")
    command.add_argument("--ways", default="gecode,chuffed-free,csp,csp-free", help=f"of {', '.join(WAYS)}")
    command.add_argument("--suffix", default="", help="after the name of a way, to tell two versions apart")
    command = commands.add_parser("table")
    command.add_argument("work", type=Path)
    command.add_argument("--ways", default="gecode,chuffed-free,csp,csp-free")
    return parser.parse_args()


def main():
    options = read_options()
    {"choose": choose, "solve": solve, "table": table}[options.command](options)


if __name__ == "__main__":
    sys.exit(main())
