//! Propagation to a fixpoint: first through lines, then through clauses.
//!
//! What comes first is looked at first, so a literal's reason is about as near to the decisions as it can
//! be. Last in, first out made learnt clauses half as long again, and conflicts half as many again (November
//! 2026).
//!
//! Tried and left out: where the members left of an exact line all stand in a second line, the rest of the
//! second is false (locked candidates, as the engine's networks find). A tenth fewer conflicts, each of
//! them a quarter dearer: learnt clauses come to say the same.

use super::assignment::{Assignment, Conflict, Reason};
use super::clauses::Clauses;
use super::literal::{Atom, Literal};
use super::network::Network;

/// What is known, what follows, and what has been concluded so far.
#[derive(Debug)]
pub(super) struct Propagation {
    pub network: Network,
    pub assignment: Assignment,
    pub clauses: Clauses,
    /// How much of the trail lines and clauses have seen.
    seen_by_lines: usize,
    seen_by_clauses: usize,
}

impl Propagation {
    pub fn new(network: Network) -> Propagation {
        Propagation {
            assignment: Assignment::new(&network),
            clauses: Clauses::new(network.atoms()),
            network,
            seen_by_lines: 0,
            seen_by_clauses: 0,
        }
    }

    /// Bytes that are in use.
    pub fn bytes(&self) -> usize {
        self.network.bytes() + self.assignment.bytes() + self.clauses.bytes()
    }

    /// Makes a literal true for a reason outside. False when it is false.
    pub fn hold(&mut self, literal: Literal) -> bool {
        if self.assignment.is_open(literal.atom()) {
            self.assignment.hold(&self.network, literal, Reason::None);
        }
        self.assignment.is_true(literal)
    }

    /// Adds a clause that makes its first literal true now: all others are false, the second since last.
    pub fn add_clause(&mut self, clause: &[Literal], distance: u32) {
        let reason = match clause.len() {
            1 => Reason::None,
            _ => Reason::Clause(self.clauses.add(clause, distance)),
        };
        self.assignment.hold(&self.network, clause[0], reason);
    }

    /// Takes back what came after the first `keep` of the trail.
    pub fn undo(&mut self, keep: usize) {
        self.assignment.undo(&self.network, keep);
        self.seen_by_lines = self.seen_by_lines.min(keep);
        self.seen_by_clauses = self.seen_by_clauses.min(keep);
    }

    /// Draws all conclusions from what was added to the trail.
    pub fn run(&mut self) -> Result<(), Conflict> {
        let Propagation { network, assignment, clauses, .. } = self;
        loop {
            while let Some(&literal) = assignment.trail.get(self.seen_by_lines) {
                self.seen_by_lines += 1;
                if !literal.is_negative() {
                    leave_alone(network, assignment, literal.atom())?;
                }
            }
            if let Some(line) = assignment.next_thin(network) {
                if let Some(atom) = assignment.last(network, line)? {
                    assignment.hold(network, atom.is(), Reason::Last(line));
                }
            } else if let Some(&literal) = assignment.trail.get(self.seen_by_clauses) {
                self.seen_by_clauses += 1;
                clauses.react(network, assignment, literal)?;
            } else {
                return Ok(());
            }
        }
    }
}

/// Rules out the neighbours of a true atom in all its lines.
#[inline]
fn leave_alone(network: &Network, assignment: &mut Assignment, atom: Atom) -> Result<(), Conflict> {
    for &place in network.places(atom) {
        let own = (place >> 6) as usize;
        let line = network.line_of_word(own);
        for word in network.words_of(line) {
            let mut others = assignment.left[word];
            if word == own {
                others &= !(1 << (place & 63));
            }
            while others != 0 {
                let other = network.member(word, others.trailing_zeros());
                others &= others - 1;
                if !assignment.is_open(other) {
                    return Err(Conflict::Two(atom, other));
                }
                assignment.rule_out(network, other, Reason::Neighbour(atom));
            }
        }
    }
    Ok(())
}
