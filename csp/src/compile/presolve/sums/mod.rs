//! Sums that follow from sums and permutations: the "rule of 45" of killer Sudoku.
//!
//! A permutation, a group with as many values as members, has a known sum, and so has a union of permutations. If
//! equations fill most of a union, the rest of the union, less the variables of the equations outside it, has a known
//! sum, too.
//!
//! ```text
//!   union       a a a b . . c c      two equations lie inside, c reaches out
//!               a b b b . c c c
//!   outside                 c c      the two dots - the two c outside = total - a - b - c
//! ```
//!
//! Groups that equations link are joined in [unions](union). The variables that [reach out of covered groups](covered)
//! give further sums. Each derived equation has the constraints that it follows from as its sources.

mod covered;
mod index_set;
#[cfg(test)]
mod tests;
mod union;

use smallvec::SmallVec;

use crate::compile::facts::KnownSum;
use crate::compile::formulas::post_sum;
use crate::compile::notes::DerivedSum;
use crate::compile::posting::Posting;
use crate::constraints::all_different::post::permutation;
use crate::engine::Engine;
use crate::engine::groups::Group;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::rows::Rows;
use crate::engine::store::{Conflict, Event, Slot, Store, View};
use crate::model::ids::{ConstraintId, Sources, Var};

use index_set::IndexSet;

/// Longer sums filter little.
// November 2026, 40 hard killers: 5 is a third faster than 6, and 8 needs twice the time of 6, for fewer nodes only in some.
const MOST_TERMS: usize = 5;

/// Largest size of the bit sets of all permutations and equations, in bits.
const MOST_BITS: usize = 1 << 24;

/// Posts the sums that follow from equations and the groups of the engine.
pub(crate) fn post(to: &mut Posting<'_>, known: &[KnownSum]) {
    if known.is_empty() {
        return;
    }
    let Some(mut index) = Index::new(to.engine, known) else { return };
    let derived = index.derive(to.engine);
    for (sum, origin) in &derived.sums {
        let sources = index.sources(&to.engine.groups, derived.origins.of(*origin));
        if to.learns() {
            let parts = derived.origins.of(*origin);
            let derived = index.derived(sum, parts, sources.clone());
            to.notes.derived_sums.push(derived);
        }
        let view = |term: &Term| View { slot: index.slots[term.at() as usize], offset: 0 };
        let mut to = to.because_of(&sources);
        match &sum.terms[..] {
            [] if sum.total != 0 => to.engine.fail(),
            [only] => {
                let value = if only.is_added() { sum.total } else { -sum.total };
                to.propagator(Assigned { view: view(only), value });
            }
            terms => {
                let weight = |term: &Term| if term.is_added() { 1 } else { -1 };
                let terms: SmallVec<[(View, i64); 12]> =
                    terms.iter().map(|term| (view(term), weight(term))).collect();
                post_sum(&mut to, &terms, sum.total);
            }
        }
        // Heuristics count what the variables of a constraint have in common.
        to.engine.scopes.add(sum.terms.iter().map(|term| index.vars[term.at() as usize]));
    }
}

/// A sum of one variable.
#[derive(Debug)]
struct Assigned {
    view: View,
    value: i64,
}

impl Propagator for Assigned {
    fn name(&self) -> &'static str {
        "linear ="
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        watch(self.view.slot, Event::Fix);
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        store.assign(self.view, i32::try_from(self.value).map_err(|_| Conflict)?)?;
        Ok(Status::Entailed)
    }
}

/// The variables that occur in permutations and equations, numbered by ascending slots.
struct Index {
    slots: Vec<Slot>,
    /// A variable of each slot.
    vars: Vec<Var>,
    permutations: Vec<Permutation>,
    equations: Vec<Equation>,
    /// For each index the equations that contain it.
    equations_of: Rows<u32>,
}

const NONE: u32 = u32::MAX;

/// Variables, none of them twice, and their sum.
struct Equation {
    members: IndexSet,
    size: usize,
    total: i64,
    source: ConstraintId,
}

/// A group with as many values as members, and the sum of the values.
struct Permutation {
    members: IndexSet,
    size: usize,
    total: i64,
    group: usize,
    /// The equations with variables in the permutation, each with the number of these variables.
    equations: Vec<(usize, usize)>,
    /// The number of terms that remain for the permutation alone.
    terms: isize,
}

