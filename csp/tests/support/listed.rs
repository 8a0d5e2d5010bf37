//! Constraints over lists as data: a kind, the list, and a seed for other parameters of the kind.

use csp::constraints::{
    Automaton, Operand, absolute_difference, areas, cardinality, circuit, connected, cover, cumulative,
    different_sum, disjunctive, increasing, inverse, lex_less, lex_less_or_equal, number_of_values,
    one_of_sets, partition, product, quotient, regions, regular, remainder, same_values, single_loop,
    strictly_increasing, visible_count,
};
use csp::{ConstraintId, Term, Values, Var, count, element, maximum, minimum, table};

use super::Chance;
use super::recipes::Target;

#[derive(Clone, Copy, Debug)]
pub enum ListKind {
    Table,
    Forbidden,
    Cardinality,
    Closed,
    Circuit,
    Inverse,
    Regular,
    Increasing,
    StrictlyIncreasing,
    LexLess,
    LexLessOrEqual,
    Disjunctive,
    Cumulative,
    Connected,
    SingleLoop,
    Areas,
    Regions,
    Partition,
    SameValues,
    Element,
    ElementOfConstants,
    Count,
    NumberOfValues,
    Maximum,
    Minimum,
    Product,
    Quotient,
    Remainder,
    Distance,
    DifferentSum,
    OneOfSets,
    Cover,
    VisibleCount,
}

pub const KINDS: [ListKind; 33] = [
    ListKind::Table,
    ListKind::Forbidden,
    ListKind::Cardinality,
    ListKind::Closed,
    ListKind::Circuit,
    ListKind::Inverse,
    ListKind::Regular,
    ListKind::Increasing,
    ListKind::StrictlyIncreasing,
    ListKind::LexLess,
    ListKind::LexLessOrEqual,
    ListKind::Disjunctive,
    ListKind::Cumulative,
    ListKind::Connected,
    ListKind::SingleLoop,
    ListKind::Areas,
    ListKind::Regions,
    ListKind::Partition,
    ListKind::SameValues,
    ListKind::Element,
    ListKind::ElementOfConstants,
    ListKind::Count,
    ListKind::NumberOfValues,
    ListKind::Maximum,
    ListKind::Minimum,
    ListKind::Product,
    ListKind::Quotient,
    ListKind::Remainder,
    ListKind::Distance,
    ListKind::DifferentSum,
    ListKind::OneOfSets,
    ListKind::Cover,
    ListKind::VisibleCount,
];

/// Member of a list: a variable by number with an offset, or a constant.
#[derive(Clone, Copy, Debug)]
pub enum Piece {
    Var(usize, i32),
    Constant(i32),
}

#[derive(Clone, Debug)]
pub struct Listed {
    pub kind: ListKind,
    /// A variable, so that the list has at least one.
    pub first: (usize, i32),
    pub others: Vec<Piece>,
    pub seed: u64,
}

impl Listed {
    pub fn any(chance: &mut Chance, variables: usize) -> Listed {
        let term = |chance: &mut Chance| {
            let offset = if chance.below(3) == 0 { chance.between(-1, 1) } else { 0 };
            (chance.below(variables as u64) as usize, offset)
        };
        let piece = |chance: &mut Chance| match chance.below(8) {
            0 => Piece::Constant(chance.between(-1, 3)),
            _ => {
                let (at, offset) = term(chance);
                Piece::Var(at, offset)
            }
        };
        Listed {
            kind: chance.pick(&KINDS),
            first: term(chance),
            others: (0..1 + chance.below(4)).map(|_| piece(chance)).collect(),
            seed: chance.below(1 << 30),
        }
    }

    /// Returns the last variable of the constraint.
    pub fn last(&self) -> usize {
        let others = self.others.iter().filter_map(|piece| match *piece {
            Piece::Var(at, _) => Some(at),
            Piece::Constant(_) => None,
        });
        others.fold(self.first.0, usize::max)
    }

