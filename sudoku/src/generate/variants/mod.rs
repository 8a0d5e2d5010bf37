//! Puzzles of variants: clues of rules are drawn at random on a full grid, and then removed as long as there is one
//! solution.
//!
//! ```text
//!   attempt ──► full: a grid that keeps the rules of the whole grid ──► place: clues that hold, and look set
//!           ──► complete: givens until there is one solution ──► reduce: a minimal set ──► Puzzle
//! ```
//!
//! Classic puzzles with nested chains, which chance hardly ever makes, are looked for [near](near) others.
//!
//! Each attempt has its own random numbers and each question a limit of nodes, never of time, so that the puzzles do
//! not depend on threads or on the machine.

mod forms;
mod near;
mod place;

use csp::config::{Restarts, ValueOrder, VariableOrder};
use csp::{Cancel, Config};

use super::Attempt;
use super::chance::Chance;
use super::error::RequirementError;
use super::requirements::{Requirements, check_kind};
use super::style::Style;
use crate::candidates::Candidates;
use crate::explain::{Explainer, Level};
use crate::puzzle::{Places, Puzzle, Solution};
use crate::rules::random::Form;
use crate::rules::{self, Clue, Kind, ListSyntax, ParamSyntax};
use crate::solver::{Budget, End, Solver};

use forms::{Drawn, drawn};
use place::Canvas;

/// The limit of nodes for a question. A clue stays if its question is not answered within the limit.
const NODES: u64 = 2_000;

/// The limit for a question up to fiendish: a puzzle that takes more nodes would not be solved by steps of these
/// levels, and would get givens back. With it, little killers took 0.09 s each instead of 1.4 s (November 2026).
const NODES_FOR_PEOPLE: u64 = 60;

/// The limit of nodes for a full grid, and the failures before the search for it restarts.
const NODES_FOR_A_GRID: u64 = 30_000;
const RESTART: u64 = 50;

/// The data that all attempts share.
#[derive(Debug)]
pub(super) struct Variants {
    /// The grid with the rules of the whole grid.
    open: Puzzle,
    drawn: Vec<Drawn>,
    /// The symmetries, each as the image of every cell.
    maps: Vec<Vec<u16>>,
    /// The orbits of cells that may hold givens.
    orbits: Vec<Vec<u16>>,
    style: Style,
    least: usize,
    most: usize,
    /// The limit of nodes for the question whether a clue is needed.
    nodes: u64,
    solver: Solver,
    cancel: Option<Cancel>,
    /// The judge of puzzles near others, if such are made.
    near: Option<Explainer>,
}

/// A part of a puzzle that is kept or removed as a whole.
enum Item {
    Givens(Vec<u16>),
    Clues(Vec<Clue>),
}

/// The answer to a question.
enum Found {
    Unique,
    /// A solution that differs from the intended one.
    Other(Solution),
    /// A limit was reached.
    Unsettled,
}

impl Variants {
    /// The maker of puzzles with the rules of `like` and the required rules, or near others; `None` if neither is wanted.
    pub fn new(
        like: &Puzzle,
        requirements: &Requirements,
        orbits: &[Vec<u16>],
    ) -> Result<Option<Variants>, RequirementError> {
        let (mut whole, mut kinds) = (Vec::new(), Vec::new());
        for clue in like.clues() {
            match clue.kind.lists {
                ListSyntax::None => whole.push(clue.clone()),
                _ => kinds.push(clue.kind),
            }
        }
        for &kind in &requirements.rules {
            match (kind.lists, kind.params) {
                (ListSyntax::None, ParamSyntax::Nothing) => whole.push(Clue::new(kind)),
                _ => kinds.push(kind),
            }
        }
        let mut all = Vec::new();
        let has_rules = !(whole.is_empty() && kinds.is_empty());
        let near = near::is_wanted(like, requirements, orbits).then(Explainer::new);
        for kind in kinds {
            let drawn = drawn(kind).ok_or_else(|| cannot_be_drawn(kind))?;
            if all.iter().all(|other: &Drawn| other.kind != kind) {
                all.push(drawn);
            }
        }
        let forms: Vec<Form> = all.iter().map(|drawn| drawn.form).collect();
        requirements.style.check(&forms, requirements.minimal)?;
        if !has_rules && near.is_none() {
            return Ok(None);
        }
        whole.dedup();
        join_diagonals(&mut whole);
        let mut open = Puzzle { about: None, rules: None, places: Places::InLine(1, 1), ..like.clone() };
        let values = open.all_values();
        open.cells.fill(values);
        open.set_clues(whole).map_err(|fault| RequirementError::new(fault.to_string()))?;
        let symmetry = requirements.symmetry;
        let hardest = requirements.difficulty.as_ref().map_or(u16::MAX, |wanted| *wanted.hardest.end());
        let is_quick = hardest <= Level::Fiendish.most() && !requirements.minimal;
        let nodes = if is_quick { NODES_FOR_PEOPLE } else { NODES };
        Ok(Some(Variants {
            maps: symmetry.maps(&open.grid),
            orbits: orbits.to_vec(),
            style: requirements.style,
            least: requirements.least.unwrap_or(0),
            most: requirements.most.unwrap_or(usize::MAX),
            nodes,
            solver: Solver::new(Budget::default().nodes(NODES)),
            cancel: None,
            near,
            drawn: all,
            open,
        }))
    }

