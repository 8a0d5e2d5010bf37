//! The constraint and the propagator for the rank of a reading.
//!
//! Four readings begin with each value. The rank determines this value for the own reading, and how many of the three
//! others with the same first value are smaller. The propagator counts the readings that are known to be smaller,
//! those that are known not to be, and those that can still be either.
//!
//! This is not a constraint of `csp`: only in a Latin square that is read from four sides do four readings begin with
//! each value, and without that a rank among words restricts a single word much less.

use csp::encode::{Encoder, Language, Refused};
use csp::extend::{Conflict, Cost, Event, Posting, Propagator, Slot, Status, Store, View};
use csp::{Condition, Constraint, Var, any, sum};

/// The readings of a grid, one of them with a rank.
#[derive(Debug)]
pub struct Rank {
    readings: Vec<Vec<Var>>,
    /// All variables of the readings, one after the other.
    scope: Vec<Var>,
    own: usize,
    /// The first value of the own reading.
    first: i32,
    /// The number of smaller ones among the other readings with the same first value.
    smaller: i32,
    ties: bool,
    /// For each reading whether it is smaller, if the rank of another clue determines that, and that the reading has
    /// the same first value.
    known: Vec<Option<bool>>,
}

impl Rank {
    /// The constraint that the own reading begins with `first` and that `smaller` of the others with this first value
    /// are smaller. Without knowledge from other clues.
    pub fn new(readings: Vec<Vec<Var>>, own: usize, first: i32, smaller: i32, ties: bool) -> Rank {
        let (scope, known) = (readings.concat(), vec![None; readings.len()]);
        Rank { readings, scope, own, first, smaller, ties, known }
    }

    /// Adds the knowledge from other clues: for each reading whether it is smaller.
    pub fn knowing(self, known: Vec<Option<bool>>) -> Rank {
        Rank { known, ..self }
    }
}

impl Constraint for Rank {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn accepts(&self, values: &[i32]) -> bool {
        let words: Vec<&[i32]> = values.chunks_exact(self.readings[0].len()).collect();
        let own = words[self.own];
        let others = || words.iter().enumerate().filter(|&(at, word)| at != self.own && word[0] == own[0]);
        let smaller = others().filter(|(_, word)| **word < own).count();
        own[0] == self.first
            && smaller as i32 == self.smaller
            && (self.ties || others().all(|(_, word)| *word != own))
    }

    fn encode(&self, to: &mut Encoder<'_>) -> Result<(), Refused> {
        to.needs(Language::Clauses)?;
        let own = &self.readings[self.own];
        let others: Vec<&Vec<Var>> = self
            .readings
            .iter()
            .enumerate()
            .filter(|&(at, _)| at != self.own)
            .map(|(_, word)| word)
            .collect();
        let smaller = others.iter().map(|word| word[0].eq(own[0]) & is_less(&word[1..], &own[1..]));
        to.constraint(&own[0].is(self.first))?;
        to.constraint(&sum(smaller).eq(self.smaller))?;
        if self.ties {
            Ok(())
        } else {
            others.iter().try_for_each(|word| {
                let differ = word.iter().zip(own).map(|(&one, &other)| one.ne(other));
                to.constraint(&any(differ))
            })
        }
    }

    fn post(&self, to: &mut Posting<'_>) {
        let mut views: Vec<Vec<View>> =
            self.readings.iter().map(|word| word.iter().map(|&var| to.view(var)).collect()).collect();
        let own = views.swap_remove(self.own);
        let mut known = self.known.clone();
        known.swap_remove(self.own);
        let others = views.into_iter().zip(known).collect();
        let Rank { first, smaller, ties, .. } = *self;
        to.propagator(Filter { own, others, first, smaller, ties });
    }
}

/// Returns the condition that a word comes before another of its length.
fn is_less(word: &[Var], other: &[Var]) -> Condition {
    let pairs = word.iter().zip(other).rev();
    pairs.fold(any::<Condition>([]), |rest, (&one, &other)| one.lt(other) | (one.eq(other) & rest))
}

#[derive(Debug)]
struct Filter {
    own: Vec<View>,
    /// The other readings, each with whether it is known to be smaller or larger.
    others: Vec<(Vec<View>, Option<bool>)>,
    first: i32,
    smaller: i32,
    ties: bool,
}

/// The order of a reading and the own one, from a place on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Smaller,
    Equal,
    Larger,
    /// The order depends on this place.
    Open(usize),
}

impl Filter {
    fn compare(&self, store: &Store, other: &[View], from: usize) -> Order {
        for (at, (&a, &b)) in other.iter().zip(&self.own).enumerate().skip(from) {
            if a.slot() == b.slot() {
                continue;
            }
            if store.max(a) < store.min(b) {
                return Order::Smaller;
            }
            if store.min(a) > store.max(b) {
                return Order::Larger;
            }
            if !store.is_fixed(a) || !store.is_fixed(b) {
                return Order::Open(at);
            }
        }
        Order::Equal
    }

