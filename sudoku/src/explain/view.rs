//! The roles of cells, clues and candidates in the picture of a step.

use super::cost::{TURBOT, W_WING, XY_WING, XYZ_WING};
use super::grounds::rules;
use super::map::Map;
use super::patterns::singles::NAKED_SINGLE;
use super::sides::Sides;
use super::state::State;
use super::step::{Conclusion, Line, Proof, Step};
use super::truth::{Truth, ones};
use super::words::{Names, Teller};
use crate::candidates::Candidates;
use crate::print::{Area, Cause, CellValue, Link, Roles, marks_of};
use crate::rules::Origin;

/// Up to this many sets of candidates look different.
const MOST_SETS: usize = 3;
/// Up to this many values whose loss matters have their causes drawn.
const MOST_LOST: usize = 8;
/// Up to this many cells that lost a value in earlier steps are named.
const MOST_NAMED: usize = 4;
/// Up to this many lines of cases are drawn.
const MOST_LINES: usize = 8;

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
                if let Some(sides) = self.sides(before, &view.roles.gone) {
                    view.roles.truths = vec![sides.ends];
                    sides.links.iter().filter(|link| !link.is_or).for_each(|link| view.shared(link));
                    (view.roles.links, view.roles.closed) = (sides.links, sides.closed);
                    return view.roles;
                }
                view.roles.supposed = Some((*cell, *value));
                view.follow(lines, vec![(*cell, *value)], 0);
            }
            // What a search did cannot be drawn.
            Proof::Trial { .. } => {}
            Proof::Direct => {
                view.reason(self);
                view.tell_apart(self);
                rules(self, before).into_iter().for_each(|clue| view.emphasize(clue));
                for house in Teller::new(self, before).across() {
                    view.area(before.map.groups[house].cells().to_vec(), true);
                }
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

    /// The step as sides, if it is known by the shape of its truths.
    pub(super) fn sides(&self, before: &State, gone: &[CellValue]) -> Option<Sides> {
        let wings = [&TURBOT, &XY_WING, &XYZ_WING, &W_WING];
        let has_shape = self.technique.shape.is_some() || wings.contains(&self.technique);
        if has_shape { Sides::of(self, before, gone) } else { None }
    }
}

impl Map {
    /// The cells of a truth.
    fn cells_of(&self, truth: Truth) -> Vec<u16> {
        match truth {
            Truth::Cell(cell) => vec![cell as u16],
            Truth::Place { house, .. } => self.groups[house].cells().to_vec(),
            Truth::Relation(relation) => {
                self.relations[relation].cells.iter().map(|&cell| cell as u16).collect()
            }
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

    /// Tints a house through which a candidate excludes another, unless one with both is tinted already.
    fn shared(&mut self, link: &Link) {
        let cells = [link.from.0, link.to.0].map(|cell| cell as u16);
        let has_both = |area: &[u16]| cells.iter().all(|cell| area.contains(cell));
        if cells[0] == cells[1] || self.roles.places.iter().any(|area| has_both(&area.cells)) {
            return;
        }
        let groups = &self.before.map.groups[..self.before.map.numbering.houses];
        if let Some(house) = groups.iter().find(|group| has_both(group.cells())) {
            self.area(house.cells().to_vec(), true);
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
        let is_clue = open.is_empty();
        if is_clue {
            open = self.lost(step);
        }
        let left = self.close(open);
        if is_clue {
            // Candidates of a clue that earlier steps have removed are many: only those with a cause are crossed.
            self.roles.closed.retain(|candidate| !left.contains(candidate));
        } else if let Some(&(_, value)) = left.first() {
            // A cross without a line has its cause in an earlier step.
            let names = Names { state: before };
            let of_value = left.iter().filter(|&&(_, other)| other == value).map(|&(cell, _)| cell);
            let cells = names.cells_named(&of_value.collect::<Vec<_>>(), "and");
            if left.iter().all(|&(_, other)| other == value) && left.len() <= MOST_NAMED {
                self.roles.caption = format!("{} in {cells}: excluded before", names.symbol(value));
            }
        }
    }

    /// The few values that cells of a clue have lost, and whose loss is the reason.
    fn lost(&self, step: &Step) -> Vec<CellValue> {
        let before = self.before;
        let all = before.map.puzzle.all_values();
        let facts = step.reasons.iter().flat_map(|reason| &reason.from);
        let open = facts.filter(|(cell, values)| values.len() > 1 && !before.is_placed(*cell));
        let lost: Vec<CellValue> = open
            .flat_map(|&(cell, values)| all.without(values).iter().map(move |value| (cell, value)))
            .collect();
        if lost.len() > MOST_LOST { Vec::new() } else { lost }
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

    /// Tints the cells of a clue that only take part otherwise than those of the conclusion.
    fn tell_apart(&mut self, step: &Step) {
        let [Truth::Relation(relation)] = step.truths[..] else { return };
        if self.before.map.relations[relation].sum.is_some() {
            return;
        }
        let concluded: Vec<usize> =
            self.roles.gone.iter().chain(&self.roles.set).map(|&(cell, _)| cell).collect();
        let all = self.before.map.cells_of(step.truths[0]);
        let (own, others): (Vec<u16>, Vec<u16>) =
            all.into_iter().partition(|&cell| concluded.contains(&usize::from(cell)));
        self.roles.places.clear();
        self.area(own, false);
        self.roles.weighed = others.iter().map(|&cell| usize::from(cell)).collect();
        if !others.is_empty() {
            self.area(others, true);
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
                    if case == 0 {
                        self.roles.failed = before.map.cells_of(*truth);
                    }
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
                // What refutes it is a picture of its own.
                Line::Refutes { cell, value, .. } => self.roles.closed.push((*cell, *value)),
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
    pub(super) fn clash(&self, one: CellValue, other: CellValue) -> bool {
        let map = &self.map;
        let [from, to] = [one, other].map(|(cell, value)| map.candidate(cell, usize::from(value)));
        one != other
            && (one.0 == other.0
                || one.1 == other.1 && map.sees(one.0, other.0)
                || map.excluded[from].iter().any(|&(excluded, _)| excluded == to))
    }
}
