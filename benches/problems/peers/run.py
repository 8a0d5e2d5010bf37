"""Runs models through MiniZinc and other solvers, each alone with the same limit of processor time.

Each line: instance, solver, answer, seconds of processor time of the solver. Flattening is not counted. An instance
whose name begins with "all" is solved for all solutions. Gecode follows the search annotations of a model, except as
`gecode-free`; the others search freely. lex_lesseq and bin_packing_capa are decomposed for Gecode and CP-SAT.

    apt-get install minizinc flatzinc           # MiniZinc and Gecode
    pip install ortools                         # CP-SAT, used with one worker through `cp_sat.py`
    cargo build --release --manifest-path benches/problems/Cargo.toml
    python3 benches/problems/peers/run.py MODELS DATA --each 2 --ours benches/problems/target/release/problems \\
        --chuffed DIR --solvers search,learn,default,cp-sat,gecode,chuffed

`--chuffed DIR` names the folder of an installed Chuffed.
"""

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
WAYS = ("search", "learn", "default")
FINAL = ("optimal", "satisfied", "unsatisfiable", "all")
GOAL = r"^solve .*?(satisfy|minimize|maximize)\s*(\w*)"
GRACE = 4  # seconds of processor time for starting the solver and for output


def instances(models, data, names, each):
    """Instances by name. The first and the last one come before the others, as in the program."""
    for model in sorted(models.glob("*.mzn")):
        problem = model.stem
        found = sorted(path.stem for path in data.glob(f"{problem}__*.dzn"))
        found = [name for name in found if not names or name in names or problem in names]
        while each is not None and len(found) > each:
            found.pop(len(found) // 2)
        for name in found:
            yield name, model, data / f"{name}.dzn"


def flatten(model, data, library, folder, name):
    """Returns the FlatZinc file, or None if there is none within a minute."""
    target = folder / f"{name}.fzn"
    command = ["minizinc", "-c", "--solver", str(library), "--no-output-ozn", "--fzn", str(target)]
    try:
        run = subprocess.run([*command, str(model), str(data)], capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return None
    if run.returncode != 0:
        sys.exit(f"{name}: {run.stderr}")
    return target


def run(command, seconds):
    """Returns the output and the processor time of a command."""
    output = tempfile.TemporaryFile("w+")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))

    command = ["stdbuf", "-oL", *command]  # the output so far is kept when the limit ends the solver
    subprocess.run(command, stdout=output, stderr=subprocess.DEVNULL, preexec_fn=limit, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    output.seek(0)
    return output.read(), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run_ours(options, name, way):
    """Returns the answer of the engine, whether it is final, and the processor time."""
    command = [str(options.ours), str(options.models), str(options.data), name, "--way", way]
    output = subprocess.run([*command, "--time", str(options.time)], capture_output=True, text=True, check=False).stdout
    lines = re.findall(rf"^{name} +{way} +(.*?) +([\d.]+) +\d+ +\d+$", output, re.M)
    if not lines:
        return "wrong", False, 0.0
    status, seconds = lines[0]
    return status, status.split()[0] in FINAL, float(seconds)


def answer(output, flat, wants_all):
    """Returns the answer in the output, and whether it is final."""
    found = output.count("-" * 10 + "\n")
    ended = "==========\n" in output
    if "UNSATISFIABLE" in output:
        return "unsatisfiable", True
    goal = re.search(GOAL, flat, re.M)
    if wants_all:
        return (f"all {found}" if ended else f"some {found}"), ended
    if found == 0:
        return "unknown", False
    if goal[1] == "satisfy":
        return "satisfied", True
    value = re.findall(r"^objective = (-?\d+)", output, re.M)[-1]
    return (f"optimal {value}" if ended else f"best {value}"), ended


def tell_objective(text):
    """Adds the objective to the output under a fixed name."""
    goal = re.search(GOAL, text, re.M)
    if goal[1] == "satisfy":
        return text
    variable = "var -1000000..1000000: objective :: output_var;\n"
    equal = f"constraint int_eq(objective,{goal[2]});\n"
    first = re.search(r"^(constraint|solve)", text, re.M).start()
    return text[:first] + variable + text[first : goal.start()] + equal + text[goal.start() :]


def run_peer(options, solver, instance, folder):
    """Returns the answer of a solver, whether it is final, and the processor time."""
    name, model, data = instance
    library = folder / "globals.msc"
    if solver == "chuffed":
        library = options.chuffed / "share/minizinc/solvers/chuffed.msc"
    file = flatten(model, data, library, folder, name)
    if file is None:
        return "not flattened", False, 0.0
    text = file.read_text()
    wants_all = name.split("__")[1].startswith("all")
    is_optimization = re.search(GOAL, text, re.M)[1] != "satisfy"
    if solver == "cp-sat":
        command = [sys.executable, str(HERE / "cp_sat.py"), "--time", str(options.time), str(file)]
        output, seconds = run(command + ["-a"] * wants_all, options.time + GRACE)
        told = re.search(r"cpuTime=([\d.]+)", output)
        seconds = float(told[1]) if told else seconds
    else:
        text = tell_objective(text)
        program = options.chuffed / "bin/fzn-chuffed"
        if solver != "chuffed":
            program = "fzn-gecode"
            # These are Gecode's own names, under which the standard library defines something.
            text = text.replace("fzn_", "")
        file.write_text(text)
        # With an objective, `-a` prints each improvement.
        command = [str(program)] + ["-a"] * (wants_all or is_optimization) + ["-f"] * (solver != "gecode")
        output, seconds = run([*command, str(file)], options.time)
    status, is_final = answer(output, text, wants_all)
    return status, is_final and seconds <= options.time + 0.1, seconds


def read_options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("names", nargs="*", help="only these: PROBLEM or PROBLEM__INSTANCE")
    parser.add_argument("--each", type=int, help="at most so many instances of a problem")
    parser.add_argument("--time", type=int, default=8, help="seconds of processor time")
    parser.add_argument(
        "--solvers",
        default="cp-sat,gecode,chuffed",
        help="cp-sat, gecode, gecode-free, chuffed; search, learn, default: ways of --ours",
    )
    parser.add_argument("--ours", type=Path, help="the program `problems`")
    parser.add_argument("--chuffed", type=Path, help="folder that Chuffed is installed in")
    options = parser.parse_intermixed_args()
    options.solvers = options.solvers.split(",")
    if "chuffed" in options.solvers and options.chuffed is None:
        parser.error("chuffed needs --chuffed")
    if options.ours is None and any(way in options.solvers for way in WAYS):
        parser.error("search, learn and default need --ours")
    return options


def main():
    options = read_options()
    totals = dict.fromkeys(options.solvers, 0)
    count = 0
    contradictions = []
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        library = {
            "id": "csp.globals",
            "name": "globals",
            "version": "1.0.0",
            "executable": "/bin/true",
            "mznlib": str((HERE / "globals").resolve()),
        }
        (folder / "globals.msc").write_text(json.dumps(library))
        for instance in instances(options.models, options.data, options.names, options.each):
            count += 1
            answers = set()
            for solver in options.solvers:
                if solver in WAYS:
                    status, is_final, seconds = run_ours(options, instance[0], solver)
                else:
                    status, is_final, seconds = run_peer(options, solver, instance, folder)
                totals[solver] += is_final
                if is_final:
                    answers.add(status)
                print(f"{instance[0]:24} {solver:12} {status:>18} {seconds:8.3f}", flush=True)
            if len(answers) > 1:
                contradictions.append(instance[0])
    for solver, solved in totals.items():
        print(f"{solver}: {solved} of {count} solved")
    if contradictions:
        sys.exit(f"different answers: {', '.join(contradictions)}")


if __name__ == "__main__":
    main()
