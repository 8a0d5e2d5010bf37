"""Solves a FlatZinc file, flattened with the folder `globals`, by CP-SAT with one worker."""

import argparse
import threading
import time

from ortools.sat.python import cp_model

from flatzinc import Problem

COMPARISONS = ("eq", "ne", "le", "lt")


class Translation:
    """A problem as a model of CP-SAT."""

    def __init__(self, problem):
        self.model = cp_model.CpModel()
        self.variables = {}
        for name, domain in problem.variables.items():
            if domain == "bool":
                self.variables[name] = self.model.new_bool_var(name)
            else:
                intervals = cp_model.Domain.from_intervals([list(part) for part in domain])
                self.variables[name] = self.model.new_int_var_from_domain(intervals, name)
        for name, value in problem.fixed:
            self.model.add(self.variables[name] == self.term(value))
        for name, arguments in problem.constraints:
            self.post(name, arguments)
        goal, objective = problem.goal
        if goal == "minimize":
            self.model.minimize(self.term(objective))
        elif goal == "maximize":
            self.model.maximize(self.term(objective))

    def term(self, value):
        if isinstance(value, str):
            return self.variables[value]
        if isinstance(value, tuple):
            return [self.term(part) for part in value]
        return value

    def literal(self, value):
        """Returns a Boolean; a number becomes a constant."""
        term = self.term(value)
        return self.model.new_constant(term) if isinstance(term, int) else term

    def literals(self, values):
        return [self.literal(value) for value in values]

    def compare(self, how, left, right, when=None):
        """Posts `left how right`; if `when` is given, exactly if `when` is true."""
        yes = {"eq": left == right, "ne": left != right, "le": left <= right, "lt": left < right}
        no = {"eq": left != right, "ne": left == right, "le": left > right, "lt": left >= right}
        self.reify(yes[how], no[how], when)

    def reify(self, yes, no, when):
        """Compares numbers with Booleans, which CP-SAT does not support everywhere."""
        for relation, enforced in ((yes, when), (no, None if when is None else ~when)):
            if when is None and relation is no:
                continue
            if isinstance(relation, bool):
                if not relation:
                    self.model.add_bool_or([] if enforced is None else [~enforced])
                continue
            posted = self.model.add(relation)
            if enforced is not None:
                posted.only_enforce_if(enforced)

    def post(self, name, arguments):
        model, term = self.model, self.term
        parts = name.split("_")
        reified = parts[-1] == "reif"
        when = self.literal(arguments[-1]) if reified else None
        base = name.removesuffix("_reif")
        if base in [f"{kind}_lin_{how}" for kind in ("int", "bool") for how in COMPARISONS]:
            total = sum(weight * term(part) for weight, part in zip(arguments[0], arguments[1]))
            self.compare(base.rsplit("_", 1)[1], total, term(arguments[2]), when)
        elif base in [f"{kind}_{how}" for kind in ("int", "bool") for how in COMPARISONS]:
            self.compare(base.rsplit("_", 1)[1], term(arguments[0]), term(arguments[1]), when)
        elif base == "bool2int":
            model.add(term(arguments[0]) == term(arguments[1]))
        elif base == "bool_not" or (base == "bool_xor" and len(arguments) == 2):
            model.add(term(arguments[0]) + term(arguments[1]) == 1)
        elif base == "bool_xor":
            self.compare("ne", term(arguments[0]), term(arguments[1]), self.literal(arguments[2]))
        elif base == "bool_clause":
            literals = self.literals(arguments[0]) + [~literal for literal in self.literals(arguments[1])]
            self.clause(literals, when)
        elif base in ("array_bool_or", "bool_or"):
            *inputs, output = arguments
            self.clause(self.literals(inputs[0] if base[0] == "a" else inputs), self.literal(output))
        elif base in ("array_bool_and", "bool_and"):
            *inputs, output = arguments
            inputs = self.literals(inputs[0] if base[0] == "a" else inputs)
            self.clause([~literal for literal in inputs], ~self.literal(output))
        elif base == "set_in":
            yes = cp_model.Domain.from_intervals([list(part) for part in arguments[1]])
            model.add_linear_expression_in_domain(term(arguments[0]), yes).only_enforce_if([when] if reified else [])
            if reified:
                no = yes.complement()
                model.add_linear_expression_in_domain(term(arguments[0]), no).only_enforce_if(~when)
        elif base == "int_plus":
            model.add(term(arguments[0]) + term(arguments[1]) == term(arguments[2]))
        elif base == "int_times":
            model.add_multiplication_equality(term(arguments[2]), [term(arguments[0]), term(arguments[1])])
        elif base == "int_abs":
            model.add_abs_equality(term(arguments[1]), term(arguments[0]))
        elif base in ("array_int_maximum", "array_int_minimum"):
            post = model.add_max_equality if base.endswith("maximum") else model.add_min_equality
            post(term(arguments[0]), term(arguments[1]))
        elif base in ("int_max", "int_min"):
            post = model.add_max_equality if base == "int_max" else model.add_min_equality
            post(term(arguments[2]), [term(arguments[0]), term(arguments[1])])
        elif base in [f"array_{var}{kind}_element" for var in ("", "var_") for kind in ("int", "bool")]:
            model.add_element(term(arguments[0]) - 1, term(arguments[1]), term(arguments[2]))
        else:
            self.post_global(base, arguments)

    def clause(self, literals, when):
        """Posts that at least one of the literals holds; if `when` is given, exactly if `when` is true."""
        if when is None:
            self.model.add_bool_or(literals)
        else:
            self.model.add_bool_or([*literals, ~when])
            for literal in literals:
                self.model.add_implication(literal, when)

    def post_global(self, name, arguments):
        model, term = self.model, self.term
        if name == "fzn_all_different_int":
            model.add_all_different(term(arguments[0]))
        elif name == "gecode_schedule_unary":
            model.add_no_overlap(self.intervals(*arguments))
        elif name == "cumulatives":
            starts, durations, uses, capacity = arguments
            model.add_cumulative(self.intervals(starts, durations), term(uses), term(capacity))
        elif name == "gecode_circuit":
            offset, successors = arguments
            arcs = []
            for node, successor in enumerate(term(successors)):
                used = [model.new_bool_var("") for _ in successors]
                model.add_exactly_one(used)
                for value, arc in enumerate(used):
                    model.add(successor == value + offset).only_enforce_if(arc)
                    model.add(successor != value + offset).only_enforce_if(~arc)
                    arcs.append((node, value, arc))
            model.add_circuit([arc for arc in arcs if arc[0] != arc[1] or len(successors) == 1])
            for node, value, arc in arcs:
                if node == value and len(successors) > 1:
                    model.add(arc == 0)
        elif name == "gecode_table_int":
            variables, numbers = arguments
            width = len(variables)
            rows = [numbers[at : at + width] for at in range(0, len(numbers), width)]
            model.add_allowed_assignments(term(variables), rows)
        elif name == "gecode_regular":
            inputs, states, symbols, following, first, final = arguments
            arcs = [
                (state, symbol, following[(state - 1) * symbols + symbol - 1])
                for state in range(1, states + 1)
                for symbol in range(1, symbols + 1)
            ]
            accepted = [state for low, high in final for state in range(low, high + 1)]
            model.add_automaton(term(inputs), first, accepted, [arc for arc in arcs if arc[2] > 0])
        elif name == "gecode_global_cardinality":
            self.count(arguments[0], arguments[1], lambda total, at: model.add(total == term(arguments[2][at])))
        elif name == "fzn_global_cardinality_low_up":
            _, _, least, most = arguments
            self.count(
                arguments[0], arguments[1], lambda total, at: model.add_linear_constraint(total, least[at], most[at])
            )
        else:
            raise ValueError(f"{name} is not known")

    def intervals(self, starts, durations):
        return [
            self.model.new_interval_var(start, duration, start + duration, "")
            for start, duration in zip(self.term(starts), durations)
        ]

    def count(self, inputs, cover, post):
        """Posts the number of inputs with each value of the cover."""
        for at, value in enumerate(cover):
            takes = []
            for part in self.term(inputs):
                takes.append(self.model.new_bool_var(""))
                self.compare("eq", part, value, takes[-1])
            post(sum(takes), at)


