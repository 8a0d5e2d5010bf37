//! The reasons of clues in words: what excludes, and what it excludes.

use super::Teller;
use super::facts::{MOST_FACTS, clauses};
use super::held::Held;
use super::sets::Sets;
use super::table::{list, phrase};
use crate::candidates::Candidates;
use crate::explain::step::{Bound, Conclusion, Middle, Reason, Removal};

/// More sets of values than these are not listed where bounds say enough.
const MOST_SETS: usize = 4;

/// Fewer cells than these have a sentence each where the others of a sum reach the same.
const FEWEST_ALIKE: usize = 2;

/// As many cells as these that lose the same values as another one, because of where these lead, are told without it.
const FEWEST_LIKEWISE: usize = 2;

/// More values than these are not told where another one is placed.
pub(super) const MOST_LOST: usize = 4;

/// A bound, those that follow from it, and the words for both.
type Run = ((usize, Candidates), Vec<(usize, Candidates)>, String);

/// Why candidates are excluded, the phrase that joins it with the result, and the candidates.
struct Told {
    why: String,
    link: &'static str,
    gone: Vec<Removal>,
    /// Whether it says what is left for the cell of the candidates.
    is_of_cell: bool,
}

impl Teller<'_> {
    /// What a clue excludes, with the facts that matter: as sets of values if they are few, otherwise fact by fact.
    pub fn allows(&self) -> String {
        let reasons = &self.step.reasons;
        let are_bounds = reasons.iter().all(|reason| !reason.bounds.is_empty());
        // A few values that stand say more than many sets, and how a value is left more than those of other cells.
        let are_values =
            { reasons.iter().flat_map(|reason| &reason.from) }.all(|(_, values)| values.len() == 1);
        let is_sum = self.is_sum();
        let are_plain = are_values
            && !is_sum
            && reasons.iter().all(|reason| reason.from.len() <= 2)
            && reasons.iter().any(|reason| !reason.from.is_empty());
        let is_clear = |sets: usize, each: &[String], is_ordered: bool| match &self.step.conclusion {
            _ if !self.unmet().is_empty() => false,
            Conclusion::Place { .. } => !each.is_empty() && is_sum,
            Conclusion::Remove(_) => are_plain && (sets > MOST_SETS || is_ordered && sets > 1),
        };
        let sets = self.sets();
        if let Conclusion::Place { cell, value } = self.step.conclusion
            && are_plain
            && self.unmet().is_empty()
            && self.open_cells() > 1
            && self.is_last(cell, sets.as_ref())
        {
            let mut facts: Vec<(usize, Candidates)> =
                reasons.iter().flat_map(|reason| reason.from.iter().copied()).collect();
            facts.sort_unstable_by_key(|fact| fact.0);
            facts.dedup();
            let left = phrase("only left", &[&self.symbol(value), &self.cell(cell)]);
            return super::capital(&phrase("so", &[&self.told_facts(&facts), &left]));
        }
        match sets {
            Some(Sets { cells, sets, each, is_ordered })
                if (sets.len() <= MOST_SETS || !are_bounds) && !is_clear(sets.len(), &each, is_ordered) =>
            {
                let facts = self.facts(&self.all_facts());
                let sets = list(&sets, "or");
                let only = || match &each[..] {
                    [] => phrase("sets", &[&list(&cells, "and"), &sets]),
                    each => list(each, "and"),
                };
                let told = match self.step.shared(self.state) {
                    _ if facts.is_empty() => only(),
                    Some((_, rest)) if cells.len() > 1 && each.is_empty() => {
                        let fixed = clauses(&self.facts(&self.standing()));
                        let others: Vec<(usize, Candidates)> =
                            { self.all_facts().into_iter() }.filter(|(_, values)| values.len() > 1).collect();
                        let others = clauses(&self.facts(&others));
                        let leaves =
                            phrase("which leaves", &[&fixed, &rest.to_string(), &list(&cells, "and")]);
                        match others.as_str() {
                            "" => phrase("leaves sets", &[&leaves, &sets]),
                            _ => phrase("leaves sets, as", &[&leaves, &others, &sets]),
                        }
                    }
                    _ => phrase("so", &[&clauses(&facts), &only()]),
                };
                super::capital(&phrase("that is", &[&told, &self.result(&self.conclusions())]))
            }
            _ => self.each_reason(),
        }
    }

    /// Whether the step's clue is a sum.
    fn is_sum(&self) -> bool {
        self.relation().is_some_and(|relation| !relation.linear.is_empty())
    }

    /// Whether all other open cells of the clue are known, or are what the cell is.
    fn is_last(&self, cell: usize, sets: Option<&Sets>) -> bool {
        let cells = self.relation().map_or(&[][..], |relation| &relation.cells);
        let is_known = |&other: &usize| other == cell || self.state.candidates(other).len() == 1;
        cells.iter().all(is_known) || sets.is_some_and(|sets| sets.sets.len() == 1 && !sets.is_ordered)
    }

    /// The number of cells of the clue without a value.
    fn open_cells(&self) -> usize {
        let cells = self.relation().map_or(&[][..], |relation| &relation.cells);
        cells.iter().filter(|&&cell| !self.state.is_placed(cell)).count()
    }

    /// The facts of all reasons, and what else stands in the clue: sets of values are those of its open cells.
    pub fn all_facts(&self) -> Vec<(usize, Candidates)> {
        let mut facts = self.standing();
        for &(cell, values) in self.step.reasons.iter().flat_map(|reason| &reason.from) {
            match facts.iter_mut().find(|(known, _)| *known == cell) {
                Some((_, known)) => *known = known.and(values),
                None => facts.push((cell, values)),
            }
        }
        facts
    }

    /// The values that stand in cells of the clue.
    fn standing(&self) -> Vec<(usize, Candidates)> {
        let cells = self.relation().map_or(&[][..], |relation| &relation.cells);
        let placed = cells.iter().filter(|&&cell| self.state.is_placed(cell));
        placed.map(|&cell| (cell, self.state.candidates(cell))).collect()
    }

    /// Each reason with what it excludes. Reasons of the same words are told once.
    fn each_reason(&self) -> String {
        if let Some(facts) = self.exact() {
            let result = self.result(&self.conclusions());
            return super::capital(&phrase("so", &[&facts, &result]));
        }
        if let Some(counting) = self.counting() {
            return super::capital(&phrase("that is", &[&counting, &self.result(&self.conclusions())]));
        }
        let mut told: Vec<Told> = Vec::new();
        for reason in self.joined() {
            match told.iter_mut().find(|known| known.why == reason.why && known.link == reason.link) {
                Some(known) => known.gone.extend(reason.gone),
                None => told.push(reason),
            }
        }
        if told.is_empty() {
            return phrase("by itself", &[&self.result(&self.conclusions())]);
        }
        let (number, alone) = (self.excluding_its_number(), self.by_clue_alone());
        let (alone, link) = if number.is_empty() { (alone, "so") } else { (number, "that is") };
        let is_alone = |told: &&mut Told| told.why.is_empty() && told.link != "in the same way";
        for told in told.iter_mut().filter(is_alone).filter(|_| !alone.is_empty()) {
            (told.why, told.link) = (alone.clone(), link);
        }
        let is_clear = self.open_cells() <= 1;
        let result = |gone: &[Removal], is_of_cell: bool| match self.step.conclusion {
            Conclusion::Place { cell, value } if !is_clear => {
                let (cell, value) = (self.cell(cell), self.symbol(value));
                if is_of_cell
                    || gone.iter().any(|gone| gone.values.len() > MOST_LOST)
                    || !self.unmet().is_empty()
                {
                    return phrase("only left", &[&value, &cell]);
                }
                let cannot = gone.iter().map(|gone| {
                    phrase("cannot be any", &[&self.cell(gone.cell), &self.symbols(gone.values, "or")])
                });
                phrase("then only", &[&list(&cannot.collect::<Vec<_>>(), "and"), &value, &cell])
            }
            _ => self.result(&united(gone)),
        };
        // What excludes all others of a cell is one sentence.
        if let (Conclusion::Place { .. }, false, [_, _, ..]) = (&self.step.conclusion, is_clear, &told[..])
            && let results = told.iter().map(|told| result(&told.gone, told.is_of_cell)).collect::<Vec<_>>()
            && told.iter().all(|told| !told.why.is_empty())
            && results.windows(2).all(|pair| pair[0] == pair[1])
        {
            // Facts that are the same are told once.
            let facts = |why: &str| why.find(", so ").map_or(0, |end| end + ", so ".len());
            let why = told.iter().enumerate().map(|(at, Told { why, .. })| {
                let before = at.checked_sub(1).map_or("", |last| told[last].why.as_str());
                if before.starts_with(&why[..facts(why)]) { &why[facts(why)..] } else { why }
            });
            let why: Vec<&str> = why.collect();
            return super::capital(&phrase("that is", &[&why.join("; "), &results[0]]));
        }
        let sentences = told.iter().map(|Told { why, link, gone, is_of_cell }| {
            let result = result(gone, *is_of_cell);
            let told = match (why.as_str(), *link) {
                ("", link @ "in the same way") => phrase(link, &[&result]),
                ("", _) => phrase("by itself", &[&result]),
                (why, link) => phrase(link, &[why, &result]),
            };
            super::capital(&told)
        });
        sentences.collect::<Vec<_>>().join(". ")
    }

    /// The reasons in words. Several that say the same of sums with one cell less are one.
    fn joined(&self) -> Vec<Told> {
        let is_placed = matches!(self.step.conclusion, Conclusion::Place { .. });
        let is_open = |bound: &Bound| bound.cells.iter().any(|&(_, cell)| !self.state.is_placed(cell));
        let is_by_bounds = |reason: &Reason| {
            let is_clear = is_placed && reason.from.len() < MOST_FACTS;
            !reason.bounds.is_empty() && (!is_clear || reason.bounds.iter().any(is_open))
        };
        let amounts = |reason: &Reason| {
            reason
                .bounds
                .iter()
                .map(|bound| (bound.cells.len(), bound.is_most, bound.amount))
                .collect::<Vec<_>>()
        };
        // The bound that is left for the cell.
        let left = |reason: &Reason| match &reason.middle[..] {
            [Middle::Bounds(bounds)] => bounds.first().map(|&(_, left)| left),
            _ => None,
        };
        let reasons = &self.step.reasons;
        let alike = |one: &Reason, other: &Reason| {
            is_by_bounds(one)
                && is_by_bounds(other)
                && amounts(one) == amounts(other)
                && left(one) == left(other)
                && one
                    .bounds
                    .iter()
                    .zip(&other.bounds)
                    .all(|(one, other)| one.cells == other.cells || one.cells.len() > 1)
        };
        let is_led_alike = |one: &Reason, other: &Reason| {
            let values = |reason: &Reason| match reason.gone[..] {
                [gone] if reason.bounds.is_empty() => Some(gone.values),
                _ => None,
            };
            let is_lead = |middle: &Middle| matches!(middle, Middle::Leads { .. });
            let are_leads = |reason: &Reason| !reason.middle.is_empty() && reason.middle.iter().all(is_lead);
            values(one).is_some() && values(one) == values(other) && are_leads(one) && are_leads(other)
        };
        let mut joined: Vec<Told> = Vec::new();
        let mut done = vec![false; reasons.len()];
        for (at, reason) in reasons.iter().enumerate() {
            if done[at] {
                continue;
            }
            let mut same: Vec<usize> =
                (at..reasons.len()).filter(|&other| other == at || alike(reason, &reasons[other])).collect();
            if same.len() < FEWEST_ALIKE {
                same.truncate(1);
            }
            same.iter().for_each(|&at| done[at] = true);
            let gone: Vec<Removal> = same.iter().flat_map(|&at| reasons[at].gone.iter().copied()).collect();
            let seen = reason.seen(self.state).filter(|_| !(is_placed && self.is_sum()));
            let (why, link) = match (seen, is_by_bounds(reason), same.len()) {
                (Some((cell, value)), ..) => {
                    let seen: Vec<usize> = gone.iter().map(|gone| gone.cell).collect();
                    let seen = self.cells_named(&seen, "and");
                    (phrase("sees with its value", &[&self.cell(cell), &self.symbol(value), &seen]), "so")
                }
                (None, false, _) if reason.bounds.is_empty() && self.is_unmet(reason) => self.without(reason),
                (None, false, _) if reason.bounds.is_empty() && !reason.middle.is_empty() => {
                    self.middle(&reason.from, &reason.middle)
                }
                (None, false, _) => (self.told_facts(&reason.from), "so"),
                (None, true, 1) => {
                    let why = clauses(&self.bounds(&reason.bounds, None));
                    self.bounded(why, reason, &[reason.gone[0].cell])
                }
                (None, true, _) => {
                    let cells: Vec<usize> = gone.iter().map(|gone| gone.cell).collect();
                    let mut bounds = reason.bounds.clone();
                    let differing = |at: usize| {
                        let is_of_each = |bound: &&Bound| {
                            bound.cells.len() > 1 && bound.cells.iter().any(|(_, own)| cells.contains(own))
                        };
                        let bound = reasons[at].bounds.iter().find(is_of_each);
                        bound.map_or(String::new(), |bound| self.differing_in(bound))
                    };
                    let differ = differing(at);
                    let differ = if same.iter().all(|&at| differing(at) == differ) { &*differ } else { "" };
                    // Numbers that make the sum are told if they are the same whichever cell is left out.
                    for (at, bound) in
                        bounds.iter_mut().enumerate().filter(|(_, bound)| bound.cells.len() > 1)
                    {
                        let sorted = |bound: &Bound| {
                            let mut numbers = bound.numbers.clone();
                            numbers.sort_unstable_by(|one, other| other.cmp(one));
                            numbers
                        };
                        let own = sorted(bound);
                        let are_same = same.iter().all(|&other| sorted(&reasons[other].bounds[at]) == own);
                        bound.numbers = if are_same { own } else { Vec::new() };
                    }
                    self.bounded(clauses(&self.bounds(&bounds, Some((&cells, differ)))), reason, &cells)
                }
            };
            let is_of_cell = match &reason.middle[..] {
                [Middle::Between { cell, .. }] => *cell == gone[0].cell,
                [Middle::Bounds(run)] => !reason.bounds.is_empty() && link == "that is" && run.len() == 1,
                _ => false,
            };
            joined.push(Told { why, link, gone, is_of_cell });
            // Where several cells lose the same values because of where these lead, one says enough.
            let likewise: Vec<usize> = (at + 1..reasons.len())
                .filter(|&other| !done[other] && is_led_alike(reason, &reasons[other]))
                .collect();
            if !is_placed && likewise.len() >= FEWEST_LIKEWISE {
                likewise.iter().for_each(|&at| done[at] = true);
                let gone = likewise.iter().flat_map(|&at| reasons[at].gone.iter().copied()).collect();
                joined.push(Told { why: String::new(), link: "in the same way", gone, is_of_cell: false });
            }
        }
        joined
    }

    pub fn is_placed_by_step(&self, cell: usize) -> bool {
        matches!(self.step.conclusion, Conclusion::Place { cell: placed, .. } if placed == cell)
    }

    /// What some cells reach, and the bound that it leaves others.
    fn bounded(&self, why: String, reason: &Reason, cells: &[usize]) -> (String, &'static str) {
        match &reason.middle[..] {
            // A bound that only says what is excluded would be told twice.
            [Middle::Bounds(bounds)]
                if !bounds.is_empty()
                    && !bounds[0].1.is_empty()
                    && self.state.map.puzzle.all_values().without(bounds[0].1).len() > 1 =>
            {
                (phrase("so", &[&why, &self.fact(bounds[0].1, cells)]), "that is")
            }
            _ => (why, "so"),
        }
    }

    /// What lies between the facts of a reason and what they exclude, with the facts; and the phrase for what follows.
    pub fn middle(&self, from: &[(usize, Candidates)], middle: &[Middle]) -> (String, &'static str) {
        self.middle_after(from, middle, &Held::default())
    }

    /// The same at a line of a proof.
    pub(super) fn middle_after(
        &self,
        from: &[(usize, Candidates)],
        middle: &[Middle],
        held: &Held,
    ) -> (String, &'static str) {
        let mut facts = from.to_vec();
        let mut runs: Vec<Run> = Vec::new();
        let mut equal: Vec<usize> = Vec::new();
        for part in middle {
            let Middle::Bounds(run) = part else { continue };
            facts.retain(|&(cell, _)| cell != run[0].0);
            let greatest = self.state.map.puzzle.all_values().iter().last();
            let is_low = run.last().is_some_and(|(_, values)| values.iter().last() == greatest);
            let has_value =
                |cell: usize| from.iter().any(|&(known, values)| known == cell && values.len() == 1);
            let bound = |&bound: &(usize, Candidates)| {
                let end = if is_low { bound.1.iter().next() } else { bound.1.iter().last() };
                let stands = self.state.is_placed(bound.0) && self.state.candidates(bound.0).value() == end;
                self.bound_of(bound, is_low, has_value(bound.0) || stands || bound.1.len() == 1)
            };
            // Equal cells have the same bound, and the fact says it.
            if run.len() == 2 && run[0].1 == run[1].1 {
                equal.push(run[0].0);
                continue;
            }
            let bounds: Vec<String> = run.iter().map(bound).collect();
            match runs.iter_mut().find(|(first, ..)| run.len() == 2 && *first == run[0]) {
                Some((_, others, told)) if others.iter().all(|other| other.1 == run[1].1) => {
                    others.push(run[1]);
                    let cells: Vec<usize> = others.iter().map(|other| other.0).collect();
                    let name = if is_low { "at least, several" } else { "at most, several" };
                    let end = if is_low { run[1].1.iter().next() } else { run[1].1.iter().last() };
                    let end = self.symbol(end.unwrap_or_default());
                    let others = phrase(name, &[&self.cells_named(&cells, "and"), &end]);
                    *told = phrase("so", &[&bounds[0], &others]);
                }
                _ => {
                    let told = phrase("so", &[&bounds[0], &list(&bounds[1..], "and")]);
                    let is_one = run.len() == 2;
                    let same = runs.iter_mut().find(|(_, others, told)| {
                        is_one && others.len() == 1 && told.starts_with(&phrase("so", &[&bounds[0], ""]))
                    });
                    match same {
                        // A cell that is bounded on both sides.
                        Some((_, others, known)) if others[0].0 == run[1].0 => {
                            let left = others[0].1.and(run[1].1);
                            let can =
                                phrase("can only be", &[&self.cell(run[1].0), &self.symbols(left, "or")]);
                            *known = phrase("so", &[&bounds[0], &can]);
                        }
                        Some((.., known)) => *known = phrase("and", &[known, &bounds[1]]),
                        None => runs.push((run[0], run[1..].to_vec(), told)),
                    }
                }
            }
        }
        let mut runs: Vec<String> = runs.into_iter().map(|(.., told)| told).collect();
        if !equal.is_empty() && runs.is_empty() && self.needs(middle).is_empty() {
            let from: Vec<_> = from.iter().copied().filter(|(cell, _)| equal.contains(cell)).collect();
            return (self.joined_facts(&from, self.facts_after(&from, held)), "so");
        }
        // A cell that is equal to another needs what that one does not have: the fact says it.
        let is_equal = |middle: &Middle| match middle {
            Middle::Needs { values, needs, .. } => needs.len() == 1 && needs[0].1 == *values,
            Middle::Bounds(_) | Middle::Between { .. } | Middle::Leads { .. } => false,
        };
        if middle.iter().all(is_equal) {
            return (self.joined_facts(from, self.facts_after(from, held)), "so");
        }
        let between = middle.iter().filter_map(|middle| match middle {
            Middle::Between { cell, left } => Some((*cell, *left)),
            _ => None,
        });
        let between: Vec<(usize, Candidates)> = between.collect();
        if let [first, others @ ..] = &between[..] {
            // What is known of these cells is in what is left for them.
            let is_other = |&(known, _): &(usize, Candidates)| between.iter().all(|&(cell, _)| cell != known);
            let facts: Vec<_> = from.iter().copied().filter(is_other).collect();
            let facts = self.joined_facts(&facts, self.facts_after(&facts, held));
            // The only value that is left is the conclusion.
            if first.1.len() == 1 && self.is_placed_by_step(first.0) && !facts.is_empty() {
                return (facts, "so");
            }
            let left = |&(cell, left): &(usize, Candidates)| self.fact(left, &[cell]);
            let told = if facts.is_empty() { left(first) } else { phrase("so", &[&facts, &left(first)]) };
            return (
                others.iter().fold(told, |told, other| phrase("and then", &[&told, &left(other)])),
                "that is",
            );
        }
        let leads = self.leads(middle);
        if !leads.is_empty() {
            runs.extend(self.needs(middle));
            runs.extend(leads);
            return (runs.join("; "), "that is");
        }
        let needs = self.needs(middle);
        if needs.is_empty() {
            return (runs.join("; "), "that is");
        }
        let link = if needs.len() > 1 { "that is" } else { "so" };
        let needs = needs.join("; ");
        let told = self.facts_after(&facts, held);
        let (needs, link) = match told.len() {
            0 => (needs, link),
            1..=MOST_FACTS => (phrase("but", &[&clauses(&told), &needs]), link),
            _ => (self.needs_of_many(&facts, middle, &needs), "that is"),
        };
        runs.push(needs);
        (runs.join("; "), link)
    }

    /// What values would need by what is left of many cells, and what the cells have that would need to have it.
    fn needs_of_many(&self, facts: &[(usize, Candidates)], middle: &[Middle], needs: &str) -> String {
        let of = |cell: usize| {
            let mut all = middle.iter();
            all.any(|middle| matches!(middle, Middle::Needs { needs, .. } if needs.iter().any(|need| need.0 == cell)))
        };
        let (needed, others): (Vec<_>, Vec<_>) = facts.iter().copied().partition(|&(cell, _)| of(cell));
        let others: Vec<usize> = others.iter().map(|&(cell, _)| cell).collect();
        let told = match others[..] {
            [] => needs.to_owned(),
            _ => phrase("with many facts", &[&self.named(&others), needs]),
        };
        let needed = self.facts(&needed);
        if needed.is_empty() { told } else { phrase("but", &[&told, &clauses(&needed)]) }
    }

    /// A cell with the values from a bound on, or up to one.
    fn bound_of(&self, (cell, values): (usize, Candidates), is_low: bool, has_value: bool) -> String {
        let end = if is_low { values.iter().next() } else { values.iter().last() };
        let name = match (has_value, is_low) {
            (true, _) => "is",
            (_, true) => "at least",
            (_, false) => "at most",
        };
        end.map_or(String::new(), |end| phrase(name, &[&self.cell(cell), &self.symbol(end)]))
    }
}

/// Removals with those of each cell together.
fn united(removals: &[Removal]) -> Vec<Removal> {
    let mut united: Vec<Removal> = Vec::new();
    for removal in removals {
        match united.iter_mut().find(|known| known.cell == removal.cell) {
            Some(known) => known.values = known.values.or(removal.values),
            None => united.push(*removal),
        }
    }
    united.sort_by_key(|removal| removal.cell);
    united
}
