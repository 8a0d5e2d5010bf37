//! Learnt clauses, and the clauses of the model while a search learns: watched by single values.
//!
//! Each clause has two watched literals (Moskewicz et al. 2001). A literal about a domain of one word is
//! watched at one of its values that is still in the domain, its witness: the watch is visited only when that
//! value goes, and moves to another value of the literal if there is one. For a variable of two values these
//! are the watch lists of SAT solvers. A wider domain has three lists: literals that a lower bound, an upper
//! bound, or any change can falsify.
//!
//! Invariant: the witness of a false literal was removed at the level at which the literal became false, so
//! that backtracking makes both possible again at once.

use super::literal::{Form, SetLiteral};
use super::root::Root;
use crate::base::bits::ones;
use crate::base::limits::room;
use crate::engine::store::{Conflict, Shape, Slot, Store, cause};
use crate::model::ids::ConstraintId;

#[derive(Clone, Copy, Debug)]
struct Watch {
    literal: SetLiteral,
    /// Another literal of the clause. If it is true, the clause need not be read.
    blocker: SetLiteral,
    clause: u32,
}

/// The time for which a clause is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tenure {
    /// A clause of the model.
    Lasting,
    /// Follows from the model; may be deleted.
    Learnt,
    /// Excludes a solution already found: kept until the run ends.
    Refusal,
}

#[derive(Clone, Copy, Debug)]
struct Info {
    start: u32,
    length: u32,
    tenure: Tenure,
    /// The clause depends on refused solutions or on the bound of an objective, so it ends with the run.
    local: bool,
    /// Number of levels among the clause's literals when it was learnt (LBD, Audemard & Simon 2009).
    distance: u32,
    activity: f32,
    source: Option<ConstraintId>,
}

/// The clauses, numbered. A number is used again after its clause was deleted.
#[derive(Debug)]
pub(crate) struct LearntClauses {
    literals: Vec<SetLiteral>,
    infos: Vec<Info>,
    free: Vec<u32>,
    /// For each slot the index of its first list of watches.
    lists: Vec<u32>,
    watches: Vec<Vec<Watch>>,
    learnt: usize,
    /// Number of clauses that end with the run.
    local: usize,
    step: f32,
    reads: u64,
}

impl Default for LearntClauses {
    fn default() -> LearntClauses {
        LearntClauses {
            literals: Vec::new(),
            infos: Vec::new(),
            free: Vec::new(),
            lists: Vec::new(),
            watches: Vec::new(),
            learnt: 0,
            local: 0,
            step: 1.0,
            reads: 0,
        }
    }
}

/// Lists of a wider domain.
const LOW: usize = 0;
const HIGH: usize = 1;
const ANY: usize = 2;

/// Activity at which all are scaled down.
const HUGE: f32 = 1e20;
/// Weight of a conflict relative to the next one.
const DECAY: f32 = 0.999;
/// Clauses of at most this distance are kept.
const KEPT_DISTANCE: u32 = 2;

enum Visit {
    /// The clause is watched from another list now.
    Moved,
    /// The clause stays in the list, with this blocker.
    Stays(SetLiteral),
    Conflict,
}

impl LearntClauses {
    /// Makes lists for slots that have none yet.
    pub fn grow(&mut self, store: &Store) {
        for slot in (self.lists.len() as u32..store.words().len() as u32).map(Slot) {
            self.lists.push(self.watches.len() as u32);
            let lists = match store.shape(slot) {
                Shape::Word => 64 - store.one_word(slot).leading_zeros() as usize,
                Shape::Wide | Shape::Range => 3,
                Shape::Other => 0,
            };
            self.watches.resize_with(self.watches.len() + lists, Vec::new);
        }
    }

    /// Returns whether a learner has taken over the clauses.
    #[inline(always)]
    pub fn is_in_use(&self) -> bool {
        !self.lists.is_empty()
    }

    /// Returns the number of clauses that were learnt.
    pub fn learnt(&self) -> usize {
        self.learnt
    }

    /// Returns the number of watches and literals read so far.
    pub fn reads(&self) -> u64 {
        self.reads
    }

    /// Returns whether there are clauses that end with the run.
    pub fn has_local(&self) -> bool {
        self.local > 0
    }

    /// Returns the bytes in use, including two watches for each clause.
    pub fn bytes(&self) -> usize {
        room(&self.literals)
            + room(&self.infos)
            + room(&self.watches)
            + (self.infos.len() - self.free.len()) * 2 * size_of::<Watch>()
    }

