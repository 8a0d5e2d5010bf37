//! Clues drawn at random on a full grid: their cells, and their values.

use super::forms::{Drawn, Layer};
use crate::generate::chance::Chance;
use crate::generate::style::Style;
use crate::grid::Grid;
use crate::rules::random::{Form, Number, Side};
use crate::rules::{Clue, Scene};

/// A full grid with the clues that are on it.
pub(super) struct Canvas<'a> {
    grid: &'a Grid,
    numbers: &'a [i32],
    /// The symmetries, each as the image of every cell; the first is the identity.
    maps: &'a [Vec<u16>],
    style: Style,
    /// The clues that have been placed, with their places.
    taken: Vec<(Layer, Vec<u16>)>,
    /// For each cell, whether it belongs to a line or to a cage.
    lined: Vec<bool>,
    caged: Vec<bool>,
    /// Steps along diagonals that lines take: the lesser cell and the greater one.
    diagonals: Vec<(u16, u16)>,
}

impl<'a> Canvas<'a> {
    pub fn new(grid: &'a Grid, numbers: &'a [i32], maps: &'a [Vec<u16>], style: Style) -> Canvas<'a> {
        let none = vec![false; grid.cells()];
        Canvas {
            grid,
            numbers,
            maps,
            style,
            taken: Vec::new(),
            lined: none.clone(),
            caged: none,
            diagonals: Vec::new(),
        }
    }

    /// Draws as many clues of a rule as there is room for. Each group holds the images of one clue under the symmetry.
    pub fn draw(&mut self, drawn: &Drawn, chance: &mut Chance) -> Vec<Vec<Clue>> {
        let most = self.style.most_clues(drawn.form, self.grid.rectangle());
        let drawn = &Drawn { form: self.style.sized(drawn.form), ..*drawn };
        let (mut groups, mut count): (Vec<Vec<Clue>>, usize) = (Vec::new(), 0);
        for cells in self.beginnings(drawn.form, chance) {
            if count >= most {
                break;
            }
            let Some(group) = self.try_draw(drawn, &cells, chance) else { continue };
            count += group.len();
            groups.push(group);
        }
        if self.style == Style::Tiled && drawn.form.is_cage() {
            self.tile(drawn, &mut groups);
        }
        groups
    }

    /// Joins cells that are left to cages beside them, with all images.
    fn tile(&mut self, drawn: &Drawn, groups: &mut [Vec<Clue>]) {
        for cell in 0..self.grid.rectangle() as u16 {
            if self.caged[usize::from(cell)] || self.grid.is_gap(cell.into()) {
                continue;
            }
            let around: Vec<u16> = self.grid.beside(cell).collect();
            let joined = groups.iter_mut().find_map(|group| {
                let larger = self.larger(drawn, group, cell, &around)?;
                *group = larger;
                Some(())
            });
            if joined.is_some() {
                for map in self.maps {
                    self.caged[usize::from(map[usize::from(cell)])] = true;
                }
            }
        }
    }

    /// The cages of a group, with a cell and its images beside those that they touch, if the clues can hold.
    fn larger(&self, drawn: &Drawn, group: &[Clue], cell: u16, around: &[u16]) -> Option<Vec<Clue>> {
        let at = group.iter().position(|clue| clue.cells().iter().any(|cell| around.contains(cell)))?;
        let mut lists: Vec<Vec<u16>> = group.iter().map(|clue| clue.cells().to_vec()).collect();
        let first = lists[at].clone();
        let mut joined = Vec::new();
        for map in self.maps {
            let moved = |cell: u16| map[usize::from(cell)];
            if joined.contains(&moved(cell)) {
                continue;
            }
            joined.push(moved(cell));
            let mut image: Vec<u16> = first.iter().map(|&cell| moved(cell)).collect();
            image.sort_unstable();
            let is_image = |clue: &Clue| {
                let mut cells = clue.cells().to_vec();
                cells.sort_unstable();
                cells == image
            };
            lists[group.iter().position(is_image)?].push(moved(cell));
        }
        lists.into_iter().map(|list| self.valued(drawn, vec![list], &[])).collect()
    }

    /// The places where a clue may begin, in random order, each as the cells that are fixed by then: for most forms
    /// all cells of the clue.
    fn beginnings(&self, form: Form, chance: &mut Chance) -> Vec<Vec<u16>> {
        let cells = || (0..self.grid.rectangle() as u16).filter(|&cell| !self.grid.is_gap(cell.into()));
        let step = |cell: u16, by| self.grid.step(cell, by);
        let mut all: Vec<Vec<u16>> = match form {
            Form::Cell => cells().map(|cell| vec![cell]).collect(),
            // Each cell several times, since a path may fail or leave room for another.
            Form::Cage { .. } => (0..4).flat_map(|_| cells().map(|cell| vec![cell])).collect(),
            Form::Line { .. } | Form::Arrow { .. } => {
                (0..24).flat_map(|_| cells().map(|cell| vec![cell])).collect()
            }
            Form::Pair => {
                let pairs = cells().flat_map(|cell| {
                    [(0, 1), (1, 0)].into_iter().filter_map(move |by| Some(vec![cell, step(cell, by)?]))
                });
                pairs.collect()
            }
            Form::Quadruple => {
                let square = |cell: u16| {
                    Some(vec![cell, step(cell, (0, 1))?, step(cell, (1, 0))?, step(cell, (1, 1))?])
                };
                cells().filter_map(square).collect()
            }
            Form::Seen(sides) => sides.iter().flat_map(|&side| self.seen(side)).collect(),
            Form::Diagonal => self.all_diagonals(),
        };
        chance.shuffle(&mut all);
        all
    }

    /// The rows or columns, beginning at a side.
    fn seen(&self, side: Side) -> Vec<Vec<u16>> {
        let (rows, columns) = (self.grid.rows() as u16, self.grid.columns() as u16);
        let row = |row: u16| (0..columns).map(move |column| row * columns + column);
        let column = |column: u16| (0..rows).map(move |row| row * columns + column);
        match side {
            Side::Left => (0..rows).map(|at| row(at).collect()).collect(),
            Side::Right => (0..rows).map(|at| row(at).rev().collect()).collect(),
            Side::Top => (0..columns).map(|at| column(at).collect()).collect(),
            Side::Bottom => (0..columns).map(|at| column(at).rev().collect()).collect(),
        }
    }

    /// All diagonals of three cells and more, in both directions.
    fn all_diagonals(&self) -> Vec<Vec<u16>> {
        let mut all = Vec::new();
        for by in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            for first in 0..self.grid.rectangle() as u16 {
                if self.grid.step(first, (-by.0, -by.1)).is_none() {
                    let next = |&cell: &u16| self.grid.step(cell, by);
                    let cells: Vec<u16> = std::iter::successors(Some(first), next).collect();
                    if cells.len() >= 3 {
                        all.push(cells);
                    }
                }
            }
        }
        all
    }

