//! What a clue counts on many lines, by the cells that decide which ones count.

use std::collections::{BTreeMap, BTreeSet};

use super::count::{Among, Case, Counting, Measure};
use super::map::Map;
use super::truth::ones;
use crate::candidates::Candidates;
use crate::rules::Clue;

/// Of longer lines, no places and numbers are looked for that are among those that count.
const LONGEST: usize = 12;

/// A place of a line with its number.
type Entry = (usize, i32);

/// What a clue counts on some lines.
#[derive(Default)]
pub(super) struct Tally(BTreeMap<Vec<Entry>, Tallied>);

/// The same on those where the same places have the same numbers and decide which ones count.
#[derive(Default)]
struct Tallied {
    /// What is counted, with the numbers of one such line.
    amounts: BTreeMap<i64, Vec<i32>>,
    /// The numbers that count on some line at each place, as bits.
    seen: [u64; LONGEST],
    /// Those places and those numbers that count on every line.
    always: Option<[u64; 2]>,
}

impl Tallied {
    fn add(&mut self, other: &Tallied) {
        for (amount, numbers) in &other.amounts {
            self.amounts.entry(*amount).or_insert_with(|| numbers.clone());
        }
        self.seen.iter_mut().zip(other.seen).for_each(|(seen, other)| *seen |= other);
        self.narrow(other.always);
    }

    fn narrow(&mut self, always: Option<[u64; 2]>) {
        let both = |one: [u64; 2], other: [u64; 2]| [one[0] & other[0], one[1] & other[1]];
        self.always = match (self.always, always) {
            (Some(one), Some(other)) => Some(both(one, other)),
            (one, other) => one.or(other),
        };
    }
}

impl Tally {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a line, or the beginning of one, on which a clue counts some amount.
    pub fn note(&mut self, map: &Map, clue: &Clue, line: &[i32], amount: i64) {
        let grid = map.puzzle.grid();
        let mut deciding = (clue.kind.deciding)(clue, line, grid.shape());
        deciding.dedup();
        let case = self.0.entry(deciding.into_iter().map(|at| (at, line[at])).collect()).or_default();
        let is_new = !case.amounts.contains_key(&amount);
        if !is_new && !clue.kind.is_how_many {
            return;
        }
        let counted = (clue.kind.counted)(clue, line, grid.shape());
        if is_new {
            case.amounts.insert(amount, counted.iter().map(|&at| line[at]).collect());
        }
        if clue.kind.is_how_many && line.len() <= LONGEST {
            let mut always = [0; 2];
            for &at in &counted {
                let number = 1 << (line[at] - grid.first_value());
                always[0] |= 1 << at;
                always[1] |= number;
                case.seen[at] |= number;
            }
            case.narrow(Some(always));
        }
    }

    pub fn merge(&mut self, other: &Tally) {
        for (decided, case) in &other.0 {
            self.0.entry(decided.clone()).or_default().add(case);
        }
    }

    /// What is counted, the least first.
    fn amounts(&self) -> impl Iterator<Item = i64> {
        self.0.values().flat_map(|case| case.amounts.keys().copied())
    }

    /// Whether all is more than an amount, or less; `None` if some is more and some is less.
    pub fn is_above(&self, wanted: i64) -> Option<bool> {
        let is_above = self.amounts().all(|amount| amount > wanted);
        (is_above || self.amounts().all(|amount| amount < wanted)).then_some(is_above)
    }

    pub fn contains(&self, wanted: i64) -> bool {
        self.amounts().any(|amount| amount == wanted)
    }

    /// What the lines count, which is not the clue's number.
    pub fn measure(&self, map: &Map, clue: &Clue, wanted: i64) -> Option<Measure> {
        let (least, most) = (self.amounts().min()?, self.amounts().max()?);
        let mut all = Tallied::default();
        self.0.values().for_each(|case| all.add(case));
        let among = all.among(clue, wanted);
        let of = |(decided, case): (&Vec<Entry>, &Tallied)| Case {
            decided: { decided.iter() }.map(|&(at, number)| candidate(map, clue, (at, number))).collect(),
            amounts: case.amounts.keys().copied().collect(),
            closest: closest(case, wanted),
            among: if among.is_none() { case.among(clue, wanted) } else { None },
        };
        Some(Measure {
            least,
            most,
            numbers: closest(&all, wanted).into_iter().next().unwrap_or_default(),
            cases: self.0.iter().map(of).collect(),
            among,
        })
    }
}

/// The numbers that count on lines that come closest to an amount: one with less, and one with more.
fn closest(case: &Tallied, wanted: i64) -> Vec<Vec<i64>> {
    let below = case.amounts.range(..wanted).next_back();
    let above = case.amounts.range(wanted + 1..).next();
    let numbers = |(_, numbers): (&i64, &Vec<i32>)| numbers.iter().copied().map(i64::from).collect();
    below.into_iter().chain(above).map(numbers).collect()
}

/// A cell of a clue with the value of its number.
pub(super) fn candidate(map: &Map, clue: &Clue, (at, number): Entry) -> (usize, u8) {
    (clue.cells()[at].into(), (number - map.puzzle.grid().first_value()) as u8)
}

