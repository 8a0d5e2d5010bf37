//! Known problems of all kinds, each with a claim to be proved.
//!
//! With `CSP_PROOFS=DIRECTORY` the formulas and proofs are written there, for a checker: `.ci/stages/proofs`.

use csp::constraints::*;
use csp::proof::{Proof, Prover};
use csp::*;

/// A claim about a model that is to be proved.
enum Claim {
    /// The model has no solution.
    None,
    /// The model has this number of solutions over these variables, and no others.
    Only(usize, Vec<Var>),
    /// The least value of an expression.
    Least(i64, Expression),
    /// A decision never holds.
    Never(Decision),
}

use Claim::{Least, Never, None as NoSolution, Only};

type Problem = (String, Model, Claim);

/// Returns the proofs of a claim with their names.
fn prove(model: &Model, claim: &Claim) -> Vec<(String, Proof)> {
    let prover = Prover::new(model);
    match claim {
        NoSolution => vec![("none".into(), prover.no_solution().unwrap())],
        Never(decision) => {
            vec![("never".into(), prover.clone().assume(&[*decision]).no_solution().unwrap())]
        }
        Only(count, vars) => {
            let mut search = model.search().unwrap();
            let found: Vec<Solution> = search.solutions().take(count + 1).collect();
            assert_eq!(found.len(), *count);
            let mut others = model.clone();
            let mut proofs = Vec::new();
            for (at, solution) in found.iter().enumerate() {
                proofs.push((format!("solution{at}"), prover.solution(solution.values()).unwrap()));
                others.post(clause(vars.iter().map(|&var| var.is_not(solution[var]))));
            }
            proofs.push(("others".into(), Prover::new(&others).no_solution().unwrap()));
            proofs
        }
        Least(value, objective) => {
            let learner = Learner::compile(model, &Config::default()).unwrap();
            let mut optimizer = learner.minimize(objective.clone()).unwrap();
            let outcome = optimizer.run();
            let best = outcome.best().unwrap();
            assert_eq!(i64::from(best.value), *value);
            let proof = prover.optimum(objective, &best.solution.values()[..model.variables()]).unwrap();
            assert!(proof.lines.contains("\nconclusion BOUNDS "), "{}", proof.lines);
            vec![("bound".into(), proof)]
        }
    }
}

#[test]
fn known_problems_are_proved() {
    let problems = [arrangements(), colourings(), numbers(), optima(), graphs(), lists()].concat_all();
    assert!(problems.len() >= 50, "{} problems", problems.len());
    let directory = std::env::var_os("CSP_PROOFS");
    for (name, model, claim) in problems {
        for (part, proof) in prove(&model, &claim) {
            assert!(proof.lines.ends_with("end pseudo-Boolean proof ;\n"), "{name}");
            if let Some(directory) = &directory {
                let file = std::path::Path::new(directory).join(format!("{name}-{part}"));
                std::fs::write(file.with_extension("opb"), &proof.formula).unwrap();
                std::fs::write(file.with_extension("pbp"), &proof.lines).unwrap();
            }
        }
    }
}

trait ConcatAll {
    fn concat_all(self) -> Vec<Problem>;
}

impl<const N: usize> ConcatAll for [Vec<Problem>; N] {
    fn concat_all(self) -> Vec<Problem> {
        self.into_iter().flatten().collect()
    }
}

/// Returns a problem of a model with variables of the same values.
fn problem(
    name: impl Into<String>,
    vars: usize,
    values: std::ops::RangeInclusive<i32>,
    post: impl FnOnce(&mut Model, &[Var]),
    claim: impl FnOnce(&[Var]) -> Claim,
) -> Problem {
    let mut model = Model::new();
    let x = model.vars(vars, values);
    post(&mut model, &x);
    let claim = claim(&x);
    (name.into(), model, claim)
}

fn require(model: &mut Model, constraint: impl Constraint + 'static) {
    model.post(constraint);
}