    pub fn cancel(&mut self, cancel: &Cancel) {
        self.solver = Solver::new(Budget::default().nodes(NODES).cancel(cancel));
        self.near = self.near.take().map(|_| Explainer::within(Budget::default().cancel(cancel)));
        self.cancel = Some(cancel.clone());
    }

    fn is_cancelled(&self) -> bool {
        self.cancel.as_ref().is_some_and(Cancel::is_cancelled)
    }

    /// Makes an attempt, and counts its questions.
    pub fn attempt(&mut self, chance: &mut Chance, questions: &mut u64) -> Attempt {
        let made = match self.near.take() {
            Some(mut judge) => {
                let made = self.make_near(chance, questions, &mut judge);
                self.near = Some(judge);
                made
            }
            None => self.make(chance, questions),
        };
        if self.is_cancelled() { Attempt::Stopped } else { made }
    }

    fn make(&mut self, chance: &mut Chance, questions: &mut u64) -> Attempt {
        let solution = match self.full(chance) {
            Ok(Some(solution)) => solution,
            Ok(None) => return Attempt::Impossible,
            Err(()) => return Attempt::Missed,
        };
        let mut items = self.clues(&solution, chance);
        if !self.complete(&mut items, &solution, chance, questions) {
            return Attempt::Missed;
        }
        let items = self.reduce(items, &solution, chance, questions);
        let has = |drawn: &Drawn| {
            items.iter().any(|item| matches!(item, Item::Clues(clues) if clues[0].kind == drawn.kind))
        };
        let mut puzzle = self.puzzle(&items, &solution);
        self.add_givens(&mut puzzle, &solution, chance);
        if puzzle.givens() > self.most || puzzle.givens() < self.least || !self.drawn.iter().all(has) {
            return Attempt::Missed;
        }
        let clues = gathered(puzzle.clues());
        puzzle.set_clues(clues).expect("the clues were checked");
        Attempt::Puzzle(Box::new(puzzle), solution)
    }

    /// A random full grid; `None` if there is none, and an error if the search was too long.
    // November 2026, nonconsecutive: some 3,000 nodes, 0.02 s. To try random values in 20 cells, with a search for each,
    // took 0.25 s.
    fn full(&mut self, chance: &mut Chance) -> Result<Option<Solution>, ()> {
        let config = Config::default()
            .with_variables(VariableOrder::WeightedDegree)
            .with_values(ValueOrder::Random)
            .with_random_ties(true)
            .with_restarts(Restarts::luby(RESTART))
            .with_seed(chance.below(u32::MAX as usize) as u64);
        let budget = self.solver.budget().clone().nodes(NODES_FOR_A_GRID);
        let answer = Solver::new(budget).configured(config).solve(&self.open, 1);
        match (answer.solutions.into_iter().next(), answer.end) {
            (Some(solution), _) => Ok(Some(solution)),
            (None, End::Exhausted) => Ok(None),
            (None, _) => {
                // A search that learns may prove that there is none.
                let answer = self.solver.solve(&self.open, 1);
                let is_none = answer.solutions.is_empty() && answer.end == End::Exhausted;
                if is_none { Ok(None) } else { Err(()) }
            }
        }
    }

