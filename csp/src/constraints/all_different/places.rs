//! Places of the values of a permutation, which is a group with as many values as members.
//!
//! A variable that differs from all members that can still take a value does not take it.
//!
//! ```text
//!   . . 5? | . . . | . 5? .      the only two 5s of a row
//!   . . .  | . x . | . . .       x differs from both, for different reasons: no 5
//! ```
//!
//! If the variable shares a permutation with these members, the [network](super::network) finds this, too. So this
//! algorithm is for models in which other constraints make variables differ.

use std::sync::Arc;

use smallvec::SmallVec;

use super::post::permutation;
use crate::engine::Engine;
use crate::engine::differences::{Differences, slots_of};
use crate::engine::groups::Group;
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::reasons::{Query, Why};
use crate::engine::store::{Conflict, Event, Slot, Store};
use crate::model::Model;
use crate::model::config::{Config, Consistency};
use crate::model::ids::Sources;

/// Posts the places of all permutations that have variables around them, unless facts express the model completely:
/// then the algorithms for groups alone are faster.
pub(crate) fn post(engine: &mut Engine, model: &Model, config: &Config) {
    if config.presolve && !model.constraints().all(|constraint| constraint.is_expressed_by_facts()) {
        for (places, sources) in find(engine) {
            engine.add_propagator(Box::new(places), sources);
        }
    }
}

/// Finds the permutations with variables around them, each with its sources.
fn find(engine: &mut Engine) -> Vec<(Places, Sources)> {
    let (memberships, groups, store) = engine.memberships();
    let Some(differences) = memberships.differences() else { return Vec::new() };
    let words = differences.words();
    let is_regular = |group: &Group| group.members.iter().all(|view| !differences.is_irregular(view.slot));
    let is_wanted = |group: &Group| {
        matches!(group.consistency, Consistency::Auto | Consistency::Intersections)
            && is_regular(group)
            && permutation(group, store).is_some()
    };
    // The members of each permutation, as bits; none for other groups.
    let mut members = vec![0_u64; groups.len() * words];
    let mut permutations: Vec<u32> = Vec::with_capacity(groups.len());
    for ((group, members), at) in groups.iter().zip(members.chunks_mut(words.max(1))).zip(0..) {
        if is_wanted(group) {
            group.members.iter().for_each(|view| set(members, view.slot));
            permutations.push(at);
        }
    }
    let of = |at: u32| &members[at as usize * words..][..words];
    let mut found = Vec::new();
    let (mut around, mut seen) = (vec![0; words], vec![0; words]);
    let mut rows: Vec<u64> = Vec::new();
    // For each group, the number of members that it shares with the permutation; and the groups that share at least
    // one.
    let mut shared = vec![0_u32; groups.len()];
    let mut sharing: Vec<u32> = Vec::new();
    for at in permutations {
        let group = &groups[at as usize];
        rows.clear();
        for view in &group.members {
            rows.extend((0..words).map(|word| differences.row(view.slot, word)));
            for &(other, _) in memberships.occurrences(view.slot) {
                if shared[other as usize] == 0 {
                    sharing.push(other);
                }
                shared[other as usize] += 1;
            }
        }
        for (word, (around, own)) in around.iter_mut().zip(of(at)).enumerate() {
            let (mut once, mut twice) = (0, 0);
            for row in rows.chunks_exact(words) {
                twice |= once & row[word];
                once |= row[word];
            }
            *around = twice & !own;
        }
        // Variables that share a permutation with all members from which they differ are left out.
        for &other in sharing.iter().filter(|&&other| other != at && shared[other as usize] > 1) {
            let other = of(other);
            if other.iter().all(|&word| word == 0) {
                continue;
            }
            seen.fill(0);
            for (view, row) in group.members.iter().zip(rows.chunks_exact(words)) {
                if other[view.slot.0 as usize / 64] >> (view.slot.0 % 64) & 1 == 0 {
                    seen.iter_mut().zip(row).for_each(|(seen, row)| *seen |= row);
                }
            }
            for ((around, seen), other) in around.iter_mut().zip(&seen).zip(other) {
                *around &= !other | seen;
            }
        }
        if around.iter().any(|&word| word != 0) {
            let slots: SmallVec<[Slot; 16]> = group.members.iter().map(|view| view.slot).collect();
            let values = slots.iter().fold(0, |all, &slot| all | store.one_word(slot));
            let mut sources = Sources::new();
            sharing.iter().for_each(|&other| sources.extend_from_slice(&groups[other as usize].sources));
            sources.sort_unstable();
            sources.dedup();
            found.push((Places::new(slots, values, &around, differences), sources));
        }
        sharing.drain(..).for_each(|other| shared[other as usize] = 0);
    }
    found
}

fn set(bits: &mut [u64], slot: Slot) {
    bits[slot.0 as usize / 64] |= 1 << (slot.0 % 64);
}

#[derive(Debug)]
struct Places {
    /// The members of the permutation. All domains have the same base.
    slots: SmallVec<[Slot; 16]>,
    values: u64,
    /// The words of bits with variables to filter.
    words: Box<[u32]>,
    /// For each of these words and each member, the variables to filter that differ from the member.
    seen: Box<[u64]>,
    differences: Arc<Differences>,
    /// Scratch: the members' domains.
    domains: Vec<u64>,
}

