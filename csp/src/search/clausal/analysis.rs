//! Conflict analysis: learns the clause at the first unique implication point (GRASP, Marques-Silva & Sakallah 1999),
//! without the literals that its other literals imply (Sörensson & Biere 2009).
//!
//! Every literal of a reason or of a conflict is false, so only atoms are passed around here. The false
//! literal of an atom goes into the clause.

use super::assignment::{Assignment, Conflict, Reason};
use super::clauses::Clauses;
use super::literal::{Atom, Literal};
use super::network::Network;
use super::order::Order;
use super::propagate::Propagation;

/// State of an atom during the analysis of a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    None,
    /// The atom is in the clause or was resolved away.
    Seen,
    /// The atom's false literal is implied by the others in the clause.
    Implied,
    /// The atom's false literal is not implied.
    Needed,
}

#[derive(Debug, Default)]
pub(super) struct Analysis {
    marks: Vec<Mark>,
    marked: Vec<Atom>,
    /// Atoms on the path of the implication check, each with the number of causes examined.
    stack: Vec<(Atom, usize)>,
    /// For each level the value of `count` when it was last counted.
    counted: Vec<u64>,
    count: u64,
    /// The learnt clause: first the literal that it makes true, then one of the level to backtrack to.
    pub clause: Vec<Literal>,
    pub distance: u32,
}

impl Analysis {
    pub fn new(atoms: usize) -> Analysis {
        Analysis { marks: vec![Mark::None; atoms], counted: vec![0; atoms + 1], ..Analysis::default() }
    }

    /// Learns from a conflict above the root level. Returns the level to backtrack to.
    pub fn learn(&mut self, propagation: &mut Propagation, order: &mut Order, conflict: Conflict) -> usize {
        let Propagation { network, assignment, clauses, .. } = propagation;
        let (network, assignment) = (&*network, &*assignment);
        let depth = assignment.depth() as u32;
        self.clause.clear();
        self.clause.push(Literal(0));
        let mut open = 0;
        let mut at = assignment.trail.len();
        let mut reason = match conflict {
            Conflict::Two(a, b) => {
                self.see(a, assignment, order, depth, &mut open);
                Reason::Neighbour(b)
            }
            Conflict::Empty(line) => Reason::Last(line),
            Conflict::Clause(clause) => Reason::Clause(clause),
        };
        loop {
            match reason {
                Reason::None => unreachable!("a decision is the last of its level to be reached"),
                Reason::Neighbour(atom) => self.see(atom, assignment, order, depth, &mut open),
                Reason::Last(line) => {
                    for &atom in network.members(line) {
                        self.see(atom, assignment, order, depth, &mut open);
                    }
                }
                Reason::Clause(clause) => {
                    self.praise(clause, assignment, clauses);
                    for literal in clauses.literals(clause) {
                        self.see(literal.atom(), assignment, order, depth, &mut open);
                    }
                }
            }
            let literal = loop {
                at -= 1;
                let literal = assignment.trail[at];
                if self.marks[literal.atom().index()] == Mark::Seen {
                    break literal;
                }
            };
            open -= 1;
            if open == 0 {
                self.clause[0] = !literal;
                break;
            }
            reason = assignment.reason(literal.atom());
        }
        self.minimise(network, assignment, clauses);
        for atom in self.marked.drain(..) {
            self.marks[atom.index()] = Mark::None;
        }
        self.distance = self.levels_of_clause(assignment);
        self.second(assignment)
    }

    #[inline(always)]
    fn see(&mut self, atom: Atom, assignment: &Assignment, order: &mut Order, depth: u32, open: &mut u32) {
        let level = assignment.level(atom);
        let mark = &mut self.marks[atom.index()];
        if *mark != Mark::None || level == 0 {
            return;
        }
        *mark = Mark::Seen;
        self.marked.push(atom);
        order.bump(atom);
        if level == depth {
            *open += 1;
        } else {
            self.clause.push(assignment.false_literal(atom));
        }
    }

