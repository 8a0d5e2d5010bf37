//! The roles of cells, clues and candidates in the picture of a step.

use super::grounds::rules;
use super::map::Map;
use super::patterns::singles::NAKED_SINGLE;
use super::state::State;
use super::step::{Conclusion, Line, Proof, Step};
use super::truth::{Truth, ones};
use crate::candidates::Candidates;
use crate::print::{Area, Cause, CellValue, Link, Roles, marks_of};
use crate::rules::Origin;

/// Up to this many sets of candidates look different.
const MOST_SETS: usize = 3;
/// Up to this many lines of cases are drawn, and up to this many combinations are listed.
const MOST_LINES: usize = 8;
const MOST_COMBINATIONS: usize = 4;

impl Step {
    /// What a picture of the step shows: what has which role. `before` is the state before the step.
    pub fn roles(&self, before: &State) -> Roles {
        let mut view = View { before, roles: self.places(before) };
        match &self.conclusion {
            Conclusion::Place { cell, value } => view.roles.set = vec![(*cell, *value)],
            Conclusion::Remove(removals) => {
                let each =
                    removals.iter().flat_map(|gone| gone.values.iter().map(|value| (gone.cell, value)));
                view.roles.gone = each.collect();
            }
        }
        match &self.proof {
            Proof::Chain { cell, value, lines } => {
                view.roles.supposed = Some((*cell, *value));
                view.follow(lines, vec![(*cell, *value)], 0);
            }
            Proof::Direct | Proof::Trial { .. } => {
                view.reason(self);
                rules(self, before).into_iter().for_each(|clue| view.emphasize(clue));
                // The digit that is set covers its cell.
                let Roles { set, closed, .. } = &mut view.roles;
                closed.retain(|&(cell, _)| set.iter().all(|&(set, _)| set != cell));
                let arithmetic = self.arithmetic(before);
                if !arithmetic.is_empty() {
                    view.roles.caption = arithmetic;
                }
            }
        }
        view.roles
    }

    /// What to look at, without the conclusion.
    pub fn places(&self, before: &State) -> Roles {
        let mut view = View { before, roles: Roles::default() };
        let last = self.truths.len().saturating_sub(1);
        let has_second = matches!(self.conclusion, Conclusion::Place { .. }) && last > 0;
        for (at, &truth) in self.truths.iter().enumerate() {
            view.look_at(truth, has_second && at == last);
        }
        view.roles
    }

    /// The sum that open cells of a clue or of houses have, with its combinations if they are few.
    fn arithmetic(&self, before: &State) -> String {
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
                if are_few && is_sum && combinations.len() > 1 {
                    format!("{} = {}", total(&combinations[0]), listed())
                } else {
                    String::new()
                }
            }
        }
    }
}

impl Map {
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
}

/// The roles that are found so far.
struct View<'a> {
    before: &'a State,
    roles: Roles,
}