fn none(_: &[Var]) -> Claim {
    NoSolution
}

fn only(count: usize) -> impl FnOnce(&[Var]) -> Claim {
    move |x| Only(count, x.to_vec())
}

/// Queens, Latin squares, pigeons, pairs at distances.
fn arrangements() -> Vec<Problem> {
    let mut all = Vec::new();
    for (n, count) in [(4, 2), (5, 10), (6, 4), (7, 40)] {
        let (model, x) = super::queens(n);
        all.push((format!("queens-{n}"), model, Only(count, x)));
    }
    for (n, row) in [(6, 0), (8, 0)] {
        let (mut model, x) = super::queens(n);
        if n == 8 {
            // No solution of eight queens is symmetric to itself by a half turn with a queen there.
            (0..4).for_each(|at| require(&mut model, (x[at] + x[7 - at]).eq(7)));
        }
        all.push((format!("queens-{n}-corner"), model, Never(x[0].is(row))));
    }
    for n in 5..=8 {
        let post = |model: &mut Model, x: &[Var]| {
            model.all_different(x);
        };
        all.push(problem(format!("pigeons-{n}"), n, 1..=n as i32 - 1, post, none));
    }
    let unequal = |model: &mut Model, x: &[Var]| {
        (0..x.len()).for_each(|i| (0..i).for_each(|j| require(model, x[i].ne(x[j]))));
    };
    all.push(problem("pigeons-in-pairs", 5, 1..=4, unequal, none));
    for (n, claim) in [(3, Some(1)), (4, None), (5, Some(6)), (6, None)] {
        // Idempotent commutative squares exist only for odd orders.
        let post = |model: &mut Model, x: &[Var]| {
            latin(model, x, n);
            for (i, j) in (0..n).flat_map(|i| (0..=i).map(move |j| (i, j))) {
                model.post(if i == j { x[i * n + i].eq(i as i32) } else { x[i * n + j].eq(x[j * n + i]) });
            }
        };
        let claim = |x: &[Var]| claim.map_or(NoSolution, |count| Only(count, x.to_vec()));
        all.push(problem(format!("quasigroup-commutative-{n}"), n * n, 0..=n as i32 - 1, post, claim));
    }
    for (n, claim) in [(3, None), (4, Some(2))] {
        // Orthogonal to its own transpose, idempotent.
        let post = |model: &mut Model, x: &[Var]| {
            latin(model, x, n);
            (0..n).for_each(|i| require(model, x[i * n + i].eq(i as i32)));
            let cells = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
            let pairs: Vec<Var> = cells
                .map(|(i, j)| {
                    let pair = model.var(0..=(n * n) as i32 - 1);
                    model.post((weighted_sum([(n as i32, x[i * n + j]), (1, x[j * n + i])])).eq(pair));
                    pair
                })
                .collect();
            model.all_different(&pairs);
        };
        let claim = |x: &[Var]| claim.map_or(NoSolution, |count| Only(count, x.to_vec()));
        all.push(problem(format!("quasigroup-orthogonal-{n}"), n * n, 0..=n as i32 - 1, post, claim));
    }
    for (n, count) in [(3, 2), (4, 2), (5, 0), (6, 0)] {
        let post = |model: &mut Model, x: &[Var]| {
            model.all_different(x);
            (0..n).for_each(|at| require(model, (x[at] + (at as i32 + 2)).eq(x[n + at])));
        };
        let claim = |x: &[Var]| if count == 0 { NoSolution } else { Only(count, x.to_vec()) };
        all.push(problem(format!("langford-{n}"), 2 * n, 0..=2 * n as i32 - 1, post, claim));
    }
    all
}

fn latin(model: &mut Model, x: &[Var], n: usize) {
    for i in 0..n {
        model.all_different((0..n).map(|j| x[i * n + j]));
        model.all_different((0..n).map(|j| x[j * n + i]));
    }
}

