//! What clues outside the grid count, in words: the ways that are left, and what would be counted with values that are
//! excluded, each by the cells that decide which ones count.

use super::Teller;
use super::facts::{MOST_FACTS, clauses};
use super::table::{grouped, list, phrase};
use crate::candidates::Candidates;
use crate::explain::count::{Among, Case, Counting, Measure};
use crate::explain::step::Reason;
use crate::explain::truth::Truth;

/// Where the cells that decide may be more than so many, they are not listed, nor if that takes more parts.
const MOST_PLACES: usize = 8;
const MOST_TOLD: usize = 2;

/// A cell with its value.
type Entry = (usize, u8);

/// Cells that decide which ones count, with their values.
type Decided = [Entry];

/// The sets that count in some ways, with the cells that decide in each of these.
type Places<'a> = (&'a [Vec<i32>], Vec<Vec<Entry>>);

impl Teller<'_> {
    /// The numbers that the step's clue can count along its line, with the facts behind them, if they are few and what
    /// they would be with some value says less.
    pub fn counting(&self) -> Option<String> {
        let countings = self.step.countings(self.state);
        let &Truth::Relation(relation) = self.step.truths.first()? else { return None };
        if countings.is_empty() || countings.iter().flat_map(|way| &way.sets).any(Vec::is_empty) {
            return None;
        }
        let (_, wanted) = self.state.map.counting(relation)?;
        let mut sets = countings.iter().flat_map(|way| &way.sets);
        let sign =
            if sets.all(|set| set.iter().copied().map(i64::from).sum::<i64>() == wanted) { "+" } else { "/" };
        let decided: Vec<&Decided> = countings.iter().map(|way| &way.decided[..]).collect();
        let fixed = self.fixed(&decided);
        // The same sets at several places are told together.
        let mut groups: Vec<Places<'_>> = Vec::new();
        let is_ordered = countings[0].is_ordered && countings[0].sets[0].len() > 1;
        for Counting { decided, sets, .. } in &countings {
            let open = decided.iter().copied().filter(|one| !fixed.contains(one)).collect();
            match groups.iter_mut().find(|(known, _)| *known == &sets[..]) {
                Some((_, places)) => places.push(open),
                None => groups.push((sets, vec![open])),
            }
        }
        let told = groups.iter().map(|(sets, places)| {
            let sets = sets.iter().map(|set| set.iter().map(i32::to_string).collect::<Vec<_>>().join(sign));
            let sets = list(&sets.collect::<Vec<_>>(), "or");
            match self.placed(places) {
                Some(places) if !places.is_empty() => phrase("counted with", &[&sets, &places]),
                _ => sets,
            }
        });
        let told: Vec<String> = told.collect();
        let joined = if told.iter().any(|told| told.contains(" or ")) && told.len() > 1 {
            list(&told, "or else")
        } else {
            list(&told, "or")
        };
        let joined = if is_ordered { phrase("in this order", &[&joined]) } else { joined };
        let counted = phrase("can count", &[&joined]);
        let facts = self.facts(&self.all_facts());
        Some(match facts.len() {
            1..=MOST_FACTS => phrase("so", &[&clauses(&facts), &counted]),
            // More facts are told by their cells.
            0 => counted,
            _ => {
                let from = self.step.reasons.iter().flat_map(|reason| &reason.from);
                let mut cells: Vec<usize> = from.map(|&(cell, _)| cell).collect();
                cells.sort_unstable();
                cells.dedup();
                phrase("with many facts", &[&self.named(&cells), &counted])
            }
        })
    }

    /// The placed cells that decide which ones count whatever else a reason says, but for those that it names.
    pub(super) fn deciding(&self, reason: &Reason) -> Vec<(usize, Candidates)> {
        let Some(measure) = &reason.measure else { return Vec::new() };
        let decided: Vec<&Decided> = measure.cases.iter().map(|case| &case.decided[..]).collect();
        let is_named = |cell: usize| {
            reason.from.iter().any(|&(known, _)| known == cell)
                || reason.gone.iter().any(|gone| gone.cell == cell)
        };
        let fixed = self.fixed(&decided).into_iter().filter(|&(cell, _)| !is_named(cell));
        fixed.map(|(cell, value)| (cell, Candidates::one(value))).collect()
    }

    /// What all cases have in common and is placed.
    fn fixed(&self, decided: &[&Decided]) -> Vec<Entry> {
        let is_common = |one: &Entry| decided.iter().all(|other| other.contains(one));
        let first = decided.first().into_iter().flat_map(|first| first.iter().copied());
        first.filter(|one| self.state.is_placed(one.0) && is_common(one)).collect()
    }

    /// What a clue would count, with a value that is told before.
    pub fn counted(&self, relation: usize, measure: &Measure, supposed: Option<Entry>) -> String {
        let Some((clue, wanted)) = self.state.map.counting(relation) else { return String::new() };
        let amount = match &measure.among {
            Some(among) => self.among(among, measure.least > wanted),
            None => self.by_cases(measure, wanted, supposed),
        };
        self.fill(clue.kind.measured, clue, clue.cells()).replace("{amount}", &amount)
    }

    /// Cells and values that always count, or the only ones that can.
    fn among(&self, among: &Among, is_least: bool) -> String {
        let cells = among.cells.iter().map(|&cell| self.cell(cell));
        let values = among.values.iter().map(|value| phrase("the value", &[&self.symbol(value)]));
        let all: Vec<String> = cells.chain(values).collect();
        let amount = all.len().to_string();
        let name = if is_least { "at least, with all" } else { "at most, only" };
        phrase(name, &[&amount, &list(&all, "and")])
    }

    /// What would be counted by the cells that decide: too little in some cases, and too much in others.
    fn by_cases(&self, measure: &Measure, wanted: i64, supposed: Option<Entry>) -> String {
        let decided: Vec<&Decided> = measure.cases.iter().map(|case| &case.decided[..]).collect();
        let mut fixed = self.fixed(&decided);
        fixed.extend(supposed);
        let is_low = |case: &&Case| case.amounts.iter().all(|&amount| amount < wanted);
        let is_high = |case: &&Case| case.amounts.iter().all(|&amount| amount > wanted);
        let (low, rest): (Vec<&Case>, Vec<&Case>) = measure.cases.iter().partition(is_low);
        let (high, both): (Vec<&Case>, Vec<&Case>) = rest.into_iter().partition(is_high);
        let sides = [(low, false), (high, true)];
        let mut told: Vec<String> = Vec::new();
        let mut is_short = false;
        for (cases, is_above) in sides.iter().filter(|(cases, _)| !cases.is_empty()) {
            let (near, far) = self.side(cases, *is_above, &fixed);
            is_short |= far.is_none();
            told.push(
                far.filter(|far| !far.is_empty())
                    .map_or(near.clone(), |far| phrase("and, between lists", &[&near, &far])),
            );
        }
        let is_one = told.len() == 1 && both.is_empty();
        for case in both {
            let below = case.amounts.iter().rfind(|&&amount| amount < wanted);
            let above = case.amounts.iter().find(|&&amount| amount > wanted);
            let (Some(below), Some(above)) = (below, above) else { continue };
            let amounts = phrase("amounts beside", &[&below.to_string(), &above.to_string()]);
            told.push(self.with_places(&amounts, &[case], &fixed));
        }
        let told = list(&told, "but");
        match (is_short, is_one, measure.least > wanted) {
            (false, ..) => told,
            (true, true, is_above) => {
                phrase("otherwise so", &[&told, &phrase(if is_above { "more" } else { "less" }, &[])])
            }
            (true, false, _) => phrase("otherwise so", &[&told, &phrase("further off", &[])]),
        }
    }

    /// What is counted in cases that all have too much, or too little: the closest, and which ones are further off; `None`
    /// if these are many.
    fn side(&self, cases: &[&Case], is_above: bool, fixed: &Decided) -> (String, Option<String>) {
        let closest = |case: &Case| {
            let amount = if is_above { case.amounts.first() } else { case.amounts.last() };
            amount.copied().unwrap_or_default()
        };
        let all = cases.iter().map(|case| closest(case));
        let best = if is_above { all.min() } else { all.max() }.unwrap_or_default();
        let (near, far): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(|case| closest(case) == best);
        let is_exact = near.iter().all(|case| case.amounts.len() == 1)
            && (far.is_empty() || far.iter().all(|case| case.amounts == near[0].amounts));
        let amount = match is_above {
            _ if is_exact => best.to_string(),
            true => phrase("amount at least", &[&best.to_string()]),
            false => phrase("amount at most", &[&best.to_string()]),
        };
        let numbers = near[0].closest.first().map_or(&[][..], |numbers| numbers);
        let joined = |sign: &str| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(sign);
        let is_sum = numbers.iter().sum::<i64>() == best;
        let are_same = near.iter().all(|case| case.among == near[0].among);
        let amount = match &near[0].among {
            Some(among) if are_same => self.among(among, is_above),
            _ if numbers.is_empty() || is_sum && numbers.len() == 1 => amount,
            _ if is_sum => phrase("in brackets", &[&amount, &joined("+")]),
            _ => {
                let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
                phrase("in brackets", &[&amount, &list(&numbers, "and")])
            }
        };
        let told = self.with_places(&amount, &near, fixed);
        if far.is_empty() {
            return (told, Some(String::new()));
        }
        let more = phrase(if is_above { "more" } else { "less" }, &[]);
        let places = self.where_of(&far, fixed);
        (told, places.map(|places| phrase("counted with", &[&more, &places])))
    }

    /// An amount with what decides which cells count, if that may differ.
    fn with_places(&self, amount: &str, cases: &[&Case], fixed: &Decided) -> String {
        match self.where_of(cases, fixed) {
            Some(places) if !places.is_empty() => phrase("counted with", &[amount, &places]),
            _ => amount.to_owned(),
        }
    }

    fn where_of(&self, cases: &[&Case], fixed: &Decided) -> Option<String> {
        let open = |case: &&Case| {
            case.decided.iter().copied().filter(|one| !fixed.contains(one)).collect::<Vec<_>>()
        };
        self.placed(&cases.iter().map(open).collect::<Vec<_>>())
    }

    /// Where the cells that decide may be, as one of some cases: `9 in R2C5 or R3C5`. `None` if they are many.
    fn placed(&self, cases: &[Vec<Entry>]) -> Option<String> {
        let of_one = |cells: &[usize], values: Candidates| {
            phrase("in", &[&self.cells_named(cells, "or"), &self.symbols(values, "or")])
        };
        let count: usize = cases.iter().map(Vec::len).sum();
        let told = match cases.iter().map(Vec::len).max() {
            Some(0) | None => return Some(String::new()),
            Some(1) => {
                let all = cases.iter().flatten();
                let by_cell = grouped_values(all.clone().map(|&(cell, value)| (cell, value)));
                let by_value = grouped(all.map(|&(cell, value)| (value, [cell])));
                if by_cell.len() < by_value.len() {
                    by_cell.iter().map(|&(cell, values)| of_one(&[cell], values)).collect::<Vec<_>>()
                } else {
                    let one = |(value, cells): &(u8, Vec<usize>)| of_one(cells, Candidates::one(*value));
                    by_value.iter().map(one).collect()
                }
            }
            Some(_) => {
                let pairs = cases.iter().filter_map(|case| Some((*case.first()?, *case.last()?)));
                let pairs: Vec<(Entry, Entry)> = pairs.collect();
                match pairs[..] {
                    [((one, first), (other, last))] => {
                        let [one, other] = [(one, first), (other, last)]
                            .map(|(cell, value)| of_one(&[cell], Candidates::one(value)));
                        vec![phrase("and", &[&one, &other])]
                    }
                    // Which one is where says little of many.
                    _ => self.both_in(&pairs),
                }
            }
        };
        (count <= 2 * MOST_PLACES && told.len() <= MOST_TOLD).then(|| list(&told, "or"))
    }
}

