//! A puzzle's model under construction, to which rules declare their constraints.

use std::any::Any;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::Arc;

use csp::constraints::{Pairs, regular, related};
use csp::{Condition, Constraint, Decision, Expression, Model, Var, all, any, holds, limits::Meter, table};

use super::clue::Clue;
use super::different::Different;
use super::facts::Facts;
use super::foundation::Foundation;
use super::meaning::Meaning;
use super::origin::Origin;
use super::scene::Scene;
use super::word;
use crate::candidates::Candidates;
use crate::grid::Grid;

/// The cells as variables of a model. Their values are the numbers that people see.
///
/// Rules declare their constraints to the draft, so that other rules know which cells differ, and so that a rule can
/// be one of several alternatives: its constraints are then collected instead of posted.
#[derive(Debug)]
pub struct Draft<'a> {
    scene: Scene<'a>,
    model: &'a mut Model,
    cells: &'a [Var],
    /// The candidates of each cell, as far as rules restrict single cells.
    pub(crate) kept: Vec<Candidates>,
    pub(crate) facts: &'a mut Facts,
    /// For pairs of cells that a rule has asked for: whether both are in one of the unknown regions.
    pub(crate) pairs: BTreeMap<(u16, u16), Var>,
    /// The declarations of the current alternative.
    gathered: Option<Vec<Condition>>,
    /// The origin of the constraints that are posted now, and the origin of each constraint.
    origin: Origin,
    origins: &'a mut Vec<Origin>,
    /// The values that a clue took from a cell by itself, with the cell and the clue.
    pub(crate) taken: Vec<(u16, Candidates, Origin)>,
    meter: Meter,
    /// Whether a limit has been reached, so that nothing more is declared.
    is_over: bool,
}