class Printer(cp_model.CpSolverSolutionCallback):
    """Prints a line for each solution, as solvers of FlatZinc do, with the value of the objective before it."""

    def __init__(self, objective):
        super().__init__()
        self.objective = objective

    def on_solution_callback(self):
        if self.objective is not None:
            print(f"objective = {self.value(self.objective)}")
        print("-" * 10, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--time", type=float, default=8.0, help="seconds of processor time")
    parser.add_argument("-a", action="store_true", help="all solutions")
    options = parser.parse_args()
    problem = Problem(open(options.file, encoding="utf-8").read())
    begin = time.process_time()
    translation = Translation(problem)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = options.a
    objective = None if problem.goal[0] == "satisfy" else translation.term(problem.goal[1])
    printer = Printer(objective)
    done = threading.Event()

    def watch():
        while not done.wait(0.02):
            if time.process_time() - begin > options.time:
                solver.stop_search()

    threading.Thread(target=watch, daemon=True).start()
    status = solver.solve(translation.model, printer)
    done.set()
    if status == cp_model.INFEASIBLE:
        print("=====UNSATISFIABLE=====")
    elif status == cp_model.OPTIMAL:
        print("=" * 10)
    print(f"%%%mzn-stat: cpuTime={time.process_time() - begin:.3f}")


if __name__ == "__main__":
    main()