/// Graphs and sets of numbers without a colouring.
fn colourings() -> Vec<Problem> {
    let cycle = |n: usize| (0..n).map(move |at| (at, (at + 1) % n)).collect::<Vec<_>>();
    let petersen: Vec<(usize, usize)> =
        (0..5).flat_map(|at| [(at, (at + 1) % 5), (at, at + 5), (at + 5, (at + 2) % 5 + 5)]).collect();
    // Mycielski's graph of the cycle of five: no triangles, and four colours.
    let mut groetzsch = cycle(5);
    groetzsch.extend((0..5).flat_map(|at| [(at + 5, (at + 1) % 5), (at + 5, (at + 4) % 5), (at + 5, 10)]));
    let mut wheel = cycle(5);
    wheel.extend((0..5).map(|at| (at, 5)));
    let mut all = Vec::new();
    for (name, nodes, edges, colours) in [
        ("odd-cycle", 7, cycle(7), 2),
        ("petersen", 10, petersen, 2),
        ("groetzsch", 11, groetzsch, 3),
        ("wheel", 6, wheel, 3),
    ] {
        let post = |model: &mut Model, x: &[Var]| {
            edges.iter().for_each(|&(a, b)| require(model, x[a].ne(x[b])));
        };
        all.push(problem(format!("colouring-{name}"), nodes, 1..=colours, post, none));
    }
    // Schur's numbers: no colour has a sum and both its terms.
    for (n, colours) in [(5, 2), (14, 3)] {
        let post = |model: &mut Model, x: &[Var]| {
            for (a, b) in (1..=n).flat_map(|a| (a..=n - a).map(move |b| (a, b))) {
                model.post(x[a - 1].ne(x[b - 1]) | x[b - 1].ne(x[a + b - 1]));
            }
        };
        all.push(problem(format!("schur-{n}"), n, 1..=colours, post, none));
    }
    // Van der Waerden: three in a progression of the same colour.
    let post = |model: &mut Model, x: &[Var]| {
        for (from, by) in (0..9).flat_map(|from| (1..=(8 - from) / 2).map(move |by| (from, by))) {
            model.post(x[from].ne(x[from + by]) | x[from + by].ne(x[from + 2 * by]));
        }
    };
    all.push(problem("van-der-waerden", 9, 0..=1, post, none));
    // Ramsey: three of six know each other, or do not.
    let edge = |a: usize, b: usize| b * (b - 1) / 2 + a;
    let post = |model: &mut Model, x: &[Var]| {
        for (a, b, c) in (0..6).flat_map(|c| (0..c).flat_map(move |b| (0..b).map(move |a| (a, b, c)))) {
            let sides = [x[edge(a, b)], x[edge(b, c)], x[edge(a, c)]];
            model.post(sum(sides).ne(0));
            model.post(sum(sides).ne(3));
        }
    };
    all.push(problem("ramsey", 15, 0..=1, post, none));
    all
}