impl<'a> Draft<'a> {
    /// A draft of a model that has only the foundation. `known` has the values that each cell can have, and its
    /// variable has the same ones.
    pub(crate) fn new(
        scene: Scene<'a>,
        foundation: &'a mut Foundation,
        known: Vec<Candidates>,
        meter: Meter,
    ) -> Draft<'a> {
        let Foundation { model, cells, facts, origins } = foundation;
        Draft {
            scene,
            model,
            cells,
            kept: known,
            facts,
            pairs: BTreeMap::new(),
            gathered: None,
            origin: Origin::Clue(0),
            origins,
            taken: Vec::new(),
            meter,
            is_over: false,
        }
    }

    /// Counts work, of which a unit takes some 0.2 microseconds, and returns whether a limit has been reached.
    /// Declarations no longer matter then: a rule that takes long should return.
    #[inline]
    pub fn spend(&mut self, work: u32) -> bool {
        if !self.is_over && self.meter.is_due(work) {
            self.is_over = self.meter.is_over(self.model.memory());
        }
        self.is_over
    }

    /// Declares constraints, and records their origin.
    pub(super) fn on_behalf_of(&mut self, origin: Origin, declare: impl FnOnce(&mut Draft<'a>)) {
        if self.spend(4) {
            return;
        }
        self.origin = origin;
        declare(self);
        self.origins.resize(self.model.constraints().len(), origin);
    }

    /// Declares a clue, unless it is waived.
    pub fn declare(&mut self, clue: &Clue) {
        if !clue.is_waived {
            (clue.kind.declare)(clue, self);
        }
    }

    /// The geometry.
    pub fn grid(&self) -> &'a Grid {
        self.scene.grid
    }

    /// The geometry, and all clues.
    pub fn scene(&self) -> Scene<'a> {
        self.scene
    }

    /// The numbers that cells take.
    pub fn numbers(&self) -> std::ops::RangeInclusive<i32> {
        self.scene.grid.shape().values.clone()
    }

    /// A cell's variable.
    pub fn var(&self, cell: u16) -> Var {
        self.cells[usize::from(cell)]
    }

    /// The variables of cells.
    pub fn vars(&self, cells: &[u16]) -> Vec<Var> {
        cells.iter().map(|&cell| self.var(cell)).collect()
    }

    /// Adds an auxiliary variable. The posted constraints must determine its value once the cells have values, even if
    /// the rule is one of several alternatives: otherwise solutions would be counted twice.
    pub fn helper(&mut self, values: impl Into<csp::Values>) -> Var {
        self.model.var(values)
    }

    /// Adds an auxiliary variable that always equals an expression, even in an alternative that does not hold. For all
    /// values of the cells, the expression must be defined and must have one of the variable's values.
    pub(crate) fn helper_equal_to(
        &mut self,
        values: impl Into<csp::Values>,
        expression: impl Into<Expression>,
    ) -> Var {
        let var = self.model.var(values);
        self.model.post(expression.into().eq(var));
        var
    }

    /// The sum of the numbers of cells.
    fn sum_of(&self, cells: &[u16]) -> Expression {
        cells.iter().map(|&cell| (1, self.var(cell))).collect()
    }

    /// Posts any constraint of the engine.
    pub fn post(&mut self, constraint: impl Constraint + 'static) {
        if self.spend(1) {
            return;
        }
        match &mut self.gathered {
            Some(gathered) => {
                // A condition is collected as it is, which is cheaper than to reify it as a constraint.
                let condition = (&constraint as &dyn Any).downcast_ref::<Condition>().cloned();
                gathered.push(condition.unwrap_or_else(|| holds(constraint)));
            }
            None => {
                self.model.post(constraint);
            }
        }
    }

    /// Posts a clause: at least one of the decisions holds.
    pub(crate) fn clause<const N: usize>(&mut self, decisions: [Decision; N]) {
        match self.gathered {
            Some(_) => self.post(any(decisions)),
            None => self.post(csp::constraints::clause(decisions)),
        }
    }

    /// Declares a contradiction: the puzzle, or the alternative, has no solution.
    pub fn never(&mut self) {
        self.post(any::<Condition>([]));
    }

    /// Posts a constraint that makes a helper a function of the cells, even if the rule is one of several
    /// alternatives.
    pub fn define(&mut self, constraint: impl Constraint + 'static) {
        self.model.post(constraint);
    }

    /// A variable that is 1 if two cells are in one of the unknown regions, else 0.
    pub fn same_region(&mut self, a: u16, b: u16) -> Var {
        let pair = (a.min(b), a.max(b));
        *self.pairs.entry(pair).or_insert_with(|| self.model.var(0..=1))
    }

    /// Declares that a cell takes only the allowed numbers.
    pub fn keep(&mut self, cell: u16, allowed: impl Fn(i32) -> bool) {
        self.keep_numbers(cell, &allowed);
    }

    /// [`Draft::keep`], compiled once for all callers.
    fn keep_numbers(&mut self, cell: u16, allowed: &dyn Fn(i32) -> bool) {
        if self.gathered.is_some() {
            let var = self.var(cell);
            let choices: Vec<_> =
                self.numbers().filter(|&number| allowed(number)).map(|number| var.is(number)).collect();
            return self.post(any(choices));
        }
        let grid = self.scene.grid;
        let kept = &mut self.kept[usize::from(cell)];
        let allowed = kept.iter().filter(|&value| allowed(grid.number(value)));
        let left = allowed.fold(Candidates::NONE, Candidates::with);
        let gone = std::mem::replace(kept, left).without(left);
        if !gone.is_empty() {
            self.taken.push((cell, gone, self.origin));
        }
    }

    /// Declares that two cells are in a relation, given by its pairs of numbers.
    pub fn relation(&mut self, a: u16, b: u16, allowed: impl Fn(i32, i32) -> bool) {
        self.relations(&[(a, b)], allowed);
    }

    /// Declares that each pair of cells is in the same relation, the first cell to the second.
    pub(crate) fn relations(&mut self, cells: &[(u16, u16)], allowed: impl Fn(i32, i32) -> bool) {
        self.relate(cells, &allowed);
    }

    /// [`Draft::relations`], compiled once for all callers.
    fn relate(&mut self, cells: &[(u16, u16)], allowed: &dyn Fn(i32, i32) -> bool) {
        if self.gathered.is_some() {
            return cells.iter().for_each(|&(a, b)| self.relation_as_clauses(a, b, allowed));
        }
        let pairs = Pairs::new(self.numbers(), allowed);
        if pairs.only_differ() && cells.iter().all(|(a, b)| a != b) {
            return cells.iter().for_each(|&(a, b)| self.differ(a, b));
        }
        let pairs = Arc::new(pairs);
        for &(a, b) in cells {
            if a == b {
                self.keep(a, |number| allowed(number, number));
            } else {
                self.post(related(self.var(a), self.var(b), pairs.clone()));
            }
        }
    }

    /// Declares a relation as clauses, which are cheaper in an alternative than a constraint of their own.
    fn relation_as_clauses(&mut self, a: u16, b: u16, allowed: &dyn Fn(i32, i32) -> bool) {
        if a == b {
            return self.keep(a, |number| allowed(number, number));
        }
        let numbers = self.numbers();
        for number in numbers.clone() {
            let one = numbers.clone().filter(|&other| allowed(number, other));
            let other = numbers.clone().filter(|&other| allowed(other, number));
            let [x, y] = [self.var(a), self.var(b)];
            self.post(any([!x.is(number)].into_iter().chain(one.map(|value| y.is(value)))));
            self.post(any([!y.is(number)].into_iter().chain(other.map(|value| x.is(value)))));
        }
    }

    /// Declares that two cells are equal.
    pub fn equal(&mut self, a: u16, b: u16) {
        if a != b {
            self.post(self.var(a).eq(self.var(b)));
        }
    }

    /// Declares that two cells differ.
    pub fn differ(&mut self, a: u16, b: u16) {
        if a != b {
            if self.facts.see(a, b) {
                return;
            }
            if self.gathered.is_none() {
                self.facts.differ(a, b);
                self.model.post(Different([self.var(a), self.var(b)]));
                return;
            }
        }
        self.post(self.var(a).ne(self.var(b)));
    }

    /// Declares that all cells differ. A cell that is listed twice counts once.
    pub fn all_different(&mut self, cells: &[u16]) {
        if self.facts.all_see(cells) {
            return;
        }
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells.dedup();
        if self.facts.all_see(&cells) {
            return;
        }
        match self.gathered {
            None => self.facts.group(&cells),
            Some(_) if cells.len() <= MOST_PAIRED => {
                for (at, &a) in cells.iter().enumerate() {
                    cells[..at].iter().for_each(|&b| self.differ(a, b));
                }
                return;
            }
            Some(_) => {}
        }
        self.post(csp::all_different(cells.iter().map(|&cell| self.var(cell))));
    }

    /// Declares that the numbers of cells add up to a total. A cell that is listed twice counts twice.
    pub fn sum(&mut self, cells: &[u16], total: i64) {
        self.weighted_sum(cells.iter().map(|&cell| (1, cell)), total);
    }

    /// Declares that the numbers of cells, each with a weight, add up to a total. A cell that is listed twice counts
    /// twice.
    pub fn weighted_sum(&mut self, terms: impl IntoIterator<Item = (i64, u16)>, total: i64) {
        let cells = self.cells;
        let terms = terms.into_iter().map(|(weight, cell)| (weight, cells[usize::from(cell)]));
        match self.gathered {
            Some(_) => self.post(terms.collect::<Expression>().eq(total)),
            None => self.post(csp::constraints::equation(terms, total)),
        }
    }

    /// Declares that the numbers of cells add up to a variable. If the cells see each other, the constraint is
    /// stronger than the equation.
    pub(crate) fn total(&mut self, cells: &[u16], total: Var) {
        if self.facts.all_see(cells) && cells.len() > 1 {
            self.post(csp::constraints::different_sum(self.vars(cells), total))
        } else {
            self.post(self.sum_of(cells).eq(total))
        }
    }

    /// Declares that the cells differ, and that the set of their numbers is one of some sets.
    pub(crate) fn one_of_sets(
        &mut self,
        cells: &[u16],
        sets: impl IntoIterator<Item = impl Into<csp::Values>>,
    ) {
        self.all_different(cells);
        self.post(csp::constraints::one_of_sets(self.vars(cells), sets));
    }

    /// Declares that `means` holds for the numbers of the cells, in order. The predicate is evaluated only when few
    /// possibilities are left, so this is for rules that no other constraint can express.
    pub fn meaning(&mut self, cells: &[u16], means: impl Fn(&[i32]) -> bool + Send + Sync + 'static) {
        self.post(Meaning::new(self.vars(cells), means));
    }

    /// Declares that an automaton accepts the numbers of cells, read in order: `step` returns the next states for a
    /// state and a number, and `accepts` tells whether a word may end in a state. The automaton has the states that
    /// can be reached.
    pub fn word<S: Clone + Eq + Hash, N: IntoIterator<Item = S>>(
        &mut self,
        cells: &[u16],
        start: S,
        step: impl Fn(&S, i32) -> N,
        accepts: impl Fn(&S) -> bool,
    ) {
        let held = self.model.memory();
        let Ok(automaton) =
            word::automaton(self.numbers(), cells.len(), start, step, accepts, (&mut self.meter, held))
        else {
            self.is_over = true;
            return;
        };
        match automaton {
            Some(automaton) => self.post(regular(self.vars(cells), automaton)),
            None => self.never(),
        }
    }

    /// Declares that the variables take one of the tuples, of which there may be none.
    pub(crate) fn tuples<R: AsRef<[i32]>>(&mut self, vars: &[Var], tuples: impl IntoIterator<Item = R>) {
        let mut tuples = tuples.into_iter().peekable();
        match tuples.peek() {
            Some(_) => self.post(table(vars, tuples)),
            None => self.never(),
        }
    }

    /// Whether declarations are part of an alternative now.
    pub(crate) fn is_alternative(&self) -> bool {
        self.gathered.is_some()
    }

    /// Returns declarations as one condition instead of posting them.
    pub fn condition(&mut self, declare: impl FnOnce(&mut Draft<'_>)) -> Condition {
        let outer = self.gathered.replace(Vec::new());
        declare(self);
        let said = std::mem::replace(&mut self.gathered, outer);
        all(said.expect("declarations were gathered"))
    }
}

/// The greatest number of different cells that an alternative declares pair by pair.
const MOST_PAIRED: usize = 5;
