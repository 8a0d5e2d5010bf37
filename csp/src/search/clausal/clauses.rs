//! Clauses in one flat arena, each with two watched literals.
//!
//! ```text
//!   … | length | distance | activity | literal 0 | literal 1 | … | length | …
//! ```
//!
//! Literals 0 and 1 are watched. The *distance* of a learnt clause is the number of levels among its literals
//! (LBD, Audemard & Simon 2009): the smallest number that was counted when the clause was learnt or took part
//! in a conflict. A clause that must stay, for the model or for the enumeration, has distance 0.

use super::assignment::{Assignment, Conflict, Reason};
use super::literal::Literal;
use super::network::Network;
use crate::base::limits::room;

const HEADER: usize = 3;
const DISTANCE: usize = 1;
const ACTIVITY: usize = 2;

/// The distance of a clause that must stay, and of one that will be deleted.
const LASTING: u32 = 0;
const FORGOTTEN: u32 = u32::MAX;
/// Clauses of this distance or less are never deleted.
const CLOSE: u32 = 2;

/// Weight of a conflict relative to the next one.
const DECAY: f32 = 0.999;
/// Step above which the activities and the step are divided by this number, to avoid overflow.
const HUGE: f32 = 1e20;

#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    /// A literal of the clause. While it is true, the clause need not be visited.
    blocker: Literal,
}

#[derive(Debug, Default)]
pub(super) struct Clauses {
    arena: Vec<u32>,
    /// Indexed by the watched literal.
    watches: Vec<Vec<Watch>>,
    /// Learnt clauses, also those whose distance protects them from deletion.
    learnt: Vec<u32>,
    count: u64,
    step: f32,
}

/// Returns the bytes of some watched clauses, of lists that grow to twice their size.
pub(super) fn watched_bytes(clauses: usize, literals: usize) -> usize {
    3 * clauses * size_of::<Watch>() + (3 * clauses + literals) * size_of::<u32>() / 2 * 3
}

impl Clauses {
    /// Returns the bytes in use. Of the watches, only those of learnt clauses are included, two for each.
    pub fn bytes(&self) -> usize {
        let watches = room(&self.watches) + 2 * self.learnt.len() * size_of::<Watch>();
        room(&self.arena) + room(&self.learnt) + watches
    }

    pub fn new(atoms: usize) -> Clauses {
        Clauses { watches: vec![Vec::new(); 2 * atoms], step: 1.0, ..Clauses::default() }
    }

    /// Returns the number of clauses.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Adds a clause of at least two literals and watches the first two. Neither of them may be false, with
    /// one exception: if the clause makes its first literal true, the second must be the one that became
    /// false last.
    pub fn add(&mut self, literals: &[Literal], distance: u32) -> u32 {
        let clause = u32::try_from(self.arena.len()).expect("fewer than 2^32 words of clauses");
        self.arena.extend([literals.len() as u32, distance, self.step.to_bits()]);
        self.arena.extend(literals.iter().map(|literal| literal.0));
        if distance != LASTING {
            self.learnt.push(clause);
        }
        self.watch(clause);
        self.count += 1;
        clause
    }

    fn watch(&mut self, clause: u32) {
        let [first, second] = [0, 1].map(|at| Literal(self.arena[clause as usize + HEADER + at]));
        self.watches[first.index()].push(Watch { clause, blocker: second });
        self.watches[second.index()].push(Watch { clause, blocker: first });
    }

