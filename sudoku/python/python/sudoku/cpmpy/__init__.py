"""The engine as a solver of CPMpy: importing this module registers it there by the name `csp`.

>>> import cpmpy as cp
>>> import sudoku.cpmpy
>>> x = cp.intvar(1, 9, shape=3)
>>> model = cp.Model(cp.AllDifferent(x), cp.sum(x) == 23, x[0] < x[1], x[1] < x[2])
>>> model.solveAll(solver="csp")
1

Comparisons, logic and global constraints may be nested in any way and are handed on as they are; what the engine does not
have is decomposed by CPMpy. Under assumptions `get_core` and `get_minimal_core` tell which of them clash. Numbers are
whole and go from -2**28 to 2**28, sums to 2**62; others raise OverflowError, and floats NotSupportedError.
"""

from __future__ import annotations

import time as clock
from importlib.metadata import PackageNotFoundError, version

from cpmpy.exceptions import NotSupportedError
from cpmpy.expressions.core import Expression
from cpmpy.expressions.utils import flatlist, is_num
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl
from cpmpy.solvers.solver_interface import ExitStatus, SolverInterface, SolverStatus
from cpmpy.solvers.utils import SolverLookup
from cpmpy.transformations.decompose_global import decompose_in_tree, decompose_objective
from cpmpy.transformations.get_variables import get_variables
from cpmpy.transformations.normalize import toplevel_list
from cpmpy.transformations.safening import no_partial_functions, safen_objective

from .. import csp
from ._translation import FUNCTIONS, GLOBALS, Translation

__all__ = ["CPM_csp"]

