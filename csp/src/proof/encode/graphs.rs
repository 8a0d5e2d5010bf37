//! Constraints of graphs and schedules.

use super::super::formula::Literal;
use super::{Encoder, Number};
use crate::TooMuch;
use crate::model::values::Values;

/// Calls the given function with every neighbour of a place in the graph of a value.
type Neighbours<'n> = dyn Fn(usize, i32, &mut dyn FnMut(usize)) + 'n;

/// Largest number of places in a graph; auxiliary variables grow with its square.
const MOST_PLACES: usize = 128;
/// Largest number of times in a schedule.
const MOST_TIMES: i64 = 1 << 12;

impl Encoder<'_> {
    /// Says that the successors form one cycle: each place has a position, one more than its predecessor's.
    pub(crate) fn circuit(&mut self, next: &[Number]) -> Result<(), TooMuch> {
        let places = next.len();
        if places > MOST_PLACES / 2 {
            return Err(TooMuch);
        }
        for (place, &number) in next.iter().enumerate() {
            for value in self.values(number) {
                let is_place = usize::try_from(value).is_ok_and(|value| value < places);
                if !is_place || (value == place as i64 && places > 1) {
                    let is_not = !self.is(number, value);
                    self.clause([is_not]);
                }
            }
        }
        let mut positions = vec![Number::constant(0)];
        for _ in 1..places {
            positions.push(self.auxiliary_number(1..places as i64)?);
        }
        for (from, &number) in next.iter().enumerate() {
            for (to, &after) in positions.iter().enumerate().skip(1) {
                let follows = self.is(number, to as i64);
                for position in self.values(positions[from]) {
                    let literals =
                        [!follows, !self.is(positions[from], position), self.is(after, position + 1)];
                    self.clause(literals);
                }
            }
        }
        Ok(())
    }

    /// Says that the places inside are connected: each is reached from one root, which is inside.
    pub(crate) fn connected(
        &mut self,
        places: &[Number],
        edges: &[(usize, usize)],
        inside: &Values,
    ) -> Result<(), TooMuch> {
        let count = places.len();
        if count > MOST_PLACES {
            return Err(TooMuch);
        }
        let mut is_inside = Vec::with_capacity(count);
        for &place in places {
            let values: Vec<i64> = self.values(place);
            let has = |value: i64| i32::try_from(value).is_ok_and(|value| inside.contains(value));
            let literals: Vec<Literal> =
                values.into_iter().filter(|&value| has(value)).map(|value| self.is(place, value)).collect();
            is_inside.push(self.disjunction(&literals));
        }
        let mut neighbours = vec![Vec::new(); count];
        for &(a, b) in edges {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
        let roots: Vec<Literal> = (0..count).map(|_| self.formula.auxiliary()).collect();
        self.at_most_one(&roots);
        // The places that are reached so far, one step more in each round; at first the roots.
        let mut reached = roots;
        for (&root, &inside) in reached.iter().zip(&is_inside) {
            self.clause([!root, inside]);
        }
        for _ in 1..count {
            let next: Vec<Literal> = (0..count).map(|_| self.formula.auxiliary()).collect();
            for place in 0..count {
                self.clause([!next[place], is_inside[place]]);
                let from = neighbours[place].iter().chain([&place]).map(|&at| reached[at]);
                self.clause(from.chain([!next[place]]));
            }
            reached = next;
        }
        for (&inside, &reached) in is_inside.iter().zip(&reached) {
            self.clause([!inside, reached]);
        }
        Ok(())
    }

    /// Encodes that neighbours in the graph of a value do not both take the value.
    pub(crate) fn independent(&mut self, numbers: &[Number], neighbours: &Neighbours<'_>) {
        for (place, &number) in numbers.iter().enumerate() {
            for value in self.values(number) {
                let Ok(small) = i32::try_from(value) else { continue };
                let mut others = Vec::new();
                neighbours(place, small, &mut |other| others.push(other));
                for other in others.into_iter().filter(|&other| other != place && other < numbers.len()) {
                    let both = [!self.is(number, value), !self.is(numbers[other], value)];
                    self.clause(both);
                }
            }
        }
    }

    /// Says that `a[i] = j` iff `b[j] = i`.
    pub(crate) fn inverse(&mut self, a: &[Number], b: &[Number]) {
        for (list, other) in [(a, b), (b, a)] {
            for &number in list {
                for value in self.values(number) {
                    if usize::try_from(value).is_ok_and(|value| value < other.len()) {
                        continue;
                    }
                    let is_not = !self.is(number, value);
                    self.clause([is_not]);
                }
            }
        }
        for (i, &one) in a.iter().enumerate() {
            for (j, &other) in b.iter().enumerate() {
                let [forth, back] = [self.is(one, j as i64), self.is(other, i as i64)];
                self.clause([!forth, back]);
                self.clause([forth, !back]);
            }
        }
    }

    /// Encodes that, of each pair of tasks, one ends before the other starts.
    pub(crate) fn disjunctive(&mut self, starts: &[Number], durations: &[i32]) {
        let tasks: Vec<(Number, i64)> = starts
            .iter()
            .zip(durations)
            .filter(|(_, duration)| **duration > 0)
            .map(|(&start, &duration)| (start, duration.into()))
            .collect();
        for (at, &(first, lasts)) in tasks.iter().enumerate() {
            for &(second, other_lasts) in &tasks[at + 1..] {
                let order = self.formula.auxiliary();
                self.orders.insert([first, second], order);
                self.under(order, |encoder| encoder.less([first.plus(lasts), second], false));
                self.under(!order, |encoder| encoder.less([second.plus(other_lasts), first], false));
            }
        }
    }

    /// Encodes that the demands of the tasks that run at a time never exceed the capacity.
    pub(crate) fn cumulative(
        &mut self,
        starts: &[Number],
        durations: &[i32],
        demands: &[i32],
        capacity: i64,
    ) -> Result<(), TooMuch> {
        let tasks: Vec<(Number, i64, i64)> = starts
            .iter()
            .zip(durations)
            .zip(demands)
            .filter(|((_, duration), demand)| **duration > 0 && **demand > 0)
            .map(|((&start, &duration), &demand)| (start, duration.into(), demand.into()))
            .collect();
        let first = tasks.iter().map(|&(start, ..)| self.bounds(start).0).min().unwrap_or(0);
        let last = tasks.iter().map(|&(start, ..)| self.bounds(start).1).max().unwrap_or(0);
        if last - first > MOST_TIMES {
            return Err(TooMuch);
        }
        // No two tasks run at a time that demand more than half of the capacity each.
        let large = starts.iter().zip(durations).zip(demands);
        let large = large.filter(|(_, demand)| 2 * i64::from(**demand) > capacity);
        let (starts, durations): (Vec<Number>, Vec<i32>) =
            large.map(|((&start, &duration), _)| (start, duration)).unzip();
        self.disjunctive(&starts, &durations);
        // The load is largest when a task starts.
        for time in first..=last {
            let mut terms = Vec::new();
            for &(start, duration, demand) in &tasks {
                let begun = !self.number_at_least(start, time + 1);
                let not_over = self.number_at_least(start, time - duration + 1);
                let runs = self.conjunction(&[begun, not_over]);
                terms.push((-demand, runs));
            }
            self.at_least(terms, -capacity);
        }
        Ok(())
    }
}
