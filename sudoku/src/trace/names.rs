//! Names of the rules of a puzzle: `row 3`, `killer 15`, `thermo`.

use std::collections::HashMap;
use std::sync::Arc;

use csp::{ConstraintId, Model, Var};

use super::recorder::NETWORK;
use crate::puzzle::Puzzle;
use crate::rules::{Clue, Detail, Origin, Param};
use crate::solver::board::Board;

/// The names and cells of all constraints.
#[derive(Debug)]
pub(super) struct RuleNames {
    constraints: Vec<NamedConstraint>,
    clues: Vec<Arc<str>>,
    houses: Vec<Arc<str>>,
}

#[derive(Debug)]
pub(super) struct NamedConstraint {
    pub origin: Origin,
    pub name: Arc<str>,
    /// The cells in the scope.
    pub cells: Vec<usize>,
    /// Whether the scope has cells only.
    pub is_of_cells: bool,
    /// Whether the constraint is an equation.
    is_sum: bool,
}

/// The name of conclusions from several sums.
const DERIVED: &str = "sums of houses";

/// The greatest length of a formula or alternative in a name.
const LONGEST: usize = 28;

impl RuleNames {
    pub fn new(puzzle: &Puzzle, board: &Board) -> RuleNames {
        let clues = clues(puzzle);
        let houses: Vec<Arc<str>> =
            puzzle.grid.houses().iter().map(|house| house.to_string().into()).collect();
        let cell_of: HashMap<Var, usize> =
            board.cells.iter().enumerate().map(|(cell, &var)| (var, cell)).collect();
        let named = |(constraint, &origin): (&dyn csp::Constraint, &Origin)| {
            let scope = constraint.scope();
            let mut cells: Vec<usize> = scope.iter().filter_map(|var| cell_of.get(var).copied()).collect();
            let is_of_cells = cells.len() == scope.len();
            cells.sort_unstable();
            cells.dedup();
            let name = match origin {
                Origin::House(at) => houses[at].clone(),
                Origin::Clue(at) => clues[at].clone(),
            };
            let mut is_sum = false;
            constraint.facts(&mut |fact| is_sum |= matches!(fact, csp::extend::Fact::Linear { .. }));
            NamedConstraint { origin, name, cells, is_of_cells, is_sum }
        };
        let constraints = board.model.constraints().zip(&board.origins).map(named).collect();
        RuleNames { constraints, clues, houses }
    }

    pub fn of(&self, id: ConstraintId) -> &NamedConstraint {
        &self.constraints[id.index()]
    }

    pub fn of_origin(&self, origin: Origin) -> Arc<str> {
        match origin {
            Origin::Clue(at) => self.clues[at].clone(),
            Origin::House(at) => self.houses[at].clone(),
        }
    }

    /// The name of a constraint, among several, whose scope contains all of the cells. Clues are preferred to houses.
    /// A conclusion from several sums has a name of its own.
    pub fn rule(&self, sources: &[ConstraintId], cells: &[usize]) -> Option<Arc<str>> {
        if sources.iter().filter(|&&id| self.of(id).is_sum).count() > 1 {
            return Some(DERIVED.into());
        }
        let has_all =
            |named: &&NamedConstraint| cells.iter().all(|cell| named.cells.binary_search(cell).is_ok());
        let known = sources.iter().map(|&id| self.of(id)).filter(has_all);
        known.min_by_key(|named| named.origin).map(|named| named.name.clone())
    }
}

/// The names of a puzzle's clues. If several clues would have the same name, the first cell is added.
pub(crate) fn clues(puzzle: &Puzzle) -> Vec<Arc<str>> {
    let names: Vec<String> = puzzle.clues().iter().map(|clue| short(clue, puzzle)).collect();
    let mut times: HashMap<&str, usize> = HashMap::new();
    names.iter().for_each(|name| *times.entry(name).or_default() += 1);
    let full = |(clue, name): (&Clue, &String)| match clue.cells().first() {
        Some(&cell) if times[name.as_str()] > 1 => {
            format!("{name} at {}", puzzle.grid.name(usize::from(cell))).into()
        }
        _ => name.as_str().into(),
    };
    puzzle.clues().iter().zip(&names).map(full).collect()
}

fn short(clue: &Clue, puzzle: &Puzzle) -> String {
    if clue.detail != Detail::None {
        let text = clue.as_text(&puzzle.grid, &puzzle.symbols);
        return match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        };
    }
    let params = clue.params.iter().filter_map(|param| match param {
        Param::Number(number) => Some(number.to_string()),
        Param::Word(word) => Some(word.to_string()),
        Param::Text(_) => None,
    });
    std::iter::once(clue.kind.name.to_owned()).chain(params).collect::<Vec<_>>().join(" ")
}

/// Names of cells and rules for search trees.
#[derive(Debug)]
pub(crate) struct TreeNames<'a> {
    pub puzzle: &'a Puzzle,
    pub names: &'a RuleNames,
    pub cells: &'a [Var],
    pub model: &'a Model,
}

impl csp::tree::Names for TreeNames<'_> {
    fn decision(&self, decision: csp::Decision) -> String {
        match self.cells.iter().position(|&cell| cell == decision.variable()) {
            Some(cell) => {
                let (relation, number) = csp::tree::relation(decision);
                super::Choice { cell: Some(cell), relation, number }.text(self.puzzle)
            }
            None => self.model.decision(decision),
        }
    }

    fn constraint(&self, id: ConstraintId) -> Option<String> {
        Some(self.names.of(id).name.to_string())
    }

    fn failure(&self, failed: &csp::tree::Failed) -> Option<String> {
        if failed.by == csp::extend::Cause::Propagator(NETWORK) {
            return Some("rows, columns, regions".to_owned());
        }
        self.names.rule(&failed.sources, &[]).map(|name| name.to_string())
    }
}