    /// Draws a clue and its images, if it is true and there is room for them.
    fn try_draw(&mut self, drawn: &Drawn, begin: &[u16], chance: &mut Chance) -> Option<Vec<Clue>> {
        let lists = self.lists(drawn, begin, chance)?;
        let values = self.quadruple(drawn.form, &lists, chance);
        let mut group: Vec<Clue> = Vec::new();
        let mark = (self.taken.len(), self.diagonals.len());
        for map in self.maps {
            let image = |list: &Vec<u16>| list.iter().map(|&cell| map[usize::from(cell)]).collect();
            let lists: Vec<Vec<u16>> = lists.iter().map(image).collect();
            if group.iter().any(|clue| same_place(drawn.form, &clue.lists, &lists)) {
                continue;
            }
            let is_first = group.is_empty();
            let values = if is_first { values.clone() } else { self.quadruple(drawn.form, &lists, chance) };
            let clue =
                if self.has_room(drawn.form, &lists) { self.valued(drawn, lists, &values) } else { None };
            let Some(clue) = clue else {
                self.undo(mark);
                return None;
            };
            self.take(drawn.form, &clue.lists);
            group.push(clue);
        }
        Some(group)
    }

    /// The lists of cells of a clue that begins at `begin`.
    fn lists(&self, drawn: &Drawn, begin: &[u16], chance: &mut Chance) -> Option<Vec<Vec<u16>>> {
        match drawn.form {
            Form::Cage { least, most, differs } => {
                Some(vec![self.cage(begin[0], least, most, differs, chance)?])
            }
            Form::Line { .. } => Some(vec![self.line(drawn, begin[0], chance)?]),
            Form::Arrow { least, most } => self.arrow(begin[0], least, most, chance),
            _ => Some(vec![begin.to_vec()]),
        }
    }

