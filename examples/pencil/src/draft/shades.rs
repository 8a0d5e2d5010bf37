//! Rules of shaded cells.

use csp::constraints::{Operand, clause, connected};
use csp::{Expression, Var, sum, table};

use super::{By, Place};
use crate::address::Places;
use crate::board::Direction;

/// The most cells that are counted at once, and how many are if there are more.
const MOST_AT_ONCE: usize = 24;
const AT_ONCE: usize = 4;

impl By<'_, '_> {
    /// The cells with a value are connected.
    pub fn connected(&mut self, cells: &[Var], value: i32) -> &mut Self {
        let pairs = self.draft.puzzle.board.cells.pairs();
        self.post(connected(cells, pairs, value));
        let latest = self.draft.posted.last().map(|posted| (posted.constraint, value));
        self.draft.connected.extend(latest);
        self
    }

    /// Each group of cells with a value reaches the border.
    pub fn to_border(&mut self, cells: &[Var], value: i32) -> &mut Self {
        let grid = self.draft.puzzle.board.cells;
        self.with_outside(cells, value, grid.pairs())
    }

    /// The other cells than those with a value go around nothing, if no square of two by two of them is there: those
    /// with the value reach the border, from corner to corner.
    pub fn around_nothing(&mut self, cells: &[Var], value: i32) -> &mut Self {
        let grid = self.draft.puzzle.board.cells;
        let pairs =
            (0..grid.len()).flat_map(|a| grid.around8(a).filter(move |&b| a < b).map(move |b| (a, b)));
        self.with_outside(cells, value, pairs.collect())
    }

    fn with_outside(&mut self, cells: &[Var], value: i32, mut pairs: Vec<(usize, usize)>) -> &mut Self {
        let grid = self.draft.puzzle.board.cells;
        let border = (0..cells.len()).filter(|&cell| grid.around(cell).count() < 4);
        pairs.extend(border.map(|cell| (cell, cells.len())));
        let outside = Operand::from(value);
        self.post(connected(cells.iter().map(Operand::from).chain([outside]), pairs, value))
    }

    /// The groups of shaded cells beside a cell, which is not shaded, have so many cells together.
    pub fn groups_beside(&mut self, cell: usize, shade: &[Var], number: u32) -> &mut Self {
        let grid = self.draft.puzzle.board.cells;
        // The cells of these groups, and the cell itself; no further away than the number.
        let is_near = |at: usize| {
            let ((row, column), (other, line)) = (grid.place(cell), grid.place(at));
            row.abs_diff(other) + column.abs_diff(line) <= number as usize
        };
        let within: Vec<Option<Var>> =
            (0..grid.len()).map(|at| is_near(at).then(|| self.draft.model.boolean())).collect();
        let both_ways = grid.pairs().into_iter().flat_map(|(a, b)| [(a, b), (b, a)]);
        for (a, b) in both_ways.filter(|&(_, b)| b != cell) {
            let Some(from) = within[a] else { continue };
            let reached = within[b].map(|within| within.is(1));
            self.post(clause([from.is(0), shade[b].is(0)].into_iter().chain(reached)));
        }
        let mut places = Vec::new();
        for (at, within) in within.iter().enumerate() {
            let Some(within) = *within else { continue };
            places.push(at);
            self.post(if at == cell {
                clause([within.is(1)])
            } else {
                clause([within.is(0), shade[at].is(1)])
            });
        }
        let place = |at: usize| places.binary_search(&at).ok();
        let pairs = grid.pairs().into_iter().filter_map(|(a, b)| Some((place(a)?, place(b)?)));
        let within: Vec<Var> = within.into_iter().flatten().collect();
        self.post(connected(&within, pairs, 1));
        self.total(within, number.saturating_add(1))
    }

    /// The numbers at the sides are the totals of their columns and rows.
    pub fn side_totals(&mut self, shade: &[Var]) -> &mut Self {
        let grid = self.draft.puzzle.board.cells;
        let lines = grid.lines();
        for (side, number) in self.draft.puzzle.numbers(Places::Sides) {
            let line = grid.line_at_side(side);
            self.at(Place::Line(line)).total(lines[line].iter().map(|&cell| shade[cell]), number);
        }
        self.at(Place::Board)
    }