    pub fn post(&self, x: &[Var], to: &mut impl Target) -> ConstraintId {
        let chance = &mut Chance::new(self.seed);
        let first = x[self.first.0] + self.first.1;
        let others = self.others.iter().map(|piece| match *piece {
            Piece::Var(at, offset) => Operand::from(x[at] + offset),
            Piece::Constant(constant) => constant.into(),
        });
        let list: Vec<Operand> = std::iter::once(first.into()).chain(others).collect();
        let half = list.len() / 2;
        let (middle, last) = (list[half], list[list.len() - 1]);
        // For constraints that do not take constants.
        let terms: Vec<Term> = list
            .iter()
            .filter_map(|operand| match *operand {
                Operand::Term(term) => Some(term),
                Operand::Constant(_) => None,
            })
            .collect();
        let mut numbers =
            |low, high| -> Vec<i32> { list.iter().map(|_| chance.between(low, high)).collect() };
        match self.kind {
            ListKind::Table | ListKind::Forbidden => {
                let rows: Vec<Vec<i32>> = (0..40).map(|_| numbers(-1, 3)).collect();
                let table = table(list, &rows[..1 + chance.below(40) as usize]);
                to.take(if matches!(self.kind, ListKind::Table) { table } else { !table })
            }
            ListKind::Cardinality => {
                to.take(cardinality(list, [(0, 0..=1), (2, chance.pick(&[0..=2, 1..=2]))]))
            }
            ListKind::Closed => {
                to.take(cardinality(list, [(1, middle), (0, first.into()), (2, last)]).closed())
            }
            ListKind::Circuit => to.take(circuit(terms)),
            ListKind::Inverse => {
                let half = terms.len() / 2;
                to.take(inverse(&terms[..half], &terms[half..2 * half]))
            }
            ListKind::Regular => {
                let expression =
                    chance.pick(&["(0 .)* .?", "[1-3]* 0 .*", ".{2} (1 2|2 1)* .?", "(0|1 2|3+|[^1])*"]);
                to.take(regular(list, Automaton::parse(expression).unwrap()))
            }
            ListKind::Increasing => to.take(increasing(list)),
            ListKind::StrictlyIncreasing => to.take(strictly_increasing(list)),
            ListKind::LexLess => to.take(lex_less(&list[..half], &list[half..])),
            ListKind::LexLessOrEqual => to.take(lex_less_or_equal(&list[half..], &list[..half])),
            ListKind::Disjunctive => to.take(disjunctive(&list, numbers(0, 2))),
            ListKind::Cumulative => to.take(cumulative(&list, numbers(0, 2), numbers(0, 2), 2)),
            ListKind::Connected => {
                let places = list.len() as i32 - 1;
                let edges: Vec<(usize, usize)> = numbers(0, places)
                    .into_iter()
                    .zip(numbers(0, places))
                    .map(|(a, b)| (a as usize, b as usize))
                    .collect();
                to.take(connected(list, edges, [0, 2]))
            }
            ListKind::SingleLoop => {
                // A ring, and links across it.
                let (last, all) = (list.len() - 1, list.len().div_ceil(2) + 1);
                let edges = (0..=last)
                    .map(|at| if at < all { (at, (at + 1) % all) } else { (at - all, at + 2 - all) });
                to.take(single_loop(list, edges))
            }
            ListKind::Areas => to.take(areas(&list, (1..list.len()).map(|at| (at - 1, at)))),
            ListKind::Regions => {
                let places = list.len() as i32 - 1;
                let ends = numbers(0, places).into_iter().zip(numbers(0, places));
                let edges: Vec<(usize, usize)> = ends.map(|(a, b)| (a as usize, b as usize)).collect();
                to.take(regions(&list, edges).region(0, ..).region(1, chance.pick(&[..3, ..2])))
            }
            ListKind::Partition => {
                let places = list.len() as i32 - 1;
                let edges: Vec<(usize, usize)> = (0..places as usize).map(|at| (at, at + 1)).collect();
                let (ends, values) = (numbers(0, places), numbers(0, 3));
                let size = chance.pick(&[1, list.len().div_ceil(2), list.len()]);
                to.take(partition(&list, edges, size).pair(0, ends[0] as usize, 1).different(values))
            }
            ListKind::SameValues => to.take(same_values(&list[..half], &list[half..2 * half])),
            ListKind::Element => to.take(element(&list[1..], first).eq(last)),
            ListKind::ElementOfConstants => to.take(element(numbers(-1, 3), first).eq(last)),
            ListKind::Count => to.take(count(&list, chance.pick(&[vec![0, 2], vec![1]])).eq(last)),
            ListKind::NumberOfValues => to.take(number_of_values(&list).eq(last)),
            ListKind::Maximum => to.take(maximum(&list[1..]).eq(first)),
            ListKind::Minimum => to.take(minimum(&list[1..]).eq(first)),
            ListKind::Product => to.take(product(first, middle).eq(last)),
            ListKind::Quotient => to.take(quotient(first, middle).eq(last)),
            ListKind::Remainder => to.take(remainder(first, middle).eq(last)),
            ListKind::Distance => to.take(absolute_difference(first, middle).eq(last)),
            ListKind::DifferentSum => to.take(different_sum(&list[1..], first)),
            ListKind::OneOfSets => {
                let sets: Vec<Vec<i32>> = (0..6).map(|_| numbers(-1, 3)).collect();
                to.take(one_of_sets(list, sets))
            }
            ListKind::Cover => to.take(cover(
                list,
                chance
                    .pick(&[vec![vec![-1, 0], vec![2]], vec![vec![1]]])
                    .into_iter()
                    .map(Values::from)
                    .collect::<Vec<_>>(),
            )),
            ListKind::VisibleCount => to.take(visible_count(&list[1..], first).above(chance.pick(&[-9, 0]))),
        }
    }
}