impl Tallied {
    /// Cells and values that show that more or fewer count than a number of them: all that always count, or the only ones
    /// that may count. None if these are the same on each line.
    fn among(&self, clue: &Clue, wanted: i64) -> Option<Among> {
        let (least, most) = (*self.amounts.keys().next()?, *self.amounts.keys().next_back()?);
        let count: u32 = self.seen.iter().map(|seen| seen.count_ones()).sum();
        let is_same = least == most && i64::from(count) == least;
        let [places, numbers] = self.always.filter(|_| !is_same)?;
        // The numbers that may count at some places.
        let within = |places: u64| ones(places).fold(0, |numbers, at| numbers | self.seen[at]);
        let size = |(places, values): (u64, u64)| i64::from(places.count_ones() + values.count_ones());
        let all = (0..LONGEST).filter(|&at| self.seen[at] != 0).fold(0u64, |all, at| all | 1 << at);
        // All subsets of these places, as numbers that count down.
        let choices =
            || std::iter::successors(Some(all), move |&chosen| (chosen > 0).then(|| (chosen - 1) & all));
        let found = if least > wanted {
            let of = choices().filter(|chosen| chosen & !places == 0);
            let of = of.map(|chosen| (chosen, numbers & !within(chosen)));
            of.max_by_key(|&choice| (size(choice), choice.0.count_ones()))
                .filter(|&choice| size(choice) > wanted)
        } else {
            let of = choices().map(|chosen| (chosen, within(all & !chosen)));
            of.min_by_key(|&choice| size(choice)).filter(|&choice| size(choice) < wanted)
        };
        let (places, values) = found?;
        let cells = (0..clue.cells().len()).filter(|at| places >> at & 1 != 0);
        Some(Among {
            cells: cells.map(|at| clue.cells()[at].into()).collect(),
            values: ones(values).fold(Candidates::NONE, |values, value| values.with(value as u8)),
        })
    }
}

/// The ways in which a clue may count to its number, noted one by one.
pub(super) struct Fitting {
    /// Whether ways differ that count the same numbers in another order.
    is_ordered: bool,
    /// The cells that decide, and the numbers that count.
    ways: BTreeSet<(Vec<Entry>, Vec<i32>)>,
    /// The places whose numbers count in each way.
    inside: BTreeMap<Vec<Entry>, Vec<usize>>,
}

impl Fitting {
    pub fn new(is_ordered: bool) -> Fitting {
        Fitting { is_ordered, ways: BTreeSet::new(), inside: BTreeMap::new() }
    }

    pub fn note(&mut self, map: &Map, clue: &Clue, line: &[i32]) {
        let shape = map.puzzle.grid().shape();
        let mut decided = (clue.kind.deciding)(clue, line, shape);
        decided.dedup();
        let decided: Vec<Entry> = decided.into_iter().map(|at| (at, line[at])).collect();
        let counted = (clue.kind.counted)(clue, line, shape);
        let mut numbers: Vec<i32> = counted.iter().map(|&at| line[at]).collect();
        if !self.is_ordered {
            numbers.sort_unstable();
        }
        self.inside.insert(decided.clone(), counted);
        self.ways.insert((decided, numbers));
    }

    pub fn len(&self) -> usize {
        self.ways.len()
    }

    /// The ways by the cells that decide.
    pub fn ways(&self, map: &Map, clue: &Clue) -> Vec<Counting> {
        let mut ways: Vec<Counting> = Vec::new();
        for (decided, numbers) in &self.ways {
            let own: Vec<(usize, u8)> = decided.iter().map(|&entry| candidate(map, clue, entry)).collect();
            match ways.last_mut().filter(|known| known.decided == own) {
                Some(known) => known.sets.push(numbers.clone()),
                None => {
                    let (sets, is_ordered) = (vec![numbers.clone()], self.is_ordered);
                    ways.push(Counting { decided: own, sets, is_ordered });
                }
            }
        }
        ways
    }

    /// Whether a reader of the ways sees that a cell cannot have a value.
    pub fn excludes(&self, map: &Map, clue: &Clue, (cell, value): (usize, u8)) -> bool {
        let Some(own) = clue.cells().iter().position(|&other| usize::from(other) == cell) else {
            return false;
        };
        let number = map.puzzle.grid().number(value);
        self.ways.iter().all(|(decided, numbers)| {
            let decides = decided.iter().find(|(at, _)| *at == own);
            let is_decided = decided.iter().any(|&(_, other)| other == number);
            let inside = self.inside[decided].iter().position(|&at| at == own);
            match (decides, inside) {
                (Some(&(_, other)), _) => other != number,
                // How many count says nothing of a cell.
                _ if clue.kind.is_how_many => false,
                (None, Some(at)) if self.is_ordered => numbers[at] != number,
                (None, Some(_)) => is_decided || !numbers.contains(&number),
                (None, None) => is_decided || numbers.contains(&number),
            }
        })
    }
}