impl Teller<'_> {
    /// Pairs of cells with values: `1 and 9 in R2C5 and in R4C5 or R5C5`.
    fn both_in(&self, pairs: &[(Entry, Entry)]) -> Vec<String> {
        let mut all: Vec<(Candidates, [usize; 2])> = Vec::new();
        for &((one, first), (other, last)) in pairs {
            let pair = (Candidates::one(first).with(last), [one, other]);
            if !all.contains(&pair) {
                all.push(pair);
            }
        }
        let by = |side: usize| {
            grouped(all.iter().map(move |(values, cells)| ((*values, cells[side]), [cells[1 - side]])))
        };
        let (first, last) = (by(0), by(1));
        let groups = if last.len() < first.len() { last } else { first };
        let told = groups.iter().map(|((values, cell), others)| {
            let mut others = others.clone();
            others.sort_unstable();
            let places = phrase("both in", &[&self.cell(*cell), &self.cells_named(&others, "or")]);
            phrase("in", &[&places, &self.symbols(*values, "and")])
        });
        told.collect()
    }
}

/// Values by their cells.
fn grouped_values(all: impl Iterator<Item = Entry>) -> Vec<(usize, Candidates)> {
    let mut grouped: Vec<(usize, Candidates)> = Vec::new();
    for (cell, value) in all {
        match grouped.iter_mut().find(|(known, _)| *known == cell) {
            Some((_, values)) => *values = values.with(value),
            None => grouped.push((cell, Candidates::one(value))),
        }
    }
    grouped
}