impl View<'_> {
    /// Makes a truth a place, or the clues behind it strong.
    fn look_at(&mut self, truth: Truth, is_second: bool) {
        let map = &self.before.map;
        match truth {
            Truth::Cell(cell) => self.area(vec![cell as u16], is_second),
            Truth::Place { house, .. } => self.area(map.groups[house].cells().to_vec(), is_second),
            Truth::Relation(relation) => {
                let about = &map.relations[relation];
                for &origin in &about.origins {
                    match origin {
                        Origin::House(at) => {
                            let cells = map.puzzle.grid().houses()[at].cells();
                            self.area(cells.to_vec(), true);
                        }
                        Origin::Clue(at) => self.emphasize(at),
                    }
                }
                self.area(about.cells.iter().map(|&cell| cell as u16).collect(), is_second);
            }
        }
    }

    /// Makes a clue strong.
    fn emphasize(&mut self, clue: usize) {
        for mark in marks_of(&self.before.map.puzzle, clue) {
            if !self.roles.clues.contains(&mark) {
                self.roles.clues.push(mark);
            }
        }
    }

    fn area(&mut self, cells: Vec<u16>, is_second: bool) {
        let area = Area { cells, is_second };
        if !self.roles.places.contains(&area) {
            self.roles.places.push(area);
        }
    }

    /// The reason of a pattern: the candidates of its truths, and what closes the other cells.
    fn reason(&mut self, step: &Step) {
        let before = self.before;
        if *step.technique == NAKED_SINGLE {
            step.truths.iter().for_each(|&truth| self.seen(truth));
            return;
        }
        let mut open: Vec<CellValue> = Vec::new();
        let mut sets: Vec<(u8, Vec<CellValue>)> = Vec::new();
        for (at, &truth) in step.truths.iter().enumerate() {
            match truth {
                Truth::Place { house, value } => {
                    let cells = before.map.groups[house].cells().iter().map(|&cell| usize::from(cell));
                    let closed = cells
                        .filter(|&cell| !before.is_placed(cell) && !before.candidates(cell).contains(value));
                    open.extend(closed.map(|cell| (cell, value)));
                }
                Truth::Cell(_) => {}
                Truth::Relation(relation) => {
                    self.standing(relation);
                    continue;
                }
            }
            let candidates = before.candidates_of(truth).into_iter();
            let candidates =
                candidates.flat_map(|(cell, values)| values.iter().map(move |value| (cell, value)));
            if !self.roles.set.is_empty() && at + 1 == step.truths.len() {
                // The last truth has one candidate when those that the others exclude are gone.
                let Roles { gone, set, .. } = &mut self.roles;
                gone.extend(candidates.filter(|candidate| !set.contains(candidate)));
                continue;
            }
            for candidate in candidates {
                match sets.iter_mut().find(|(known, _)| *known == candidate.1) {
                    Some((_, set)) if set.contains(&candidate) => {}
                    Some((_, set)) => set.push(candidate),
                    None => sets.push((candidate.1, vec![candidate])),
                }
            }
        }
        sets.sort_by_key(|&(value, _)| value);
        if sets.len() <= MOST_SETS {
            self.roles.truths = sets.into_iter().map(|(_, set)| set).collect();
        }
        self.close(open);
    }

    /// The placed digits that leave a cell one value. Those in a house of the cell need no line.
    fn seen(&mut self, truth: Truth) {
        let (before, Truth::Cell(cell)) = (self.before, truth) else { return };
        let all = Candidates::all(before.map.numbering.values).without(before.candidates(cell));
        let left = self.close(all.iter().map(|value| (cell, value)).collect());
        if !left.is_empty() {
            let symbols = &before.map.puzzle.symbols;
            let values: Vec<&str> = left.iter().map(|&(_, value)| symbols.get(value)).collect();
            self.roles.caption = format!("{}: excluded before", values.join(", "));
        }
        let shares = |other: usize| {
            let mut houses = before.map.houses_of[cell].iter().map(|&(house, _)| house);
            houses.any(|house| before.map.houses_of[other].iter().any(|&(known, _)| known == house))
        };
        self.roles.closed.clear();
        for cause in self.roles.causes.iter_mut().filter(|cause| shares(cause.cell)) {
            cause.closes.clear();
        }
    }

    /// The placed digits of a relation are causes.
    fn standing(&mut self, relation: usize) {
        let cells = self.before.map.relations[relation].cells.iter();
        let placed = cells.filter(|&&cell| self.before.is_placed(cell));
        self.roles.causes.extend(placed.map(|&cell| Cause { cell, closes: Vec::new() }));
    }

    /// Chooses few placed digits that exclude as many of these candidates as possible, and returns those that none does.
    fn close(&mut self, mut open: Vec<CellValue>) -> Vec<CellValue> {
        open.sort_unstable();
        open.dedup();
        self.roles.closed = open.clone();
        let before = self.before;
        let excludes = |cause: usize, &(cell, value): &CellValue| before.excludes(cause, cell, value);
        let placed: Vec<usize> = (0..before.cells.len()).filter(|&cell| before.is_placed(cell)).collect();
        loop {
            let closed = |&cause: &usize| open.iter().filter(|candidate| excludes(cause, candidate)).count();
            // Of equal ones the first in reading order.
            let Some(best) =
                placed.iter().copied().rev().max_by_key(closed).filter(|cause| closed(cause) > 0)
            else {
                return open;
            };
            let (closes, rest) = open.into_iter().partition(|candidate| excludes(best, candidate));
            open = rest;
            self.roles.causes.push(Cause { cell: best, closes });
        }
    }

    /// Draws the conclusions of a proof; `held` are the candidates that are true so far.
    fn follow(&mut self, lines: &[Line], mut held: Vec<CellValue>, case: u8) {
        let before = self.before;
        for line in lines {
            line.rules().iter().for_each(|&clue| self.emphasize(clue));
            match line {
                &Line::Holds { truth, cell, value, .. } => {
                    self.look_at(truth, false);
                    let to = (cell, value);
                    let number = self.number();
                    let excluded = self.excluded(truth, &[], &held, Some(to));
                    let arrows = excluded.iter().filter_map(|&(from, gone)| Some((from?, gone)));
                    // The conclusion that came last tells why it follows now.
                    let last = arrows.max_by_key(|&(from, _)| held.iter().position(|&known| known == from));
                    self.roles.closed.extend(excluded.iter().map(|&(_, gone)| gone));
                    match last {
                        Some((from, gone)) => {
                            self.roles.links.push(Link { from, to: gone, is_or: false, number, case });
                            self.roles.links.push(Link { from: gone, to, is_or: true, number: 0, case });
                        }
                        None => {
                            let from = held.last().copied().unwrap_or(to);
                            self.roles.links.push(Link { from, to, is_or: false, number, case });
                        }
                    }
                    held.push(to);
                }
                Line::Leaves { truth, cell, left, .. } => {
                    self.look_at(*truth, false);
                    let lost = before.candidates(*cell).without(*left);
                    self.roles.closed.extend(lost.iter().map(|value| (*cell, value)));
                }
                Line::Fails { truth, left, .. } => {
                    self.look_at(*truth, false);
                    let number = self.number();
                    let mut drawn: Vec<CellValue> = Vec::new();
                    for (from, gone) in self.excluded(*truth, left, &held, None) {
                        self.roles.closed.push(gone);
                        if let Some(from) = from.filter(|from| !drawn.contains(from)) {
                            let number = if drawn.is_empty() { number } else { 0 };
                            self.roles.links.push(Link { from, to: gone, is_or: false, number, case });
                            drawn.push(from);
                        }
                    }
                }
                Line::Cases { truth, cases, .. } => {
                    self.look_at(*truth, false);
                    self.roles.truths.push(cases.iter().map(|&(cell, value, _)| (cell, value)).collect());
                    // A picture of many conclusions would show none.
                    if cases.iter().map(|(.., lines)| Line::count(lines)).sum::<usize>() > MOST_LINES {
                        continue;
                    }
                    for (at, (cell, value, lines)) in cases.iter().enumerate() {
                        let mut held = held.clone();
                        held.push((*cell, *value));
                        self.follow(lines, held, at as u8 + 1);
                    }
                }
            }
        }
        self.roles.closed.retain(|&(cell, value)| before.candidates(cell).contains(value));
    }

    /// The number of the next conclusion.
    fn number(&self) -> u16 {
        self.roles.links.iter().map(|link| link.number).max().unwrap_or(0) + 1
    }

    /// The candidates of a truth, but for one, that are excluded by those that hold, each with the first that does. For a
    /// clue: those that are not left of the cells that are given.
    fn excluded(
        &self,
        truth: Truth,
        left: &[(usize, Candidates)],
        held: &[CellValue],
        but: Option<CellValue>,
    ) -> Vec<(Option<CellValue>, CellValue)> {
        let lost = match truth {
            Truth::Relation(_) => {
                let lost = |&(cell, left)| (cell, self.before.candidates(cell).without(left));
                left.iter().map(lost).collect()
            }
            Truth::Cell(_) | Truth::Place { .. } => self.before.candidates_of(truth),
        };
        let each = lost.into_iter();
        let each =
            each.flat_map(|(cell, values)| values.iter().map(move |value| (cell, value)).collect::<Vec<_>>());
        let excluded = each.filter(|&candidate| Some(candidate) != but).map(|gone| {
            let from = held.iter().copied().find(|&from| self.before.clash(from, gone));
            (from, gone)
        });
        excluded.collect()
    }
}

impl State {
    /// Whether the value placed in a cell excludes a candidate.
    fn excludes(&self, cause: usize, cell: usize, value: u8) -> bool {
        let placed = ones(self.cells[cause]).next().unwrap_or(0) as u8;
        cause != cell && self.clash((cause, placed), (cell, value))
    }

    /// Whether two different candidates exclude each other.
    fn clash(&self, one: CellValue, other: CellValue) -> bool {
        let map = &self.map;
        let [from, to] = [one, other].map(|(cell, value)| map.candidate(cell, usize::from(value)));
        one != other
            && (one.0 == other.0
                || one.1 == other.1 && map.sees(one.0, other.0)
                || map.excluded[from].iter().any(|&(excluded, _)| excluded == to))
    }
}