/// Sums and products.
fn numbers() -> Vec<Problem> {
    let mut all = Vec::new();
    let square = |model: &mut Model, x: &[Var], n: usize, total: i32| {
        model.all_different(x);
        for i in 0..n {
            model.post(sum((0..n).map(|j| x[i * n + j])).eq(total));
            model.post(sum((0..n).map(|j| x[j * n + i])).eq(total));
        }
        model.post(sum((0..n).map(|i| x[i * n + i])).eq(total));
        model.post(sum((0..n).map(|i| x[i * n + n - 1 - i])).eq(total));
    };
    all.push(problem("magic-3", 9, 1..=9, |model, x| square(model, x, 3, 15), only(8)));
    let duerer = |model: &mut Model, x: &[Var]| {
        square(model, x, 4, 34);
        // The first row of Dürer's square, and its symmetry.
        x.iter().zip([16, 3, 2, 13]).for_each(|(&x, value)| require(model, x.is(value)));
        (0..8).for_each(|at| require(model, (x[at] + x[15 - at]).eq(17)));
    };
    all.push(problem("magic-4", 16, 1..=16, duerer, only(2)));
    let send = |model: &mut Model, x: &[Var]| {
        let word = |letters: &[usize]| {
            let weights = letters.iter().rev().scan(1, |next, &at| {
                let weight = *next;
                *next *= 10;
                Some((weight, x[at]))
            });
            weighted_sum(weights)
        };
        model.all_different(x);
        // S E N D M O R Y
        model.post((word(&[0, 1, 2, 3]) + word(&[4, 5, 6, 1])).eq(word(&[4, 5, 2, 1, 7])));
        model.post(x[0].ne(0));
        model.post(x[4].ne(0));
    };
    all.push(problem("send-more", 8, 0..=9, send, only(1)));
    let triple = |model: &mut Model, x: &[Var]| {
        let squares = x.iter().map(|&x| product(x, x)).collect::<Vec<_>>();
        model.post((squares[0].clone() + squares[1].clone()).eq(squares[2].clone()));
        model.post(x[0].lt(x[1]));
    };
    all.push(problem("pythagoras", 3, 1..=15, triple, only(4)));
    let coins = |model: &mut Model, x: &[Var]| {
        model.post(weighted_sum([6, 9, 20].into_iter().zip(x)).eq(43));
    };
    all.push(problem("coins", 3, 0..=7, coins, none));
    // The sum of the degrees of a graph is even: each edge counts for one of its ends.
    let parity = |model: &mut Model, x: &[Var]| {
        for node in 0..4_usize {
            let edges = (0..6).filter(|&at| {
                [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)][at].0 == node
                    || [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)][at].1 == node
            });
            let half = model.var(0..=1);
            model.post(sum(edges.map(|at| x[at])).eq(2 * half + i32::from(node == 0)));
        }
    };
    all.push(problem("parity", 6, 0..=1, parity, none));
    for (n, count) in [(4, 2), (5, 1), (6, 0), (7, 1)] {
        // Its own description: x[i] is how many i there are.
        let post = |model: &mut Model, x: &[Var]| {
            (0..n).for_each(|i| require(model, csp::count(x, i as i32).eq(x[i])));
        };
        let claim = |x: &[Var]| if count == 0 { NoSolution } else { Only(count, x.to_vec()) };
        all.push(problem(format!("magic-series-{n}"), n, 0..=n as i32 - 1, post, claim));
    }
    all
}

/// Knapsacks, rulers, schedules.
fn optima() -> Vec<Problem> {
    let mut all = Vec::new();
    for (name, weights, gains, capacity, best) in [
        ("small", vec![3, 4, 5, 7], vec![4, 5, 7, 11], 13, 18),
        ("large", vec![12, 7, 11, 8, 9, 6, 5, 14], vec![24, 13, 23, 15, 16, 11, 9, 28], 26, 52),
    ] {
        let post = |model: &mut Model, x: &[Var]| {
            model.post(weighted_sum(weights.iter().copied().zip(x)).le(capacity));
        };
        let claim = |x: &[Var]| Least(-best, weighted_sum(gains.iter().map(|&gain| -gain).zip(x)));
        all.push(problem(format!("knapsack-{name}"), weights.len(), 0..=1, post, claim));
    }
    for (marks, best) in [(4_usize, 6), (5, 11), (6, 17), (7, 25)] {
        let post = |model: &mut Model, x: &[Var]| {
            model.post(x[0].eq(0));
            model.post(strictly_increasing(x));
            let mut distances = Vec::new();
            for (i, j) in (0..marks).flat_map(|j| (0..j).map(move |i| (i, j))) {
                let distance = model.var(1..=best as i32 + 3);
                model.post((x[i] + distance).eq(x[j]));
                distances.push(distance);
            }
            model.all_different(&distances);
            model.post(distances[0].lt(*distances.last().unwrap()));
        };
        let claim = |x: &[Var]| Least(best, x[marks - 1].into());
        all.push(problem(format!("golomb-{marks}"), marks, 0..=best as i32 + 3, post, claim));
    }
    all.push(job_shop("two-machines", &[&[(0, 3), (1, 2)], &[(1, 4), (0, 1)], &[(0, 2), (1, 3)]], 9));
    let ft06: [&[(usize, i32)]; 6] = [
        &[(2, 1), (0, 3), (1, 6), (3, 7), (5, 3), (4, 6)],
        &[(1, 8), (2, 5), (4, 10), (5, 10), (0, 10), (3, 4)],
        &[(2, 5), (3, 4), (5, 8), (0, 9), (1, 1), (4, 7)],
        &[(1, 5), (0, 5), (2, 5), (3, 3), (4, 8), (5, 9)],
        &[(2, 9), (1, 3), (4, 5), (5, 4), (0, 3), (3, 1)],
        &[(1, 3), (3, 3), (5, 9), (0, 10), (4, 4), (2, 1)],
    ];
    all.push(job_shop("ft06", &ft06, 55));
    all
}