class CPM_csp(Translation, SolverInterface):
    """The engine of the package `sudoku-csp` as a solver of CPMpy.

    `csp_model` is the native model, a `sudoku.csp.Model`. Keyword arguments of `solve` and `solveAll` are its settings:
    `threads`, `seed`, `variables`, `values`, `restarts`, …
    """

    supported_global_constraints = GLOBALS | FUNCTIONS
    supported_reified_global_constraints = GLOBALS

    @staticmethod
    def supported() -> bool:
        return True

    @classmethod
    def version(cls) -> str | None:
        try:
            return version("sudoku-csp")
        except PackageNotFoundError:
            return None

    def __init__(self, cpm_model=None, subsolver=None):
        if subsolver is not None:
            raise ValueError(f"csp has no subsolvers, and none named {subsolver}")
        self.csp_model = csp.Model()
        self._objective = None
        self._solvers: dict = {}
        self._assumed = None
        super().__init__(name="csp", cpm_model=cpm_model)

    @property
    def native_model(self) -> csp.Model:
        return self.csp_model

    def transform(self, cpm_expr):
        constraints = no_partial_functions(toplevel_list(cpm_expr))
        return decompose_in_tree(
            constraints,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )

    def add(self, cpm_expr):
        get_variables(cpm_expr, collect=self.user_vars)
        for constraint in self.transform(cpm_expr):
            self.csp_model.add(self._condition(constraint))
        return self

    __add__ = add

    @classmethod
    def tunable_params(cls):
        """Settings that make the difference for many models, as CPMpy's tuners ask for them."""
        return {
            "variables": ["smallest_degree", "weighted_degree", "smallest", "input"],
            "values": ["smallest", "largest", "split"],
            "consistency": ["auto", "bounds", "domain"],
        }

    @classmethod
    def default_params(cls):
        return {name: values[0] for name, values in cls.tunable_params().items()}

    # Objectives

    def objective(self, expr, minimize=True):
        if not is_num(expr) and not isinstance(expr, Expression):
            raise NotSupportedError("csp has no objectives with floats; multiply them by a power of ten")
        get_variables(expr, self.user_vars)
        expr, safe = safen_objective(expr)
        expr, own = decompose_objective(
            expr,
            supported=self.supported_global_constraints,
            supported_reified=self.supported_reified_global_constraints,
            csemap=self._csemap,
        )
        self.add(safe + own)
        self._objective = (self._number(expr), minimize)

    def has_objective(self) -> bool:
        return self._objective is not None

    # Searches

    def solve(self, time_limit=None, assumptions=None, display=None, **settings):
        """Search for a solution, or for the best one.

        `assumptions` is a list of Booleans that hold for this search; `display` is told of each improvement.
        """
        if time_limit is None:
            time_limit = settings.pop("time", None)
        if time_limit is not None and time_limit <= 0:
            raise ValueError("a time limit is more than 0")
        start = clock.time()
        self.solver_vars(list(self.user_vars))
        self._assumed = None if assumptions is None else list(flatlist(assumptions))
        assumed = [self._literal(variable) for variable in self._assumed or ()]
        solution, value = None, None
        try:
            threads, progress = settings.pop("threads", None) or 1, settings.pop("progress", None)
            if threads > 1:
                settings["threads"] = threads
            elif progress is not None:
                settings["progress"] = progress
            if self._objective is None and not settings.keys() & {"threads", "progress"}:
                solution = self._solver(settings).solve(assumed, time=time_limit)
                status = ExitStatus.UNSATISFIABLE if solution is None else ExitStatus.FEASIBLE
            elif self._objective is None:
                solution = self.csp_model.solve(assumptions=assumed, time=time_limit, **settings)
                status = ExitStatus.UNSATISFIABLE if solution is None else ExitStatus.FEASIBLE
            else:
                solution, value, proved = self._best(assumed, time_limit, display, settings)
                status = ExitStatus.OPTIMAL if proved else ExitStatus.FEASIBLE
                if solution is None:
                    status = ExitStatus.UNSATISFIABLE if proved else ExitStatus.UNKNOWN
        except TimeoutError:
            status = ExitStatus.UNKNOWN
        self._take(solution, value)
        self.cpm_status = SolverStatus(self.name)
        self.cpm_status.exitstatus = status
        self.cpm_status.solve_time = clock.time() - start
        return self._solve_return(self.cpm_status)

    def _best(self, assumed, time_limit, display, settings):
        objective, minimize = self._objective
        aim = {"minimize" if minimize else "maximize": objective}
        if "threads" in settings:
            search = self.csp_model.minimize if minimize else self.csp_model.maximize
            found = search(objective, assumptions=assumed, time=time_limit, **settings)
            return found or (None, None, True)
        solution, value = None, None
        improvements = self.csp_model.improvements(**aim, assumptions=assumed, time=time_limit, **settings)
        for solution, value in improvements:
            if display is not None:
                self._take(solution, value)
                self.print_display(display)
        return solution, value, improvements.proved

    def _solver(self, settings):
        """The compiled model, which is kept from search to search."""
        key = str(sorted(settings.items()))
        if key not in self._solvers:
            self._solvers[key] = self.csp_model.solver(**settings)
        return self._solvers[key]

    def _take(self, solution, value):
        """Give the variables of the user their values."""
        variables = list(self.user_vars)
        if solution is None:
            for variable in variables:
                variable.clear()
        else:
            for variable, number in zip(variables, solution[[self.solver_var(one) for one in variables]]):
                variable._value = bool(number) if isinstance(variable, _BoolVarImpl) else number
        self.objective_value_ = value

    def solveAll(self, display=None, time_limit=None, solution_limit=None, call_from_model=False, **settings):
        """Count the solutions, the best ones if there is an objective, and display each of them."""
        start = clock.time()
        if time_limit is None:
            time_limit = settings.pop("time", None)
        self.solver_vars(list(self.user_vars))
        own, assumptions = [self.solver_var(variable) for variable in self.user_vars], []
        status, value, seen = ExitStatus.UNSATISFIABLE, None, set()
        # Solutions come one by one, from one thread.
        settings.pop("threads", None)
        try:
            if self._objective is not None:
                found = self._best([], time_limit, None, settings)
                if not found[2]:
                    raise TimeoutError
                value = found[1]
                is_constant = value is None or isinstance(self._objective[0], int)
                assumptions = [] if is_constant else [self._objective[0] == value]
            left = None if time_limit is None else max(0, time_limit - (clock.time() - start))
            search = self.csp_model.solutions(assumptions=assumptions, time=left, **settings)
            for solution in search:
                # Variables of decompositions may have several values in one solution of the user's.
                key = tuple(solution[own])
                if key in seen:
                    continue
                seen.add(key)
                if display is not None:
                    self._take(solution, value)
                    self.print_display(display)
                if len(seen) == solution_limit:
                    status = ExitStatus.FEASIBLE
                    break
            else:
                status = ExitStatus.OPTIMAL if seen else ExitStatus.UNSATISFIABLE
        except TimeoutError:
            status = ExitStatus.FEASIBLE if seen else ExitStatus.UNKNOWN
        self._take(solution if seen else None, value if seen else None)
        self.cpm_status = SolverStatus(self.name)
        self.cpm_status.exitstatus = status
        self.cpm_status.solve_time = clock.time() - start
        return len(seen)

    def solution_hint(self, cpm_vars, vals):
        """Try these values first; they need not be a solution."""
        cpm_vars, vals = flatlist(cpm_vars), flatlist(vals)
        if len(cpm_vars) != len(vals):
            raise ValueError(f"{len(cpm_vars)} variables and {len(vals)} values; hint at one value for each variable")
        for variable, value in zip(cpm_vars, vals):
            if isinstance(variable, NegBoolView):
                variable, value = variable._bv, not value
            self.csp_model.hint(self.solver_var(variable), int(value))
        # Hints are those of the model when it is compiled.
        self._solvers.clear()

    def get_core(self):
        """Assumptions that suffice for there being no solution, after such an answer."""
        return self._core("core")

    def get_minimal_core(self):
        """Like `get_core`, and none of them can be left out."""
        return self._core("minimal_core")

    @classmethod
    def mus_native(cls, soft, hard=[]):
        """Constraints of `soft` that clash under those of `hard`, of which none can be left out."""
        # Importing CPMpy's tools takes a second.
        from cpmpy.tools.explain.utils import make_assump_model

        model, soft, assumptions = make_assump_model(soft, hard)
        solver = cls(model)
        if solver.solve(assumptions=assumptions):
            raise AssertionError("a MUS is of constraints that have no solution together; these have one")
        chosen = {variable.name for variable in solver.get_minimal_core()}
        return [constraint for constraint, variable in zip(soft, assumptions) if variable.name in chosen]

    def _core(self, kind):
        if self._assumed is None or self.cpm_status.exitstatus != ExitStatus.UNSATISFIABLE:
            raise AssertionError("a core is of assumptions under which there is no solution: solve(assumptions=[…])")
        literals = [self._literal(variable) for variable in self._assumed]
        core = getattr(self._solver({}), kind)(literals).items
        chosen = {id(literal) for literal in core}
        return [variable for variable, literal in zip(self._assumed, literals) if id(literal) in chosen]


def _register() -> None:
    known = SolverLookup.base_solvers.__func__

    def base_solvers(cls):
        return [*known(cls), ("csp", CPM_csp)]

    if "csp" not in dict(SolverLookup.base_solvers()):
        SolverLookup.base_solvers = classmethod(base_solvers)


_register()