    /// The runs of shaded cells around a cell have these lengths, in any order; a number may be unknown.
    pub fn runs_around(&mut self, cell: usize, shade: &[Var], runs: &[Option<u32>]) -> &mut Self {
        let grid = self.draft.puzzle.board.cells;
        let steps = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];
        let around = steps.map(|(rows, columns)| grid.offset(cell, rows, columns));
        let rows = (0..256_u32).map(|bits| std::array::from_fn::<i32, 8, _>(|at| (bits >> at & 1) as i32));
        let is_row = |row: &[i32; 8]| around.iter().zip(row).all(|(at, &shaded)| at.is_some() || shaded == 0);
        let rows = rows.filter(|row| is_row(row) && have_runs(row, runs));
        let only = |row: [i32; 8]| -> Vec<i32> {
            around.iter().zip(row).filter(|(at, _)| at.is_some()).map(|(_, shaded)| shaded).collect()
        };
        let rows: Vec<Vec<i32>> = rows.map(only).collect();
        self.post(table(around.iter().flatten().map(|&at| shade[at]), rows))
    }

    /// No square of two by two cells has this value throughout.
    pub fn no_square(&mut self, cells: &[Var], value: i32) -> &mut Self {
        for square in self.draft.puzzle.board.cells.squares() {
            self.cell(square[0]).post(clause(square.map(|cell| cells[cell].is_not(value))));
        }
        self.at(Place::Board)
    }

    /// At least one cell is shaded, or one line is drawn.
    pub fn some(&mut self, drawn: &[Var]) -> &mut Self {
        self.post(clause(drawn.iter().map(|var| var.is_not(0))))
    }

    /// No two neighbours are shaded.
    pub fn no_touch(&mut self, shade: &[Var]) -> &mut Self {
        for (a, b) in self.draft.puzzle.board.cells.pairs() {
            self.cell(a).post(clause([shade[a].is(0), shade[b].is(0)]));
        }
        self.at(Place::Board)
    }

    /// No two cells that touch, even at a corner, are shaded.
    pub fn no_touch8(&mut self, shade: &[Var]) -> &mut Self {
        let cells = self.draft.puzzle.board.cells;
        for a in 0..cells.len() {
            for b in cells.around8(a).filter(|&b| a < b) {
                self.cell(a).post(clause([shade[a].is(0), shade[b].is(0)]));
            }
        }
        self.at(Place::Board)
    }

    /// From a cell with this value, itself included, so many cells of the value are seen in the four directions.
    pub fn seen(&mut self, cell: usize, cells: &[Var], value: i32, number: u32) -> &mut Self {
        let grid = self.draft.puzzle.board.cells;
        let mut seen: Vec<Var> = Vec::new();
        for direction in Direction::ALL {
            let mut before = None;
            for at in grid.ray(cell, direction).take(number as usize) {
                let is_seen = self.draft.model.boolean();
                self.means(clause([is_seen.is(0), cells[at].is(value)]));
                if let Some(before) = before {
                    self.means(clause([is_seen.is(0), Var::is(before, 1)]));
                }
                let goes_on = before.map(|before| before.is(0));
                self.means(clause(goes_on.into_iter().chain([is_seen.is(1), cells[at].is_not(value)])));
                seen.push(is_seen);
                before = Some(is_seen);
            }
        }
        self.post(cells[cell].is(value));
        self.post(sum(seen).eq(i64::from(number) - 1))
    }

    /// So many of some cells are shaded. If they are many, a variable tells how many of the first few are, of the next few
    /// with these, and so on: what is learnt can speak of them.
    pub fn total_by_parts(&mut self, shade: &[Var], number: u32) -> &mut Self {
        if shade.len() <= MOST_AT_ONCE {
            return self.total(shade.iter().copied(), number);
        }
        let mut before: Option<Var> = None;
        for (at, few) in (1..).zip(shade.chunks(AT_ONCE)) {
            let so_far = self.draft.model.var(0..=at * AT_ONCE as i32);
            self.means(sum(few.iter().copied().chain(before)).eq(so_far));
            before = Some(so_far);
        }
        self.total(before, number)
    }

    /// The sum of some variables is a number.
    pub fn total<T: Into<Expression>>(
        &mut self,
        terms: impl IntoIterator<Item = T>,
        number: u32,
    ) -> &mut Self {
        self.post(sum(terms).eq(i64::from(number)))
    }
}

/// Returns whether the runs in a circle have these lengths, some of them unknown.
fn have_runs(circle: &[i32; 8], runs: &[Option<u32>]) -> bool {
    let mut found: Vec<u32> = Vec::new();
    match circle.iter().position(|&shaded| shaded == 0) {
        None => found.push(8),
        Some(start) => {
            for at in 1..=8 {
                let [before, here] = [at + 7, at].map(|at| circle[(start + at) % 8]);
                match (before, here) {
                    (0, 1) => found.push(1),
                    (1, 1) => *found.last_mut().expect("a run that began") += 1,
                    _ => {}
                }
            }
        }
    }
    // A single 0 says that no cell is shaded.
    let wanted = runs.iter().filter(|run| **run != Some(0));
    wanted.clone().count() == found.len()
        && wanted.flatten().all(|run| {
            let at = found.iter().position(|found| found == run);
            at.map(|at| found.swap_remove(at)).is_some()
        })
}
