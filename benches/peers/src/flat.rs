//! Problems as lists of constraints over numbered variables: the input of the Rust peers, and the check of every
//! witness. The models are the same as in `gecode/models.hpp`.

use crate::graph::Graph;
use crate::killer::Killer;
use crate::problem::Board;
use crate::qwh::Quasigroup;
use crate::shop::Shop;

/// Expression over one or two variables.
#[derive(Clone, Copy, Debug)]
pub enum Term {
    /// The variable plus a constant.
    Plus(usize, i64),
    /// The second variable minus the first.
    Gap(usize, usize),
    /// The absolute value of the difference.
    Distance(usize, usize),
}

#[derive(Clone, Debug)]
pub enum Constraint {
    AllDifferent(Vec<Term>),
    /// The weighted sum of variables equals `total`.
    Sum {
        weighted: Vec<(i64, usize)>,
        total: i64,
    },
    Less(Term, Term),
    NotEqual(usize, usize),
    /// Tasks, by start and duration, that do not overlap in time.
    Disjunctive(Vec<(usize, i64)>),
}

/// One model.
#[derive(Clone, Debug)]
pub struct Flat {
    /// Lowest and highest value of each variable.
    pub domains: Vec<(i64, i64)>,
    pub constraints: Vec<Constraint>,
}

impl Flat {
    pub fn sudoku(board: &Board) -> Flat {
        let mut flat = Flat::square(9, board.iter().map(|&cell| i64::from(cell)));
        flat.boxes();
        flat
    }

    pub fn killer(puzzle: &Killer) -> Flat {
        let mut flat = Flat::square(9, [0; 81].into_iter());
        flat.boxes();
        for cage in &puzzle.cages {
            flat.all_different(cage.cells.iter().copied());
            flat.sum(cage.cells.iter().map(|&cell| (1, cell)), cage.total);
        }
        flat
    }

    /// All-different boxes of a 9 × 9 grid.
    fn boxes(&mut self) {
        for corner in 0..9 {
            let first = corner / 3 * 27 + corner % 3 * 3;
            self.all_different((0..9).map(|i| first + i / 3 * 9 + i % 3));
        }
    }

    pub fn qwh(instance: &Quasigroup) -> Flat {
        Flat::square(instance.order, instance.cells.iter().map(|&cell| i64::from(cell)))
    }

    /// Adds all-different rows and columns; 0 is an open cell.
    fn square(order: usize, givens: impl Iterator<Item = i64>) -> Flat {
        let domain = |given| if given == 0 { (1, order as i64) } else { (given, given) };
        let mut flat = Flat { domains: givens.map(domain).collect(), constraints: Vec::new() };
        for i in 0..order {
            flat.all_different((0..order).map(|j| i * order + j));
            flat.all_different((0..order).map(|j| j * order + i));
        }
        flat
    }

    pub fn queens(n: usize) -> Flat {
        let mut flat = Flat::uniform(n, 0, n as i64 - 1);
        for slope in [0, 1, -1] {
            let diagonal = (0..n).map(|i| Term::Plus(i, slope * i as i64)).collect();
            flat.constraints.push(Constraint::AllDifferent(diagonal));
        }
        flat
    }

    pub fn langford(copies: usize, n: usize) -> Flat {
        let mut flat = Flat::uniform(copies * n, 1, (copies * n) as i64);
        for copy in (0..copies * n).filter(|copy| copy % copies + 1 < copies) {
            let apart = (copy / copies + 2) as i64;
            flat.sum([(1, copy + 1), (-1, copy)], apart);
        }
        flat.all_different(0..copies * n);
        // p[0] < kn + 1 - p[k-1], and p[k-1] is p[0] + 2(k-1).
        let last_start = (copies * n) as i64 + 1 - 2 * (copies as i64 - 1);
        flat.domains[0].1 = (last_start - 1) / 2;
        flat
    }

    pub fn magic(n: usize) -> Flat {
        let mut flat = Flat::uniform(n * n, 1, (n * n) as i64);
        let total = (n * (n * n + 1) / 2) as i64;
        flat.all_different(0..n * n);
        for i in 0..n {
            flat.sum((0..n).map(|j| (1, i * n + j)), total);
            flat.sum((0..n).map(|j| (1, j * n + i)), total);
        }
        flat.sum((0..n).map(|i| (1, i * n + i)), total);
        flat.sum((0..n).map(|i| (1, i * n + n - 1 - i)), total);
        for (low, high) in [(0, n - 1), (0, n * n - n), (0, n * n - 1), (n - 1, n * n - n)] {
            flat.less(Term::Plus(low, 0), Term::Plus(high, 0));
        }
        flat
    }

    pub fn golomb(marks: usize) -> Flat {
        let mut flat = Flat::uniform(marks, 0, (marks * marks) as i64);
        flat.domains[0].1 = 0;
        let pairs = (0..marks).flat_map(|i| (i + 1..marks).map(move |j| Term::Gap(i, j)));
        for i in 1..marks {
            flat.less(Term::Plus(i - 1, 0), Term::Plus(i, 0));
        }
        flat.constraints.push(Constraint::AllDifferent(pairs.collect()));
        flat.less(Term::Gap(0, 1), Term::Gap(marks - 2, marks - 1));
        flat
    }

    pub fn all_interval(n: usize) -> Flat {
        let mut flat = Flat::uniform(n, 0, n as i64 - 1);
        flat.all_different(0..n);
        let steps = (1..n).map(|i| Term::Distance(i - 1, i)).collect();
        flat.constraints.push(Constraint::AllDifferent(steps));
        flat.less(Term::Plus(0, 0), Term::Plus(n - 1, 0));
        flat.less(Term::Distance(0, 1), Term::Distance(n - 2, n - 1));
        flat
    }

