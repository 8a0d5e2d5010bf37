//! Same values: two lists with the same values in any order.
//!
//! Meaning: every value, offsets added, occurs equally often in both lists. Strength: domain consistency if no
//! variable occurs twice. Two variables with a common value can be partners, and the constraint is satisfiable if
//! there is a perfect matching (Beldiceanu, Katriel, Thiel 2004). A matching is kept from run to run. Only a pair in
//! some perfect matching can share a value, that is, a pair on an alternating cycle: both are in one strongly
//! connected component (Régin 1994, Tarjan 1972). For variables that occur several times, the [numbers of
//! occurrences](counts) of each value are compared, too. Very wide domains are narrowed only at their bounds. Cost:
//! pairs of variables times values.

mod counts;

use counts::OccurrenceCounts;

use crate::base::error::Error;
use crate::compile::posting::Posting;
use crate::constraints::narrowing::has_repeats;
use crate::constraints::operand::Operand;
use crate::constraints::terms::Operands;
use crate::constraints::windows::{keep_windows, window};
use crate::encode::{Encoder, Language, Refused, Sum};
use crate::engine::propagator::{Cost, Propagator, Status};
use crate::engine::store::{Conflict, Event, Shape, Slot, Store, View};
use crate::model::Model;
use crate::model::constraint::Constraint;
use crate::model::ids::Var;

/// A same-values constraint, built by [`same_values`].
#[derive(Clone, Debug)]
pub struct SameValues {
    /// Both lists, end to end.
    lists: Operands,
    /// Length of the first list.
    first: usize,
}

/// Returns the constraint that the first list is a permutation of the second, which must have the same
/// length.
///
/// ```
/// use csp::{Model, constraints::same_values};
///
/// let mut model = Model::new();
/// let (x, y) = (model.vars(3, 0..=1), model.vars(3, 0..=1));
/// model.post(same_values(&x, &y));
/// assert_eq!(model.search()?.solutions().count(), 1 + 9 + 9 + 1);
/// # Ok::<(), csp::Error>(())
/// ```
pub fn same_values<T: Into<Operand>, U: Into<Operand>>(
    first: impl IntoIterator<Item = T>,
    second: impl IntoIterator<Item = U>,
) -> SameValues {
    let mut lists = Operands::new(first);
    let first = lists.len();
    lists.extend(second);
    SameValues { lists, first }
}

impl Constraint for SameValues {
    fn scope(&self) -> &[Var] {
        self.lists.scope()
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let mut values = self.lists.values(values);
        let (first, second) = values.split_at_mut(self.first);
        first.sort_unstable();
        second.sort_unstable();
        first == second
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Inequalities)?;
        let lists = to.numbers(self.lists.all());
        for value in to.all_values(&lists) {
            let mut sum = Sum::default();
            for (place, &number) in lists.iter().enumerate() {
                sum.add_literal(if place < self.first { 1 } else { -1 }, to.is(number, value));
            }
            to.sum_at_least(&sum, 0);
            to.sum_at_most(&sum, 0);
        }
        Ok(())
    }

    fn post(&self, to: &mut Posting<'_>) {
        let mut first = self.lists.views(to);
        let duplicates = has_repeats(&first);
        let second = first.split_off(self.first);
        let size = first.len();
        if let Some(counts) = OccurrenceCounts::new(to.store(), &first, &second) {
            to.propagator(counts);
        }
        let least = least_of_few(to.store(), first.iter().chain(&second));
        to.propagator(Partners {
            duplicates,
            least,
            words: [vec![0; size], vec![0; size]],
            first: first.into(),
            second: second.into(),
            can_pair: vec![Vec::new(); size],
            partner: vec![NONE; size],
            holder: vec![NONE; size],
            component: vec![NONE; size],
        });
    }

    fn fault(&self, model: &Model) -> Option<Error> {
        let (first, second) = (self.first, self.lists.len() - self.first);
        if first != second {
            return Some(Error::bad_constraint(format!(
                "the same values over {} in lists of {first} and {second}; give two lists of one length",
                self.lists.names(model)
            )));
        }
        self.lists.fault(model)
    }
}