    /// Makes a reading smaller, or not smaller, at the place that decides the order.
    fn decide(&self, store: &mut Store, other: &[View], at: usize, smaller: bool) -> Result<(), Conflict> {
        let rest = self.compare(store, other, at + 1);
        let (mut low, mut high) = (other[at], self.own[at]);
        let may_be_equal = match (rest, smaller) {
            (Order::Open(_), _) => true,
            (Order::Equal, _) => !smaller && self.ties,
            (rest, _) => (rest == Order::Smaller) == smaller,
        };
        if !smaller {
            std::mem::swap(&mut low, &mut high);
        }
        let apart = i32::from(!may_be_equal);
        let (most, least) = (store.max(high) - apart, store.min(low) + apart);
        store.at_most(low, most)?;
        store.at_least(high, least)
    }
}

impl Propagator for Filter {
    fn name(&self) -> &'static str {
        "rank"
    }

    fn watch(&self, watch: &mut dyn FnMut(Slot, Event)) {
        for word in self.others.iter().map(|(word, _)| word).chain([&self.own]) {
            watch(word[0].slot(), Event::Change);
            word[1..].iter().for_each(|view| watch(view.slot(), Event::Bounds));
        }
    }

    fn cost(&self) -> Cost {
        Cost::Quadratic
    }

    fn propagate(&mut self, store: &mut Store) -> Result<Status, Conflict> {
        store.assign(self.own[0], self.first)?;
        let larger = 3 - self.smaller;
        // Readings with the same first value: the numbers of those that are smaller and not smaller, and how many more
        // can be either.
        let (mut sure, mut possible) = ([0, 0], [0, 0]);
        let mut open = Vec::new();
        for (other, known) in &self.others {
            if let &Some(is_smaller) = known {
                store.assign(other[0], self.first)?;
                sure[usize::from(!is_smaller)] += 1;
                let wrong = if is_smaller { Order::Larger } else { Order::Smaller };
                match self.compare(store, other, 1) {
                    Order::Open(at) => self.decide(store, other, at, is_smaller)?,
                    order if order == wrong || order == Order::Equal => return Err(Conflict),
                    _ => {}
                }
                continue;
            }
            if !store.contains(other[0], self.first) {
                continue;
            }
            let begins = store.is_fixed(other[0]);
            let may_be = match self.compare(store, other, 1) {
                Order::Equal if !self.ties => {
                    store.remove(other[0], self.first)?;
                    continue;
                }
                Order::Smaller => [true, false],
                Order::Larger | Order::Equal => [false, true],
                Order::Open(_) => [true, true],
            };
            if begins && may_be != [true, true] {
                sure[usize::from(may_be[1])] += 1;
            } else {
                (0..2).for_each(|way| possible[way] += i32::from(may_be[way]));
                open.push((other, begins, may_be));
            }
        }
        let wanted = [self.smaller, larger];
        for way in 0..2 {
            if sure[way] > wanted[way] || sure[way] + possible[way] < wanted[way] {
                return Err(Conflict);
            }
            let (full, short) = (sure[way] == wanted[way], sure[way] + possible[way] == wanted[way]);
            for &(other, begins, may_be) in open.iter().filter(|(_, _, may_be)| may_be[way]) {
                let is_smaller = (way == 0) == short;
                match self.compare(store, other, 1) {
                    _ if full == short => {}
                    _ if short && !begins => store.assign(other[0], self.first)?,
                    Order::Open(at) if begins => self.decide(store, other, at, is_smaller)?,
                    _ if full && !begins && may_be != [true, true] => store.remove(other[0], self.first)?,
                    _ => {}
                }
            }
        }
        Ok(Status::Again)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use csp::Model;
    use csp::proof::Prover;

    /// Checks that the formula and the constraint accept the same fillings.
    #[test]
    fn the_formula_says_what_is_accepted() {
        let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8]];
        let fillings =
            [[0, 1, 2, 1, 2, 0, 2, 0, 1], [0, 2, 1, 2, 1, 0, 1, 0, 2], [2, 0, 1, 1, 2, 0, 0, 1, 2]];
        let mut accepted = 0;
        for (first, smaller) in (0..3).flat_map(|first| (0..4).map(move |smaller| (first, smaller))) {
            for ties in [false, true] {
                let mut model = Model::new();
                let cells = model.vars(9, 0..=2);
                let words: Vec<Vec<Var>> = lines
                    .iter()
                    .flat_map(|line| [*line, [line[2], line[1], line[0]]])
                    .map(|line| line.map(|cell| cells[cell]).to_vec())
                    .collect();
                let rank = Rank::new(words, 5, first, smaller, ties);
                let places: Vec<usize> = rank.scope().iter().map(|var| var.index()).collect();
                let accepts = fillings.map(|filling| {
                    let values: Vec<i32> = places.iter().map(|&place| filling[place]).collect();
                    rank.accepts(&values)
                });
                model.post(rank);
                for (filling, accepts) in fillings.iter().zip(accepts) {
                    assert_eq!(
                        Prover::new(&model).solution(filling).is_ok(),
                        accepts,
                        "{first} {smaller} {ties}"
                    );
                    accepted += usize::from(accepts);
                }
            }
        }
        assert!(accepted > 0);
    }
}