    /// Clues of all rules that hold for the solution.
    fn clues(&self, solution: &[u8], chance: &mut Chance) -> Vec<Item> {
        let grid = &*self.open.grid;
        let numbers: Vec<i32> = solution.iter().map(|&value| grid.number(value)).collect();
        let mut canvas = Canvas::new(grid, &numbers, &self.maps, self.style);
        let mut items = Vec::new();
        for drawn in &self.drawn {
            items.extend(canvas.draw(drawn, chance).into_iter().map(Item::Clues));
        }
        items
    }

    /// Adds givens until there is one solution. Returns whether that succeeded.
    fn complete(
        &mut self,
        items: &mut Vec<Item>,
        solution: &[u8],
        chance: &mut Chance,
        questions: &mut u64,
    ) -> bool {
        let mut left = self.orbits.clone();
        chance.shuffle(&mut left);
        loop {
            if self.is_cancelled() {
                return false;
            }
            let next = match self.ask(&self.puzzle(items, solution), solution, questions) {
                Found::Unique => return true,
                Found::Other(other) => {
                    let differs = |&cell: &u16| other[usize::from(cell)] != solution[usize::from(cell)];
                    left.iter().position(|orbit| orbit.iter().any(differs))
                }
                Found::Unsettled => left.len().checked_sub(1),
            };
            let Some(next) = next else { return false };
            // Givens are inserted before the clues, so that they are removed first.
            items.insert(0, Item::Givens(left.swap_remove(next)));
        }
    }

    /// Removes items, givens first, as long as there is one solution. A clue of each rule stays.
    fn reduce(
        &mut self,
        items: Vec<Item>,
        solution: &[u8],
        chance: &mut Chance,
        questions: &mut u64,
    ) -> Vec<Item> {
        let (mut kept, mut clues): (Vec<Item>, Vec<Item>) =
            items.into_iter().partition(|item| matches!(item, Item::Givens(_)));
        chance.shuffle(&mut kept);
        chance.shuffle(&mut clues);
        let count = kept.len() + clues.len();
        kept.append(&mut clues);
        for _ in 0..count {
            if self.is_cancelled() {
                break;
            }
            let item = kept.remove(0);
            let is_last = matches!(&item, Item::Clues(clues) if !kept.iter().any(|other| {
                matches!(other, Item::Clues(others) if others[0].kind == clues[0].kind)
            }));
            // Cages that cover the grid stay, needed or not.
            let tiles = self.style == Style::Tiled
                && matches!(&item, Item::Clues(clues) if drawn(clues[0].kind).is_some_and(|drawn| drawn.form.is_cage()));
            let goes = !(is_last || tiles)
                && matches!(self.ask(&self.puzzle(&kept, solution), solution, questions), Found::Unique);
            if !goes {
                kept.push(item);
            }
        }
        kept
    }

    /// Whether the puzzle has another solution than the intended one.
    fn ask(&mut self, puzzle: &Puzzle, solution: &[u8], questions: &mut u64) -> Found {
        *questions += 1;
        let answer = self.solver.solve_briefly(puzzle, 2, self.nodes);
        match answer.solutions.into_iter().find(|found| **found != *solution) {
            Some(other) => Found::Other(other),
            None if answer.end == End::Exhausted => Found::Unique,
            None => Found::Unsettled,
        }
    }

    fn puzzle(&self, items: &[Item], solution: &[u8]) -> Puzzle {
        let mut puzzle = self.open.clone();
        let mut clues = puzzle.clues().to_vec();
        for item in items {
            match item {
                Item::Givens(cells) => give(&mut puzzle, cells, solution),
                Item::Clues(more) => clues.extend(more.iter().cloned()),
            }
        }
        puzzle.set_clues(clues).expect("clues are checked when they are drawn");
        puzzle
    }

    /// Adds givens that are not needed, if a least number of givens is required.
    fn add_givens(&self, puzzle: &mut Puzzle, solution: &[u8], chance: &mut Chance) {
        let mut left = self.orbits.clone();
        chance.shuffle(&mut left);
        for orbit in left {
            let is_open = puzzle.given(orbit[0].into()).is_none();
            if puzzle.givens() < self.least && is_open {
                give(puzzle, &orbit, solution);
            }
        }
    }
}

