//! The model with its consequences and those of the assumptions: the start of all runs.

use crate::base::error::Error;
use crate::base::limits::Meter;
use crate::model::Model;
use crate::model::decision::Decision;

use super::literal::{Atom, Literal};
use super::network::Network;
use super::propagate::Propagation;
use super::read::{self, Group, ReadClauses, Reading};
use super::variables::Variables;

#[derive(Debug)]
pub(super) struct Root {
    pub variables: Variables,
    propagation: Propagation,
    /// Length of the trail that follows from the model alone; `None` if it has no solution.
    settled: Option<usize>,
    /// The phase of branching of each slot, if the model has any.
    phases: Vec<usize>,
}

impl Root {
    pub fn compile(model: &Model, meter: &mut Meter) -> Result<Root, Error> {
        let reading = read::read(model, meter)?;
        if meter.is_over_now(reading.bytes() + reading.clauses.bytes_watched()) {
            return Err(read::over_limit());
        }
        let Reading { network, variables, groups, clauses, contradiction } = reading;
        let mut root = Root {
            phases: phases(model, &variables),
            variables,
            propagation: Propagation::new(network),
            settled: None,
        };
        if !contradiction && root.settle(&groups, &clauses) {
            root.settled = Some(root.propagation.assignment.trail.len());
        }
        Ok(root)
    }

    /// Decides by activity alone.
    pub fn forget_phases(&mut self) {
        self.phases.clear();
    }

    /// Propagates the model. Returns false if it has no solution.
    fn settle(&mut self, groups: &[Group], clauses: &ReadClauses) -> bool {
        let propagation = &mut self.propagation;
        for line in 0..propagation.network.lines() as u32 {
            propagation.assignment.look_at(&propagation.network, line);
        }
        // A clause can be watched only while none of its literals is decided.
        let is_long = |clause: &&[Literal]| clause.len() > 1;
        for clause in clauses.iter().filter(is_long) {
            propagation.clauses.add(clause, 0);
        }
        let mut short = clauses.iter().filter(|clause| !is_long(clause));
        if !short.all(|clause| clause.first().is_some_and(|&only| propagation.hold(only))) {
            return false;
        }
        loop {
            if propagation.run().is_err() {
                return false;
            }
            let mut news = false;
            for group in groups {
                match group.make_exact(propagation) {
                    None => return false,
                    Some(exact) => news |= exact,
                }
            }
            if !news {
                return true;
            }
        }
    }

    /// Propagates the assumptions. Returns false if they contradict the model.
    pub fn assume(&mut self, assumptions: &[Decision]) -> bool {
        let Root { variables, propagation, settled, .. } = self;
        let Some(settled) = *settled else { return false };
        propagation.undo(settled);
        let mut excluded = assumptions.iter().flat_map(|&decision| variables.excluded(decision));
        excluded.all(|atom| propagation.hold(atom.is_not())) && propagation.run().is_ok()
    }

    /// Appends literals that are not false at the root, of which at least one holds iff the decision does. Returns
    /// true if the decision holds already.
    pub fn literals(&self, decision: Decision, literals: &mut Vec<Literal>) -> bool {
        let before = literals.len();
        let assignment = &self.propagation.assignment;
        let holds = self.variables.literals(decision, literals)
            || literals[before..].iter().any(|&literal| assignment.is_true(literal));
        literals.retain(|&literal| !assignment.is_false(literal));
        holds
    }

    /// The phase of branching of an atom's variable.
    pub fn phase(&self, atom: Atom) -> usize {
        if self.phases.is_empty() { 0 } else { self.phases[self.variables.slot_of(atom).0 as usize] }
    }

    /// Iterates over the true atoms.
    pub fn true_atoms(&self) -> impl Iterator<Item = Atom> + '_ {
        self.propagation.assignment.true_atoms()
    }

    /// Returns the open part of the problem, renumbered, and the atom of the root for each of its atoms.
    pub fn rest(&self) -> (Propagation, Vec<Atom>) {
        let Propagation { network, assignment, clauses, .. } = &self.propagation;
        let origin: Vec<Atom> =
            (0..network.atoms() as u32).map(Atom).filter(|&atom| assignment.is_open(atom)).collect();
        let mut place = vec![u32::MAX; network.atoms()];
        for (at, atom) in origin.iter().enumerate() {
            place[atom.index()] = at as u32;
        }
        let mut rest = Network::default();
        rest.add_atoms(origin.len());
        let mut members = Vec::new();
        for line in 0..network.lines() as u32 {
            members.clear();
            members.extend(assignment.members_left(network, line).map(|atom| Atom(place[atom.index()])));
            // A line with one member left implies nothing more.
            if members.len() > 1 {
                rest.add_line(members.iter().copied(), network.line(line).exact);
            }
        }
        rest.seal();
        let mut rest = Propagation::new(rest);
        let mut literals = Vec::new();
        for clause in clauses.iter() {
            if clauses.literals(clause).any(|literal| assignment.is_true(literal)) {
                continue;
            }
            let open = clauses.literals(clause).filter(|literal| assignment.is_open(literal.atom()));
            literals.clear();
            literals.extend(open.map(|literal| Literal(place[literal.atom().index()] << 1 | literal.0 & 1)));
            rest.clauses.add(&literals, 0);
        }
        (rest, origin)
    }
}

/// The phase of each slot: the earliest phase with a variable of the slot, otherwise one after all phases.
fn phases(model: &Model, variables: &Variables) -> Vec<usize> {
    if model.phases().is_empty() {
        return Vec::new();
    }
    let mut phases = vec![model.phases().len(); variables.slots()];
    for (at, phase) in model.phases().iter().enumerate().rev() {
        for &var in phase.vars() {
            phases[variables.view(var.into()).slot.0 as usize] = at;
        }
    }
    phases
}

impl Group {
    /// Marks the lines as exact if each must have a true member. Returns whether any line was new, or `None`
    /// if there are too few lines.
    fn make_exact(&self, propagation: &mut Propagation) -> Option<bool> {
        let Propagation { network, assignment, .. } = propagation;
        let occurs = |line: &u32| network.words_of(*line).any(|word| assignment.left[word] != 0);
        let lines: Vec<u32> = self.lines.clone().filter(occurs).collect();
        if lines.len() > self.members {
            return Some(false);
        }
        let mut news = false;
        for &line in &lines {
            if !network.line(line).exact {
                network.make_exact(line);
                assignment.look_at(network, line);
                news = true;
            }
        }
        (lines.len() == self.members).then_some(news)
    }
}