    /// Connected free cells around a first one.
    fn cage(
        &self,
        first: u16,
        least: usize,
        most: usize,
        differs: bool,
        chance: &mut Chance,
    ) -> Option<Vec<u16>> {
        // Small cages are more frequent.
        let size = least + chance.below(most - least + 1).min(chance.below(most - least + 1));
        let is_free = |cell: u16| !self.caged[usize::from(cell)];
        let mut cells = vec![first];
        while cells.len() < size && is_free(first) {
            let around = cells.iter().flat_map(|&cell| self.grid.beside(cell));
            let fits = |&cell: &u16| {
                let is_repeat = cells.iter().any(|&other| self.number(other) == self.number(cell));
                is_free(cell) && !cells.contains(&cell) && !(differs && is_repeat)
            };
            let next: Vec<u16> = around.filter(fits).collect();
            if next.is_empty() {
                break;
            }
            cells.push(next[chance.below(next.len())]);
        }
        cells.sort_unstable();
        (cells.len() >= least).then_some(cells)
    }

    /// A path of free cells on which the clue holds.
    fn line(&self, drawn: &Drawn, first: u16, chance: &mut Chance) -> Option<Vec<u16>> {
        let Form::Line { least, most, grows } = drawn.form else { return None };
        let size = least + chance.below(most - least + 1);
        let holds = |cells: &[u16]| self.valued(drawn, vec![cells.to_vec()], &[]).is_some();
        let (mut path, mut best) = (vec![first], None);
        while path.len() < size {
            let next = self.next_cells(&path, chance).into_iter().find(|&cell| {
                path.push(cell);
                let is_fit = !grows || path.len() < 2 || holds(&path);
                path.pop();
                is_fit
            });
            let Some(next) = next else { break };
            path.push(next);
            if path.len() >= least && holds(&path) {
                best = Some(path.clone());
            }
        }
        best
    }

    /// A bulb, and a shaft that adds up to it.
    fn arrow(&self, bulb: u16, least: usize, most: usize, chance: &mut Chance) -> Option<Vec<Vec<u16>>> {
        let (mut path, mut rest) = (vec![bulb], self.number(bulb));
        while rest > 0 && path.len() <= most {
            let fits = |&cell: &u16| self.number(cell) <= rest;
            let next = self.next_cells(&path, chance).into_iter().find(fits)?;
            rest -= self.number(next);
            path.push(next);
        }
        let shaft = path.split_off(1);
        (rest == 0 && shaft.len() >= least).then(|| vec![path, shaft])
    }

