//! Translation of engine events into steps about cells and rules.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use csp::extend::{Cause, Engine, Slot};
use csp::{ConstraintId, Decision};

use super::names::RuleNames;
use super::network::{CellGroup, HouseNetwork};
use super::recorder::{Event, Failed, NETWORK, Narrowed};
use super::state::State;
use super::step::{Choice, ConflictKind, Reason, Removal, Step};
use crate::candidates::Candidates;
use crate::solver::board::Board;

/// Maps the engine's variables to cells and its constraints to rules.
#[derive(Debug)]
pub(super) struct Explainer {
    pub names: RuleNames,
    /// The cells of each slot, and for each cell the offset from the slot's values to the cell's.
    cells: HashMap<Slot, Vec<(usize, i32)>>,
    place_of: HashMap<csp::Var, usize>,
    /// The number of the first value.
    first: i32,
    network: HouseNetwork,
    /// The candidates after all steps that were emitted.
    state: State,
    solutions: u64,
}

impl Explainer {
    pub fn new(
        names: RuleNames,
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
        let groups = groups.map(|named| CellGroup { name: named.name.clone(), cells: named.cells.clone() });
        let network = HouseNetwork::new(groups.collect(), &all_of(board));
        let place_of = board.cells.iter().enumerate().map(|(cell, &var)| (var, cell)).collect();
        Explainer { names, cells: of_slot, place_of, first, network, state: State::new(cells), solutions: 0 }
    }

    /// Emits the removals that clues about single cells cause before the search.
    pub fn emit_clue_removals(&mut self, board: &Board, to: &mut VecDeque<Step>) {
        for &(cell, gone, origin) in &board.taken {
            let rule = self.names.of_origin(origin);
            self.remove(usize::from(cell), gone, &rule, &Reason::Clue, to);
        }
    }

    /// Emits the removals that merging equal cells causes.
    pub fn emit_merges(&mut self, known: impl Fn(usize) -> Candidates, to: &mut VecDeque<Step>) {
        for cell in 0..self.state.cells().len() {
            let gone = self.state.cells()[cell].without(known(cell));
            self.remove(cell, gone, &EQUAL.into(), &Reason::Clue, to);
        }
    }

    pub fn translate(&mut self, events: Vec<Event>, to: &mut VecDeque<Step>) {
        let mut events = events.into_iter().peekable();
        while let Some(one) = events.next() {
            match one {
                Event::Decided(decision, depth) => {
                    let choice = self.choice(decision);
                    let of = choice.cell.map_or(Candidates::NONE, |cell| self.state.cells()[cell]);
                    self.state.push();
                    to.push_back(Step::Decide { choice, of, cells: Vec::new(), depth });
                }
                Event::Refuted(decision, depth) => {
                    self.state.backtrack_to(depth);
                    to.push_back(Step::Refute { choice: self.choice(decision), cells: Vec::new(), depth });
                }
                Event::Narrowed(first) => {
                    let mut changes = vec![first];
                    while let Some(Event::Narrowed(next)) = events.peek()
                        && (next.cause, &next.sources) == (changes[0].cause, &changes[0].sources)
                    {
                        let Some(Event::Narrowed(next)) = events.next() else { unreachable!("it was there") };
                        changes.push(next);
                    }
                    self.narrowed(&changes, to);
                }
                Event::Failed { failed, at_root } => self.failed(&failed, at_root, to),
                Event::Solved => {
                    self.solutions += 1;
                    to.push_back(Step::Solution(self.solutions));
                }
                Event::Restarted => {
                    self.state.backtrack_to(0);
                    to.push_back(Step::Restart);
                }
            }
        }
    }

    fn choice(&self, decision: Decision) -> Choice {
        let (relation, number) = csp::tree::relation(decision);
        Choice { cell: self.place_of.get(&decision.variable()).copied(), relation, number }
    }

    /// Emits changes that have the same cause, in order.
    fn narrowed(&mut self, changes: &[Narrowed], to: &mut VecDeque<Step>) {
        if changes[0].cause == Cause::Propagator(NETWORK) {
            return self.network(changes, to);
        }
        for narrowed in changes {
            let from = self.difference_source(narrowed.cause, narrowed.fixed);
            for at in 0..self.cells.get(&narrowed.slot).map_or(0, Vec::len) {
                let (cell, offset) = self.cells[&narrowed.slot][at];
                let gone = self.state.cells()[cell].and(values(narrowed, offset));
                match narrowed.cause {
                    Cause::Decision | Cause::Refutation => self.decided(cell, gone, to),
                    // Givens are facts of the puzzle.
                    Cause::Assumption => self.remove(cell, gone, &"given".into(), &Reason::Clue, to),
                    cause => {
                        let (rule, reason) = self.reason(cause, &narrowed.sources, cell, from);
                        self.remove(cell, gone, &rule, &reason, to);
                    }
                }
            }
        }
    }

    /// The cell whose value causes a difference, and the value.
    fn difference_source(&self, cause: Cause, fixed: i32) -> Option<(usize, u8)> {
        let Cause::Difference { from } = cause else { return None };
        let &(cell, offset) = self.cells.get(&from)?.first()?;
        u8::try_from(fixed + offset).ok().map(|value| (cell, value))
    }

