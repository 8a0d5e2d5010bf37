//! Branching on the places of a value, in permutations: groups with as many values as members.
//!
//! Nine different cells with nine values take each value somewhere. A value with two possible places is a branch of
//! two, even if no cell has fewer than five values: if one place is refuted, the other one is left.

use crate::engine::Engine;
use crate::engine::store::{Shape, Slot, Store, View};

use super::Candidates;

/// Smallest group that is used. In smaller groups a value with two places is as good as decided.
const SMALLEST: usize = 3;

/// The groups with as many values as members.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// The members of all groups, end to end. Within a group, the same bit of every word is the same value.
    members: Vec<Member>,
    /// End of each group's members.
    ends: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    slot: Slot,
    /// Index among the candidates.
    at: u32,
}

impl Places {
    pub fn new(candidates: &Candidates, engine: &Engine) -> Places {
        let store = engine.store();
        let mut found = Places {
            members: Vec::with_capacity(engine.groups.iter().map(|group| group.members.len()).sum()),
            ends: Vec::with_capacity(engine.groups.len()),
        };
        let bit_zero = |view: &View| store.base(view.slot()) + view.offset();
        for members in engine.groups.iter().map(|group| &group.members[..]) {
            if members.len() < SMALLEST {
                continue;
            }
            let first = bit_zero(&members[0]);
            let is_aligned = |view: &View| store.shape(view.slot()) == Shape::Word && bit_zero(view) == first;
            let values = members.iter().try_fold(0_u64, |values, view| {
                is_aligned(view).then(|| values | store.one_word(view.slot()))
            });
            if values.is_some_and(|values| values.count_ones() as usize == members.len()) {
                found.add(candidates, members);
            }
        }
        found
    }

    /// Adds a group, unless one of its members is not a candidate.
    fn add(&mut self, candidates: &Candidates, members: &[View]) {
        let begin = self.members.len();
        for slot in members.iter().map(|view| view.slot()) {
            match candidates.place(slot) {
                Some(at) => self.members.push(Member { slot, at: at as u32 }),
                None => return self.members.truncate(begin),
            }
        }
        self.ends.push(self.members.len());
    }

    fn groups(&self) -> impl Iterator<Item = &[Member]> {
        let begins = std::iter::once(&0).chain(&self.ends);
        begins.zip(&self.ends).map(|(&begin, &end)| &self.members[begin..end])
    }

    /// Finds the value with two places whose candidates have the largest total weight, if it is more than
    /// `least`. Returns the heavier candidate and the value.
    pub fn heaviest(
        &self,
        candidates: &Candidates,
        store: &Store,
        weights: &[f64],
        mut least: f64,
    ) -> Option<(usize, i32)> {
        let words = store.words();
        let word = |member: &Member| words[member.slot.0 as usize];
        let mut heaviest = None;
        for group in self.groups() {
            let (mut once, mut twice, mut more) = (0, 0, 0);
            for member in group {
                let word = word(member);
                more |= twice & word;
                twice |= once & word;
                once |= word;
            }
            let mut pairs = twice & !more;
            while pairs != 0 {
                let bit = pairs & pairs.wrapping_neg();
                pairs ^= bit;
                let mut places = group.iter().filter(|member| word(member) & bit != 0);
                let (Some(one), Some(other)) = (places.next(), places.next()) else { continue };
                // With weak filtering, a value may not have been removed from the others after it was
                // assigned.
                let are_open = [one, other].iter().all(|member| !store.slot_is_fixed(member.slot));
                let [one, other] = [one, other].map(|member| member.at as usize);
                if are_open && weights[one] + weights[other] > least {
                    least = weights[one] + weights[other];
                    heaviest = Some((if weights[other] > weights[one] { other } else { one }, bit));
                }
            }
        }
        heaviest.map(|(at, bit)| {
            let view = candidates.view(at);
            (at, store.base(view.slot()) + view.offset() + bit.trailing_zeros() as i32)
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::model::{Consistency, VariableOrder};
    use crate::{Config, Count, Model, Search};

    /// Four cells for four values, with at least three values each. Two values have two places each.
    #[test]
    fn a_value_with_two_places_goes_before_a_variable_with_three_values() {
        let mut model = Model::new();
        let cells =
            [vec![1, 3, 4], vec![1, 2, 3], vec![2, 3, 4], vec![2, 3, 4]].map(|values| model.var(values));
        model.all_different(cells);
        let first = |places: bool| {
            let config = Config { variables: VariableOrder::WeightedDegree, places, ..Config::default() };
            let mut search = model.search_with(&config).expect("it compiles");
            let decision = search.first_decision().expect("there are solutions").expect("something is open");
            (decision, search.count(100))
        };
        let (one_of_three, count) = first(false);
        assert_eq!(one_of_three.variable(), cells[0]);
        let (one_of_two, same) = first(true);
        assert_eq!(one_of_two, crate::Decision::Assign(cells[0], 1));
        assert_eq!(count, same);
    }

    /// With weak filtering, a fixed variable's value stays in the other domains.
    #[test]
    fn a_variable_that_has_its_value_is_no_place() {
        for consistency in [Consistency::Check, Consistency::Forward] {
            let mut model = Model::new();
            let cells =
                [vec![1], vec![1, 2, 3], vec![2, 3, 4], vec![2, 3, 4]].map(|values| model.var(values));
            model.all_different(cells);
            let variables = VariableOrder::WeightedDegree;
            let config = Config { consistency, variables, places: true, ..Config::default() };
            let mut search: Search = model.search_with(&config).expect("it compiles");
            assert_eq!(search.count(100), Count::Exactly(4));
        }
    }

    /// Five values for four cells: no value must be taken.
    #[test]
    fn values_that_need_not_be_taken_have_no_places() {
        let mut model = Model::new();
        let cells =
            [vec![1, 3, 4], vec![1, 2, 5], vec![2, 3, 4], vec![2, 3, 5]].map(|values| model.var(values));
        model.all_different(cells);
        let decide = |places: bool| {
            let config = Config { variables: VariableOrder::WeightedDegree, places, ..Config::default() };
            let mut search: Search = model.search_with(&config).expect("it compiles");
            search.first_decision()
        };
        assert_eq!(decide(true), decide(false));
    }
}
