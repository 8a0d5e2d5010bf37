//! From what the engine says of a search to what people would say of it.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use csp::{Cause, ConstraintId, Decision, Engine, Slot};

use super::names::Names;
use super::network::{Group, Network};
use super::recorder::{Failed, Heard, NETWORK, Narrowed};
use super::state::State;
use super::step::{Choice, Clash, Removal, Step, Why};
use crate::candidates::Candidates;
use crate::solver::board::Board;

/// Knows the cells behind the engine's variables and the rules behind its constraints.
#[derive(Debug)]
pub(super) struct Explainer {
    pub names: Names,
    /// The cells of each variable, and what to add to get a value from its own.
    cells: HashMap<Slot, Vec<(usize, i32)>>,
    place_of: HashMap<csp::Var, usize>,
    /// The number of the first value.
    first: i32,
    network: Network,
    /// The candidates when all steps told so far are done.
    state: State,
    solutions: u64,
}

impl Explainer {
    pub fn new(
        names: Names,
        board: &Board,
        engine: &Engine,
        first: i32,
        cells: Vec<Candidates>,
    ) -> Explainer {
        let mut of_slot: HashMap<Slot, Vec<(usize, i32)>> = HashMap::new();
        for (cell, &var) in board.cells.iter().enumerate() {
            let view = engine.view(var);
            of_slot.entry(view.slot()).or_default().push((cell, view.offset() - first));
        }
        let network = engine.derived().filter(|(kind, _)| *kind == NETWORK);
        let members = network.flat_map(|(_, sources)| sources).map(|&id| names.of(id));
        let groups = members.filter(|named| named.is_of_cells && named.cells.len() > 1);
        let groups = groups.map(|named| Group { name: named.name.clone(), cells: named.cells.clone() });
        let network = Network::new(groups.collect(), &all_of(board));
        let place_of = board.cells.iter().enumerate().map(|(cell, &var)| (var, cell)).collect();
        Explainer { names, cells: of_slot, place_of, first, network, state: State::new(cells), solutions: 0 }
    }

    /// What clues say of single cells, before anything else.
    pub fn begin(&mut self, board: &Board, to: &mut VecDeque<Step>) {
        for &(cell, gone, origin) in &board.taken {
            let rule = self.names.of_origin(origin);
            self.remove(usize::from(cell), gone, &rule, &Why::Said, to);
        }
    }

    /// What equal cells have in common.
    pub fn merge(&mut self, known: impl Fn(usize) -> Candidates, to: &mut VecDeque<Step>) {
        for cell in 0..self.state.cells().len() {
            let gone = self.state.cells()[cell].without(known(cell));
            self.remove(cell, gone, &EQUAL.into(), &Why::Said, to);
        }
    }

    pub fn tell(&mut self, heard: Vec<Heard>, to: &mut VecDeque<Step>) {
        let mut heard = heard.into_iter().peekable();
        while let Some(one) = heard.next() {
            match one {
                Heard::Decided(decision, depth) => {
                    let choice = self.choice(decision);
                    let of = choice.cell.map_or(Candidates::NONE, |cell| self.state.cells()[cell]);
                    self.state.push();
                    to.push_back(Step::Decide { choice, of, cells: Vec::new(), depth });
                }
                Heard::Refuted(decision, depth) => {
                    self.state.back_to(depth);
                    to.push_back(Step::Refute { choice: self.choice(decision), cells: Vec::new(), depth });
                }
                Heard::Narrowed(first) => {
                    let mut run = vec![first];
                    while let Some(Heard::Narrowed(next)) = heard.peek()
                        && (next.cause, &next.sources) == (run[0].cause, &run[0].sources)
                    {
                        let Some(Heard::Narrowed(next)) = heard.next() else { unreachable!("it was there") };
                        run.push(next);
                    }
                    self.narrowed(&run, to);
                }
                Heard::Failed { failed, at_root } => self.failed(&failed, at_root, to),
                Heard::Solved => {
                    self.solutions += 1;
                    to.push_back(Step::Solution(self.solutions));
                }
                Heard::Restarted => {
                    self.state.back_to(0);
                    to.push_back(Step::Restart);
                }
            }
        }
    }