const NONE: usize = usize::MAX;

#[derive(Debug)]
struct Partners {
    first: Box<[View]>,
    second: Box<[View]>,
    duplicates: bool,
    /// The least of all values if they span at most 64: then domains are compared as words.
    least: Option<i32>,
    words: [Vec<u64>; 2],
    /// For each variable of the first list the indices of the second list with a common value.
    can_pair: Vec<Vec<usize>>,
    /// The matching from the first list to the second, and back. It is the starting point of the next run.
    partner: Vec<usize>,
    holder: Vec<usize>,
    /// For each variable of the first list its component. Variables in the same component can exchange their
    /// partners.
    component: Vec<usize>,
}

/// Returns the least value of all domains if all are words and span at most 64 values.
fn least_of_few<'a>(store: &Store, views: impl Iterator<Item = &'a View> + Clone) -> Option<i32> {
    let least = views.clone().map(|&view| store.min(view)).min()?;
    let most = views.clone().map(|&view| store.max(view)).max()?;
    let are_words = views.map(|view| store.shape(view.slot)).all(|shape| shape == Shape::Word);
    (are_words && i64::from(most) - i64::from(least) < 64).then_some(least)
}

/// Returns the bits shifted by `by` places to higher bits, or to lower ones if negative.
fn moved(bits: u64, by: i32) -> u64 {
    let distance = by.unsigned_abs();
    if by >= 0 { bits.checked_shl(distance) } else { bits.checked_shr(distance) }.unwrap_or(0)
}

/// Returns the smallest and the largest common value of two domains.
fn shared(store: &Store, a: View, b: View) -> Option<(i32, i32)> {
    let (low, high) = (store.min(a).max(store.min(b)), store.max(a).min(store.max(b)));
    let in_both = |&value: &i32| store.contains(a, value) && store.contains(b, value);
    if store.is_range_only(a) && store.is_range_only(b) {
        return (low <= high).then_some((low, high));
    }
    let least = (low..=high).find(in_both)?;
    Some((least, (least..=high).rfind(in_both)?))
}

impl Partners {
    fn load(&mut self, store: &Store) {
        if let Some(least) = self.least {
            for (words, views) in self.words.iter_mut().zip([&self.first, &self.second]) {
                words.iter_mut().zip(views).for_each(|(word, &view)| *word = window(store, view, least));
            }
            let [first, second] = &self.words;
            for (pairs, x) in self.can_pair.iter_mut().zip(first) {
                pairs.clear();
                pairs.extend((0..second.len()).filter(|&at| x & second[at] != 0));
            }
            return;
        }
        for (pairs, &x) in self.can_pair.iter_mut().zip(&self.first) {
            pairs.clear();
            let second = self.second.iter().enumerate();
            pairs.extend(second.filter(|&(_, &y)| shared(store, x, y).is_some()).map(|(at, _)| at));
        }
    }

    /// Repairs the matching by augmenting paths, found breadth-first.
    fn match_all(&mut self) -> Result<(), Conflict> {
        for (at, pairs) in self.can_pair.iter().enumerate() {
            let partner = self.partner[at];
            if partner != NONE && pairs.binary_search(&partner).is_err() {
                (self.partner[at], self.holder[partner]) = (NONE, NONE);
            }
        }
        let mut from = vec![NONE; self.first.len()];
        for start in (0..self.first.len()).filter(|&at| self.partner[at] == NONE).collect::<Vec<_>>() {
            from.fill(NONE);
            let (mut queue, mut head) = (vec![start], 0);
            let mut free = None;
            while let (Some(&x), None) = (queue.get(head), free) {
                head += 1;
                for &y in &self.can_pair[x] {
                    if from[y] != NONE {
                        continue;
                    }
                    from[y] = x;
                    match self.holder[y] {
                        NONE => free = free.or(Some(y)),
                        holder => queue.push(holder),
                    }
                }
            }
            let mut y = free.ok_or(Conflict)?;
            while y != NONE {
                let x = from[y];
                self.holder[y] = x;
                y = std::mem::replace(&mut self.partner[x], y);
            }
        }
        Ok(())
    }

