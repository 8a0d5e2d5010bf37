//! The words of chains that people know by their shape, without a supposition.

use super::table::{list, phrase};
use super::{Detail, Teller};
use crate::candidates::Candidates;
use crate::explain::grounds::rules;
use crate::explain::step::{Proof, Removal};
use crate::explain::truth::Truth;
use crate::print::CellValue;
use crate::rules::Origin;

/// More sights than these by rules are told by the rules alone.
const MOST_SEEN: usize = 3;

impl Teller<'_> {
    /// The houses whose cells lose what others take: the lines across those of a fish, or a house that has all cells of a
    /// step.
    pub fn across(&self) -> Vec<usize> {
        let words = self.step.technique.words[Detail::Full as usize];
        if words.contains("{lines}") {
            return self.lines();
        }
        let of_value = words.contains("{elsewhere}");
        if !of_value && !words.contains("{locked}") {
            return Vec::new();
        }
        let map = &self.state.map;
        let places =
            self.step.truths.iter().filter(|_| of_value).flat_map(|&truth| self.state.candidates_of(truth));
        let mut cells: Vec<usize> = places.map(|(cell, _)| cell).collect();
        cells.extend(self.own_cells());
        cells.extend(self.conclusions().iter().map(|removal| removal.cell));
        let has_all = |house: &usize| cells.iter().all(|&cell| map.position(cell, *house) != 0);
        (0..map.numbering.houses).find(has_all).into_iter().collect()
    }

    /// The lines across the houses of a fish in which the places are.
    fn lines(&self) -> Vec<usize> {
        let map = &self.state.map;
        let base: Vec<usize> = self.step.truths.iter().filter_map(|truth| house_of(*truth)).collect();
        let sides = map.crossings.iter().flat_map(|[one, other]| [(one, other), (other, one)]);
        let across = { sides }.find(|(side, _)| base.iter().all(|house| side.contains(house)));
        let has_place = |line: &usize| {
            let mut places = self.step.truths.iter().flat_map(|&truth| self.state.candidates_of(truth));
            places.any(|(cell, _)| map.position(cell, *line) != 0)
        };
        across.map_or(Vec::new(), |(_, across)| across.iter().copied().filter(has_place).collect())
    }

    /// Which cells lose the values of cells that take all of them: the others of a house, if that says it.
    pub fn locked(&self) -> String {
        match self.across()[..] {
            [house] => phrase("locked", &[&self.house(house), &self.part("union")]),
            _ if !self.is_apart() => {
                let these = if self.own_cells().count() == 2 { "both" } else { "all of these" };
                phrase("locked from all", &[these, &self.part("union"), &self.also()])
            }
            _ => match self.house_of_own() {
                Some((house, _)) => phrase("locked", &[&self.house(house), &self.part("union")]),
                None => phrase("locked apart", &[]),
            },
        }
    }

    /// Whether neither a house says which cells lose the values of cells that take all of them, nor that they see all these.
    pub fn is_apart(&self) -> bool {
        let sees = |gone: usize| self.own_cells().all(|cell| self.state.map.sees(cell, gone));
        self.across().is_empty() && !self.conclusions().iter().all(|removal| sees(removal.cell))
    }

    /// The clue by which the cells of a step differ, where no house has them all.
    pub fn together(&self) -> String {
        let map = &self.state.map;
        let has_own = |&group: &usize| {
            let cells = map.groups[group].cells();
            self.own_cells().all(|cell| cells.contains(&(cell as u16)))
        };
        let group = (0..map.groups.len()).find(has_own).filter(|&group| group >= map.numbering.houses);
        group.map_or(String::new(), |group| phrase("of a clue", &[&self.house(group)]))
    }

    /// A house that has all cells of a step, and what its other cells lose, where other cells lose something, too.
    fn house_of_own(&self) -> Option<(usize, Vec<Removal>)> {
        let map = &self.state.map;
        let is_in = |cell: usize, house: usize| map.position(cell, house) != 0;
        let inside = |house: usize| -> Vec<Removal> {
            self.conclusions().into_iter().filter(|gone| is_in(gone.cell, house)).collect()
        };
        let has_own = |&house: &usize| self.own_cells().all(|cell| is_in(cell, house));
        let houses = (0..map.numbering.houses).filter(has_own).map(|house| (house, inside(house)));
        houses.filter(|(_, inside)| !inside.is_empty()).max_by_key(|(_, inside)| inside.len())
    }

    /// What is removed because of the places of each value among some cells; what a house has lost beside them first.
    pub fn by_places(&self) -> String {
        let inside = self.house_of_own().map_or(Vec::new(), |(_, inside)| inside);
        let is_other = |gone: &Removal| inside.iter().all(|known| known.cell != gone.cell);
        let others: Vec<Removal> = self.conclusions().into_iter().filter(is_other).collect();
        match inside.is_empty() {
            true => self.each_place(&others),
            false => phrase("besides", &[&self.result(&inside), &self.each_place(&others)]),
        }
    }

    fn each_place(&self, removals: &[Removal]) -> String {
        // Values with the same places, and the cells that lose them.
        let mut groups: Vec<(Vec<usize>, Vec<usize>, Candidates)> = Vec::new();
        let gone = removals.iter().fold(Candidates::NONE, |all, gone| all.or(gone.values));
        for value in gone.iter() {
            let places: Vec<usize> =
                self.own_cells().filter(|&cell| self.state.candidates(cell).contains(value)).collect();
            let losing = removals.iter().filter(|gone| gone.values.contains(value));
            let losing: Vec<usize> = losing.map(|gone| gone.cell).collect();
            match groups.iter_mut().find(|known| known.0 == places && known.1 == losing) {
                Some((_, _, values)) => *values = values.with(value),
                None => groups.push((places, losing, Candidates::one(value))),
            }
        }
        let told = groups.iter().map(|(places, losing, values)| {
            let of = |&cell: &usize| Removal { cell, values: *values };
            let result = self.result(&losing.iter().map(of).collect::<Vec<_>>());
            let values = self.symbols(*values, "or");
            phrase("is there", &[&values, &self.cells_named(places, "or"), &result])
        });
        told.collect::<Vec<_>>().join("; ")
    }

    /// Which cells lose the value of a house: the other cells of another house, if that says it.
    pub fn elsewhere(&self) -> String {
        let value = self.symbol(self.value());
        match self.across()[..] {
            [house] => phrase("locked value", &[&self.house(house), &value]),
            _ => phrase("locked value apart", &[&self.part("these"), &value, &self.also()]),
        }
    }

    /// Two houses with two places each for a value, of which one each see each other. `None` if the link is another.
    pub fn linked(&self) -> Option<String> {
        let [one @ Truth::Place { value, .. }, other] = self.step.truths[..] else { return None };
        let cells =
            |truth| self.state.candidates_of(truth).into_iter().map(|(cell, _)| cell).collect::<Vec<_>>();
        let ends: [[usize; 2]; 2] = [cells(one).try_into().ok()?, cells(other).try_into().ok()?];
        let sees = |a, b| self.state.map.sees(a, b);
        let conclusions = self.conclusions();
        let is_seen = |end| conclusions.iter().all(|removal| sees(removal.cell, end));
        let turned = |[a, b]: [usize; 2]| [[a, b], [b, a]];
        let [[near, far], [other_near, other_far]] = turned(ends[0])
            .into_iter()
            .flat_map(|one| turned(ends[1]).map(|other| [one, other]))
            .find(|[one, other]| is_seen(one[1]) && is_seen(other[1]) && sees(one[0], other[0]))?;
        let [house, other_house] = [house_of(one)?, house_of(other)?].map(|house| self.house(house));
        let symbol = self.symbol(value);
        let by = self.excluding(&[(near, value)], &[(other_near, value)]);
        let by = if by.is_empty() { String::new() } else { phrase("by", &[&self.rules_named(&by)]) };
        let result = self.seen(&[far, other_far], value)?;
        let [near, far, other_near, other_far] =
            [near, far, other_near, other_far].map(|cell| self.cell(cell));
        Some(phrase(
            "linked",
            &[&house, &symbol, &near, &far, &other_house, &other_near, &other_far, &by, &result],
        ))
    }

    /// A cell whose values each leave another cell the same value. `None` if the links are of another kind.
    pub fn wing(&self) -> Option<String> {
        let Proof::Chain { value: z, .. } = self.step.proof else { return None };
        let cells: [usize; 3] = self.own_cells().collect::<Vec<_>>().try_into().ok()?;
        let sees = |a, b| self.state.map.sees(a, b);
        let conclusions = self.conclusions();
        let is_seen = |end: usize| {
            conclusions.iter().all(|removal| sees(removal.cell, end) && removal.values == Candidates::one(z))
        };
        // The other value of a cell that has the common value and one more.
        let other = |cell: usize| {
            let values = self.state.candidates(cell);
            let other = values.without(Candidates::one(z)).value()?;
            (values.contains(z) && is_seen(cell)).then_some(other)
        };
        let turns = (0..3).map(|at| [cells[at], cells[(at + 1) % 3], cells[(at + 2) % 3]]);
        turns.into_iter().find_map(|[hinge, one, two]| {
            let (one, two) = if other(one)? < other(two)? { (one, two) } else { (two, one) };
            let (x, y) = (other(one)?, other(two)?);
            let pair = Candidates::one(x).with(y);
            let (name, ends) = match self.state.candidates(hinge) {
                values if values == pair => ("wing", vec![one, two]),
                values if values == pair.with(z) && is_seen(hinge) => {
                    ("wing with three", vec![hinge, one, two])
                }
                _ => return None,
            };
            let is_wing = x != y && sees(hinge, one) && sees(hinge, two);
            let result = self.seen(&ends, z)?;
            let [hinge, one, two] = [hinge, one, two].map(|cell| self.cell(cell));
            let [x, y, z] = [x, y, z].map(|value| self.symbol(value));
            is_wing.then(|| phrase(name, &[&hinge, &x, &y, &one, &two, &z, &result]))
        })
    }

    /// The sides of a chain that is known by its shape: each candidate of a truth, and the end to which it leads. `None` if
    /// it has none.
    pub fn sides(&self) -> Option<String> {
        let removals = self.conclusions();
        let gone: Vec<(usize, u8)> = { removals.iter() }
            .flat_map(|gone| gone.values.iter().map(move |value| (gone.cell, value)))
            .collect();
        let sides = self.step.sides(self.state, &gone)?;
        let is = |(cell, value): (usize, u8)| phrase("is", &[&self.cell(cell), &self.symbol(value)]);
        let told = sides.all.iter().filter_map(|side| {
            let (cell, value) = side.end;
            let (cell, value) = (self.cell(cell), self.symbol(value));
            let then = match side.through? {
                Truth::Place { house, .. } => phrase("only place", &[&cell, &value, &self.house(house)]),
                _ => phrase("only value", &[&cell, &value]),
            };
            Some(phrase("a side", &[&is(side.from), &then]))
        });
        let told = super::capital(&told.collect::<Vec<_>>().join("; "));
        let by = self.excluding(&sides.ends, &gone);
        let told = match sides.pivot {
            Truth::Cell(cell) => {
                let values = self.symbols(self.state.candidates(cell), "or");
                phrase("sides of a cell", &[&self.cell(cell), &values, &told])
            }
            Truth::Place { house, value } => {
                let cells: Vec<usize> = sides.all.iter().map(|side| side.from.0).collect();
                let places = self.cells_named(&cells, "or");
                if told.is_empty() {
                    let result = self.by_rules(self.result(&self.conclusions()), &by);
                    let (house, value) = (self.house(house), self.symbol(value));
                    return Some(phrase("sides at once", &[&house, &value, &places, &result]));
                }
                phrase("sides of a value", &[&self.house(house), &self.symbol(value), &places, &told])
            }
            Truth::Relation(_) => return None,
        };
        let cells: Vec<usize> = sides.ends.iter().map(|&(cell, _)| cell).collect();
        let value = sides.ends[0].1;
        if sides.ends.iter().all(|&(_, other)| other == value)
            && let Some(result) = self.seen(&cells, value)
        {
            let end = phrase("is", &[&self.cells_named(&cells, "or"), &self.symbol(value)]);
            return Some(phrase("sides to a value", &[&told, &end, &result]));
        }
        let result = self.by_rules(self.result(&self.conclusions()), &by);
        Some(match sides.ends[..] {
            [end] => phrase("sides to one", &[&told, &is(end), &result]),
            _ => phrase("sides apart", &[&told, &result]),
        })
    }

    /// That what the step removes sees some cells of which one has the value. `None` if it is not this value alone, or
    /// does not see them all.
    fn seen(&self, ends: &[usize], value: u8) -> Option<String> {
        let conclusions = self.conclusions();
        let is_seen = |gone: &Removal| {
            gone.values == Candidates::one(value)
                && ends.iter().all(|&end| self.state.map.sees(end, gone.cell))
        };
        if !conclusions.iter().all(is_seen) {
            return None;
        }
        let cells: Vec<usize> = conclusions.iter().map(|gone| gone.cell).collect();
        let name = match (cells.len(), ends.len()) {
            (1, 2) => "sees both",
            (_, 2) => "see both",
            (1, _) => "sees all",
            (_, _) => "see all",
        };
        let by = self.by_which_rules(ends, &cells, value);
        let also = if by.is_empty() { by } else { phrase("also by", &[&by]) };
        Some(phrase(name, &[&self.cells_named(&cells, "and"), &self.symbol(value), &also]))
    }

    /// Which cells see which by rules, beyond the houses of the grid; the rules alone if that is long.
    fn by_which_rules(&self, cells: &[usize], others: &[usize], value: u8) -> String {
        let map = &self.state.map;
        let mut sees: Vec<(Vec<usize>, Vec<usize>, String)> = Vec::new();
        for &other in others {
            let mut by: Vec<(String, Vec<usize>)> = Vec::new();
            for &cell in cells {
                let [from, to] = [cell, other].map(|cell| map.candidate(cell, value.into()));
                let Some(origin @ Origin::Clue(_)) = map.link(from, to) else { continue };
                let rule = self.names.link(origin, cell, other);
                match by.iter_mut().find(|(known, _)| *known == rule) {
                    Some((_, cells)) => cells.push(cell),
                    None => by.push((rule, vec![cell])),
                }
            }
            for (rule, cells) in by {
                match sees.iter_mut().find(|(_, known, name)| *known == cells && *name == rule) {
                    Some((others, ..)) => others.push(other),
                    None => sees.push((vec![other], cells, rule)),
                }
            }
        }
        if sees.len() > MOST_SEEN {
            let mut rules: Vec<String> = sees.into_iter().map(|(.., rule)| rule).collect();
            rules.sort_unstable();
            rules.dedup();
            return phrase("also by rules", &[&list(&rules, "and")]);
        }
        let told = sees.iter().map(|(others, cells, rule)| {
            let name = if others.len() == 1 { "sees by" } else { "see by" };
            phrase(name, &[&self.cells_named(others, "and"), &self.cells_named(cells, "and"), rule])
        });
        told.collect::<Vec<_>>().join("; ")
    }

    /// The rules by which candidates exclude others, beyond the houses of the grid.
    fn excluding(&self, ends: &[CellValue], gone: &[CellValue]) -> Vec<usize> {
        let map = &self.state.map;
        let candidate = |&(cell, value): &CellValue| map.candidate(cell, value.into());
        let links = ends
            .iter()
            .flat_map(|end| gone.iter().filter_map(move |gone| map.link(candidate(end), candidate(gone))));
        let mut rules: Vec<usize> = { links }
            .filter_map(|origin| if let Origin::Clue(clue) = origin { Some(clue) } else { None })
            .collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }

    /// By which rules cells see those of the step, where no house that is named says it.
    pub fn also(&self) -> String {
        let named: Vec<Origin> =
            self.across().iter().map(|&house| self.state.map.groups[house].origin).collect();
        let mut by = rules(self.step, self.state);
        by.retain(|&clue| !named.contains(&Origin::Clue(clue)));
        if by.is_empty() {
            return String::new();
        }
        let told = match (&self.conclusions()[..], self.step.truths.first()) {
            (removals @ [_, ..], Some(truth @ Truth::Place { value, .. })) => {
                let places = self.state.candidates_of(*truth).into_iter().map(|(cell, _)| cell);
                let losing: Vec<usize> = removals.iter().map(|gone| gone.cell).collect();
                self.by_which_rules(&places.collect::<Vec<_>>(), &losing, *value)
            }
            _ => phrase("also by rules", &[&self.rules_named(&by)]),
        };
        phrase("also by, inside", &[&told])
    }

    /// The cells of the last house that see all places of a value in the first, with the places.
    pub fn losing(&self) -> String {
        let &[first @ Truth::Place { value, .. }, .., last] = &self.step.truths[..] else {
            return String::new();
        };
        let places: Vec<usize> = self.state.candidates_of(first).into_iter().map(|(cell, _)| cell).collect();
        let sees = |cell: usize| places.iter().all(|&place| self.state.map.sees(place, cell));
        let losing = self.state.candidates_of(last).into_iter().map(|(cell, _)| cell);
        let losing: Vec<usize> = losing.filter(|&cell| sees(cell) && !self.is_placed_by_step(cell)).collect();
        let by = self.by_which_rules(&places, &losing, value);
        let also = if by.is_empty() { by } else { phrase("also by", &[&by]) };
        let name = if losing.len() == 1 { "which sees" } else { "which see" };
        phrase(name, &[&self.cells_named(&losing, "and"), &self.part("these"), &also])
    }

    /// What is removed where only one proof is counted: first the candidate that it refutes.
    pub fn first_result(&self) -> String {
        let Proof::Chain { cell, value, .. } = self.step.proof else { return self.concluded() };
        let one = Removal { cell, values: Candidates::one(value) };
        let rest = self.conclusions().into_iter().map(|gone| match gone.cell == cell {
            true => Removal { values: gone.values.without(one.values), ..gone },
            false => gone,
        });
        let rest: Vec<Removal> = rest.filter(|gone| !gone.values.is_empty()).collect();
        match rest.is_empty() {
            true => self.concluded(),
            false => phrase("so too", &[&self.result(&[one]), &self.result(&rest)]),
        }
    }

    /// As many cells as they have values together, each value in cells that see each other: what they take from others.
    /// `None` if it is not that.
    pub fn taking(&self) -> Option<String> {
        let mut cells: Vec<usize> = self.own_cells().collect();
        cells.sort_unstable();
        let union = cells.iter().fold(Candidates::NONE, |union, &cell| union.or(self.state.candidates(cell)));
        if cells.len() != self.step.truths.len() || cells.len() < 3 || union.len() != cells.len() {
            return None;
        }
        let of = |value: u8| {
            cells.iter().copied().filter(move |&cell| self.state.candidates(cell).contains(value))
        };
        let sees = |one: usize, other: usize| one == other || self.state.map.sees(one, other);
        let are_apart = |value: u8| of(value).all(|one| of(value).all(|other| sees(one, other)));
        let is_seen = |gone: &Removal| {
            gone.values.iter().all(|value| {
                union.contains(value) && of(value).all(|cell| self.state.map.sees(cell, gone.cell))
            })
        };
        if !union.iter().all(are_apart) || !self.conclusions().iter().all(is_seen) {
            return None;
        }
        let (cells, values) = (self.cells_named(&cells, "and"), self.symbols(union, "or"));
        let by = self.by_rules(self.by_places(), &rules(self.step, self.state));
        Some(phrase("taking", &[&cells, &values, &by]))
    }
}

fn house_of(truth: Truth) -> Option<usize> {
    if let Truth::Place { house, .. } = truth { Some(house) } else { None }
}