impl Index {
    /// Reads the engine; `None` if there are no permutations, or the bit sets would be too large.
    fn new(engine: &mut Engine, known: &[KnownSum]) -> Option<Index> {
        let mut sums: Vec<(SmallVec<[Slot; 9]>, i64, ConstraintId)> = Vec::with_capacity(known.len());
        for (operands, total, source) in known {
            let mut total = *total;
            let mut slots: SmallVec<[Slot; 9]> = SmallVec::new();
            for &operand in operands {
                let view = engine.view(operand);
                total -= i64::from(view.offset);
                slots.push(view.slot);
            }
            slots.sort_unstable();
            // An equation in which a variable counts twice is of no use.
            if slots.windows(2).all(|pair| pair[0] != pair[1]) {
                sums.push((slots, total, *source));
            }
        }
        let (_, groups, store) = engine.memberships();
        let totals = groups.iter().enumerate().map(|(at, group)| Some((at, permutation(group, store)?)));
        let totals: Vec<(usize, i64)> = totals.flatten().collect();
        if totals.is_empty() || sums.is_empty() {
            return None;
        }
        let mut of_slot = vec![NONE; store.words().len()];
        let members =
            totals.iter().flat_map(|&(group, _)| groups[group].members.iter().map(|view| view.slot));
        for slot in members.chain(sums.iter().flat_map(|(slots, ..)| slots.iter().copied())) {
            of_slot[slot.0 as usize] = 0;
        }
        let used = (0..of_slot.len() as u32).filter(|&slot| of_slot[slot as usize] == 0);
        let slots: Vec<Slot> = used.map(Slot).collect();
        if slots.len() * (totals.len() + sums.len()) > MOST_BITS {
            return None;
        }
        slots.iter().zip(0..).for_each(|(slot, at)| of_slot[slot.0 as usize] = at);
        let count = slots.len();
        let mut pairs: Vec<(Slot, u32)> = Vec::with_capacity(4 * sums.len());
        let mut equations: Vec<Equation> = Vec::with_capacity(sums.len());
        for (mut slots, total, source) in sums {
            slots.iter_mut().for_each(|slot| *slot = Slot(of_slot[slot.0 as usize]));
            pairs.extend(slots.iter().map(|&at| (at, equations.len() as u32)));
            let members: SmallVec<[u32; 9]> = slots.iter().map(|at| at.0).collect();
            let (size, members) = (members.len(), IndexSet::of(count, &members));
            equations.push(Equation { members, size, total, source });
        }
        let equations_of = Rows::new(count, &pairs);
        let permutation = |&(group, total): &(usize, i64)| {
            let members: SmallVec<[u32; 16]> =
                groups[group].members.iter().map(|view| of_slot[view.slot.0 as usize]).collect();
            let equations = among(&equations_of, &members);
            let (size, members) = (members.len(), IndexSet::of(count, &members));
            Permutation { members, size, total, group, equations, terms: 0 }
        };
        let permutations = totals.iter().map(permutation).collect();
        let mut vars = vec![Var(0); count];
        for (var, view) in engine.views.iter().enumerate().rev() {
            if let Some(at) = Some(of_slot[view.slot.0 as usize]).filter(|&at| at != NONE) {
                vars[at as usize] = Var(var as u32);
            }
        }
        Some(Index { slots, vars, permutations, equations, equations_of })
    }

    /// Derives sums, each once, without sums that two others imply.
    fn derive(&mut self, engine: &mut Engine) -> Found {
        let mut found = Found::default();
        union::find(self, &mut found);
        covered::find(self, engine, &mut found);
        found.sums.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        found.sums.dedup_by(|(one, _), (other, _)| one == other);
        remove_repetition(&mut found.sums);
        found
    }

    /// Returns a sum with the parts that it follows from.
    fn derived(&self, sum: &Sum, parts: &[Part], sources: Sources) -> DerivedSum {
        let slots =
            |members: &IndexSet| members.iter().map(|at| self.slots[at as usize]).collect::<Vec<Slot>>();
        let weight = |term: &Term| (self.slots[term.at() as usize], if term.is_added() { 1 } else { -1 });
        let mut derived = DerivedSum {
            terms: sum.terms.iter().map(weight).collect(),
            total: sum.total,
            sources,
            groups: Vec::new(),
            equations: Vec::new(),
        };
        for part in parts {
            match *part {
                Part::Permutation(at) => derived.groups.push(slots(&self.permutations[at as usize].members)),
                Part::Equation(at) => derived.equations.push(slots(&self.equations[at as usize].members)),
            }
        }
        derived
    }

    /// Returns the constraints that a sum follows from.
    fn sources(&self, groups: &[Group], parts: &[Part]) -> Sources {
        let mut sources: SmallVec<[ConstraintId; 32]> = SmallVec::new();
        for part in parts {
            match *part {
                Part::Equation(at) => sources.push(self.equations[at as usize].source),
                Part::Permutation(at) => {
                    sources.extend_from_slice(&groups[self.permutations[at as usize].group].sources);
                }
            }
        }
        sources.sort_unstable();
        sources.dedup();
        Sources::from_slice(&sources)
    }
}