    /// Finds the components of the graph with an edge from each variable of the first list to every variable
    /// whose partner it could have.
    fn find_components(&mut self) {
        let size = self.first.len();
        let (mut seen, mut low) = (vec![0; size], vec![0; size]);
        let (mut path, mut stack) = (Vec::new(), Vec::new());
        self.component.fill(NONE);
        let mut count = 0;
        for start in 0..size {
            if seen[start] > 0 {
                continue;
            }
            path.push((start, 0));
            while let Some((at, next)) = path.last_mut() {
                let at = *at;
                if *next == 0 {
                    count += 1;
                    (seen[at], low[at]) = (count, count);
                    stack.push(at);
                }
                if let Some(&y) = self.can_pair[at].get(*next) {
                    *next += 1;
                    let to = self.holder[y];
                    if seen[to] == 0 {
                        path.push((to, 0));
                    } else if self.component[to] == NONE {
                        low[at] = low[at].min(seen[to]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(parent, _)) = path.last() {
                    let parent: usize = parent;
                    low[parent] = low[parent].min(low[at]);
                }
                if low[at] == seen[at] {
                    let members = stack.iter().rposition(|&member| member == at).expect("it is on the stack");
                    for member in stack.drain(members..) {
                        self.component[member] = at;
                    }
                }
            }
        }
    }

    /// Removes the values that a variable shares with none of `others`. Returns whether its domain changed.
    fn narrow(store: &mut Store, view: View, others: &[View]) -> Result<bool, Conflict> {
        let ends = others.iter().filter_map(|&other| shared(store, view, other));
        let hull = ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        let Some((low, high)) = hull else { return Err(Conflict) };
        let size = store.size(view);
        store.at_least(view, low)?;
        store.at_most(view, high)?;
        if !store.is_range_only(view) {
            for value in low..=high {
                if store.contains(view, value) && !others.iter().any(|&other| store.contains(other, value)) {
                    store.remove(view, value)?;
                }
            }
        }
        Ok(store.size(view) != size)
    }
}

impl Propagator for Partners {
    fn name(&self) -> &'static str {
        "same values"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        self.first.iter().chain(&self.second).for_each(|view| watch(view.slot, Event::Change));
    }

    fn cost(&self) -> Cost {
        Cost::Heavy
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        self.load(store);
        self.match_all()?;
        self.find_components();
        let mut changed = false;
        if let Some(least) = self.least {
            // Variables in the same component share one set of possible values.
            for at in 0..self.first.len() {
                let of_component = |x: &usize| self.component[*x] == self.component[at];
                let (mut wanted, mut found) = (0, 0);
                for x in (0..self.first.len()).filter(of_component) {
                    found |= self.words[0][x];
                    wanted |= self.words[1][self.partner[x]];
                }
                let shared = found & wanted;
                for view in [self.first[at], self.second[self.partner[at]]] {
                    let size = store.size(view);
                    keep_windows(store, view, |_, first| moved(shared, least - first))?;
                    changed |= store.size(view) != size;
                }
            }
            return Ok(if changed && self.duplicates { Status::Again } else { Status::Fixpoint });
        }
        let mut others = Vec::new();
        for at in 0..self.first.len() {
            let possible = |&&y: &&usize| self.component[self.holder[y]] == self.component[at];
            others.clear();
            others.extend(self.can_pair[at].iter().filter(possible).map(|&y| self.second[y]));
            changed |= Partners::narrow(store, self.first[at], &others)?;
        }
        for y in 0..self.second.len() {
            let component = self.component[self.holder[y]];
            others.clear();
            let possible =
                |&x: &usize| self.component[x] == component && self.can_pair[x].binary_search(&y).is_ok();
            others.extend((0..self.first.len()).filter(possible).map(|x| self.first[x]));
            changed |= Partners::narrow(store, self.second[y], &others)?;
        }
        Ok(if changed && self.duplicates { Status::Again } else { Status::Fixpoint })
    }
}
