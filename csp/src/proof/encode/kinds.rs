//! The encoding of each kind of constraint, except graphs and conditions.

use std::collections::HashMap;

use super::super::formula::Literal;
use super::{Encoder, Group, Number, Sum};
use crate::TooMuch;
use crate::constraints::Quota;
use crate::model::values::Values;

/// A transition of an automaton: the state before, the smallest and the largest value, the state after.
pub(crate) type Move = (usize, (i32, i32), usize);

/// A transition with a value, and its literal.
type Taken = (usize, i64, usize, Literal);

/// Largest number of transitions at one place of a word.
const MOST_MOVES: usize = 1 << 13;

impl Encoder<'_> {
    pub(crate) fn all_different(&mut self, members: &[Number]) {
        let mut at_most_one = HashMap::new();
        let values = self.all_values(members);
        for &value in &values {
            let takers: Vec<Literal> = members.iter().map(|&member| self.is(member, value)).collect();
            if takers.iter().filter(|&&literal| literal != Literal::FALSE).count() > 1 {
                let before = self.formula.constraints.len();
                let at = self.at_most_one(&takers);
                if self.formula.constraints.len() > before {
                    at_most_one.insert(value, at);
                }
            }
        }
        if self.only_clauses() && values.len() == members.len() {
            // Implied, but not by unit propagation: each value is taken.
            for &value in &values {
                let takers: Vec<Literal> = members.iter().map(|&member| self.is(member, value)).collect();
                self.clause(takers);
            }
        }
        if self.when.is_none() && !self.only_clauses() {
            self.groups.push(Group { members: members.to_vec(), at_most_one });
        }
    }

    pub(crate) fn differ(&mut self, [a, b]: [Number; 2]) {
        for value in self.values(a) {
            let both = [!self.is(a, value), !self.is(b, value)];
            self.clause(both);
        }
    }

    pub(crate) fn equal(&mut self, [a, b]: [Number; 2]) {
        for value in self.all_values(&[a, b]) {
            let [one, other] = [self.is(a, value), self.is(b, value)];
            self.clause([!one, other]);
            self.clause([one, !other]);
        }
    }

    pub(crate) fn increasing(&mut self, chain: &[Number], strict: bool) {
        for pair in chain.windows(2) {
            self.less([pair[0], pair[1]], strict);
        }
    }

    pub(crate) fn lex_less(&mut self, first: &[Number], second: &[Number], or_equal: bool) {
        // Whether the lists are equal so far.
        let mut equal = Literal::TRUE;
        for (&a, &b) in first.iter().zip(second) {
            let less = self.is_less(a, b);
            let greater = self.is_less(b, a);
            self.clause([!equal, !greater]);
            equal = self.conjunction(&[equal, !less, !greater]);
        }
        let is_met = if or_equal { first.len() <= second.len() } else { first.len() < second.len() };
        if !is_met {
            self.clause([!equal]);
        }
    }

    /// Returns a literal that holds iff one number is less than another.
    fn is_less(&mut self, a: Number, b: Number) -> Literal {
        let less = self.formula.auxiliary();
        self.always(|encoder| {
            encoder.under(less, |encoder| encoder.less([a, b], true));
            encoder.under(!less, |encoder| encoder.less([b, a], false));
        });
        less
    }

    /// Encodes that a literal holds iff one of several mutually exclusive literals does.
    fn channel(&mut self, literal: Literal, parts: &[Literal]) {
        if self.only_clauses() || parts.len() < 2 {
            parts.iter().for_each(|&part| self.clause([!part, literal]));
            return self.clause(parts.iter().copied().chain([!literal]));
        }
        let terms: Vec<(i64, Literal)> = parts.iter().map(|&part| (1, part)).chain([(-1, literal)]).collect();
        self.equals(&terms, 0);
    }

    /// Encodes that the numbers are one of the rows or, if not `allowed`, none of the rows.
    pub(crate) fn rows<'r>(
        &mut self,
        numbers: &[Number],
        rows: impl Iterator<Item = &'r [i32]>,
        allowed: bool,
    ) {
        let mut possible: Vec<Vec<Literal>> = Vec::new();
        for row in rows {
            let row: Vec<Literal> =
                numbers.iter().zip(row).map(|(&number, &value)| self.is(number, value.into())).collect();
            if !row.contains(&Literal::FALSE) {
                possible.push(row);
            }
        }
        if !allowed {
            return possible.into_iter().for_each(|row| self.clause(row.into_iter().map(|is| !is)));
        }
        let chosen: Vec<Literal> = possible.iter().map(|_| self.formula.auxiliary()).collect();
        self.exactly_one(&chosen);
        for (at, &number) in numbers.iter().enumerate() {
            for value in self.values(number) {
                let is = self.is(number, value);
                if is.constant().is_some() {
                    continue;
                }
                let with = possible.iter().zip(&chosen).filter(|(row, _)| row[at] == is);
                let with: Vec<Literal> = with.map(|(_, &is_chosen)| is_chosen).collect();
                self.channel(is, &with);
            }
        }
    }

    /// Says that a pair of values is allowed.
    pub(crate) fn pairs(&mut self, [a, b]: [Number; 2], allowed: impl Fn(i64, i64) -> bool) {
        let (of_a, of_b) = (self.values(a), self.values(b));
        for &x in &of_a {
            let mates: Vec<Literal> =
                of_b.iter().filter(|&&y| allowed(x, y)).map(|&y| self.is(b, y)).collect();
            let is_not = !self.is(a, x);
            self.clause(mates.into_iter().chain([is_not]));
        }
        for &y in &of_b {
            let mates: Vec<Literal> =
                of_a.iter().filter(|&&x| allowed(x, y)).map(|&x| self.is(a, x)).collect();
            let is_not = !self.is(b, y);
            self.clause(mates.into_iter().chain([is_not]));
        }
    }

    pub(crate) fn cover(&mut self, numbers: &[Number], classes: &[Values]) {
        for class in classes {
            let mut takers = Vec::new();
            for &number in numbers {
                takers.extend(class.iter().map(|value| self.is(number, value.into())));
            }
            self.clause(takers);
        }
    }

    /// Says that the numbers differ and are together all values of one of the sets.
    pub(crate) fn one_of_sets(&mut self, numbers: &[Number], sets: &[Values]) {
        self.all_different(numbers);
        let sets: Vec<&Values> = sets.iter().filter(|set| set.len() == numbers.len()).collect();
        let chosen: Vec<Literal> = sets.iter().map(|_| self.formula.auxiliary()).collect();
        self.exactly_one(&chosen);
        for value in self.all_values(numbers) {
            let has = |set: &Values| i32::try_from(value).is_ok_and(|value| set.contains(value));
            let with: Vec<Literal> =
                sets.iter().zip(&chosen).filter(|(set, _)| has(set)).map(|(_, &chosen)| chosen).collect();
            let takers: Vec<Literal> = numbers.iter().map(|&number| self.is(number, value)).collect();
            for &taker in &takers {
                self.clause(with.iter().copied().chain([!taker]));
            }
            for chosen in with {
                self.clause(takers.iter().copied().chain([!chosen]));
            }
        }
        for (set, &chosen) in sets.iter().zip(&chosen) {
            for value in set.iter() {
                let takers: Vec<Literal> =
                    numbers.iter().map(|&number| self.is(number, value.into())).collect();
                self.clause(takers.into_iter().chain([!chosen]));
            }
        }
    }

    /// Says that two lists take each value equally often.
    pub(crate) fn same_values(&mut self, first: &[Number], second: &[Number]) {
        let all: Vec<Number> = first.iter().chain(second).copied().collect();
        for value in self.all_values(&all) {
            let plus = first.iter().map(|&number| (1, self.is(number, value)));
            let minus = second.iter().map(|&number| (-1, self.is(number, value)));
            let terms: Vec<(i64, Literal)> = plus.chain(minus).collect();
            self.equals(&terms, 0);
        }
    }

    pub(crate) fn adds_up_to(&mut self, numbers: &[Number], total: Number) {
        let parts = numbers.iter().map(|&number| (1, number));
        let terms: Vec<(i64, Number)> = parts.chain([(-1, total)]).collect();
        self.equation(&terms, 0);
    }

    /// `numbers` has the numbers that take values, then the numbers of the quotas.
    pub(crate) fn cardinality(
        &mut self,
        numbers: &[Number],
        takers: usize,
        quotas: &[(i32, Quota)],
        closed: bool,
    ) {
        let (takers, mut counts) = (&numbers[..takers], numbers[takers..].iter());
        for &(value, quota) in quotas {
            let mut sum = Sum::default();
            for &taker in takers {
                let is_taken = self.is(taker, value.into());
                self.add_truth(&mut sum, 1, is_taken);
            }
            let (least, most) = match quota {
                Quota::Between(least, most) => (least.into(), most.into()),
                Quota::Exactly(_) => {
                    let &count = counts.next().expect("each such quota has an operand");
                    self.add(&mut sum, -1, count);
                    (0, 0)
                }
            };
            self.sum_at_least(&sum, least);
            self.sum_at_most(&sum, most);
        }
        if closed {
            for &taker in takers {
                for value in self.values(taker) {
                    if !quotas.iter().any(|&(listed, _)| i64::from(listed) == value) {
                        let is_not = !self.is(taker, value);
                        self.clause([is_not]);
                    }
                }
            }
        }
    }

    /// Says that the load of each bin is the sum of the sizes of its items.
    pub(crate) fn bin_packing(&mut self, bins: &[Number], sizes: &[i32], loads: &[Number]) {
        for &item in bins {
            let inside = (0..loads.len() as i64).map(|bin| self.is(item, bin));
            let inside: Vec<Literal> = inside.collect();
            self.clause(inside);
        }
        for (bin, &load) in (0..).zip(loads) {
            let mut sum = Sum::default();
            for (&item, &size) in bins.iter().zip(sizes) {
                let is_inside = self.is(item, bin);
                self.add_truth(&mut sum, size.into(), is_inside);
            }
            self.add(&mut sum, -1, load);
            self.sum_at_least(&sum, 0);
            self.sum_at_most(&sum, 0);
        }
    }

    /// Says that the numbers are the labels of a path through an automaton.
    pub(crate) fn word(
        &mut self,
        numbers: &[Number],
        start: usize,
        accepting: &[usize],
        moves: &[Move],
    ) -> Result<(), TooMuch> {
        // The states that can be reached, with their literals.
        let mut here: HashMap<usize, Literal> = HashMap::from([(start, Literal::TRUE)]);
        for &number in numbers {
            let values = self.values(number);
            let mut taken: Vec<Taken> = Vec::new();
            for &(from, (low, high), to) in moves {
                let labels = values.iter().filter(|&&value| (low.into()..=high.into()).contains(&value));
                if here.contains_key(&from) {
                    taken.extend(labels.map(|&label| (from, label, to, Literal::TRUE)));
                }
                if taken.len() > MOST_MOVES {
                    return Err(TooMuch);
                }
            }
            taken.sort_unstable();
            taken.dedup();
            taken.iter_mut().for_each(|(.., literal)| *literal = self.formula.auxiliary());
            let all: Vec<Literal> = taken.iter().map(|&(.., literal)| literal).collect();
            self.exactly_one(&all);
            let with = |is: &dyn Fn(&Taken) -> bool| -> Vec<Literal> {
                taken.iter().filter(|step| is(step)).map(|&(.., literal)| literal).collect()
            };
            let mut states: Vec<(usize, Literal)> = here.into_iter().collect();
            states.sort_unstable();
            for (state, literal) in states {
                self.channel(literal, &with(&|&(from, ..)| from == state));
            }
            for &value in &values {
                let is = self.is(number, value);
                self.channel(is, &with(&|&(_, label, ..)| label == value));
            }
            let mut ends: Vec<usize> = taken.iter().map(|&(_, _, to, _)| to).collect();
            ends.sort_unstable();
            ends.dedup();
            here = HashMap::new();
            for state in ends {
                let literal = self.formula.auxiliary();
                self.channel(literal, &with(&|&(_, _, to, _)| to == state));
                here.insert(state, literal);
            }
        }
        let ends: Vec<Literal> = accepting.iter().filter_map(|state| here.get(state).copied()).collect();
        self.clause(ends);
        Ok(())
    }
}
