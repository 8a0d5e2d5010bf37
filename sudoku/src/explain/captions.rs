//! Captions of pictures: arithmetic and bounds, which cannot be drawn.

use super::map::Map;
use super::state::State;
use super::step::{Conclusion, Step};
use super::truth::Truth;
use crate::candidates::Candidates;
use crate::print::areas;
use crate::rules::{Clue, Origin};

/// Up to this many combinations are listed, and up to this many cells of a line.
const MOST_COMBINATIONS: usize = 4;
const MOST_CELLS: usize = 8;

impl Step {
    /// What is told below the picture of a step of one clue or sum: the sum that its open cells have, with its combinations
    /// if they are few; what a line leaves for its cells in order; else nothing.
    pub(super) fn arithmetic(&self, before: &State) -> String {
        let map = &before.map;
        let [Truth::Relation(relation)] = self.truths[..] else { return String::new() };
        let grid = map.puzzle.grid();
        let number = |value: u8| i64::from(grid.number(value));
        let mut combinations: Vec<Vec<i64>> = Vec::new();
        for tuple in &self.tuples {
            let mut combination: Vec<i64> = tuple.iter().map(|&value| number(value)).collect();
            combination.sort_unstable();
            if !combinations.contains(&combination) {
                combinations.push(combination);
            }
        }
        let listed = || {
            let of =
                |combination: &Vec<i64>| combination.iter().map(i64::to_string).collect::<Vec<_>>().join("+");
            combinations.iter().map(of).collect::<Vec<_>>().join(" or ")
        };
        let are_few = (1..=MOST_COMBINATIONS).contains(&combinations.len()) && combinations[0].len() > 1;
        match &map.relations[relation].sum {
            Some(sum) => {
                let names = |cells: &[usize], sign: &str| {
                    cells.iter().map(|&cell| grid.name(cell).to_string()).collect::<Vec<_>>().join(sign)
                };
                let taken = if sum.taken.is_empty() {
                    String::new()
                } else {
                    format!(" − {}", names(&sum.taken, " − "))
                };
                let named = || format!("{}{taken} = {}", names(&sum.added, " + "), sum.total);
                let equation = map.totals(relation).unwrap_or_else(named);
                let is_plain = sum.taken.is_empty() && sum.added.iter().all(|&cell| !before.is_placed(cell));
                if is_plain && are_few { format!("{equation} = {}", listed()) } else { equation }
            }
            // Tuples of equal sums speak of a clue that gives a sum.
            None => {
                let total = |combination: &Vec<i64>| combination.iter().sum::<i64>();
                let is_sum = combinations.windows(2).all(|pair| total(&pair[0]) == total(&pair[1]));
                let placed = map.relations[relation].cells.iter().filter(|&&cell| before.is_placed(cell));
                let placed: Vec<i64> =
                    placed.filter_map(|&cell| before.candidates(cell).value()).map(number).collect();
                let rest = combinations.first().filter(|_| is_sum).map(total);
                match (rest, map.total_of(relation)) {
                    (Some(rest), Some(all))
                        if !placed.is_empty() && all - placed.iter().sum::<i64>() == rest =>
                    {
                        let taken: Vec<String> = placed.iter().map(i64::to_string).collect();
                        let sum = format!("{all} − {} = {rest}", taken.join(" − "));
                        if are_few { format!("{sum} = {}", listed()) } else { sum }
                    }
                    (Some(rest), _) if are_few && combinations.len() > 1 => format!("{rest} = {}", listed()),
                    _ => self.line_caption(relation, before),
                }
            }
        }
    }
}

impl Step {
    /// What a clue about a line leaves for its cells, in their order.
    fn line_caption(&self, relation: usize, before: &State) -> String {
        let map = &before.map;
        let [Origin::Clue(at)] = map.relations[relation].origins[..] else { return String::new() };
        let clue = &map.puzzle.clues()[at];
        let bounds = |cell: u16| map.bounds(self.left(usize::from(cell), before));
        let joined =
            |cells: &[u16], sign: &str| cells.iter().map(|&cell| bounds(cell)).collect::<Vec<_>>().join(sign);
        let of_lists =
            |sign: &str| clue.lists.iter().map(|cells| joined(cells, sign)).collect::<Vec<_>>().join(" = ");
        let cells = || clue.lists.iter().flatten().copied();
        match clue.kind.name {
            "sandwich" => map.sandwich(clue),
            _ if cells().count() > MOST_CELLS => String::new(),
            "thermo" => of_lists(" < "),
            "slow-thermo" => of_lists(" ≤ "),
            "whisper" | "dutch-whisper" => of_lists(" · "),
            "arrow" => of_lists(" + "),
            "palindrome" | "clone" => {
                let open = map.relations[relation].cells.iter();
                open.map(|&cell| map.puzzle.grid().name(cell).to_string()).collect::<Vec<_>>().join(" = ")
            }
            "region-sum" => {
                let areas = areas(map.puzzle.grid());
                let parts = clue.lists.iter().flat_map(|cells| {
                    cells.chunk_by(|&one, &other| areas[usize::from(one)] == areas[usize::from(other)])
                });
                parts.map(|cells| joined(cells, " + ")).collect::<Vec<_>>().join(" = ")
            }
            "renban" => {
                let all =
                    cells().flat_map(|cell| self.left(usize::from(cell), before).iter().collect::<Vec<_>>());
                map.windows(all.fold(Candidates::NONE, Candidates::with), cells().count())
            }
            _ => String::new(),
        }
    }

