//! A puzzle's model in the making: what rules declare to.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

use csp::{Automaton, Condition, Constraint, Model, Var, all, any, holds, regular, sum, table};

use super::clue::Clue;
use super::presolve::Facts;
use super::scene::Scene;
use crate::grid::Grid;
use crate::puzzle::Candidates;

/// The cells as variables of a model. Their values are the numbers that people see.
///
/// Rules say what they mean through it, so that presolve knows of sums and of cells that differ, and so that a rule can be
/// one of several alternatives: then what it declares is gathered instead of posted.
#[derive(Debug)]
pub struct Draft<'a> {
    scene: Scene<'a>,
    model: &'a mut Model,
    cells: &'a [Var],
    /// What each cell can be, as far as rules say it of single cells.
    pub(crate) kept: Vec<Candidates>,
    pub(crate) facts: Facts,
    /// Whether two cells are in one unknown region, where that is asked.
    pub(crate) pairs: BTreeMap<(u16, u16), Var>,
    /// What has been declared as part of an alternative.
    gathered: Option<Vec<Condition>>,
}

impl<'a> Draft<'a> {
    /// A model whose cells have no rules yet.
    pub(crate) fn new(scene: Scene<'a>, model: &'a mut Model, cells: &'a [Var]) -> Draft<'a> {
        let kept = vec![Candidates::all(scene.grid.values()); cells.len()];
        let facts = Facts::new(cells.len());
        Draft { scene, model, cells, kept, facts, pairs: BTreeMap::new(), gathered: None }
    }

    /// Declares rows, columns and regions, all clues, and what follows from them.
    pub(crate) fn declare_all(&mut self) {
        let Scene { grid, clues } = self.scene;
        for house in grid.houses() {
            self.all_different(house.cells());
        }
        for clue in clues {
            self.declare(clue);
        }
        super::chaos::finish(self);
        super::presolve::add(self);
    }

    /// Declares a clue.
    pub fn declare(&mut self, clue: &Clue) {
        (clue.kind.declare)(clue, self);
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

    /// A variable more. What is posted must leave it one value when the cells have theirs, also where a rule is one
    /// of several alternatives: else solutions would be counted twice.
    pub fn helper(&mut self, values: impl Into<csp::Values>) -> Var {
        self.model.var(values)
    }

    /// Anything that the engine knows.
    pub fn post(&mut self, constraint: impl Constraint + 'static) {
        match &mut self.gathered {
            Some(gathered) => gathered.push(holds(constraint)),
            None => {
                self.model.post(constraint);
            }
        }
    }

    /// What makes a helper a function of the cells, also where a rule is one of several alternatives.
    pub fn define(&mut self, constraint: impl Constraint + 'static) {
        self.model.post(constraint);
    }

    /// 1 if two cells are in one region, of regions that are unknown, else 0.
    pub fn same_region(&mut self, a: u16, b: u16) -> Var {
        let pair = (a.min(b), a.max(b));
        *self.pairs.entry(pair).or_insert_with(|| self.model.var(0..=1))
    }

    /// A cell takes only some numbers.
    pub fn keep(&mut self, cell: u16, allowed: impl Fn(i32) -> bool) {
        if self.gathered.is_some() {
            let var = self.var(cell);
            let choices: Vec<_> =
                self.numbers().filter(|&number| allowed(number)).map(|number| var.is(number)).collect();
            return self.post(any(choices));
        }
        let grid = self.scene.grid;
        let kept = &mut self.kept[usize::from(cell)];
        let allowed = kept.iter().filter(|&value| allowed(grid.number(value)));
        *kept = allowed.fold(Candidates::NONE, Candidates::with);
    }

    /// Two cells stand in a relation, given by its pairs of numbers.
    pub fn relation(&mut self, a: u16, b: u16, allowed: impl Fn(i32, i32) -> bool) {
        if a == b {
            return self.keep(a, |number| allowed(number, number));
        }
        let numbers = self.numbers();
        let pairs = numbers.clone().flat_map(|x| numbers.clone().map(move |y| [x, y]));
        let pairs: Vec<[i32; 2]> = pairs.filter(|&[x, y]| allowed(x, y)).collect();
        self.post(table([self.var(a), self.var(b)], pairs));
    }

    /// Two cells are equal.
    pub fn equal(&mut self, a: u16, b: u16) {
        if a != b {
            self.post(self.var(a).eq(self.var(b)));
        }
    }

    /// Two cells differ.
    pub fn differ(&mut self, a: u16, b: u16) {
        if self.gathered.is_none() && a != b {
            if self.facts.see(a, b) {
                return;
            }
            self.facts.differ(a, b);
        }
        self.post(self.var(a).ne(self.var(b)));
    }

    /// All cells differ. A cell that is listed twice counts once.
    pub fn all_different(&mut self, cells: &[u16]) {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells.dedup();
        if self.gathered.is_none() {
            if self.facts.all_see(&cells) {
                return;
            }
            self.facts.group(&cells);
        }
        self.post(csp::all_different(self.vars(&cells)));
    }

    /// The numbers of cells add up to a total. A cell that is listed twice counts twice.
    pub fn sum(&mut self, cells: &[u16], total: i64) {
        if self.gathered.is_none() {
            self.facts.sum(cells, total);
        }
        self.post(sum(self.vars(cells)).eq(total));
    }

    /// The numbers of cells, read in order, are a word of an automaton: `step` says where a number leads from a state,
    /// `accepts` whether a word may end there. The states are those that can be reached.
    pub fn word<S: Clone + Eq + Hash>(
        &mut self,
        cells: &[u16],
        start: S,
        step: impl Fn(&S, i32) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) {
        let mut number_of = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut transitions = Vec::new();
        let mut layer = 0..1;
        for _ in cells {
            for from in layer.clone() {
                for number in self.numbers() {
                    let Some(next) = step(&states[from], number) else { continue };
                    let to = *number_of.entry(next.clone()).or_insert_with(|| {
                        states.push(next);
                        states.len() - 1
                    });
                    transitions.push((from, number, to));
                }
            }
            layer = layer.end..states.len();
        }
        let accepting: Vec<usize> = (0..states.len()).filter(|&state| accepts(&states[state])).collect();
        let automaton = Automaton::new(states.len(), 0, accepting, transitions);
        self.post(regular(self.vars(cells), automaton));
    }

    /// What some declarations say, gathered as one condition instead of posted.
    pub fn condition(&mut self, declare: impl FnOnce(&mut Draft<'_>)) -> Condition {
        let outer = self.gathered.replace(Vec::new());
        declare(self);
        let said = std::mem::replace(&mut self.gathered, outer);
        all(said.expect("declarations were gathered"))
    }
}