    fn choice(&self, decision: Decision) -> Choice {
        let (relation, number) = csp::tree::relation(decision);
        Choice { cell: self.place_of.get(&decision.variable()).copied(), relation, number }
    }

    /// Changes by one writer, one after the other.
    fn narrowed(&mut self, run: &[Narrowed], to: &mut VecDeque<Step>) {
        if run[0].cause == Cause::Propagator(NETWORK) {
            return self.network(run, to);
        }
        for narrowed in run {
            let from = self.standing(narrowed.cause, narrowed.fixed);
            for at in 0..self.cells.get(&narrowed.slot).map_or(0, Vec::len) {
                let (cell, offset) = self.cells[&narrowed.slot][at];
                let gone = self.state.cells()[cell].and(values(narrowed, offset));
                match narrowed.cause {
                    Cause::Decision | Cause::Refutation => self.decided(cell, gone, to),
                    // What is given was there from the beginning.
                    Cause::Assumption => self.remove(cell, gone, &"given".into(), &Why::Said, to),
                    cause => {
                        let (rule, why) = self.why(cause, &narrowed.sources, cell, from);
                        self.remove(cell, gone, &rule, &why, to);
                    }
                }
            }
        }
    }

    /// The cell that a difference comes from, and its value.
    fn standing(&self, cause: Cause, fixed: i32) -> Option<(usize, u8)> {
        let Cause::Difference { from } = cause else { return None };
        let &(cell, offset) = self.cells.get(&from)?.first()?;
        u8::try_from(fixed + offset).ok().map(|value| (cell, value))
    }

    fn why(
        &self,
        cause: Cause,
        sources: &[ConstraintId],
        cell: usize,
        from: Option<(usize, u8)>,
    ) -> (Arc<str>, Why) {
        let rule = match from {
            Some((other, _)) => self.names.rule(sources, &[cell, other]),
            None => self.names.rule(sources, &[cell]),
        };
        let worked = match cause {
            Cause::Propagator(name) => Why::Worked(name),
            _ => Why::Said,
        };
        match (rule, from) {
            (Some(rule), Some((other, value))) => (rule, Why::Stands(other, value)),
            (Some(rule), None) => (rule, worked),
            // The rule is about another cell, which has to be equal.
            (None, _) if !sources.is_empty() => (EQUAL.into(), worked),
            (None, _) => (cause.to_string().into(), worked),
        }
    }

    /// A cell changes by a decision, or because one was refuted.
    fn decided(&mut self, cell: usize, gone: Candidates, to: &mut VecDeque<Step>) {
        let now = self.state.cells()[cell];
        let mut left = now.without(gone);
        // Where values are tried in turn, those that were refused went without a word.
        if let Some(Step::Decide { choice: Choice { relation: "=", cell: Some(place), number }, .. }) =
            to.back()
            && *place == cell
        {
            let mut alone = Candidates::NONE;
            if let Ok(value) = u8::try_from(number - self.first) {
                alone = now.and(Candidates::one(value));
            }
            left = alone;
        }
        let gone = now.without(left);
        if gone.is_empty() || left.is_empty() {
            return;
        }
        if let Some(Step::Decide { cells, .. } | Step::Refute { cells, .. }) = to.back_mut() {
            self.state.set(cell, left);
            cells.push(Removal { cell, gone, left });
        }
    }