    #[inline(always)]
    pub fn literals(&self, clause: u32) -> impl DoubleEndedIterator<Item = Literal> + '_ {
        let start = clause as usize + HEADER;
        self.arena[start..start + self.arena[clause as usize] as usize].iter().map(|&code| Literal(code))
    }

    #[inline(always)]
    pub fn literal(&self, clause: u32, at: usize) -> Option<Literal> {
        let clause = clause as usize;
        (at < self.arena[clause] as usize).then(|| Literal(self.arena[clause + HEADER + at]))
    }

    /// Iterates over all clauses.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let at = |clause: u32| Some(clause).filter(|&clause| (clause as usize) < self.arena.len());
        std::iter::successors(at(0), move |&clause| at(clause + HEADER as u32 + self.arena[clause as usize]))
    }

    /// Returns the smallest number of levels that was counted among a clause's literals; 0 if it must stay.
    pub fn distance(&self, clause: u32) -> u32 {
        self.arena[clause as usize + DISTANCE]
    }

    pub fn set_distance(&mut self, clause: u32, distance: u32) {
        self.arena[clause as usize + DISTANCE] = distance;
    }

    /// Increases the activity of a learnt clause that took part in a conflict.
    pub fn bump(&mut self, clause: u32) {
        let at = clause as usize + ACTIVITY;
        let activity = f32::from_bits(self.arena[at]) + self.step;
        self.arena[at] = activity.to_bits();
    }

    /// Ends a conflict: the next one counts more.
    pub fn decay(&mut self) {
        self.step /= DECAY;
        if self.step > HUGE {
            for &clause in &self.learnt {
                let at = clause as usize + ACTIVITY;
                self.arena[at] = (f32::from_bits(self.arena[at]) / HUGE).to_bits();
            }
            self.step /= HUGE;
        }
    }

    /// Visits the clauses that watch the negation of `literal`. Called when `literal` has become true.
    pub fn react(
        &mut self,
        network: &Network,
        assignment: &mut Assignment,
        literal: Literal,
    ) -> Result<(), Conflict> {
        let gone = !literal;
        if self.watches[gone.index()].is_empty() {
            return Ok(());
        }
        let mut watches = std::mem::take(&mut self.watches[gone.index()]);
        let (mut from, mut to) = (0, 0);
        let mut result = Ok(());
        'watches: while from < watches.len() {
            let watch = watches[from];
            from += 1;
            if assignment.is_true(watch.blocker) {
                watches[to] = watch;
                to += 1;
                continue;
            }
            let start = watch.clause as usize + HEADER;
            let length = self.arena[watch.clause as usize] as usize;
            let literals = &mut self.arena[start..start + length];
            if literals[0] == gone.0 {
                literals.swap(0, 1);
            }
            let first = Literal(literals[0]);
            let kept = Watch { clause: watch.clause, blocker: first };
            if first != watch.blocker && assignment.is_true(first) {
                watches[to] = kept;
                to += 1;
                continue;
            }
            for at in 2..length {
                let other = Literal(literals[at]);
                if !assignment.is_false(other) {
                    literals.swap(1, at);
                    self.watches[other.index()].push(kept);
                    continue 'watches;
                }
            }
            watches[to] = kept;
            to += 1;
            if assignment.is_false(first) {
                result = Err(Conflict::Clause(watch.clause));
                break;
            }
            assignment.hold(network, first, Reason::Clause(watch.clause));
        }
        watches.copy_within(from.., to);
        watches.truncate(to + watches.len() - from);
        self.watches[gone.index()] = watches;
        result
    }

    /// Deletes the worse half of the learnt clauses, except reasons of true literals and clauses of small
    /// distance, and compacts the arena.
    pub fn forget_half(&mut self, assignment: &mut Assignment) {
        let mut order = std::mem::take(&mut self.learnt);
        let activity = |clause: u32| f32::from_bits(self.arena[clause as usize + ACTIVITY]);
        order.sort_unstable_by(|&a, &b| {
            let worse = self.distance(b).cmp(&self.distance(a));
            worse.then(activity(a).total_cmp(&activity(b))).then(a.cmp(&b))
        });
        for &clause in &order[..order.len() / 2] {
            let first = Literal(self.arena[clause as usize + HEADER]);
            let is_reason =
                assignment.is_true(first) && assignment.reason(first.atom()) == Reason::Clause(clause);
            if self.distance(clause) > CLOSE && !is_reason {
                self.arena[clause as usize + DISTANCE] = FORGOTTEN;
            }
        }
        self.learnt = order;
        self.compact(assignment);
    }

    /// Removes the clauses with distance `FORGOTTEN` and closes the gaps.
    fn compact(&mut self, assignment: &mut Assignment) {
        self.learnt.clear();
        self.watches.iter_mut().for_each(Vec::clear);
        let (mut from, mut to) = (0, 0);
        while from < self.arena.len() {
            let size = HEADER + self.arena[from] as usize;
            if self.arena[from + DISTANCE] == FORGOTTEN {
                self.count -= 1;
            } else {
                let first = Literal(self.arena[from + HEADER]);
                if assignment.reason(first.atom()) == Reason::Clause(from as u32) && assignment.is_true(first)
                {
                    assignment.set_reason(first.atom(), Reason::Clause(to as u32));
                }
                self.arena.copy_within(from..from + size, to);
                if self.arena[to + DISTANCE] != LASTING {
                    self.learnt.push(to as u32);
                }
                self.watch(to as u32);
                to += size;
            }
            from += size;
        }
        self.arena.truncate(to);
    }
}