    pub fn color(graph: &Graph, colors: usize) -> Flat {
        let mut flat = Flat::uniform(graph.vertices, 1, colors as i64);
        for (color, vertex) in (1..).zip(graph.clique()) {
            flat.domains[vertex] = (color, color);
        }
        let apart = |&(a, b): &(usize, usize)| Constraint::NotEqual(a, b);
        flat.constraints.extend(graph.edges.iter().map(apart));
        flat
    }

    pub fn send_more() -> Flat {
        let [s, e, n, d, m, o, r, y] = [0, 1, 2, 3, 4, 5, 6, 7];
        let mut flat = Flat::uniform(8, 0, 9);
        flat.domains[s].0 = 1;
        flat.domains[m].0 = 1;
        flat.all_different(0..8);
        let sum = [(1000, s), (91, e), (-90, n), (1, d), (-9000, m), (-900, o), (10, r), (-1, y)];
        flat.sum(sum, 0);
        flat
    }

    /// Returns a model of the job shop. The last variable is the end of the last task.
    pub fn job_shop(shop: &Shop) -> Flat {
        let tasks = shop.tasks().count();
        let mut flat = Flat::uniform(tasks + 1, 0, shop.horizon());
        for (task, duration, next) in shop.successions() {
            flat.less(Term::Plus(task, duration - 1), Term::Plus(next.unwrap_or(tasks), 0));
        }
        flat.constraints.extend(shop.machines().into_iter().map(Constraint::Disjunctive));
        flat
    }

    /// Returns whether these values are in their domains and satisfy every constraint.
    pub fn accepts(&self, values: &[i64]) -> bool {
        let within = |(value, domain): (&i64, &(i64, i64))| (domain.0..=domain.1).contains(value);
        let value = |term: &Term| match *term {
            Term::Plus(a, constant) => values[a] + constant,
            Term::Gap(a, b) => values[b] - values[a],
            Term::Distance(a, b) => (values[b] - values[a]).abs(),
        };
        values.len() == self.domains.len()
            && values.iter().zip(&self.domains).all(within)
            && self.constraints.iter().all(|constraint| match constraint {
                Constraint::AllDifferent(terms) => {
                    let mut seen: Vec<i64> = terms.iter().map(value).collect();
                    seen.sort_unstable();
                    seen.windows(2).all(|pair| pair[0] != pair[1])
                }
                Constraint::Sum { weighted, total } => {
                    weighted.iter().map(|&(weight, a)| weight * values[a]).sum::<i64>() == *total
                }
                Constraint::Less(low, high) => value(low) < value(high),
                Constraint::NotEqual(a, b) => values[*a] != values[*b],
                Constraint::Disjunctive(tasks) => {
                    let mut runs: Vec<(i64, i64)> =
                        tasks.iter().map(|&(start, duration)| (values[start], duration)).collect();
                    runs.sort_unstable();
                    runs.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0)
                }
            })
    }

    fn uniform(variables: usize, low: i64, high: i64) -> Flat {
        Flat { domains: vec![(low, high); variables], constraints: Vec::new() }
    }

    fn all_different(&mut self, variables: impl Iterator<Item = usize>) {
        let terms = variables.map(|a| Term::Plus(a, 0)).collect();
        self.constraints.push(Constraint::AllDifferent(terms));
    }

    fn sum(&mut self, weighted: impl IntoIterator<Item = (i64, usize)>, total: i64) {
        let weighted = weighted.into_iter().collect();
        self.constraints.push(Constraint::Sum { weighted, total });
    }

    fn less(&mut self, low: Term, high: Term) {
        self.constraints.push(Constraint::Less(low, high));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_solutions_are_accepted() {
        assert!(Flat::send_more().accepts(&[9, 5, 6, 7, 1, 0, 8, 2]));
        assert!(Flat::queens(4).accepts(&[1, 3, 0, 2]));
        assert!(Flat::golomb(4).accepts(&[0, 1, 4, 6]));
        assert!(Flat::magic(3).accepts(&[2, 9, 4, 7, 5, 3, 6, 1, 8]));
        assert!(Flat::all_interval(4).accepts(&[1, 2, 0, 3]));
        // The sequence 2 3 1 2 1 3; its mirror image is excluded.
        let (one, other) = ([3, 5, 1, 4, 2, 6], [2, 4, 3, 6, 1, 5]);
        assert_ne!(Flat::langford(2, 3).accepts(&one), Flat::langford(2, 3).accepts(&other));
    }

    #[test]
    fn wrong_values_are_rejected() {
        assert!(!Flat::send_more().accepts(&[9, 5, 6, 7, 1, 0, 8, 3]));
        assert!(!Flat::queens(4).accepts(&[0, 1, 2, 3]));
        assert!(!Flat::golomb(4).accepts(&[0, 1, 2, 6]));
        assert!(!Flat::magic(3).accepts(&[1, 2, 3, 4, 5, 6, 7, 8, 9]));
        // All tasks of ft06 one after the other are a solution; all at once are not.
        let shop = Shop::ft06();
        let mut time = 0;
        let mut starts: Vec<i64> = shop.tasks().map(|task| (time, time += task.duration).0).collect();
        starts.push(time);
        assert!(Flat::job_shop(&shop).accepts(&starts));
        assert!(!Flat::job_shop(&shop).accepts(&[0; 37]));
    }
}
