//! Models of many shapes, and their instances.

use csp::{Config, Decision, Model, Var, config::ValueOrder};

use crate::support::Chance;

/// Model with all its variables.
pub struct Board {
    pub model: Model,
    pub vars: Vec<Var>,
}

/// Grid, in row order.
pub struct Grid {
    pub board: Board,
    rows: usize,
    columns: usize,
}

impl Grid {
    /// Returns a grid without constraints.
    pub fn open(rows: usize, columns: usize, values: impl Into<csp::Values>) -> Grid {
        let mut model = Model::new();
        let vars = model.vars(rows * columns, values);
        Grid { board: Board { model, vars }, rows, columns }
    }

    /// Returns a Latin square of 1 to `order`.
    pub fn latin(order: usize) -> Grid {
        Grid::open(order, order, 1..=order as i32).lines()
    }

    /// Returns a grid with boxes of `rows` × `columns`.
    pub fn boxes(rows: usize, columns: usize) -> Grid {
        let order = rows * columns;
        Grid::latin(order).regions(|row, column| row / rows * rows + column / columns)
    }

    /// Returns a grid with the regions of a picture: a letter for each cell, a row on each line.
    pub fn jigsaw(picture: &str) -> Grid {
        let letters: Vec<&[u8]> = picture.split_whitespace().map(str::as_bytes).collect();
        Grid::latin(letters.len()).regions(|row, column| usize::from(letters[row][column] - b'A'))
    }

    pub fn lines(mut self) -> Grid {
        let (rows, columns) = (self.rows, self.columns);
        (0..rows).for_each(|row| self.group((0..columns).map(|column| (row, column))));
        (0..columns).for_each(|column| self.group((0..rows).map(|row| (row, column))));
        self
    }

    pub fn regions(mut self, region: impl Fn(usize, usize) -> usize) -> Grid {
        let cells: Vec<_> =
            (0..self.rows).flat_map(|row| (0..self.columns).map(move |column| (row, column))).collect();
        for at in 0..self.rows {
            self.group(cells.iter().copied().filter(|&(row, column)| region(row, column) == at));
        }
        self
    }

    pub fn diagonals(mut self) -> Grid {
        let order = self.rows;
        self.group((0..order).map(|at| (at, at)));
        self.group((0..order).map(|at| (at, order - 1 - at)));
        self
    }

    /// Adds the four windows of a windoku.
    pub fn windows(mut self) -> Grid {
        for (row, column) in [(1, 1), (1, 5), (5, 1), (5, 5)] {
            self.group((0..9).map(|at| (row + at / 3, column + at % 3)));
        }
        self
    }

    fn group(&mut self, cells: impl Iterator<Item = (usize, usize)>) {
        let members: Vec<Var> =
            cells.map(|(row, column)| self.board.vars[self.columns * row + column]).collect();
        self.board.model.all_different(members);
    }
}

/// Returns a model from domains, all-differents and pairs that differ.
pub fn board(domains: &[Vec<i32>], groups: &[Vec<usize>], pairs: &[(usize, usize)]) -> Board {
    let mut model = Model::new();
    let vars: Vec<Var> = domains.iter().map(|domain| model.var(domain.clone())).collect();
    groups.iter().for_each(|group| _ = model.all_different(group.iter().map(|&member| vars[member])));
    pairs.iter().for_each(|&(a, b)| _ = model.post(vars[a].ne(vars[b])));
    Board { model, vars }
}

/// Returns the colouring problem of a graph.
pub fn colouring(vertices: usize, colours: i32, edges: &[(usize, usize)]) -> Board {
    board(&vec![(1..=colours).collect(); vertices], &[], edges)
}

pub fn cycle(vertices: usize) -> Vec<(usize, usize)> {
    (0..vertices).map(|at| (at, (at + 1) % vertices)).collect()
}

/// Returns an outer cycle, a star and the spokes between them.
pub fn petersen() -> Vec<(usize, usize)> {
    (0..5).flat_map(|at| [(at, (at + 1) % 5), (at, at + 5), (at + 5, (at + 2) % 5 + 5)]).collect()
}

impl Board {
    /// Returns some solutions, found with random values.
    pub fn some_solutions(&self, count: u64) -> Vec<Vec<i32>> {
        let found = |seed| {
            let config = Config::default().with_values(ValueOrder::Random).with_seed(seed);
            let mut search = self.model.search_with(&config).expect("the model is right");
            search.first().expect("there is no limit").expect("it can be solved").values().to_vec()
        };
        (1..=count).map(found).collect()
    }

    /// Returns instances: each is one of these solutions with some variables left open, sometimes with a wrong value
    /// or with a partial domain.
    pub fn instances(
        &self,
        full: &[Vec<i32>],
        count: usize,
        open: std::ops::RangeInclusive<i32>,
        chance: &mut Chance,
    ) -> Vec<Vec<Decision>> {
        let mut order: Vec<usize> = (0..self.vars.len()).collect();
        let mut instance = || {
            let values = chance.pick(full);
            chance.shuffle(&mut order);
            let open = chance.between(*open.start(), *open.end()) as usize;
            let mut decisions: Vec<Decision> =
                order[open.min(order.len())..].iter().map(|&at| self.vars[at].is(values[at])).collect();
            let at = chance.pick(&order);
            let (var, value) = (self.vars[at], values[at]);
            match chance.below(12) {
                0 | 1 => decisions.push(Decision::Assign(var, chance.pick(&values))),
                2 | 3 => decisions.push(Decision::Remove(var, value)),
                4 => decisions.push(Decision::AtMost(var, value)),
                5 => decisions.push(Decision::AtLeast(var, value)),
                6 => decisions.push(Decision::AtLeast(var, value + 1)),
                _ => {}
            }
            decisions
        };
        (0..count).map(|_| instance()).collect()
    }
}

/// Returns a Latin square of boxes, by a formula.
pub fn patterned(box_rows: usize, box_columns: usize) -> Vec<i32> {
    let order = box_rows * box_columns;
    let value = |row: usize, column: usize| (row % box_rows * box_columns + row / box_rows + column) % order;
    (0..order * order).map(|at| value(at / order, at % order) as i32 + 1).collect()
}