impl Places {
    /// Filters the variables `around` the permutation of `slots`.
    fn new(
        slots: SmallVec<[Slot; 16]>,
        values: u64,
        around: &[u64],
        differences: &Arc<Differences>,
    ) -> Places {
        let words: Box<[u32]> =
            (0..).zip(around).filter(|(_, bits)| **bits != 0).map(|(word, _)| word).collect();
        let of_word = |&word: &u32| {
            let word = word as usize;
            slots.iter().map(move |&slot| around[word] & differences.row(slot, word))
        };
        let seen = words.iter().flat_map(of_word).collect();
        Places { values, words, seen, differences: differences.clone(), domains: Vec::new(), slots }
    }
}

impl Propagator for Places {
    fn name(&self) -> &'static str {
        "places"
    }

    fn memory(&self) -> usize {
        size_of_val(self) + size_of_val(&*self.words) + size_of_val(&*self.seen)
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.slots.iter().for_each(|&slot| watch(slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn explain(&mut self, query: &Query, why: &mut Why<'_>) -> bool {
        // If a variable has no values left, this propagator removed the last ones.
        let Some(slot) = query.slot().or(why.store().emptied()) else { return false };
        let bits = if query.is_conflict() { why.store().one_word(slot) } else { query.bits() };
        if query.is_conflict() {
            why.domain(slot);
        }
        let differs =
            |&member: &Slot| self.differences.row(member, slot.0 as usize / 64) >> (slot.0 % 64) & 1 != 0;
        self.slots.iter().filter(|member| !differs(member)).all(|&member| {
            let has_lost = why.store().one_word(member) & bits == 0;
            if has_lost {
                why.excludes(member, bits);
            }
            has_lost
        })
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        let Places { slots, values, words, seen, domains, .. } = self;
        domains.clear();
        domains.extend(slots.iter().map(|&slot| store.one_word(slot)));
        let (mut once, mut twice, mut thrice, mut more) = (0, 0, 0, 0);
        for &domain in &*domains {
            more |= thrice & domain;
            thrice |= twice & domain;
            twice |= once & domain;
            once |= domain;
        }
        // Few variables differ from more than three members.
        let mut few = twice & !more & *values;
        while few != 0 {
            let value = few & few.wrapping_neg();
            few ^= value;
            // Without branches, which nobody could foresee: a member that cannot take the value is written over.
            let (mut able, mut count) = ([0; 4], 0);
            for (member, &domain) in domains.iter().enumerate() {
                able[count] = member;
                count += usize::from(domain & value != 0);
            }
            for (seen, &word) in seen.chunks_exact(domains.len()).zip(&*words) {
                let seeing = able[..count].iter().fold(u64::MAX, |seeing, &member| seeing & seen[member]);
                for slot in slots_of(seeing, word as usize) {
                    store.keep_in_word(slot, !value)?;
                }
            }
        }
        Ok(Status::Fixpoint)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Config, Model, Var, sum};

    /// A permutation of three, with a variable that differs from some of them, each by a constraint of its own.
    fn model(seen: &[usize], declared: [&[i32]; 4]) -> (Model, Vec<Var>) {
        let mut model = Model::new();
        let x: Vec<Var> = declared.iter().map(|&values| model.var(values)).collect();
        model.all_different(&x[..3]);
        seen.iter().for_each(|&at| {
            model.post(x[at].ne(x[3]));
        });
        model.post(sum(&x[..3]).eq(6));
        (model, x)
    }

    #[test]
    fn a_value_is_removed_around_its_places() {
        let all = [1, 2, 3];
        for (seen, left) in [(&[0, 1][..], &[1, 2][..]), (&[0], &[1, 2, 3]), (&[0, 2], &[1, 2, 3])] {
            // 3 is in one of the first two.
            let (model, x) = model(seen, [&all, &all, &[1, 2], &all]);
            let config = Config { audit: true, ..Config::default() };
            let search = model.search_with(&config).unwrap();
            assert_eq!(search.domain(x[3]).iter().collect::<Vec<i32>>(), left, "{seen:?}");
        }
    }

    #[test]
    fn no_solution_is_lost() {
        let domain =
            |bits: usize| -> Vec<i32> { (1..=3).filter(|value| bits >> (value - 1) & 1 != 0).collect() };
        for bits in 0..7_usize.pow(4) {
            let sets = [0, 1, 2, 3].map(|at| domain(bits / 7_usize.pow(at) % 7 + 1));
            let (model, x) = model(&[0, 1], [&sets[0], &sets[1], &sets[2], &sets[3]]);
            let is_solution = |values: &[i32]| model.broken_by(values).unwrap().is_none();
            let mut wanted = Vec::new();
            for &a in &sets[0] {
                for &b in &sets[1] {
                    for &c in &sets[2] {
                        wanted.extend(sets[3].iter().map(|&d| vec![a, b, c, d]).filter(|v| is_solution(v)));
                    }
                }
            }
            let config = Config { audit: true, ..Config::default() };
            let mut search = model.search_with(&config).unwrap();
            let mut found: Vec<Vec<i32>> =
                search.solutions().map(|solution| x.iter().map(|&x| solution[x]).collect()).collect();
            found.sort_unstable();
            assert_eq!(found, wanted);
        }
    }
}