    /// The candidates of a cell after the step.
    fn left(&self, cell: usize, before: &State) -> Candidates {
        match &self.conclusion {
            Conclusion::Place { cell: set, value } if *set == cell => Candidates::one(*value),
            Conclusion::Place { .. } => before.candidates(cell),
            Conclusion::Remove(removals) => {
                let gone = removals.iter().find(|removal| removal.cell == cell);
                before.candidates(cell).without(gone.map_or(Candidates::NONE, |gone| gone.values))
            }
        }
    }
}

impl Map {
    /// The number of the only clue of a relation.
    fn total_of(&self, relation: usize) -> Option<i64> {
        match self.relations[relation].origins[..] {
            [Origin::Clue(at)] => self.puzzle.clues()[at].first_number().map(i64::from),
            _ => None,
        }
    }

    /// The sum behind a relation as the totals of its houses less those of its cages: `45 − 19 − 10 = 16`.
    fn totals(&self, relation: usize) -> Option<String> {
        let about = &self.relations[relation];
        let total = about.sum.as_ref()?.total;
        let grid = self.puzzle.grid();
        let (mut houses, mut cages) = (Vec::new(), Vec::new());
        for &origin in &about.origins {
            match origin {
                Origin::House(at) if grid.houses()[at].cells().len() == grid.values() => {
                    houses.push(
                        (0..grid.values()).map(|value| i64::from(grid.number(value as u8))).sum::<i64>(),
                    );
                }
                Origin::House(_) => return None,
                Origin::Clue(at) => cages.push(i64::from(self.puzzle.clues()[at].first_number()?)),
            }
        }
        let listed = |first: &[i64], then: &[i64]| {
            let [first, then] =
                [first, then].map(|terms| terms.iter().map(i64::to_string).collect::<Vec<_>>());
            let (plus, minus) = (first.join(" + "), then.join(" − "));
            if then.is_empty() { plus } else { format!("{plus} − {minus}") }
        };
        let rest = houses.iter().sum::<i64>() - cages.iter().sum::<i64>();
        if rest == total {
            Some(format!("{} = {total}", listed(&houses, &cages)))
        } else if -rest == total {
            Some(format!("{} = {total}", listed(&cages, &houses)))
        } else {
            None
        }
    }

    /// The least and the greatest of some values: `2` or `2–5`.
    fn bounds(&self, values: Candidates) -> String {
        let symbols = &self.puzzle.symbols;
        match (values.iter().next(), values.iter().last()) {
            (Some(least), Some(greatest)) if least < greatest => {
                format!("{}–{}", symbols.get(least), symbols.get(greatest))
            }
            (Some(only), _) => symbols.get(only).to_owned(),
            (None, _) => String::new(),
        }
    }

    /// The runs of so many consecutive values among some: `1–3 or 2–4`.
    fn windows(&self, values: Candidates, count: usize) -> String {
        let run =
            |from: usize| (from..from + count).fold(Candidates::NONE, |all, value| all.with(value as u8));
        let all = (0..(self.numbering.values + 1).saturating_sub(count)).map(run);
        let all: Vec<String> =
            all.filter(|run| run.without(values).is_empty()).map(|run| self.bounds(run)).collect();
        match &all[..] {
            [first, .., last] if all.len() > MOST_COMBINATIONS => format!("{first} … {last}"),
            _ => all.join(" or "),
        }
    }

    /// The values that may lie between the ends of a sandwich: `1 … 2+3 or 5 … 9`.
    fn sandwich(&self, clue: &Clue) -> String {
        let grid = self.puzzle.grid();
        let values = self.numbering.values;
        let (Some(total), true) = (clue.first_number(), (3..=16).contains(&values)) else {
            return String::new();
        };
        let all = &grid.shape().values;
        let ends = (clue.kind.ends)(clue).unwrap_or([*all.start(), *all.end()]);
        let fillings: Vec<i64> = all.clone().filter(|number| !ends.contains(number)).map(i64::from).collect();
        let sets = (0u32..1 << fillings.len()).map(|set| {
            let chosen = fillings.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            chosen.map(|(_, &number)| number).collect::<Vec<_>>()
        });
        let mut sets: Vec<Vec<i64>> = sets
            .filter(|set| set.iter().sum::<i64>() == i64::from(total))
            .take(MOST_COMBINATIONS + 1)
            .collect();
        if sets.len() > MOST_COMBINATIONS {
            return String::new();
        }
        sets.sort_by_key(Vec::len);
        let listed = |set: &Vec<i64>| match set[..] {
            [] => "nothing".to_owned(),
            _ => set.iter().map(i64::to_string).collect::<Vec<_>>().join("+"),
        };
        let between = sets.iter().map(listed).collect::<Vec<_>>().join(" or ");
        format!("{} … {between} … {}", ends[0], ends[1])
    }
}