    pub fn source(&self, clause: u32) -> Option<ConstraintId> {
        self.infos[clause as usize].source
    }

    pub fn is_local(&self, clause: u32) -> bool {
        self.infos[clause as usize].local
    }

    #[inline]
    pub fn literals(&self, clause: u32) -> &[SetLiteral] {
        let Info { start, length, .. } = self.infos[clause as usize];
        &self.literals[start as usize..(start + length) as usize]
    }

    /// Adds a clause of at least two literals and watches the first two. `witnesses` has, for each of them, a
    /// value to watch if the literal is false.
    pub fn add(
        &mut self,
        store: &Store,
        literals: &[SetLiteral],
        witnesses: [u64; 2],
        (tenure, local, distance): (Tenure, bool, u32),
        source: Option<ConstraintId>,
    ) -> u32 {
        let info = Info {
            start: self.literals.len() as u32,
            length: literals.len() as u32,
            tenure,
            local,
            distance,
            activity: self.step,
            source,
        };
        self.literals.extend_from_slice(literals);
        let clause = match self.free.pop() {
            Some(free) => {
                self.infos[free as usize] = info;
                free
            }
            None => {
                self.infos.push(info);
                self.infos.len() as u32 - 1
            }
        };
        self.learnt += usize::from(tenure == Tenure::Learnt);
        self.local += usize::from(local);
        for at in 0..2 {
            let (literal, blocker) = (literals[at], literals[1 - at]);
            self.watch(store, Watch { literal, blocker, clause }, witnesses[at]);
        }
        clause
    }

    fn watch(&mut self, store: &Store, watch: Watch, witnesses: u64) {
        let first = self.lists[watch.literal.slot.0 as usize] as usize;
        let list = match watch.literal.form {
            Form::AtMost => LOW,
            Form::AtLeast => HIGH,
            Form::Is => ANY,
            Form::Within => {
                let mask = watch.literal.mask();
                let left = mask & store.one_word(watch.literal.slot);
                let witnesses = if left != 0 { left } else { mask & witnesses };
                debug_assert!(witnesses != 0, "a watched literal has a witness");
                witnesses.trailing_zeros() as usize
            }
        };
        self.watches[first + list].push(watch);
    }

    /// Visits the clauses of which a change of `slot` may have falsified a literal; `old` is the slot's first word
    /// before the change. After a conflict the clause is the store's cause.
    #[inline]
    pub fn changed(&mut self, store: &mut Store, slot: Slot, old: u64) -> Result<(), Conflict> {
        let first = self.lists[slot.0 as usize] as usize;
        if store.shape(slot) == Shape::Word {
            for bit in ones(old & !store.one_word(slot)) {
                let list = first + bit as usize;
                if !self.watches[list].is_empty() {
                    self.visit(store, list)?;
                }
            }
            return Ok(());
        }
        let (before, now) = (store.bounds_in(slot, old), store.bounds(slot.into()));
        for (list, is_due) in [(LOW, now.0 > before.0), (HIGH, now.1 < before.1), (ANY, true)] {
            if is_due && !self.watches[first + list].is_empty() {
                self.visit(store, first + list)?;
            }
        }
        Ok(())
    }

    /// Visits all clauses at the root, which was narrowed without visiting them.
    pub fn visit_all(&mut self, store: &mut Store) -> Result<(), Conflict> {
        (0..self.watches.len()).try_for_each(|list| self.visit(store, list))
    }

    fn visit(&mut self, store: &mut Store, list: usize) -> Result<(), Conflict> {
        let mut watches = std::mem::take(&mut self.watches[list]);
        let (mut kept, mut at) = (0, 0);
        let mut result = Ok(());
        while at < watches.len() {
            let watch = watches[at];
            at += 1;
            let stays = if !watch.literal.is_false(store) {
                if watch.literal.form == Form::Within {
                    self.watch(store, watch, 0);
                    continue;
                }
                watch.blocker
            } else if watch.blocker.status(store) == Some(true) {
                watch.blocker
            } else {
                match self.visit_clause(store, watch) {
                    Visit::Moved => continue,
                    Visit::Stays(blocker) => blocker,
                    Visit::Conflict => {
                        result = Err(Conflict);
                        watch.blocker
                    }
                }
            };
            watches[kept] = Watch { blocker: stays, ..watch };
            kept += 1;
            if result.is_err() {
                break;
            }
        }
        self.reads += at as u64;
        watches.copy_within(at.., kept);
        watches.truncate(kept + watches.len() - at);
        watches.append(&mut self.watches[list]);
        self.watches[list] = watches;
        result
    }