    fn reason(
        &self,
        cause: Cause,
        sources: &[ConstraintId],
        cell: usize,
        from: Option<(usize, u8)>,
    ) -> (Arc<str>, Reason) {
        let rule = match from {
            Some((other, _)) => self.names.rule(sources, &[cell, other]),
            None => self.names.rule(sources, &[cell]),
        };
        let worked = match cause {
            Cause::Propagator(name) => Reason::Propagator(name),
            _ => Reason::Clue,
        };
        match (rule, from) {
            (Some(rule), Some((other, value))) => (rule, Reason::HasValue(other, value)),
            (Some(rule), None) => (rule, worked),
            // The constraint is about another cell, to which this one is equal.
            (None, _) if !sources.is_empty() => (EQUAL.into(), worked),
            (None, _) => (cause.to_string().into(), worked),
        }
    }

    /// Records the change of a cell by a decision or a refutation.
    fn decided(&mut self, cell: usize, gone: Candidates, to: &mut VecDeque<Step>) {
        let now = self.state.cells()[cell];
        let mut left = now.without(gone);
        // When values are tried in turn, the engine does not report the refuted ones.
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

    /// Emits the removal of candidates of a cell. Removals by the same rule for the same reason form one step, as
    /// long as no other step comes between.
    fn remove(
        &mut self,
        cell: usize,
        gone: Candidates,
        rule: &Arc<str>,
        reason: &Reason,
        to: &mut VecDeque<Step>,
    ) {
        let gone = gone.and(self.state.cells()[cell]);
        if gone.is_empty() {
            return;
        }
        let left = self.state.cells()[cell].without(gone);
        if left.is_empty() {
            // The puzzle's candidates are tighter than those that the engine has so far.
            return to.push_back(Step::Conflict {
                rule: Some(rule.clone()),
                kind: ConflictKind::NoValue(cell),
                at_root: true,
            });
        }
        self.state.set(cell, left);
        let removal = Removal { cell, gone, left };
        // A fixed cell removes its value from a row, a column and a region in three alternating steps.
        let near = if matches!(reason, Reason::HasValue(..)) { 3 } else { 1 };
        let is_removal = |step: &&mut Step| matches!(step, Step::Remove { .. });
        let mut latest = to.iter_mut().rev().take(near).take_while(is_removal);
        let same = latest.find_map(|step| match step {
            Step::Remove { rule: known, reason: before, cells } if known == rule && before == reason => {
                Some(cells)
            }
            _ => None,
        });
        match same.filter(|cells| cells.iter().all(|known| known.cell != cell)) {
            Some(cells) => cells.push(removal),
            None => to.push_back(Step::Remove {
                rule: rule.clone(),
                reason: reason.clone(),
                cells: vec![removal],
            }),
        }
    }

    fn network(&mut self, changes: &[Narrowed], to: &mut VecDeque<Step>) {
        let mut target = self.state.cells().to_vec();
        for narrowed in changes {
            for &(cell, offset) in self.cells.get(&narrowed.slot).into_iter().flatten() {
                target[cell] = target[cell].without(values(narrowed, offset));
            }
        }
        self.network.explain(&mut self.state, Some(&target), to);
        // Fallback for filtering that the network's rules do not explain: the candidates stay right in any case.
        for (cell, &left) in target.iter().enumerate() {
            let gone = self.state.cells()[cell].without(left);
            self.remove(cell, gone, &"rows, columns and regions".into(), &Reason::Propagator(NETWORK), to);
        }
    }

    fn failed(&mut self, failed: &Failed, at_root: bool, to: &mut VecDeque<Step>) {
        if failed.cause == Cause::Propagator(NETWORK)
            && let Some(Step::Conflict { rule, kind, .. }) = self.network.explain(&mut self.state, None, to)
        {
            return to.push_back(Step::Conflict { rule, kind, at_root });
        }
        let cell_of =
            |slot: Slot| self.cells.get(&slot).and_then(|cells| cells.first()).map(|&(cell, _)| cell);
        let emptied = failed.emptied.and_then(cell_of);
        let source = self.difference_source(failed.cause, failed.fixed);
        let (rule, kind) = match (source, emptied) {
            (Some((one, value)), Some(other)) => {
                (self.names.rule(&failed.sources, &[one, other]), ConflictKind::Repeated(value, [one, other]))
            }
            (None, Some(cell)) => (None, ConflictKind::NoValue(cell)),
            _ => {
                let mut cells: Vec<usize> = failed.slots.iter().copied().filter_map(cell_of).collect();
                cells.sort_unstable();
                cells.dedup();
                (self.names.rule(&failed.sources, &[]), ConflictKind::Violated(cells))
            }
        };
        to.push_back(Step::Conflict { rule, kind, at_root });
    }
}

/// The name of the rule for candidates that cells lose by being equal.
const EQUAL: &str = "equal cells";

/// The declared candidates of each cell.
fn all_of(board: &Board) -> Vec<Candidates> {
    let values = |&var: &csp::Var| {
        let declared = board.model.declared(var);
        declared.iter().fold(Candidates::NONE, |all, number| all.with((number - board.first()) as u8))
    };
    board.cells.iter().map(values).collect()
}

/// The values that a change removes, in terms of the cell.
fn values(narrowed: &Narrowed, offset: i32) -> Candidates {
    let values = narrowed.removed.iter().cloned().flatten().map(|value| value + offset);
    values.filter(|value| (0..64).contains(value)).fold(Candidates::NONE, |all, value| all.with(value as u8))
}