/// Leaves one clue of those that say together that both diagonals hold each value once, so that one sentence tells it.
fn join_diagonals(whole: &mut Vec<Clue>) {
    const BOTH: &str = "diagonals";
    const EACH: [&str; 2] = ["diagonal+", "diagonal-"];
    let named = |clue: &Clue, name: &str| clue.part.is_none() && clue.kind.name == name;
    let has = |name: &str| whole.iter().any(|clue| named(clue, name));
    if has(BOTH) || EACH.into_iter().all(has) {
        whole.retain(|clue| !EACH.into_iter().chain([BOTH]).any(|name| named(clue, name)));
        whole.extend(rules::find(BOTH).map(Clue::new));
    }
}

fn give(puzzle: &mut Puzzle, cells: &[u16], solution: &[u8]) {
    for &cell in cells {
        puzzle.set_cell(cell.into(), Candidates::one(solution[usize::from(cell)]));
    }
}

/// Clues that hold for a solution, of rules that the puzzle has, where there is room beside its own: one random set of
/// those that can be drawn.
pub(super) fn clues_with_room(puzzle: &Puzzle, solution: &[u8], chance: &mut Chance) -> Vec<Clue> {
    let grid = puzzle.grid();
    if check_kind(puzzle).is_err() {
        return Vec::new();
    }
    let numbers: Vec<i32> = solution.iter().map(|&value| grid.number(value)).collect();
    let maps = [(0..grid.cells() as u16).collect()];
    let mut canvas = Canvas::new(grid, &numbers, &maps, Style::Free);
    let mut kinds: Vec<Drawn> = Vec::new();
    for clue in puzzle.clues() {
        let Some(drawn) = drawn(clue.kind) else { continue };
        canvas.take(drawn.form, &clue.lists);
        if kinds.iter().all(|other| other.kind != clue.kind) {
            kinds.push(drawn);
        }
    }
    kinds.iter().flat_map(|drawn| canvas.draw(drawn, chance)).flatten().collect()
}

/// Joins the clues of marked cells to one for each rule, as people write them, and sorts the clues of a rule by place.
fn gathered(clues: &[Clue]) -> Vec<Clue> {
    let mut gathered: Vec<Clue> = Vec::new();
    let mut sorted = clues.to_vec();
    sorted.sort_by_key(|clue| (clues.iter().position(|other| other.kind == clue.kind), clue.lists.clone()));
    for clue in sorted {
        let is_cell = drawn(clue.kind).is_some_and(|drawn| drawn.form == Form::Cell);
        match gathered.last_mut().filter(|last| is_cell && last.kind == clue.kind) {
            Some(last) => last.lists[0].extend(clue.cells()),
            None => gathered.push(clue),
        }
    }
    gathered
}

fn cannot_be_drawn(kind: &Kind) -> RequirementError {
    let names: Vec<&str> = forms::names().collect();
    RequirementError::new(format!(
        "clues of the rule {} cannot be placed at random. Those of these rules can: {}",
        kind.name,
        names.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::grid::Grid;

    /// Few grids keep all of these rules.
    #[test]
    fn full_grids_of_strict_rules_are_different() {
        let open = Puzzle::open(Grid::square(9).unwrap());
        for names in [&["nonconsecutive"][..], &["anti-knight", "anti-king"], &["anti-king", "diagonals"]] {
            let rules: Vec<&Kind> = names.iter().map(|name| rules::find(name).unwrap()).collect();
            let requirements = Requirements::default().with_rules(rules);
            let mut variants = Variants::new(&open, &requirements, &[]).unwrap().expect("there are rules");
            let full =
                |attempt| variants.full(&mut Chance::new(3, attempt)).unwrap().expect("there are grids");
            let grids: Vec<Solution> = (0..8).map(full).collect();
            assert_eq!(grids.iter().collect::<BTreeSet<_>>().len(), grids.len(), "{names:?}");
            let keeps_rules = |grid: &Solution| variants.open.accepts(grid);
            assert!(grids.iter().all(keeps_rules));
        }
    }
}
