//! The words of chains that people know by their shape, without a supposition.

use super::table::{list, phrase};
use super::{Detail, Teller};
use crate::candidates::Candidates;
use crate::explain::step::Proof;
use crate::explain::truth::Truth;

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
        let (own, conclusions): (Vec<usize>, _) = (self.own_cells().collect(), self.conclusions());
        let sees_all = || {
            let mut gone = conclusions.iter().map(|removal| removal.cell);
            gone.all(|gone| own.iter().all(|&cell| self.state.map.sees(cell, gone)))
        };
        match self.across()[..] {
            [house] => phrase("locked", &[&self.house(house)]),
            _ if sees_all() => phrase("locked from all", &[]),
            _ => phrase("locked apart", &[]),
        }
    }

    /// Which cells lose the value of a house: the other cells of another house, if that says it.
    pub fn elsewhere(&self) -> String {
        let value = self.symbol(self.value());
        match self.across()[..] {
            [house] => phrase("locked value", &[&self.house(house), &value]),
            _ => phrase("locked value apart", &[&self.part("these"), &value]),
        }
    }

    /// What a trial fails to satisfy.
    pub fn searched(&self) -> String {
        let count = |is: fn(&Truth) -> bool| self.step.truths.iter().filter(|truth| is(truth)).count();
        let counts = [
            ("cell", count(|truth| matches!(truth, Truth::Cell(_)))),
            ("place", count(|truth| matches!(truth, Truth::Place { .. }))),
            ("clue", count(|truth| matches!(truth, Truth::Relation(_)))),
        ];
        let parts = counts.iter().filter(|(_, count)| *count > 0).map(|(noun, count)| {
            let plural = if *count == 1 { "" } else { "s" };
            phrase(&format!("count of {noun}{plural}"), &[&count.to_string()])
        });
        phrase("unfillable", &[&list(&parts.collect::<Vec<_>>(), "and")])
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
        let [near, far, other_near, other_far] =
            [near, far, other_near, other_far].map(|cell| self.cell(cell));
        let result = self.concluded();
        Some(phrase(
            "linked",
            &[&house, &symbol, &near, &far, &other_house, &other_near, &other_far, &result],
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
            let name = match self.state.candidates(hinge) {
                values if values == pair => "wing",
                values if values == pair.with(z) && is_seen(hinge) => "wing with three",
                _ => return None,
            };
            let is_wing = x != y && sees(hinge, one) && sees(hinge, two);
            let [hinge, one, two] = [hinge, one, two].map(|cell| self.cell(cell));
            let [x, y, z] = [x, y, z].map(|value| self.symbol(value));
            let result = self.concluded();
            is_wing.then(|| phrase(name, &[&hinge, &x, &y, &one, &two, &z, &result]))
        })
    }
}

fn house_of(truth: Truth) -> Option<usize> {
    if let Truth::Place { house, .. } = truth { Some(house) } else { None }
}