    /// The free cells that a path may go on to, in random order; often straight on.
    fn next_cells(&self, path: &[u16], chance: &mut Chance) -> Vec<u16> {
        let last = path[path.len() - 1];
        let mut steps = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];
        chance.shuffle(&mut steps);
        if path.len() > 1 && chance.below(3) > 0 {
            let before = path[path.len() - 2];
            let straight = steps.iter().position(|&by| self.grid.step(before, by) == Some(last));
            steps.swap(0, straight.unwrap_or(0));
        }
        let own: Vec<(u16, u16)> = self.diagonal_steps(path);
        let fits = |cell: &u16| {
            let crosses =
                |steps: &[(u16, u16)]| self.crossing(last, *cell).is_some_and(|step| steps.contains(&step));
            !self.lined[usize::from(*cell)]
                && !path.contains(cell)
                && !crosses(&self.diagonals)
                && !crosses(&own)
        };
        steps.into_iter().filter_map(|by| self.grid.step(last, by)).filter(fits).collect()
    }

    /// The diagonal step that crosses a diagonal step.
    fn crossing(&self, from: u16, to: u16) -> Option<(u16, u16)> {
        let width = self.grid.columns() as u16;
        let (rows, columns) = ((from / width, to / width), (from % width, to % width));
        let is_diagonal = rows.0 != rows.1 && columns.0 != columns.1;
        let (one, other) = (rows.0 * width + columns.1, rows.1 * width + columns.0);
        is_diagonal.then_some((one.min(other), one.max(other)))
    }

    /// The diagonal steps of a path.
    fn diagonal_steps(&self, path: &[u16]) -> Vec<(u16, u16)> {
        let steps = path.windows(2).filter(|step| self.crossing(step[0], step[1]).is_some());
        steps.map(|step| (step[0].min(step[1]), step[0].max(step[1]))).collect()
    }

    /// Two to four of the values around a corner; none for other forms.
    fn quadruple(&self, form: Form, lists: &[Vec<u16>], chance: &mut Chance) -> Vec<i32> {
        if form != Form::Quadruple {
            return Vec::new();
        }
        let mut values: Vec<i32> = lists[0].iter().map(|&cell| self.number(cell)).collect();
        chance.shuffle(&mut values);
        values.truncate(2 + chance.below(3));
        values.sort_unstable();
        values
    }

    /// The clue with its value, if it holds and is not faulty.
    fn valued(&self, drawn: &Drawn, mut lists: Vec<Vec<u16>>, values: &[i32]) -> Option<Clue> {
        if matches!(drawn.form, Form::Quadruple | Form::Cage { .. }) {
            lists[0].sort_unstable();
        }
        let mut clue = values.iter().fold(Clue::new(drawn.kind), |clue, &value| clue.number(value));
        clue.lists = lists;
        if let Number::Always(number) = drawn.number {
            clue = clue.number(number);
        }
        let holds = |clue: &Clue| {
            let scene = Scene { grid: self.grid, clues: std::slice::from_ref(clue) };
            clue.holds(&scene, self.numbers) && clue.fault(self.grid).is_ok()
        };
        if let Number::Read(least, most) = drawn.number {
            return (least..=most).map(|number| clue.clone().number(number)).find(holds);
        }
        if holds(&clue) {
            return Some(clue);
        }
        // Two cells have no order of their own: the greater one may be either.
        if drawn.form == Form::Pair || matches!(drawn.form, Form::Line { .. }) {
            clue.lists[0].reverse();
            return holds(&clue).then_some(clue);
        }
        None
    }

    fn has_room(&self, form: Form, lists: &[Vec<u16>]) -> bool {
        let place = self.place(form, lists);
        let layer = form.layer();
        let mut alike = self.taken.iter().filter(|(other, _)| *other == layer).map(|(_, place)| place);
        match layer {
            Layer::Edges | Layer::Outside => alike.all(|other| *other != place),
            Layer::Cages => place.iter().all(|&cell| !self.caged[usize::from(cell)] && self.is_apart(cell)),
            Layer::Lines => {
                let crosses = |step: &[u16]| {
                    self.crossing(step[0], step[1]).is_some_and(|step| self.diagonals.contains(&step))
                };
                place.iter().all(|&cell| !self.lined[usize::from(cell)]) && !place.windows(2).any(crosses)
            }
            // The circles of neighbouring corners would touch.
            Layer::Corners => alike.all(|other| other.iter().filter(|cell| place.contains(cell)).count() < 2),
        }
    }

    /// Whether no cage touches a cell, if cages keep apart.
    fn is_apart(&self, cell: u16) -> bool {
        self.style != Style::Sparse || self.grid.beside(cell).all(|other| !self.caged[usize::from(other)])
    }

    /// The place of a clue, by which clues of one layer are kept apart.
    fn place(&self, form: Form, lists: &[Vec<u16>]) -> Vec<u16> {
        match form {
            // The first cells determine the side.
            Form::Seen(_) | Form::Diagonal => lists[0].iter().take(2).copied().collect(),
            Form::Pair => vec![lists[0][0].min(lists[0][1]), lists[0][0].max(lists[0][1])],
            _ => lists.concat(),
        }
    }

    /// Takes the place of a clue.
    pub fn take(&mut self, form: Form, lists: &[Vec<u16>]) {
        let place = self.place(form, lists);
        let layer = form.layer();
        if layer == Layer::Lines {
            self.diagonals.extend(self.diagonal_steps(&place));
        }
        self.mark(layer, &place, true);
        self.taken.push((layer, place));
    }

    fn mark(&mut self, layer: Layer, place: &[u16], is_taken: bool) {
        let cells = match layer {
            Layer::Lines => &mut self.lined,
            Layer::Cages => &mut self.caged,
            _ => return,
        };
        place.iter().for_each(|&cell| cells[usize::from(cell)] = is_taken);
    }

    /// Removes the clues that were placed after the state with these lengths.
    fn undo(&mut self, (taken, diagonals): (usize, usize)) {
        for (layer, place) in self.taken.split_off(taken) {
            self.mark(layer, &place, false);
        }
        self.diagonals.truncate(diagonals);
    }

    fn number(&self, cell: u16) -> i32 {
        self.numbers[usize::from(cell)]
    }
}

/// Whether two clues of one form would lie at the same place.
fn same_place(form: Form, one: &[Vec<u16>], other: &[Vec<u16>]) -> bool {
    let sorted = |lists: &[Vec<u16>]| {
        let mut cells = lists.concat();
        cells.sort_unstable();
        cells
    };
    // The cells of a row are the same from both sides.
    one == other || form.layer() != Layer::Outside && sorted(one) == sorted(other)
}