    /// Records the use of a learnt clause: increases its activity and lowers its distance if possible.
    fn praise(&mut self, clause: u32, assignment: &Assignment, clauses: &mut Clauses) {
        let known = clauses.distance(clause);
        if known == 0 {
            return;
        }
        clauses.bump(clause);
        if known > 2 {
            self.count += 1;
            let mut distance = 0;
            for literal in clauses.literals(clause) {
                distance += self.count_level(assignment.level(literal.atom()));
            }
            if distance < known {
                clauses.set_distance(clause, distance);
            }
        }
    }

    #[inline(always)]
    fn count_level(&mut self, level: u32) -> u32 {
        let counted = &mut self.counted[level as usize];
        u32::from(std::mem::replace(counted, self.count) != self.count)
    }

    fn levels_of_clause(&mut self, assignment: &Assignment) -> u32 {
        self.count += 1;
        (0..self.clause.len()).map(|at| self.count_level(assignment.level(self.clause[at].atom()))).sum()
    }

    /// Moves a literal of the highest level except the first literal's to the second position. Returns that
    /// level.
    fn second(&mut self, assignment: &Assignment) -> usize {
        let level = |literal: &Literal| assignment.level(literal.atom());
        let Some(latest) = (1..self.clause.len()).max_by_key(|&at| level(&self.clause[at])) else { return 0 };
        self.clause.swap(1, latest);
        level(&self.clause[1]) as usize
    }

    /// Removes literals that the others imply.
    fn minimise(&mut self, network: &Network, assignment: &Assignment, clauses: &Clauses) {
        self.count += 1;
        for at in 1..self.clause.len() {
            self.count_level(assignment.level(self.clause[at].atom()));
        }
        let mut kept = 1;
        for at in 1..self.clause.len() {
            let literal = self.clause[at];
            if !self.is_implied(literal.atom(), network, assignment, clauses) {
                self.clause[kept] = literal;
                kept += 1;
            }
        }
        self.clause.truncate(kept);
    }

    /// Returns whether an atom's false literal follows from the other literals in the clause.
    fn is_implied(
        &mut self,
        atom: Atom,
        network: &Network,
        assignment: &Assignment,
        clauses: &Clauses,
    ) -> bool {
        if assignment.reason(atom) == Reason::None {
            return false;
        }
        self.stack.clear();
        self.stack.push((atom, 0));
        while let Some((atom, next)) = self.stack.last_mut() {
            let cause = match assignment.reason(*atom) {
                Reason::None => unreachable!("decisions are not put on the stack"),
                Reason::Neighbour(neighbour) => (*next == 0).then_some(neighbour),
                Reason::Last(line) => network.members(line).get(*next).copied(),
                Reason::Clause(clause) => clauses.literal(clause, *next).map(Literal::atom),
            };
            let Some(cause) = cause else {
                // All causes are implied, so the atom is, too.
                let atom = *atom;
                self.stack.pop();
                self.mark_once(atom, Mark::Implied);
                continue;
            };
            *next += 1;
            let level = assignment.level(cause);
            let mark = self.marks[cause.index()];
            if cause == *atom || level == 0 || mark == Mark::Seen || mark == Mark::Implied {
                continue;
            }
            let hopeless = mark == Mark::Needed
                || assignment.reason(cause) == Reason::None
                || self.counted[level as usize] != self.count;
            if hopeless {
                self.mark_once(cause, Mark::Needed);
                while let Some((above, _)) = self.stack.pop() {
                    self.mark_once(above, Mark::Needed);
                }
                return false;
            }
            self.stack.push((cause, 0));
        }
        true
    }

    /// Marks an atom. Members of the clause stay `Seen`.
    fn mark_once(&mut self, atom: Atom, mark: Mark) {
        if self.marks[atom.index()] == Mark::None {
            self.marks[atom.index()] = mark;
            self.marked.push(atom);
        }
    }
}