/// Returns the equations that contain at least one of some indices, each with the number of these indices in it.
fn among(equations_of: &Rows<u32>, members: &[u32]) -> Vec<(usize, usize)> {
    let mut among: Vec<(usize, usize)> = Vec::with_capacity(members.len());
    for &equation in members.iter().flat_map(|&at| equations_of.row(Slot(at))) {
        match among.iter_mut().find(|(known, _)| *known == equation as usize) {
            Some((_, count)) => *count += 1,
            None => among.push((equation as usize, 1)),
        }
    }
    among
}

/// The sums found, each with its origin.
#[derive(Default)]
struct Found {
    sums: Vec<(Sum, usize)>,
    origins: Origins,
}

impl Found {
    fn add(&mut self, sum: Sum, parts: impl Iterator<Item = Part>) {
        self.sums.push((sum, self.origins.ends.len()));
        self.origins.parts.extend(parts);
        self.origins.ends.push(self.origins.parts.len());
    }
}

/// A permutation or an equation, by its place.
#[derive(Clone, Copy, Debug)]
enum Part {
    Permutation(u32),
    Equation(u32),
}

/// The parts from which sums follow, end to end.
#[derive(Default)]
struct Origins {
    parts: Vec<Part>,
    ends: Vec<usize>,
}

impl Origins {
    fn of(&self, at: usize) -> &[Part] {
        let begin = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.parts[begin..self.ends[at]]
    }
}

/// A variable that a sum adds or subtracts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Term(u32);

impl Term {
    fn new(at: u32, is_added: bool) -> Term {
        Term(at << 1 | u32::from(is_added))
    }

    fn at(self) -> u32 {
        self.0 >> 1
    }

    fn is_added(self) -> bool {
        self.0 & 1 != 0
    }

    fn negated(self) -> Term {
        Term(self.0 ^ 1)
    }
}

/// Terms, ascending, and their sum.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Sum {
    terms: SmallVec<[Term; MOST_TERMS]>,
    total: i64,
}

impl Sum {
    /// Returns a sum of variables that are all added, in ascending order.
    fn of(members: impl Iterator<Item = u32>, total: i64) -> Sum {
        Sum { terms: members.map(|at| Term::new(at, true)).collect(), total }
    }

    /// Returns the same sum with opposite signs.
    fn negated(&self) -> Sum {
        Sum { terms: self.terms.iter().map(|term| term.negated()).collect(), total: -self.total }
    }

    /// Returns a signature: every sum with these variables and others has these bits, too.
    fn shadow(&self) -> u64 {
        self.terms.iter().fold(0, |shadow, term| shadow | 1 << (term.at() % 64))
    }

    /// Returns `self` minus `part` (or plus, if the signs are opposite); `None` if `part` is not contained.
    fn rest(&self, part: &Sum) -> Option<Sum> {
        let first = part.terms.first()?;
        let same = self.terms.iter().find(|term| term.at() == first.at())?;
        let flip = |term: Term| if first == same { term } else { term.negated() };
        let is_inside = |&term: &Term| self.terms.contains(&flip(term));
        if part.terms.len() == self.terms.len() || !part.terms.iter().all(is_inside) {
            return None;
        }
        let is_left = |term: &&Term| part.terms.iter().all(|other| other.at() != term.at());
        let total = if first == same { self.total - part.total } else { self.total + part.total };
        Some(Sum { terms: self.terms.iter().filter(is_left).copied().collect(), total })
    }
}

/// Removes from the sorted sums those that equal another one with opposite signs, and those that are the sum of two
/// others.
// November 2026, ten killers: of 72 sums 46 are left, and 31.1 million instructions up to the first node are 27.3.
fn remove_repetition(found: &mut Vec<(Sum, usize)>) {
    let has = |sum: &Sum| found.binary_search_by(|(known, _)| known.cmp(sum)).is_ok();
    // Of two parts one has at most half of the terms.
    let is_small = |sum: &&Sum| sum.terms.len() <= MOST_TERMS / 2;
    let small = found.iter().map(|(sum, _)| sum).filter(is_small);
    let small: Vec<(u64, &Sum)> = small.map(|sum| (sum.shadow(), sum)).collect();
    let is_new = |(sum, _): &(Sum, usize)| {
        let is_again = sum.terms.first().is_some_and(|first| !first.is_added()) && has(&sum.negated());
        let is_known = |rest: Sum| has(&rest) || has(&rest.negated());
        let shadow = sum.shadow();
        let is_joined =
            |&(part, small): &(u64, &Sum)| part & !shadow == 0 && sum.rest(small).is_some_and(is_known);
        !is_again && !small.iter().any(is_joined)
    };
    let mut new: SmallVec<[bool; 128]> = found.iter().map(is_new).collect();
    new.reverse();
    found.retain(|_| new.pop().expect("one for each"));
}