    /// Visits a clause, one of whose watched literals is false.
    #[inline]
    fn visit_clause(&mut self, store: &mut Store, watch: Watch) -> Visit {
        let Info { start, length, .. } = self.infos[watch.clause as usize];
        let literals = &mut self.literals[start as usize..(start + length) as usize];
        if literals[0] == watch.literal {
            literals.swap(0, 1);
        }
        let first = literals[0];
        if first != watch.blocker && first.status(store) == Some(true) {
            return Visit::Stays(first);
        }
        let other = (2..literals.len()).find(|&k| !literals[k].is_false(store));
        self.reads += other.unwrap_or(literals.len()) as u64;
        if let Some(other) = other {
            literals.swap(1, other);
            let literal = literals[1];
            self.watch(store, Watch { literal, blocker: first, clause: watch.clause }, 0);
            return Visit::Moved;
        }
        store.set_cause(cause::clause(watch.clause));
        match first.is_false(store) {
            true => Visit::Conflict,
            false if first.enforce(store).is_err() => Visit::Conflict,
            false => Visit::Stays(first),
        }
    }

    /// Appends the literals of a clause that are false and were not false at the root.
    pub fn explain(&self, clause: u32, store: &Store, root: &Root, into: &mut Vec<SetLiteral>) {
        for &literal in self.literals(clause) {
            if literal.is_false(store) {
                into.extend(root.relevant(literal, store));
            }
        }
    }

    /// Records that a clause was used in an analysis.
    pub fn praise(&mut self, clause: u32) {
        let info = &mut self.infos[clause as usize];
        info.activity += self.step;
        if info.activity > HUGE {
            self.infos.iter_mut().for_each(|info| info.activity /= HUGE);
            self.step /= HUGE;
        }
    }

    /// Ends a conflict: the next one counts more.
    pub fn decay(&mut self) {
        self.step /= DECAY;
    }

    /// Deletes the less useful half of the learnt clauses, except reasons on the trail.
    pub fn forget_half(&mut self, store: &Store) {
        let reasons = self.reasons(store);
        let mut learnt: Vec<u32> = self.numbers().filter(|&clause| self.is_spare(clause, &reasons)).collect();
        let rank =
            |&clause: &u32| (self.infos[clause as usize].distance, self.infos[clause as usize].activity);
        learnt.sort_by(|a, b| {
            let ((near, active), (far, inactive)) = (rank(a), rank(b));
            near.cmp(&far).then(inactive.total_cmp(&active))
        });
        let spare = learnt.split_off(learnt.len() / 2);
        self.delete(&spare);
    }

    /// Deletes the clauses that depend on refused solutions or on a bound. No level may be open.
    pub fn forget_local(&mut self) {
        let local: Vec<u32> = self.numbers().filter(|&clause| self.is_local(clause)).collect();
        self.delete(&local);
    }

    fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.infos.len() as u32).filter(|&clause| self.infos[clause as usize].length > 0)
    }

    fn is_spare(&self, clause: u32, reasons: &[bool]) -> bool {
        let Info { tenure, distance, .. } = self.infos[clause as usize];
        tenure == Tenure::Learnt && distance > KEPT_DISTANCE && !reasons[clause as usize]
    }

    /// Returns for each clause whether it is the cause of an entry of the trail.
    fn reasons(&self, store: &Store) -> Vec<bool> {
        let mut reasons = vec![false; self.infos.len()];
        for saved in store.trail() {
            if let Some(clause) = cause::as_clause(saved.tag) {
                reasons[clause as usize] = true;
            }
        }
        reasons
    }

    fn delete(&mut self, clauses: &[u32]) {
        if clauses.is_empty() {
            return;
        }
        for &clause in clauses {
            let info = &mut self.infos[clause as usize];
            self.learnt -= usize::from(info.tenure == Tenure::Learnt);
            self.local -= usize::from(info.local);
            info.length = 0;
            self.free.push(clause);
        }
        let infos = &self.infos;
        for list in &mut self.watches {
            list.retain(|watch| infos[watch.clause as usize].length > 0);
        }
        // The literals are compacted in their order of storage.
        let mut order: Vec<u32> = self.numbers().collect();
        order.sort_unstable_by_key(|&clause| self.infos[clause as usize].start);
        let mut end = 0;
        for clause in order {
            let Info { start, length, .. } = self.infos[clause as usize];
            self.literals.copy_within(start as usize..(start + length) as usize, end);
            self.infos[clause as usize].start = end as u32;
            end += length as usize;
        }
        self.literals.truncate(end);
    }
}