    /// A cell loses candidates. What one rule does for one reason is one step, as long as nothing else comes between.
    fn remove(&mut self, cell: usize, gone: Candidates, rule: &Arc<str>, why: &Why, to: &mut VecDeque<Step>) {
        let gone = gone.and(self.state.cells()[cell]);
        if gone.is_empty() {
            return;
        }
        let left = self.state.cells()[cell].without(gone);
        if left.is_empty() {
            // What is given takes away more than the engine knows of yet.
            return to.push_back(Step::Conflict {
                rule: Some(rule.clone()),
                clash: Clash::NoValue(cell),
                at_root: true,
            });
        }
        self.state.set(cell, left);
        let removal = Removal { cell, gone, left };
        // The same cell that stands in a row, a column and a region is the reason of three steps in turns.
        let near = if matches!(why, Why::Stands(..)) { 3 } else { 1 };
        let is_removal = |step: &&mut Step| matches!(step, Step::Remove { .. });
        let mut latest = to.iter_mut().rev().take(near).take_while(is_removal);
        let same = latest.find_map(|step| match step {
            Step::Remove { rule: known, why: reason, cells } if known == rule && reason == why => Some(cells),
            _ => None,
        });
        match same.filter(|cells| cells.iter().all(|known| known.cell != cell)) {
            Some(cells) => cells.push(removal),
            None => to.push_back(Step::Remove { rule: rule.clone(), why: why.clone(), cells: vec![removal] }),
        }
    }

    fn network(&mut self, run: &[Narrowed], to: &mut VecDeque<Step>) {
        let mut aim = self.state.cells().to_vec();
        for narrowed in run {
            for &(cell, offset) in self.cells.get(&narrowed.slot).into_iter().flatten() {
                aim[cell] = aim[cell].without(values(narrowed, offset));
            }
        }
        self.network.tell(&mut self.state, Some(&aim), to);
        // A rule of the network that is not known here would say nothing: the candidates are right in any case.
        for (cell, &left) in aim.iter().enumerate() {
            let gone = self.state.cells()[cell].without(left);
            self.remove(cell, gone, &"rows, columns and regions".into(), &Why::Worked(NETWORK), to);
        }
    }

    fn failed(&mut self, failed: &Failed, at_root: bool, to: &mut VecDeque<Step>) {
        if failed.cause == Cause::Propagator(NETWORK)
            && let Some(Step::Conflict { rule, clash, .. }) = self.network.tell(&mut self.state, None, to)
        {
            return to.push_back(Step::Conflict { rule, clash, at_root });
        }
        let cell_of =
            |slot: Slot| self.cells.get(&slot).and_then(|cells| cells.first()).map(|&(cell, _)| cell);
        let emptied = failed.emptied.and_then(cell_of);
        let standing = self.standing(failed.cause, failed.fixed);
        let (rule, clash) = match (standing, emptied) {
            (Some((one, value)), Some(other)) => {
                (self.names.rule(&failed.sources, &[one, other]), Clash::Twice(value, [one, other]))
            }
            (None, Some(cell)) => (None, Clash::NoValue(cell)),
            _ => {
                let mut cells: Vec<usize> = failed.slots.iter().copied().filter_map(cell_of).collect();
                cells.sort_unstable();
                cells.dedup();
                (self.names.rule(&failed.sources, &[]), Clash::Broken(cells))
            }
        };
        to.push_back(Step::Conflict { rule, clash, at_root });
    }
}

/// What cells have in common that a rule makes equal.
const EQUAL: &str = "equal cells";

/// All that each cell is declared to be.
fn all_of(board: &Board) -> Vec<Candidates> {
    let values = |&var: &csp::Var| {
        let declared = board.model.declared(var);
        declared.iter().fold(Candidates::NONE, |all, number| all.with((number - board.first()) as u8))
    };
    board.cells.iter().map(values).collect()
}

/// The values that a change takes, as the cells have them.
fn values(narrowed: &Narrowed, offset: i32) -> Candidates {
    let values = narrowed.removed.iter().cloned().flatten().map(|value| value + offset);
    values.filter(|value| (0..64).contains(value)).fold(Candidates::NONE, |all, value| all.with(value as u8))
}