/// For each job the machine and duration of its tasks.
fn job_shop(name: &str, jobs: &[&[(usize, i32)]], best: i64) -> Problem {
    let horizon = best as i32 + 5;
    let mut model = Model::new();
    let end = model.var(0..=horizon);
    let mut machines: Vec<Vec<(Var, i32)>> = vec![Vec::new(); jobs[0].len()];
    for job in jobs {
        let mut ready: Option<(Var, i32)> = None;
        for &(machine, duration) in *job {
            let start = model.var(0..=horizon);
            if let Some((before, lasts)) = ready {
                model.post((before + lasts).le(start));
            }
            machines[machine].push((start, duration));
            ready = Some((start, duration));
        }
        let (last, lasts) = ready.expect("a job has tasks");
        model.post((last + lasts).le(end));
    }
    for tasks in machines {
        model.post(disjunctive(tasks.iter().map(|task| task.0), tasks.iter().map(|task| task.1)));
    }
    (format!("job-shop-{name}"), model, Least(best, end.into()))
}

/// Circuits, labels of graphs, dominoes.
fn graphs() -> Vec<Problem> {
    let mut all = Vec::new();
    let mut model = Model::new();
    // Petersen's graph has no Hamiltonian cycle.
    let next: Vec<Var> = (0..10)
        .map(|at: i32| match at {
            0..5 => model.var([(at + 1) % 5, (at + 4) % 5, at + 5]),
            _ => model.var([(at + 2) % 5 + 5, (at + 3) % 5 + 5, at - 5]),
        })
        .collect();
    model.post(circuit(&next));
    all.push(("petersen-cycle".into(), model, NoSolution));
    for (name, nodes, edges, count) in [
        ("cycle-5", 5, vec![(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)], 0),
        ("clique-4", 4, vec![(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], 48),
    ] {
        // Graceful: different labels, and the edges' differences are different, too.
        let post = |model: &mut Model, x: &[Var]| {
            model.all_different(x);
            let mut differences = Vec::new();
            for &(a, b) in &edges {
                let difference = model.var(1..=edges.len() as i32);
                model.post(absolute_difference(x[a], x[b]).eq(difference));
                differences.push(difference);
            }
            model.all_different(&differences);
        };
        let claim = |x: &[Var]| if count == 0 { NoSolution } else { Only(count, x.to_vec()) };
        all.push(problem(format!("graceful-{name}"), nodes, 0..=edges.len() as i32, post, claim));
    }
    // Dominoes on a board of four by four without two opposite corners.
    let mut model = Model::new();
    let cells: Vec<(usize, usize)> =
        (0..16).map(|at| (at / 4, at % 4)).filter(|cell| ![(0, 0), (3, 3)].contains(cell)).collect();
    let mut covers: Vec<Vec<Var>> = vec![Vec::new(); cells.len()];
    for (a, b) in (0..cells.len()).flat_map(|b| (0..b).map(move |a| (a, b))) {
        if cells[a].0.abs_diff(cells[b].0) + cells[a].1.abs_diff(cells[b].1) == 1 {
            let domino = model.var(0..=1);
            covers[a].push(domino);
            covers[b].push(domino);
        }
    }
    covers.iter().for_each(|dominoes| require(&mut model, sum(dominoes).eq(1)));
    all.push(("dominoes".into(), model, NoSolution));
    all
}

/// Words, tables, loads, orders.
fn lists() -> Vec<Problem> {
    let mut all = Vec::new();
    for (n, count) in [(4, 4), (5, 8)] {
        // All intervals.
        let post = |model: &mut Model, x: &[Var]| {
            model.all_different(x);
            let intervals = model.vars(n - 1, 1..=n as i32 - 1);
            for at in 1..n {
                model.post(absolute_difference(x[at], x[at - 1]).eq(intervals[at - 1]));
            }
            model.all_different(&intervals);
        };
        all.push(problem(format!("intervals-{n}"), n, 0..=n as i32 - 1, post, only(count)));
    }
    let picture = |model: &mut Model, x: &[Var]| {
        let line = |model: &mut Model, cells: Vec<Var>, runs: &str| {
            model.post(regular(&cells, Automaton::parse(runs).unwrap()));
        };
        for (at, runs) in ["0* 1 0*", "0* 1{3} 0*", "0* 1 0*"].into_iter().enumerate() {
            line(model, (0..3).map(|j| x[3 * at + j]).collect(), runs);
            line(model, (0..3).map(|j| x[3 * j + at]).collect(), runs);
        }
    };
    all.push(problem("nonogram", 9, 0..=1, picture, only(1)));
    let loads = |model: &mut Model, x: &[Var]| {
        for bin in 0..3 {
            model.post(weighted_sum([5, 5, 4, 4, 4].into_iter().zip(x.iter().map(|&x| x.is(bin)))).le(8));
        }
    };
    all.push(problem("bins", 5, 0..=2, loads, none));
    let packing = |model: &mut Model, x: &[Var]| {
        let loads = model.vars(3, 0..=8);
        require(model, bin_packing(x, [5, 5, 4, 4, 4], loads));
    };
    all.push(problem("packing", 5, 0..=2, packing, none));
    let precedences = |model: &mut Model, x: &[Var]| {
        (0..3).for_each(|value| require(model, value_precedence(value, value + 1, x)));
    };
    // The partitions of a set of four.
    all.push(problem("precedences", 4, 0..=3, precedences, only(15)));
    let tasks = |model: &mut Model, x: &[Var]| require(model, cumulative(x, [3, 3, 2, 2], [2, 2, 2, 1], 3));
    all.push(problem("cumulative", 4, 0..=4, tasks, none));
    let rows = |model: &mut Model, x: &[Var]| {
        model.post(table(&x[..3], [[0, 1, 2], [1, 2, 0], [2, 0, 1]]));
        model.post(table(&x[2..], [[0, 0], [1, 1], [2, 2]]));
        model.post(x[0].eq(x[3]));
    };
    all.push(problem("tables", 4, 0..=2, rows, none));
    let towers = |model: &mut Model, x: &[Var]| {
        model.all_different(x);
        model.post(visible_count(x, 3));
        model.post(visible_count(x.iter().rev().copied(), 4));
    };
    all.push(problem("towers", 5, 1..=5, towers, none));
    let inverses = |model: &mut Model, x: &[Var]| {
        model.post(inverse(&x[..5], &x[5..]));
        (0..5).for_each(|at| require(model, x[at].eq(x[at + 5]) & x[at].ne(at as i32)));
    };
    all.push(problem("involution", 10, 0..=4, inverses, none));
    all
}
